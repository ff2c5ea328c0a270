"""Reports of the house: the rake by day, stake and player, sessions, results and balances."""

from collections.abc import Sequence
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

import msgspec

from cardroom.room.people import AccountKind
from cardroom.units import Cents

ROWS_MAX = 500
"""Rows of players or sessions on a page; the file has all of them."""

Table = Literal["rake-by-day", "rake-by-stake", "rake-by-player", "sessions", "results", "balances"]


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """From a moment on, up to another one which is not in it; days are those of a time zone."""

    since_ms: int
    until_ms: int
    zone: ZoneInfo


class RakeRow(msgspec.Struct, frozen=True, kw_only=True):
    """Hands and their rake on a day, at a stake (`game:format:small:big`) or of a player."""

    name: str
    hands: int
    rake: Cents
    player: int = 0
    kind: AccountKind | None = None


class FeeRow(msgspec.Struct, frozen=True, kw_only=True):
    """Fees of tournaments that became the house's on a day."""

    name: str
    fees: Cents


class RakeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The rake of a period. What was taken back counts negative when it was taken back (AMB-24).

    Players share the rake of a hand by what each put into its pots. `ledger` is what the ledger
    has booked to the account of the rake in the same time, counted on its own.
    """

    currency: str
    hands: int
    rake: Cents
    ledger: Cents
    fees: Cents
    days: Sequence[RakeRow]
    stakes: Sequence[RakeRow]
    players: Sequence[RakeRow]
    """Those who paid most, up to `ROWS_MAX`; `left_out` says how many others there are."""
    fee_days: Sequence[FeeRow]
    left_out: int = 0


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's hands without a pause of more than half an hour."""

    player: int
    name: str
    kind: AccountKind | None
    began_ms: int
    ended_ms: int
    hands: int
    result: Cents
    rake: Cents


class SessionReport(msgspec.Struct, frozen=True, kw_only=True):
    """Sessions that have hands in a period, the latest first."""

    currency: str
    sessions: Sequence[SessionRow]
    count: int
    players: int
    minutes: int
    """All sessions together."""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a player won or lost: in cash hands, and in tournaments that ended in the period."""

    player: int
    name: str
    kind: AccountKind | None
    hands: int
    cash: Cents
    rake: Cents
    entries: int
    paid: Cents
    won: Cents
    total: Cents


class ResultReport(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a period, the largest first; the sums are those of all players."""

    currency: str
    players: Sequence[ResultRow]
    hands: int
    cash: Cents
    rake: Cents
    paid: Cents
    won: Cents
    left_out: int = 0


class BalanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """What all accounts of a kind have together, in the words of the ledger: `house:rake`."""

    name: str
    accounts: int
    amount: Cents


class OwnerRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has: to spend, at tables, on the way out, in suspense, withheld by a case."""

    player: int
    name: str
    kind: AccountKind | None
    cash: Cents
    tables: Cents
    withdrawal: Cents
    suspense: Cents
    held: Cents
    total: Cents


class BalanceReport(msgspec.Struct, frozen=True, kw_only=True):
    """All money now, in the room's currency: by kind of account, and who has most of it.

    `sum` is that of all accounts together, which is 0 in every ledger (I3); `owed` is what belongs
    to players.
    """

    currency: str
    kinds: Sequence[BalanceRow]
    players: Sequence[OwnerRow]
    sum: Cents
    owed: Cents
    left_out: int = 0


class HouseReports(Protocol):
    """Reports out of the store; `most` is how many rows of players or sessions are wanted."""

    async def rake(self, period: Period, most: int | None = ROWS_MAX) -> RakeReport: ...

    async def sessions(self, period: Period, most: int | None = ROWS_MAX) -> SessionReport: ...

    async def results(self, period: Period, most: int | None = ROWS_MAX) -> ResultReport: ...

    async def balances(self, most: int | None = ROWS_MAX) -> BalanceReport: ...
