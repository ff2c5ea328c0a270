"""What the events of a tournament add to the summary of a simulation."""

from cardroom.ledger import PlayerId
from cardroom.simulation.tournament.summary import Summary
from cardroom.tournament.desk_events import (
    ChipsBought,
    CloseCause,
    DeskEvent,
    RebuyDeclined,
    Registered,
    RegistrationClosed,
    Unregistered,
)
from cardroom.tournament.events import (
    BountyTaken,
    ConnectionLost,
    DealMade,
    Disqualified,
    HandFinished,
    HandForHandEnded,
    HandForHandStarted,
    HandRolledBack,
    KnockedOut,
    MoneyEvent,
    Moved,
    MultiplierDrawn,
    PauseStarted,
    PrizeWon,
    Seated,
    StructureFixed,
    SynchronisedHandStarted,
    TableBroken,
    TableOpened,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
    UnderReview,
    VipBountyVoid,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.terms import Terms

SEVERAL = 2
PAUSES = {"break": "breaks", "staff": "pauses"}


class Counting:
    """Follows one tournament, and counts what is worth a line."""

    def __init__(self, summary: Summary, terms: Terms) -> None:
        self._summary = summary
        self._happened = summary.happened
        self._entries_min = terms.entries_min
        self._second_phase = terms.entries_before > 0
        self._players: dict[EntryId, PlayerId] = {}
        self._out: set[PlayerId] = set()
        self._tables = 0
        self._left = 0
        self._paid_places = 0
        self._is_drawn = False
        self._has_started = False
        self._is_closed = False
        """Registration: what is given back afterwards is a cancelled tournament's refund."""
        self._cancelled: str | None = None
        self._busted_at: set[TableNumber] | None = None
        """Tables of the running synchronised hand where somebody has lost all chips."""
        self._shared: tuple[EntryId, EntryId] | None = None
        """Victim and taker of the last bounty."""

    def read(self, event: TournamentEvent) -> None:
        """Count one event."""
        match event:
            case DeskEvent():
                self._read_desk(event)
            case MoneyEvent():
                self._read_money(event)
            case TournamentStarted():
                self._has_started = True
            case TournamentEnded(cause="cancelled"):
                self._summary.cancelled += 1
                self._happened(self._cancelled or self._stage())
            case TournamentEnded(cause="identical_prizes" | "all_absent" as cause):
                self._happened(cause)
            case PauseStarted(cause=cause) if cause in PAUSES:
                self._happened(PAUSES[cause])
            case TableOpened():
                self._tables += 1
            case TableBroken():
                self._tables -= 1
                self._happened("broken_tables")
            case Moved(cause="balancing"):
                self._happened("balancing_moves")
            case HandForHandStarted():
                self._happened("hand_for_hand")
            case SynchronisedHandStarted():
                self._busted_at = set()
                self._happened("synchronised_hands")
            case HandForHandEnded():
                self._busted_at = None
            case HandFinished() | HandRolledBack():
                self._read_hand(event)
            case _:
                self._read_player(event)

    # The desk

    def _read_desk(self, event: DeskEvent) -> None:
        match event:
            case Registered():
                self._enter(event)
            case Unregistered(entry=entry) if not self._is_closed:
                del self._players[entry]
                self._happened("unregistrations")
            case ChipsBought(kind=kind):
                self._happened("rebuys" if kind == "rebuy" else "addons")
            case RebuyDeclined():
                self._happened("declined_rebuys")
            case RegistrationClosed(cause=cause):
                self._close(cause)

    def _close(self, cause: CloseCause) -> None:
        self._is_closed = True
        if cause == "early":
            self._happened("early_closes")
        elif cause == "cancelled":
            self._cancelled = self._stage()

    def _enter(self, event: Registered) -> None:
        self._players[event.entry] = event.player
        self._summary.entries += 1
        means = event.payment.means
        if means == "ticket":
            self._happened("ticket_entries")
        if event.player in self._out:
            self._happened("reentries")
        elif self._has_started:
            self._happened("seats_in_running_targets" if means == "seat" else "late_entries")

    def _stage(self) -> str:
        """How far a cancelled tournament had come (CXL-01)."""
        if not self._has_started:
            too_few = len(self._players) < self._entries_min
            if self._second_phase:
                return "cancelled_between_phases"
            return "cancelled_too_few" if too_few else "cancelled_before_start"
        if self._is_drawn:
            return "cancelled_drawn"
        if self._left > self._paid_places:
            return "cancelled_before_money"
        return "cancelled_final_table" if self._tables == 1 else "cancelled_several_tables"

    # Money

    def _read_money(self, event: MoneyEvent) -> None:
        match event:
            case MultiplierDrawn(multiplier_tenths=tenths):
                self._draw(tenths)
            case StructureFixed(awards=awards, overlay=overlay):
                self._paid_places = len(awards)
                if overlay:
                    self._happened("overlays")
            case PrizeWon(award=award) if award.seat:
                self._happened("won_seats")
            case DealMade(left_to_play_for=left) if left:
                self._happened("deals_played_on")
            case VipBountyVoid():
                self._happened("void_vip_bounties")
            case BountyTaken(vip=True):
                self._happened("vip_bounties")
            case BountyTaken(victim=victim, by=by):
                self._take(victim, by)

    def _draw(self, tenths: int) -> None:
        self._is_drawn = True
        name = f"{tenths // 10}x" if tenths % 10 == 0 else f"{tenths / 10:g}x"
        multipliers = self._summary.multipliers
        multipliers[name] = multipliers.get(name, 0) + 1

    def _take(self, victim: EntryId, by: EntryId) -> None:
        if self._shared is not None and self._shared[0] == victim and self._shared[1] != by:
            self._happened("shared_bounties")
        self._shared = victim, by

    # Hands and players

    def _read_hand(self, event: HandFinished | HandRolledBack) -> None:
        self._shared = None
        if isinstance(event, HandRolledBack):
            self._happened("rolled_back_hands")
            return
        self._summary.hands += 1
        out = sum(stack == 0 for _, stack in event.stacks)
        if out >= SEVERAL:
            self._happened("several_out_in_a_hand")
        if out and self._busted_at is not None:
            self._busted_at.add(event.table)
            if len(self._busted_at) == SEVERAL:
                self._happened("out_at_several_tables")

    def _read_player(self, event: TournamentEvent) -> None:
        match event:
            case Seated():
                self._left += 1
            case KnockedOut(entry=entry):
                self._left -= 1
                self._out.add(self._players[entry])
            case Disqualified():
                self._happened("disqualifications")
            case UnderReview():
                self._happened("reviews")
            case WentAway(cause="not_logged_in"):
                self._happened("absences")
            case WentAway():
                self._happened("sitting_out")
            case ConnectionLost():
                self._happened("lost_connections")
                if self._left <= self._paid_places:
                    self._happened("lost_in_the_money")
