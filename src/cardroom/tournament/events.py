"""What happens in a tournament: frozen, tagged facts, stored for ever and replayed.

Whatever was left to chance is in the event, so that a replay draws nothing (TAMB-95). Times are
milliseconds since 1970, UTC. What happens at the desk is in `desk_events`.
"""

from typing import Literal

import msgspec

from cardroom.engine.positions import Positions
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.prizes.awards import Award
from cardroom.units import Cents, Chips, Seat

MoveCause = Literal["balancing", "table_broken"]
ExchangeCause = Literal["kept_apart"]
OutCause = Literal["busted", "disqualified"]
PauseCause = Literal["break", "staff", "add_on", "phase_over", "crash"]
AwayCause = Literal["player", "timed_out", "not_logged_in"]
EndCause = Literal[
    "one_player_left",
    "nobody_left",
    "identical_prizes",
    "all_absent",
    "deal",
    "phase_over",
    "cancelled",
]
"""Nobody is left when the last players were disqualified (TAMB-89); all are absent when nobody was
there for many hands (TAMB-101)."""


class TournamentEvent(msgspec.Struct, frozen=True, gc=False):
    """A recorded fact."""


class FieldEvent(TournamentEvent, frozen=True):
    """Something about tables, seats, levels and hands."""


class MoneyEvent(TournamentEvent, frozen=True):
    """Something about prizes and bounties."""


# The course of the tournament


class MultiplierDrawn(MoneyEvent, frozen=True, tag="multiplier_drawn"):
    """The prize pool of a HexaPro game (TAMB-79); `number` is the draw from 0 to 99,999."""

    number: int
    multiplier_tenths: int
    pool: Cents


class TournamentStarted(FieldEvent, frozen=True, tag="tournament_started"):
    """Play begins: the level clock runs from the first deal, which is now (TAMB-45)."""

    at_ms: int


class LevelStarted(FieldEvent, frozen=True, tag="level_started"):
    """The blinds of this level hold from now on (TRN-26)."""

    level: int
    at_ms: int


class PauseDue(FieldEvent, frozen=True, tag="pause_due"):
    """No new hand is dealt; the pause waits for the last table (BRK-03).

    The clock stops where the rules say so (TAMB-45).
    """

    cause: PauseCause
    at_ms: int


class PauseStarted(FieldEvent, frozen=True, tag="pause_started"):
    """The last table has finished (TAMB-64); a pause by staff has no end of its own."""

    cause: PauseCause
    at_ms: int
    until_ms: int | None


class PauseEnded(FieldEvent, frozen=True, tag="pause_ended"):
    """Dealing goes on at every table, and the clock where it stood."""

    cause: PauseCause
    at_ms: int


class LevelTimesChanged(FieldEvent, frozen=True, tag="level_times_changed"):
    """Staff changed how long the levels after this one last (TAMB-96)."""

    lengths_ms: tuple[int, ...]
    at_ms: int


class BreaksChanged(FieldEvent, frozen=True, tag="breaks_changed"):
    """Staff switched the synchronised breaks on or off (TAMB-96)."""

    on: bool
    at_ms: int


class StaffAlerted(FieldEvent, frozen=True, tag="staff_alerted"):
    """A HexaPro game is still open this long after its start (HEX-12)."""

    at_ms: int


class HandForHandStarted(FieldEvent, frozen=True, tag="hand_for_hand_started"):
    """From the next hand all tables deal together (H4H-01, TAMB-58)."""

    at_ms: int


class SynchronisedHandStarted(FieldEvent, frozen=True, tag="synchronised_hand_started"):
    """These tables deal one hand each at one level; the next follows when all have finished
    (H4H-02, TAMB-59)."""

    tables: tuple[TableNumber, ...]
    level: int
    at_ms: int


class SynchronisedHandLeft(FieldEvent, frozen=True, tag="synchronised_hand_left"):
    """A table cannot play the synchronised hand any more: the others do not wait for it."""

    table: TableNumber
    at_ms: int


class SynchronisedHandEnded(FieldEvent, frozen=True, tag="synchronised_hand_ended"):
    """All tables have finished: the knockouts of this hand are final (TAMB-59)."""

    at_ms: int


class HandForHandEnded(FieldEvent, frozen=True, tag="hand_for_hand_ended"):
    """The tables deal by themselves again (TAMB-58)."""

    at_ms: int


class TournamentEnded(FieldEvent, frozen=True, tag="tournament_ended"):
    """Nothing more is dealt."""

    cause: EndCause
    at_ms: int


# Tables and seats


class TableOpened(FieldEvent, frozen=True, tag="table_opened"):
    """A table came into play (TAMB-47, TAMB-48)."""

    table: TableNumber
    at_ms: int


class Seated(FieldEvent, frozen=True, tag="seated"):
    """A player was drawn to a seat and is dealt in from the next hand (TRN-04, TAMB-47)."""

    entry: EntryId
    player: PlayerId
    table: TableNumber
    seat: Seat
    stack: Chips
    at_ms: int


class Moved(FieldEvent, frozen=True, tag="moved"):
    """A player changes tables with stack and time bank (BAL-03 to BAL-05, TAMB-92)."""

    entry: EntryId
    origin: TableNumber
    table: TableNumber
    seat: Seat
    cause: MoveCause
    at_ms: int


class SeatsExchanged(FieldEvent, frozen=True, tag="seats_exchanged"):
    """Two players take each other's drawn seats before the first hand (AMB-74): from now on
    `entry` sits at `table`, `other` where `entry` sat."""

    entry: EntryId
    table: TableNumber
    seat: Seat
    other: EntryId
    other_table: TableNumber
    other_seat: Seat
    cause: ExchangeCause
    at_ms: int


class TableBroken(FieldEvent, frozen=True, tag="table_broken"):
    """A table is closed after its players have moved (BAL-02, BAL-06, TAMB-56)."""

    table: TableNumber
    at_ms: int


class FinalTableDrawn(FieldEvent, frozen=True, tag="final_table_drawn"):
    """The last table draws its seats again and begins with a first button (TAMB-56)."""

    table: TableNumber
    seats: tuple[tuple[Seat, EntryId], ...]
    at_ms: int


class ChipsAdded(FieldEvent, frozen=True, tag="chips_added"):
    """A re-buy or an add-on is on the table (TAMB-69)."""

    entry: EntryId
    chips: Chips


# Hands


class HandDealt(FieldEvent, frozen=True, tag="hand_dealt"):
    """A hand of a table was dealt at a level; `dealt_in` are seats and entries."""

    table: TableNumber
    number: int
    level: int
    positions: Positions
    dealt_in: tuple[tuple[Seat, EntryId], ...]
    at_ms: int
    synchronised: bool = False


class HandFinished(FieldEvent, frozen=True, tag="hand_finished"):
    """A hand is committed: stacks by seat, and what is left in the time banks that were used."""

    table: TableNumber
    number: int
    stacks: tuple[tuple[Seat, Chips], ...]
    banks_ms: tuple[tuple[Seat, int], ...]
    at_ms: int


class HandRolledBack(FieldEvent, frozen=True, tag="hand_rolled_back"):
    """A hand never was; it is dealt again with the same positions (TRN-25, TAMB-97)."""

    table: TableNumber
    number: int
    reason: str
    at_ms: int


# Players


class WentAway(FieldEvent, frozen=True, tag="went_away"):
    """A player sits out: dealt in, blinds posted, folded at once on the turn (TRN-17)."""

    entry: EntryId
    cause: AwayCause


class CameBack(FieldEvent, frozen=True, tag="came_back"):
    """A player plays again."""

    entry: EntryId


class ConnectionLost(FieldEvent, frozen=True, tag="connection_lost"):
    """A player is out of reach (TTB-03)."""

    entry: EntryId
    at_ms: int


class ConnectionBack(FieldEvent, frozen=True, tag="connection_back"):
    """A player is in reach again."""

    entry: EntryId


class KnockedOut(FieldEvent, frozen=True, tag="knocked_out"):
    """A player is out and leaves the seat; the place follows when its group is complete (TAMB-60).

    `chips` are those before the antes and blinds of the last hand (TRN-20); of a disqualified
    player they leave play (TAMB-89).
    """

    entry: EntryId
    table: TableNumber
    chips: Chips
    cause: OutCause
    at_ms: int


class Disqualified(FieldEvent, frozen=True, tag="disqualified"):
    """The house has put a player out; prize and bounty are held in the case (TRN-23, TAMB-89)."""

    entry: EntryId
    case: CaseId
    at_ms: int


class UnderReview(FieldEvent, frozen=True, tag="under_review"):
    """Whatever a player wins is held in the case from now on (TRN-24, TAMB-62)."""

    entry: EntryId
    case: CaseId
    at_ms: int


class ReviewLifted(FieldEvent, frozen=True, tag="review_lifted"):
    """What a player wins is paid again; what was set aside stays in the case (TRN-24)."""

    entry: EntryId
    at_ms: int


class PlaceTaken(FieldEvent, frozen=True, tag="place_taken"):
    """The finishing place of an entry (TAMB-61); winners take theirs at the end."""

    entry: EntryId
    place: int
    at_ms: int


# Money


class StructureFixed(MoneyEvent, frozen=True, tag="structure_fixed"):
    """Registration and purchases are closed: the prizes are final (TRN-08, TAMB-46, TAMB-66)."""

    entries: int
    pool: Cents
    overlay: Cents
    awards: tuple[Award, ...]


class PrizeWon(MoneyEvent, frozen=True, tag="prize_won"):
    """A place was paid (TRN-22, TAMB-62); a seat in a target is given by `satellites`."""

    entry: EntryId
    place: int
    award: Award
    held: bool = False


class BountyTaken(MoneyEvent, frozen=True, tag="bounty_taken"):
    """A knockout paid cash, and in a progressive tournament raised a bounty (TAMB-72, TAMB-73).

    The bounty of a VIP may be paid as a ticket worth `cash` (TAMB-74).
    """

    victim: EntryId
    by: EntryId
    cash: Cents
    added: Cents
    number: int
    vip: bool = False
    ticket: Ticket | None = None


class VipBountyPending(MoneyEvent, frozen=True, tag="vip_bounty_pending"):
    """The VIP is out, but may still come back: then nobody gets the extra bounty (TAMB-74)."""

    victim: EntryId
    takers: tuple[EntryId, ...]


class VipBountyVoid(MoneyEvent, frozen=True, tag="vip_bounty_void"):
    """The VIP came back (TYP-11, TAMB-24)."""

    victim: EntryId


class DealMade(MoneyEvent, frozen=True, tag="deal_made"):
    """All players left have agreed: each gets the share, the winner what is left to play for."""

    shares: tuple[tuple[EntryId, Cents], ...]
    left_to_play_for: Cents
    at_ms: int


class SharePaid(MoneyEvent, frozen=True, tag="share_paid"):
    """What a cancelled tournament gives to one entry (CXL-03 to CXL-10)."""

    entry: EntryId
    pot: Cents
    fees: Cents
    bounty: Cents
