"""The process that runs the tables of tournaments: it starts and ends their tasks, and no more."""

from typing import NamedTuple

from cardroom.ledger import TableId
from cardroom.room.ports import Clock
from cardroom.room.tables.running import RunningTables
from cardroom.room.tournaments.services import TableServices, TournamentServices
from cardroom.room.tournaments.tables.display import TournamentDisplay
from cardroom.room.tournaments.tables.owner import TournamentTableOwner, TournamentTableTask
from cardroom.room.tournaments.tables.table import TournamentTable
from cardroom.room.tournaments.tables.views import TournamentGame, TournamentPlace
from cardroom.tournament.ids import TableNumber


class NewTable(NamedTuple):
    """What a table is opened with."""

    table: TableId
    number: TableNumber
    """Its number in the tournament."""
    epoch: int
    edition: str
    hands: int
    """How many were dealt there before."""
    game: TournamentGame
    places: tuple[TournamentPlace, ...]
    deal_at_ms: int


class TableHost:
    """Opens and closes tables for the tournaments of this process."""

    def __init__(
        self, services: TournamentServices, running: RunningTables[TournamentTableTask]
    ) -> None:
        self._services = services
        self._running = running

    def open(self, new: NewTable, clock: Clock) -> None:
        """Run a table on the time of its tournament."""
        services, game = self._services, new.game
        runner = TableServices(
            services.bus,
            clock,
            services.bits,
            services.shuffle,
            services.fair,
            services.switchboard,
            services.presence,
            services.pace,
        )
        table = TournamentTable(game.tournament, new.table, new.number, new.hands)
        table.take_seats(new.places)
        display = TournamentDisplay(table, new.edition, game, new.places)
        owner = TournamentTableOwner(services.bus, table, display, new.epoch)
        task = TournamentTableTask(runner, table, owner, new.epoch, deal_at_ms=new.deal_at_ms)
        self._running.run(task)

    def close(self, table: TableId) -> None:
        """End a table wherever its task is."""
        if self._running.drop(table):
            self._services.switchboard.close(f"table:{table}")
