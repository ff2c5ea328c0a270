"""The tables of one tournament as its actor knows them: which run, which wait, what they hear."""

from collections.abc import Iterable, Mapping, Sequence

from cardroom.ledger import TableId
from cardroom.room.bus import InboxFull, table_address
from cardroom.room.incidents import report
from cardroom.room.ports import Clock
from cardroom.room.tournaments.actor.table_views import game_view, seat_views
from cardroom.room.tournaments.messages import (
    GameStored,
    MayDeal,
    SeatsStored,
    TableMerged,
    TakeBackHand,
    ToTable,
    tournament_address,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.room.tournaments.tables.opening import NewTable, TableHost
from cardroom.room.tournaments.tables.views import TablesMerged, TournamentGame
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
"""How long a broken table can still be watched: its players see who won."""


class TournamentTables:
    """Opens and closes the tables, under the numbers that the store gave, and sends them what is
    stored."""

    def __init__(
        self,
        services: TournamentServices,
        tournament: Tournament,
        host: TableHost,
        clock: Clock,
        *,
        name: str,
        epoch: int,
    ) -> None:
        self.waiting: set[TableNumber] = set()
        """Tables that asked whether they may deal, and may not yet."""
        self.deals_from_ms: int | None = None
        """The first hands wait until then."""
        self._services = services
        self._tournament = tournament
        self._host = host
        self._clock = clock
        self._name = name
        self._epoch = epoch
        self._address = tournament_address(tournament.id)
        self._open: dict[TableNumber, TableId] = {}
        self._games: dict[TableNumber, TournamentGame] = {}
        """The game as each table heard of it last."""
        self._closing: dict[TableNumber, int] = {}

    @property
    def open_tables(self) -> Mapping[TableNumber, TableId]:
        """The tables that run, with their numbers in the room."""
        return self._open

    # Tables come and go

    def open(self, number: TableNumber, table: TableId, *, deal_at_ms: int) -> None:
        """Run a table of the tournament."""
        tournament = self._tournament
        game = self._games[number] = self._game(number)
        self._open[number] = table
        new = NewTable(
            table=table,
            number=number,
            epoch=self._epoch,
            edition=tournament.terms.edition,
            hands=tournament.tables[number].hands,
            game=game,
            places=seat_views(tournament, number, self._services.names),
            deal_at_ms=deal_at_ms,
        )
        self._host.open(new, self._clock)

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
            self._send_game()
            self.let_deal()

    def close_all(self) -> None:
        """The tournament is over, or built again from what is stored."""
        self._closing.clear()
        for number in list(self._open):
            self._close(number)

    def _close(self, number: TableNumber) -> None:
        table = self._open.pop(number, None)
        self._games.pop(number, None)
        self.waiting.discard(number)
        if table is not None:
            self._host.close(table)

    # What the tables hear

    def follow(
        self, events: Sequence[TournamentEvent], touched: Iterable[TableNumber], at_ms: int
    ) -> None:
        """Send the tables what a stored step has changed."""
        changes_game = False
        for event in events:
            ends_wait = isinstance(event, HandFinished) and self._tournament.hand_for_hand.is_on
            changes_game |= ends_wait or isinstance(event, GAME_EVENTS)
            if isinstance(event, HandRolledBack):
                self._send(event.table, TakeBackHand(number=event.number, reason=event.reason))
        if changes_game:
            self._send_game()
        for number in touched:
            if number in self._tournament.tables:
                places = seat_views(self._tournament, number, self._services.names)
                self._send(number, SeatsStored(places=places, at_ms=at_ms))
        for event in events:
            if isinstance(event, TableBroken):
                self._send_merged(event.table, [one for one in events if isinstance(one, Moved)])

    def _send_merged(self, broken: TableNumber, moves: Sequence[Moved]) -> None:
        """Have everybody told whose tables become one (BAL-02)."""
        into = dict.fromkeys(one.table for one in moves if one.origin == broken)
        is_final = len(self._tournament.tables) == 1
        notice = TablesMerged(broken=broken, into=tuple(into), is_final=is_final)
        for number in (broken, *into):
            self._send(number, TableMerged(notice=notice))

    def _send_game(self) -> None:
        for number in self._open:
            game = self._game(number)
            if game != self._games[number]:
                self._games[number] = game
                self._send(number, GameStored(game=game))

    def _game(self, number: TableNumber) -> TournamentGame:
        return game_view(self._tournament, number, self._name, self.deals_from_ms)

    def let_deal(self) -> None:
        """Have the tables ask again that wait for their deal and may deal now."""
        if self.waiting and self.deals_from_ms is None:
            ready = self._tournament.ready
            for number in [one for one in self.waiting if one in ready]:
                # It waits again where something else holds the deal.
                self.waiting.discard(number)
                self._send(number, MayDeal())

    def _send(self, number: TableNumber, message: ToTable) -> None:
        table = self._open.get(number)
        if table is None:
            return
        try:
            self._services.bus.send(table_address(table), message, sender=self._address)
        except InboxFull as error:
            report(f"table {table} does not read its messages", error)
