"""What a stored step means for the tables and players of a tournament."""

from cardroom.room.incidents import log
from cardroom.room.sealed import Opaque
from cardroom.room.tournaments.actor.player_news import PlayerNews, players_paid, touched_tables
from cardroom.room.tournaments.actor.tables import TournamentTables
from cardroom.room.tournaments.records import StepToWrite
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.events import (
    MultiplierDrawn,
    StaffAlerted,
    TableBroken,
    TableOpened,
)
from cardroom.tournament.tournament import Tournament


class StepPublisher(Opaque):
    """Opens and closes tables, and tells them and the players what is stored."""

    def __init__(
        self,
        services: TournamentServices,
        tournament: Tournament,
        tables: TournamentTables,
        news: PlayerNews,
    ) -> None:
        self.news = news
        self._services = services
        self._tournament = tournament
        self._tables = tables

    def run_tables(self, now_ms: int) -> None:
        """Run the tables of a restored tournament; their players get time to come back."""
        if self._tournament.is_over:
            return
        first_ms = now_ms + self._services.pace.return_after_restart_ms
        for number in self._tournament.tables:
            self._tables.open(number, self.news.tables[number], deal_at_ms=first_ms)
        self.news.tell_seats(self._tournament)

    def tell(self, step: StepToWrite) -> None:
        """Tell tables and players."""
        events, tables = step.events, self._tables
        if any(isinstance(event, MultiplierDrawn) for event in events):
            tables.deals_from_ms = step.at_ms + self._services.reel_ms
        for event in events:
            if isinstance(event, TableOpened) and event.table in self._tournament.tables:
                first_ms = step.at_ms + self._services.pace.first_hand_ms
                tables.open(event.table, self.news.tables[event.table], deal_at_ms=first_ms)
            elif isinstance(event, StaffAlerted):
                log.warning("tournament %s is still open and waits for a decision", step.tournament)
            elif isinstance(event, TableBroken):
                tables.close_later(event.table, step.at_ms)
        tables.follow(events, touched_tables(self._tournament, events), step.at_ms)
        self.tell_players(step)

    def tell_players(self, step: StepToWrite) -> None:
        """Tell the players concerned where they sit, what they have won, and what they have now."""
        self.news.tell(self._tournament, step.events)
        for player in players_paid(step.transfers):
            if self._services.wallets.knows(player):
                self._services.money_moved(player)
