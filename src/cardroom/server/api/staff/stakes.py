"""HTTP: stakes as the house sets them: new ones, open or closed, practice players, who may sit."""

from typing import Annotated, Any

import msgspec

from cardroom.errors import SeatRefused
from cardroom.office.stake_terms import PRACTICE_MAX, Sitter, StakeSettingName
from cardroom.room.records import ReasonText
from cardroom.rulebook.cash.added import AddedStake
from cardroom.rulebook.cash.rake import Blind, Cap, Permille
from cardroom.rulebook.cash.stakes import Format, Game, read_stake
from cardroom.server.api.house import record
from cardroom.server.api.routes import Route
from cardroom.server.api.staff.stake_cards import (
    StakeCard,
    StakeCards,
    added_stakes,
    all_cards,
    one_card,
    stake_desk,
)
from cardroom.server.api.visits import Visit

StakeWord = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class StakeDeed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stake as game:format:small_blind:big_blind, amounts in cents, and why."""

    stake: StakeWord
    reason: ReasonText


class PracticeWish(StakeDeed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many practice players are to sit at a stake."""

    players: Annotated[int, msgspec.Meta(ge=0, le=PRACTICE_MAX)]


class AdmissionWish(StakeDeed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which kinds of accounts may take a seat; practice players are set on their own."""

    admits: Annotated[list[Sitter], msgspec.Meta(max_length=3)]


class StakeReset(StakeDeed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What goes back to what the operator's file says."""

    setting: StakeSettingName


class NewStake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stake that the rules do not list: its game, kind and blinds, what the house takes from each
    hand (tenths of a percent, and at most so much), and why. Amounts are in cents."""

    game: Game
    format: Format
    small_blind: Blind
    big_blind: Blind
    rake_permille: Permille
    rake_cap: Cap
    reason: ReasonText


async def stakes(visit: Visit, _body: None) -> StakeCards:
    """All stakes, as the house sees them."""
    return await all_cards(visit)


async def open_stake(visit: Visit, body: StakeDeed) -> dict[str, object]:
    """Offer a stake. It is recorded."""
    opened = await visit.services.ports.administration.open_stake(visit.caller, body.stake)
    await record(visit, "opened_stake", f"{body.stake}: {body.reason}")
    return dict(opened)


async def close_stake(visit: Visit, body: StakeDeed) -> dict[str, object]:
    """Offer a stake no longer. It is recorded."""
    closed = await visit.services.ports.administration.close_stake(visit.caller, body.stake)
    await record(visit, "closed_stake", f"{body.stake}: {body.reason}")
    return dict(closed)


async def set_practice_players(visit: Visit, body: PracticeWish) -> StakeCard:
    """Have this many practice players at a stake; those too many leave after their hand. It is
    recorded."""
    desk = stake_desk(visit)
    stake = await desk.set_practice(visit.caller, body.stake, body.players, body.reason)
    return await one_card(visit, stake)


async def set_who_may_sit(visit: Visit, body: AdmissionWish) -> StakeCard:
    """Set who may take new seats at a stake; who sits there stays. It is recorded."""
    desk, sitters = stake_desk(visit), frozenset(body.admits)
    stake = await desk.set_sitters(visit.caller, body.stake, sitters, body.reason)
    return await one_card(visit, stake)


async def reset_stake(visit: Visit, body: StakeReset) -> StakeCard:
    """Go back to what the operator's file says. It is recorded."""
    desk = stake_desk(visit)
    stake = await desk.reset(visit.caller, body.stake, body.setting, body.reason)
    return await one_card(visit, stake)


async def add_stake(visit: Visit, body: NewStake) -> StakeCard:
    """Offer a stake that the rules do not list, from now on and after every restart. Seats and
    buy-ins follow from its kind. It is recorded."""
    named = {name: getattr(body, name) for name in AddedStake.__struct_fields__}
    stake = AddedStake(**named)
    await added_stakes(visit).add(visit.caller, stake, body.reason)
    return await one_card(visit, stake.key)


async def remove_stake(visit: Visit, body: StakeDeed) -> StakeCards:
    """Take away a stake that was added, once it is closed and its tables are gone: the others. It
    is recorded."""
    key = read_stake(body.stake)
    if key is None:
        raise SeatRefused("CASH-19", "no_such_stake", {"form": "game:format:small:big"})
    await added_stakes(visit).remove(visit.caller, key, body.reason)
    return await all_cards(visit)


STAKES = "/api/admin/stakes"
POST: dict[str, Any] = {"method": "POST", "access": "administrator", "answer": StakeCard}
DEED: dict[str, Any] = {**POST, "body": StakeDeed, "answer": dict[str, Any]}

ROUTES = (
    Route(
        method="GET", path=STAKES, handler=stakes, answer=StakeCards, access="floor",
        summary="All stakes: open or closed, practice players, who may sit",
    ),
    Route(**DEED, path=f"{STAKES}/open", handler=open_stake, summary="Offer a stake"),
    Route(**DEED, path=f"{STAKES}/close", handler=close_stake, summary="Offer a stake no longer"),
    Route(
        **POST, path=f"{STAKES}/add", handler=add_stake, body=NewStake,
        summary="Add a stake that the rules do not list",
    ),
    Route(
        **POST | {"answer": StakeCards}, path=f"{STAKES}/remove", handler=remove_stake,
        body=StakeDeed, summary="Take away a stake that was added",
    ),
    Route(
        **POST, path=f"{STAKES}/practice", handler=set_practice_players, body=PracticeWish,
        summary="Set how many practice players sit at a stake",
    ),
    Route(
        **POST, path=f"{STAKES}/admission", handler=set_who_may_sit, body=AdmissionWish,
        summary="Set who may take new seats at a stake",
    ),
    Route(
        **POST, path=f"{STAKES}/reset", handler=reset_stake, body=StakeReset,
        summary="Go back to what the operator's file says about a stake",
    ),
)  # fmt: skip
