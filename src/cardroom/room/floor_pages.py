"""What the house looks at: tables with their players now, the state of the ledger's audit."""

from typing import Literal

import msgspec

from cardroom.ledger.findings import Breach
from cardroom.rulebook.cash.stakes import Format, Game
from cardroom.units import Cents, Seat


class FloorPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a table; the stack is that before the hand in progress."""

    player: int
    name: str
    seat: Seat
    stack: Cents
    is_out: bool


class FloorTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the floor sees it: no cards. `frozen` says why it stands, empty if it plays."""

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
    players: tuple[FloorPlayer, ...]
    is_closing: bool = False


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
