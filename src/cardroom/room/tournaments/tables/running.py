"""The tables of one tournament that run: opened, told what is stored, nudged, closed."""

from collections.abc import Iterable, Sequence

from cardroom.ledger import TableId
from cardroom.room.incidents import report
from cardroom.room.ports import Clock
from cardroom.room.tables.running import RunningTables
from cardroom.room.tournaments.services import TableServices, TournamentServices
from cardroom.room.tournaments.tables.display import TournamentDisplay
from cardroom.room.tournaments.tables.owner import (
    HandDesk,
    TournamentTableOwner,
    TournamentTableTask,
)
from cardroom.room.tournaments.tables.table import TournamentTable
from cardroom.room.tournaments.tables.views import GameChanged, HandTakenBack, TablesMerged
from cardroom.tournament.events import (
    HandFinished,
    HandForHandEnded,
    HandForHandStarted,
    HandRolledBack,
    LevelStarted,
    LevelTimesChanged,
    Moved,
    PauseDue,
    PauseEnded,
    PauseStarted,
    SynchronisedHandLeft,
    SynchronisedHandStarted,
    TableBroken,
    TournamentEvent,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tournament import Tournament

GAME_EVENTS = (
    LevelStarted,
    LevelTimesChanged,
    PauseDue,
    PauseStarted,
    PauseEnded,
    HandForHandStarted,
    HandForHandEnded,
    SynchronisedHandStarted,
    SynchronisedHandLeft,
)
"""What changes the game at every table."""
LINGER_MS = 5_000
"""So long a broken table can still be looked at: its players see who won."""

RunningTournamentTables = RunningTables[TournamentTableTask]


class TournamentTables:
    """One task for every table that the tournament has, under the numbers that the store gave."""

    def __init__(
        self,
        services: TournamentServices,
        tournament: Tournament,
        desk: HandDesk,
        running: RunningTournamentTables,
        clock: Clock,
        *,
        name: str,
        epoch: int,
    ) -> None:
        self.tasks: dict[TableNumber, TournamentTableTask] = {}
        self.waiting: set[TableNumber] = set()
        """Tables that asked whether they may deal, and may not yet."""
        self.deals_from_ms: int | None = None
        """The first hands wait until then."""
        self._services = services
        self._tournament = tournament
        self._desk = desk
        self._running = running
        self._clock = clock
        self._name = name
        self._epoch = epoch
        self._closing: dict[TableNumber, int] = {}
        self._merged: dict[TableNumber, list[TablesMerged]] = {}
        """What the tables are to tell of those that were broken, with their seats."""

    # Tables come and go

    def open(self, number: TableNumber, table: TableId, *, deal_at_ms: int) -> None:
        """Run a table of the tournament."""
        services = self._services
        played = TournamentTable(table, self._tournament.tables[number], self._tournament.player_of)
        display = TournamentDisplay(self._tournament, played, self._name, services.names)
        display.read_game(self.deals_from_ms)
        owner = TournamentTableOwner(self._desk, played, display)
        runner = TableServices(
            services.bus,
            self._clock,
            services.bits,
            services.switchboard,
            services.presence,
            services.pace,
        )
        task = TournamentTableTask(runner, played, owner, self._epoch, deal_at_ms=deal_at_ms)
        self.tasks[number] = task
        self._running.run(task)

    def close_later(self, number: TableNumber, at_ms: int) -> None:
        """A table is broken: it is there for a moment longer, and deals no more."""
        self._closing[number] = at_ms + LINGER_MS

    @property
    def next_ms(self) -> int | None:
        """When a table is to be closed, or the first hands may be dealt."""
        due = list(self._closing.values())
        if self.deals_from_ms is not None:
            due.append(self.deals_from_ms)
        return min(due, default=None)

    def look(self, at_ms: int) -> None:
        """Close what has been looked at for long enough; let the first hands be dealt."""
        for number in [one for one, due_ms in self._closing.items() if due_ms <= at_ms]:
            del self._closing[number]
            self._close(number)
        if self.deals_from_ms is not None and self.deals_from_ms <= at_ms:
            self.deals_from_ms = None
            self._tell_game()
            self.nudge()

    def close_all(self) -> None:
        """The tournament is over, or built again from what is stored."""
        self._closing.clear()
        for number in list(self.tasks):
            self._close(number)

    def _close(self, number: TableNumber) -> None:
        task = self.tasks.pop(number, None)
        self.waiting.discard(number)
        if task is not None and self._running.drop(task.number):
            self._services.switchboard.close(f"table:{task.number}")

    # Telling what is stored

    def follow(
        self,
        events: Sequence[TournamentEvent],
        touched: Iterable[TableNumber],
        *,
        but: TableNumber | None,
    ) -> None:
        """Tell the tables what a stored step has changed, one aside that still tells its hand."""
        changes_game = False
        self._note_merged(events)
        for event in events:
            ends_wait = isinstance(event, HandFinished) and self._tournament.hand_for_hand.is_on
            changes_game |= ends_wait or isinstance(event, GAME_EVENTS)
            if isinstance(event, HandRolledBack):
                self._take_back(event)
        if changes_game:
            self._tell_game()
        for number in touched:
            if number != but:
                self.tell(number)

    def _note_merged(self, events: Sequence[TournamentEvent]) -> None:
        """Have everybody told whose tables become one (BAL-02)."""
        for event in events:
            if isinstance(event, TableBroken):
                moves = [one for one in events if isinstance(one, Moved)]
                into = dict.fromkeys(one.table for one in moves if one.origin == event.table)
                is_final = len(self._tournament.tables) == 1
                merged = TablesMerged(broken=event.table, into=tuple(into), is_final=is_final)
                for number in (event.table, *into):
                    self._merged.setdefault(number, []).append(merged)

    def tell(self, number: TableNumber) -> None:
        """Tell everybody at a table how its seats are now, and what became one with it."""
        task, merged = self.tasks.get(number), self._merged.pop(number, ())
        if task is None or task.is_closed:
            return
        try:
            if number in self._tournament.tables:
                task.display.read()
            task.tell_standing()
            for notice in merged:
                task.channel.publish(notice)
        except Exception as error:  # noqa: BLE001 - our own mistake stops this table alone
            report(f"table {task.number} could not tell its seats", error)
            task.fail(error)

    def _tell_game(self) -> None:
        for task in self.tasks.values():
            if task.display.read_game(self.deals_from_ms) and not task.is_closed:
                task.channel.publish(GameChanged(game=task.display.game))

    def _take_back(self, event: HandRolledBack) -> None:
        """A hand on the felt never was."""
        task = self.tasks.get(event.table)
        if task is not None and task.table.deal is not None and task.table.number == event.number:
            task.table.clear()
            task.take_back(HandTakenBack(hand=event.number, reason=event.reason))

    def nudge(self) -> None:
        """Wake the tables that wait for their deal and may deal now."""
        if self.waiting and self.deals_from_ms is None:
            ready = self._tournament.ready
            for number in [one for one in self.waiting if one in ready]:
                self.waiting.discard(number)
                if number in self.tasks:
                    # It asks again, and waits again where something else holds the deal.
                    self.tasks[number].nudge()
