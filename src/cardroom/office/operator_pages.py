"""What the house looks at: tables with their players now, the state of the ledger's audit."""

from typing import Literal

import msgspec

from cardroom.cash.offers import BuyInOffer
from cardroom.ledger.findings import Breach
from cardroom.rulebook.cash.stakes import Format, Game
from cardroom.units import Cents, Seat


class PlayerOverview(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a table; the stack is that before the hand in progress."""

    player: int
    name: str
    seat: Seat
    stack: Cents
    is_out: bool


class TableOverview(msgspec.Struct, frozen=True, kw_only=True):
    """One table without its cards. `frozen` says why it is stopped; empty if it plays."""

    table: int
    stake: str
    game: Game
    format: Format
    small_blind: Cents
    big_blind: Cents
    seats: int
    hands: int
    is_dealing: bool
    frozen: str
    players: tuple[PlayerOverview, ...]
    is_closing: bool = False


class VoidShare(msgspec.Struct, frozen=True, kw_only=True):
    """What a player gets when a paid hand is taken back; what they give is negative (AMB-24).

    They give it out of their cash, then their stack; what is `missing` after that only the house
    can pay.
    """

    player: int
    name: str
    amount: Cents
    from_stack: Cents = 0
    missing: Cents = 0


class HandVoid(msgspec.Struct, frozen=True, kw_only=True):
    """What voiding a hand means, or meant: who gives back what, the rake, and who did it why.

    A `running` hand is rolled back and moves nothing; one that is `void` has moved what it says.
    """

    key: str
    table: int
    number: int
    currency: str
    state: Literal["running", "paid", "void"]
    rake: Cents = 0
    shares: tuple[VoidShare, ...] = ()
    reason: str = ""
    operator: str = ""
    at_ms: int = 0


class RestoredSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat kept for a player until a moment, and what they may bring (CASH-01, RAT-02)."""

    player: int
    name: str
    table: int
    seat: Seat
    buy_in: BuyInOffer
    currency: str
    until_ms: int


class BanzaiExclusion(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom the operator keeps out of Banzai: since when, by whom and why (BANZ-08)."""

    player: int
    name: str
    since_ms: int
    operator: str
    reason: str


class SuspenseItem(msgspec.Struct, frozen=True, kw_only=True):
    """Money of a player's that cannot be credited, since when, and when it is charity's (AMB-23).

    `reference` is the name by which it is resolved.
    """

    reference: str
    player: int
    name: str
    amount: Cents
    currency: str
    since_ms: int
    due_ms: int
    operator: str
    reason: str


class SuspenseResolved(SuspenseItem, frozen=True, kw_only=True):
    """What was credited to its player: when, by whom and why (AMB-23)."""

    resolved_ms: int
    resolved_by: str
    resolution: str


class AuditState(msgspec.Struct, frozen=True, kw_only=True):
    """How far the audit is, and what the last one found; times are 0 before the first.

    `breaches` tells the first of `breaches_found`.
    """

    state: Literal["never", "running", "good", "bad", "failed"] = "never"
    read: int = 0
    of: int = 0
    begun_ms: int = 0
    ended_ms: int = 0
    hands_replayed: int = 0
    accounts: int = 0
    breaches_found: int = 0
    breaches: tuple[Breach, ...] = ()
    hands_taken_back: int = 0
