"""What players, staff, the house and its pages say to a tournament, over the bus.

Each names what it wants; the tournament does it in its turn (`house/handlers.py` says where) and
answers when it is stored, or refuses it.
"""

from collections.abc import Mapping

import msgspec

from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.sealed import Sealed
from cardroom.room.tournaments.actor.deals import DealOffers
from cardroom.room.tournaments.actor.joint import JointWrite
from cardroom.room.tournaments.messages import ToTournament
from cardroom.room.tournaments.pages.details import (
    PlayerRow,
    PrizePage,
    TableRow,
    TournamentView,
)
from cardroom.room.tournaments.records import SeatWon
from cardroom.room.tournaments.requests import (
    AnyTournamentRequest,
    CommitDraw,
    Register,
    RevealDraw,
)
from cardroom.rulebook.tournament.formats import PhasedRules
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight
from cardroom.tournament.ids import EntryId, PersonId
from cardroom.tournament.prizes.cancellation import Stage
from cardroom.tournament.timetable.queue_events import QueueChange
from cardroom.units import Cents

# Players


class PlayerAsks(ToTournament[Answer], frozen=True, kw_only=True):
    """A player wants something: an entry, a re-buy, to sit out, a deal."""

    caller: Caller
    request: AnyTournamentRequest
    receipt: Receipt | None


class PlayerSays(ToTournament[Answer], frozen=True, kw_only=True):
    """A line of the chat (FAIR-01)."""

    while_starting = "read"
    caller: Caller
    text: str


class SaySeed(ToTournament[Answer], frozen=True, kw_only=True):
    """A player contributes to the draw of the start (CASH-02)."""

    while_starting = "read"
    caller: Caller
    request: CommitDraw | RevealDraw


class PlayerLost(ToTournament[None], frozen=True, kw_only=True):
    """The last connection of a player is gone (TTB-03)."""

    player: PlayerId


class PlayerBack(ToTournament[None], frozen=True, kw_only=True):
    """A player is in reach again (TRN-05, TAMB-90)."""

    player: PlayerId


# Staff: the course


class StaffDecision(ToTournament[None], frozen=True, kw_only=True):
    """Something that staff decide: one step of the tournament."""


class PausePlay(StaffDecision, frozen=True, kw_only=True):
    """Stop dealing and the level clock until further notice (TAMB-96)."""


class ResumePlay(StaffDecision, frozen=True, kw_only=True):
    """Go on after a pause."""


class ChangeLevelTimes(StaffDecision, frozen=True, kw_only=True):
    """Give the levels after the present one these lengths (TAMB-96)."""

    lengths_ms: tuple[int, ...]


class ChangeBreaks(StaffDecision, frozen=True, kw_only=True):
    """Switch the synchronised breaks on or off (TAMB-96)."""

    on: bool


class TryAgain(ToTournament[None], frozen=True, kw_only=True):
    """Go on after our own mistake: build the tournament again from what is stored."""


class DelayStart(ToTournament[None], frozen=True, kw_only=True):
    """Start later than announced (TRN-02, TAMB-96)."""

    starts_ms: int


class ChangePracticePlayers(ToTournament[int], frozen=True, kw_only=True):
    """Let this many practice players in; how many have left (FAIR-07)."""

    count: int


# Staff: the players


class ReviewPlayer(StaffDecision, frozen=True, kw_only=True):
    """Hold what a player wins until the case is closed (TRN-24)."""

    player: PlayerId
    case: CaseId


class LiftReview(StaffDecision, frozen=True, kw_only=True):
    """Pay what a player wins from now on; what is held stays in its case (TRN-24)."""

    player: PlayerId


class Disqualify(StaffDecision, frozen=True, kw_only=True):
    """Put a player out, after the hand; prize and bounty are held (TRN-23, TAMB-89)."""

    player: PlayerId
    case: CaseId


class PutOut(ToTournament[None], frozen=True, kw_only=True):
    """The house keeps a player out: give the entry back, or have them sit out (TAMB-102)."""

    player: PlayerId
    case: CaseId | None


# Staff: the cancellation


class CancelShare(msgspec.Struct, frozen=True, kw_only=True):
    """What one entry gets when a tournament is cancelled (CXL-02 to CXL-10)."""

    entry: EntryId
    player: PlayerId
    pot: Cents = 0
    fees: Cents = 0
    bounty: Cents = 0
    refund: str = ""
    """Before the start: the means by which the entry comes back."""


class CancelPreview(msgspec.Struct, frozen=True, kw_only=True):
    """A cancellation as it would be booked now; `step` is what it is true of."""

    step: int
    stage: Stage
    shares: tuple[CancelShare, ...]
    cash: dict[PlayerId, Cents]
    """What each player is paid in cash, prizes that follow from it included."""


class PreviewCancel(ToTournament[CancelPreview], frozen=True, kw_only=True):
    """What a cancellation would book now; `shares` are the house's own (CXL-11)."""

    shares: Mapping[EntryId, Cents] | None


class CancelAsPreviewed(ToTournament[None], frozen=True, kw_only=True):
    """Cancel, unless a step was stored after the one that was previewed."""

    step: int
    shares: Mapping[EntryId, Cents] | None


# The house: steps of several tournaments that are stored as one


class JointStep(ToTournament[None], frozen=True, kw_only=True):
    """A step that is stored with those of other tournaments, or not at all (HEX-03)."""

    together: Sealed[JointWrite]


class ChangeSeats(JointStep, frozen=True, kw_only=True):
    """Seats of a game on demand are taken, given back or moved (TYP-02, HEX-03)."""

    while_starting = "refused"
    changes: tuple[QueueChange, ...]
    paid_with: Register | None = None
    """What a single entry is paid with, where it is not the price in cash."""
    receipts: tuple[Receipt, ...] = ()
    by_house: bool = False


class EnterSurvivors(JointStep, frozen=True, kw_only=True):
    """Everybody who has survived a flight enters the second phase (TYP-12)."""

    survivors: tuple[Survivor, ...]


class CarryOver(JointStep, frozen=True, kw_only=True):
    """The pools of a flight go on to the second phase, its used tickets back; it is closed."""

    flight: Flight
    second: TournamentMoney


# The house: what one tournament means for another


class AskFlight(ToTournament[Flight], frozen=True, kw_only=True):
    """What a first phase leaves behind now that it is over."""


class VerifyFlightEntry(ToTournament[None], frozen=True, kw_only=True):
    """Refuse whoever may not enter another flight of the same event as well (TYP-13, TAMB-76)."""

    player: PlayerId
    person: PersonId | None
    rules: PhasedRules
    """Those of the flight that the player wants to enter."""


class Winner(msgspec.Struct, frozen=True):
    """Somebody who has won a seat in a satellite."""

    player: PlayerId
    person: PersonId | None


class SeatTarget(msgspec.Struct, frozen=True, kw_only=True):
    """What the target of a satellite says before its seats are given."""

    money: TournamentMoney
    price: Price
    takes: frozenset[PlayerId]
    """Whom it can seat, as far as it knows now (TAMB-68)."""


class AskWinners(ToTournament[tuple[Winner, ...]], frozen=True, kw_only=True):
    """Who has won the seats of a satellite that is over."""


class AskSeatTarget(ToTournament[SeatTarget], frozen=True, kw_only=True):
    """Whom of these the target of a satellite can seat, and where their money goes."""

    winners: tuple[Winner, ...]
    seat_price: Cents


class GiveSeats(ToTournament[None], frozen=True, kw_only=True):
    """Give out the seats of a satellite, and close its money, in one step (TRN-14, TAMB-68)."""

    target: SeatTarget | None


class TakeWonSeat(ToTournament[None], frozen=True, kw_only=True):
    """Seat the winner of a satellite, else give a ticket, else the money (TAMB-68)."""

    won: SeatWon
    is_refused: bool
    """Whether another flight of the same event forbids the seat (TYP-13)."""


class FinishWork(ToTournament[None], frozen=True, kw_only=True):
    """Nothing but an answer: what was asked before is done by then."""


# The pages


class TellListeners(ToTournament[None], frozen=True, kw_only=True):
    """Channels and lists may show what has changed: nothing is on its way to the store."""

    while_starting = "read"

    @property
    def replaces(self) -> object:
        """An older message of this kind that nobody has read."""
        return TellListeners


class AskView(ToTournament[TournamentView], frozen=True, kw_only=True):
    """Everything about the tournament, as a viewer sees it."""

    while_starting = "read"
    viewer: PlayerId


class AskPlayers(ToTournament[tuple[PlayerRow, ...]], frozen=True, kw_only=True):
    """All its players: who is in by chips, then who is out by place."""

    while_starting = "read"


class AskTables(ToTournament[tuple[TableRow, ...]], frozen=True, kw_only=True):
    """Its tables, all of which can be watched."""

    while_starting = "read"


class AskPrizes(ToTournament[PrizePage], frozen=True, kw_only=True):
    """The prizes for the entries so far (TRN-08)."""

    while_starting = "read"


class AskDeals(ToTournament[DealOffers], frozen=True, kw_only=True):
    """What the players left could agree on, in numbers (TAMB-98)."""

    while_starting = "read"
    left_to_play_for: Cents
