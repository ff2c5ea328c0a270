"""The rows of the reports of the house, out of what was counted."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import PLAYERS_OWN, Kind, Parts
from cardroom.office.house_reports import (
    BalanceReport,
    BalanceRow,
    OwnerRow,
    RakeRow,
    ResultRow,
    SessionRow,
)
from cardroom.office.report_tally import Session, Sum
from cardroom.room.people import AccountKind
from cardroom.units import Cents

Row = TypeVar("Row")
Key = TypeVar("Key", str, PlayerId)


class Named(NamedTuple):
    """The name of an account and its kind; nothing is known of who has no account."""

    name: str
    kind: AccountKind | None


class TournamentSum(NamedTuple):
    """What a player paid and won in tournaments that ended."""

    player: PlayerId
    entries: int
    paid: Cents
    won: Cents


def cut(rows: list[Row], most: int | None) -> tuple[list[Row], int]:
    """The first rows, and how many were left out."""
    kept = rows if most is None else rows[:most]
    return kept, len(rows) - len(kept)


def by_rake(sums: Mapping[Key, Sum]) -> list[tuple[Key, Sum]]:
    """The largest rake first."""
    return sorted(sums.items(), key=lambda one: (-one[1].rake, one[0]))


def rake_row(name: str, one: Sum) -> RakeRow:
    """The rake of a day or a stake."""
    return RakeRow(name=name, hands=one.hands, rake=one.rake)


def player_row(player: PlayerId, who: Named, one: Sum) -> RakeRow:
    """The rake of a player."""
    return RakeRow(name=who.name, kind=who.kind, player=player, hands=one.hands, rake=one.rake)


def session_row(one: Session, who: Named) -> SessionRow:
    """A session with the name of its player."""
    return SessionRow(
        player=one.player,
        name=who.name,
        kind=who.kind,
        began_ms=one.began_ms,
        ended_ms=one.ended_ms,
        hands=one.sum.hands,
        result=one.sum.result,
        rake=one.sum.rake,
    )


def result_rows(cash: Mapping[PlayerId, Sum], entered: Iterable[TournamentSum]) -> list[ResultRow]:
    """Everybody's results without their names, the largest first."""
    played = {one.player: one for one in entered}
    rows = []
    for player in {*cash, *played}:
        hands, entries = cash.get(player, Sum()), played.get(player)
        paid, won = (0, 0) if entries is None else (entries.paid, entries.won)
        rows.append(
            ResultRow(
                player=player,
                name="",
                kind=None,
                hands=hands.hands,
                cash=hands.result,
                rake=hands.rake,
                entries=0 if entries is None else entries.entries,
                paid=paid,
                won=won,
                total=hands.result + won - paid,
            )
        )
    return sorted(rows, key=lambda row: (-row.total, row.player))


def named(row: ResultRow, who: Named) -> ResultRow:
    """A result with the name of its player."""
    return msgspec.structs.replace(row, name=who.name, kind=who.kind)


class BalanceTally:
    """Adds accounts up by their kind and by who owns them."""

    def __init__(self) -> None:
        self._kinds: dict[Kind, tuple[int, Cents]] = {}
        self._owned: dict[PlayerId, dict[Kind, Cents]] = {}

    def add(self, account: Parts, balance: Cents) -> None:
        """Count an account."""
        count, amount = self._kinds.get(account.kind, (0, 0))
        self._kinds[account.kind] = (count + 1, amount + balance)
        if account.kind in PLAYERS_OWN:
            own = self._owned.setdefault(PlayerId(account.ids[-1]), {})
            own[account.kind] = own.get(account.kind, 0) + balance

    @property
    def owners(self) -> list[tuple[PlayerId, dict[Kind, Cents]]]:
        """Who has anything, the richest first."""
        return sorted(self._owned.items(), key=lambda one: (-sum(one[1].values()), one[0]))

    def report(
        self,
        currency: str,
        owners: Iterable[tuple[PlayerId, Mapping[Kind, Cents]]],
        names: Mapping[PlayerId, Named],
        left_out: int,
    ) -> BalanceReport:
        """All that was counted."""
        return BalanceReport(
            currency=currency,
            kinds=[
                BalanceRow(name=kind.value, accounts=count, amount=amount)
                for kind, (count, amount) in sorted(self._kinds.items())
            ],
            players=[_owner(player, names[player], own) for player, own in owners],
            sum=sum(amount for _, amount in self._kinds.values()),
            owed=sum(sum(own.values()) for own in self._owned.values()),
            left_out=left_out,
        )


def _owner(player: PlayerId, who: Named, own: Mapping[Kind, Cents]) -> OwnerRow:
    return OwnerRow(
        player=player,
        name=who.name,
        kind=who.kind,
        cash=own.get(Kind.PLAYER_CASH, 0),
        tables=own.get(Kind.ESCROW, 0),
        withdrawal=own.get(Kind.WITHDRAWAL, 0),
        suspense=own.get(Kind.SUSPENSE, 0),
        held=own.get(Kind.HELD, 0),
        total=sum(own.values()),
    )
