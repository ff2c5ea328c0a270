"""What must hold whatever goes wrong, judged from events and transfers alone."""

from cardroom.ledger import Kind, PlayerId, Reason, Transfer, read_account
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk_events import Registered, Unregistered
from cardroom.tournament.events import (
    Disqualified,
    HandDealt,
    HandFinished,
    HandRolledBack,
    LevelStarted,
    PauseDue,
    PauseEnded,
    PauseStarted,
    ReviewLifted,
    SharePaid,
    TournamentEnded,
    TournamentEvent,
    UnderReview,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.terms import Terms
from tests.tournament.faults.absence import AbsenceCheck

WON = {Reason.PRIZE_PAID, Reason.BOUNTY_PAID}


class FaultChecks:
    """Nothing happens after the end, nobody under review is paid, nobody comes back barred."""

    def __init__(self, definition: Definition, terms: Terms) -> None:
        self._definition = definition
        self._is_flight = terms.ends_after_level is not None
        self._players: dict[EntryId, PlayerId] = {}
        self._accounts: dict[int, PlayerId] = {}
        self._held: set[PlayerId] = set()
        self._barred: set[PlayerId] = set()
        self._ended: TournamentEnded | None = None
        self._level = 0
        self._pauses: dict[str, int | None] = {}
        self._ran_out: set[EntryId] = set()
        """The clock has decided for them in the hand they play."""
        self._deals: dict[TableNumber, HandDealt] = {}
        self._absence = AbsenceCheck(terms.rules.play.absent_hands_max)

    def ran_out(self, entry: EntryId) -> None:
        """The clock is about to decide for a player."""
        self._ran_out.add(entry)

    def read(self, event: TournamentEvent) -> None:
        """Follow one event."""
        assert self._ended is None or isinstance(event, SharePaid), f"after the end: {event}"
        self._absence.read(event)
        match event:
            case Registered(entry=entry, player=player, person=person):
                assert player not in self._barred, f"was disqualified (TRN-23): {event}"
                account = self._accounts.setdefault(person or player, player)
                assert account == player, f"two accounts of one person (TRN-11): {event}"
                self._players[entry] = player
            case Unregistered(entry=entry):
                self._forget(self._players[entry])
            case UnderReview(entry=entry):
                self._held.add(self._players[entry])
            case ReviewLifted(entry=entry):
                assert self._players[entry] not in self._barred, f"was disqualified: {event}"
                self._held.remove(self._players[entry])
            case Disqualified(entry=entry):
                self._held.add(self._players[entry])
                self._barred.add(self._players[entry])
            case WentAway(entry=entry, cause="timed_out"):
                assert entry in self._ran_out, f"acted in time in this hand (TAMB-90): {event}"
            case TournamentEnded():
                self._end(event)
            case _:
                self._read_time(event)

    def _forget(self, player: PlayerId) -> None:
        """Who has given the entry back may enter with another account."""
        self._accounts = {who: one for who, one in self._accounts.items() if one != player}

    def _read_time(self, event: TournamentEvent) -> None:
        match event:
            case LevelStarted(level=level):
                assert level == self._level + 1 or not self._level, f"a level was left out: {event}"
                self._level = level
            case PauseDue(cause=cause):
                self._pauses[cause] = None
            case PauseStarted(cause=cause, until_ms=until_ms):
                self._pauses[cause] = until_ms
            case PauseEnded(cause=cause, at_ms=at_ms):
                until_ms = self._pauses.pop(cause)
                assert until_ms is None or at_ms >= until_ms, f"a pause was cut short: {event}"
            case HandDealt(table=table):
                assert not self._pauses, f"dealt in a pause (BRK-03): {event}"
                self._deals[table] = event
                self._ran_out -= {entry for _, entry in event.dealt_in}
            case HandFinished(table=table) | HandRolledBack(table=table):
                del self._deals[table]

    def _end(self, event: TournamentEnded) -> None:
        """A flight ends with its level, or when one is left and nobody can come (TAMB-76)."""
        self._ended = event
        assert not self._deals, f"ended in the middle of a hand: {self._deals}"
        if event.cause != "phase_over":
            return
        assert "add_on" not in self._pauses, "the pause for add-ons was cut short (TAMB-69)"
        phased, late = self._definition.phased, self._definition.registration.late_levels
        assert phased is not None
        assert self._is_flight
        is_due = self._level > phased.first_phase_levels
        can_come = late > 0 and self._level <= late
        assert is_due or not can_come, "a flight ended while others could come (TAMB-76)"

    def pay(self, transfer: Transfer) -> None:
        """What a player under review wins is held (TRN-24); a fee given back is no winning."""
        if transfer.reason not in WON:
            return
        for account, amount in transfer.entries:
            parts = read_account(account)
            if parts.kind is Kind.PLAYER_CASH and amount > 0:
                player = PlayerId(parts.ids[-1])
                assert player not in self._held, f"under review and paid (TRN-24): {transfer}"
