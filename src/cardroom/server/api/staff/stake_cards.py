"""The stakes as the house sees them: what is set about each, and which kinds can be added."""

from typing import get_args

import msgspec

from cardroom.errors import AccessRefused
from cardroom.office.added_stakes import AddedStakes
from cardroom.office.entrance.house_settings import StoredSetting
from cardroom.office.stake_desk import StakeDesk
from cardroom.office.stake_terms import Sitter, StakeTerms
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.room.cash.play_now import key_of
from cardroom.room.net import Net
from cardroom.rulebook.cash.added import is_dealt
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Format, Game, Stake, StakeKey, stake_word
from cardroom.server.api.staff.house_settings import SetBy
from cardroom.server.api.visits import Visit
from cardroom.units import Cents


class StakeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Practice players, and who else may sit."""

    practice: int
    admits: list[Sitter]


class StakeCard(msgspec.Struct, frozen=True, kw_only=True):
    """A stake as the house sees it: what is set about it now, what the operator's file says, and
    what was set instead."""

    stake: str
    name: str
    game: Game
    format: Format
    small_blind: Cents
    big_blind: Cents
    min_buy_in: Cents
    max_buy_in: Cents
    rake_permille: int
    rake_cap: Cents
    tables: int
    players: int
    waiting: int
    practice_seated: int
    is_closed: bool
    now: StakeSettings
    configured: StakeSettings
    changed: list[SetBy]
    added: SetBy | None = None
    """Set where an administrator added the stake: the rules of the file do not list it."""


class StakeKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of table that the rules deal in a game, with what follows from the kind (CASH-16)."""

    game: Game
    format: Format
    seats: int
    min_buy_in_bb: int
    max_buy_in_bb: int
    """Both in big blinds."""


class StakeCards(msgspec.Struct, frozen=True, kw_only=True):
    """All stakes that are offered, and the kinds of which more can be added."""

    stakes: list[StakeCard]
    kinds: list[StakeKind]


def stake_desk(visit: Visit) -> StakeDesk:
    """Where something is set about a stake."""
    desk = visit.services.ports.stakes
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_stake")
    return desk


def added_stakes(visit: Visit) -> AddedStakes:
    """Where stakes are added."""
    desk = visit.services.ports.added_stakes
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_stake")
    return desk


async def all_cards(visit: Visit) -> StakeCards:
    """All stakes, in the order of the lobby."""
    desk = stake_desk(visit)
    rows = (await visit.services.ports.lobby.lobby()).stakes
    found = [(row, desk.offered(key_of(row))) for row in rows]
    cards = [await _card(visit, row, stake) for row, stake in found if stake is not None]
    return StakeCards(stakes=cards, kinds=_kinds(desk.rules))


async def one_card(visit: Visit, key: StakeKey) -> StakeCard:
    """One stake; it was there a moment ago."""
    rows = (await visit.services.ports.lobby.lobby()).stakes
    stake = stake_desk(visit).offered(key)
    assert stake is not None, f"{stake_word(key)} is not offered"
    return await _card(visit, next(row for row in rows if key_of(row) == key), stake)


def _kinds(cash: CashRules) -> list[StakeKind]:
    return [
        StakeKind(
            game=game,
            format=table_format,
            seats=cash.seats(table_format),
            min_buy_in_bb=cash.buy_in_range(table_format).min_bb,
            max_buy_in_bb=cash.buy_in_range(table_format).max_bb,
        )
        for game in get_args(Game)
        for table_format in get_args(Format)
        if is_dealt(cash, game, table_format)
    ]


async def _card(visit: Visit, row: StakeRow, stake: Stake) -> StakeCard:
    desk, key = stake_desk(visit), stake.key
    return StakeCard(
        stake=stake_word(key),
        name=row.name,
        game=row.game,
        format=row.format,
        small_blind=row.small_blind,
        big_blind=row.big_blind,
        min_buy_in=stake.min_buy_in,
        max_buy_in=stake.max_buy_in,
        rake_permille=stake.rake_permille,
        rake_cap=stake.rake_cap,
        tables=row.tables,
        players=row.players,
        waiting=row.waiting,
        practice_seated=desk.practice_seated(key),
        is_closed=desk.is_closed(key),
        now=_settings(desk.current(key)),
        configured=_settings(desk.configured(key)),
        changed=[
            await _set_by(visit, name, one)
            for (changed, name), one in desk.changed.items()
            if changed == key
        ],
        added=await _added(visit, key),
    )


def _settings(terms: StakeTerms) -> StakeSettings:
    order: tuple[Sitter, ...] = ("person", "guest", "program")
    return StakeSettings(
        practice=terms.practice, admits=[kind for kind in order if kind in terms.sitters]
    )


async def _added(visit: Visit, key: StakeKey) -> SetBy | None:
    one = added_stakes(visit).settings.get(key)
    return None if one is None else await _set_by(visit, "stake", one)


async def _set_by(visit: Visit, name: str, one: StoredSetting) -> SetBy:
    by = await visit.services.ports.accounts.find(one.set_by)
    said = str(one.set_by) if by is None else by.name
    return SetBy(setting=name, by=said, at_ms=one.set_ms)
