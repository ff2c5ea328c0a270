"""What a stored step means for the tables and players of a tournament.

A start or a cancellation concerns thousands of players. They get their news in portions, with a
turn of the loop for everybody else in between: no other table waits until the last has heard.
"""

import asyncio
from collections.abc import Iterable, Iterator

from cardroom.ledger import TournamentId, Transfer
from cardroom.room.incidents import log
from cardroom.room.noticeboard import telling_notices
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
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tournament import Tournament

PORTION = 50
"""How many tables are opened, or players told, before others have their turn."""


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

    async def run_tables(self, now_ms: int) -> None:
        """Run the tables of a restored tournament; their players get time to come back."""
        if self._tournament.is_over:
            return
        first_ms = now_ms + self._services.pace.return_after_restart_ms
        await in_portions(self._opening(list(self._tournament.tables), first_ms))
        await in_portions(self.news.telling_seats(self._tournament))

    async def tell(self, step: StepToWrite) -> None:
        """Tell tables and players."""
        events, tables = step.events, self._tables
        if any(isinstance(event, MultiplierDrawn) for event in events):
            tables.deals_from_ms = step.at_ms + self._services.reel_ms
        opened = [
            event.table
            for event in events
            if isinstance(event, TableOpened) and event.table in self._tournament.tables
        ]
        first_ms = step.at_ms + self._services.pace.first_hand_ms
        await in_portions(self._opening(opened, first_ms))
        for event in events:
            if isinstance(event, StaffAlerted):
                alert_staff(step.tournament)
            elif isinstance(event, TableBroken):
                tables.close_later(event.table, step.at_ms)
        touched = touched_tables(self._tournament, events)
        for number in opened:
            # It opened with its seats as they are now.
            touched.pop(number, None)
        tables.follow(events, touched, step.at_ms)
        await self.tell_players(step)

    def _opening(self, numbers: Iterable[TableNumber], first_ms: int) -> Iterator[None]:
        for number in numbers:
            self._tables.open(number, self.news.tables[number], deal_at_ms=first_ms)
            yield

    async def tell_players(self, step: StepToWrite) -> None:
        """Tell the players concerned where they sit, what they have won, and what they have now."""
        await in_portions(self.news.telling(self._tournament, step.events))
        await in_portions(telling_notices(self._services.switchboard, step.notices))
        await in_portions(self._telling_balances(step.transfers))

    def _telling_balances(self, transfers: Iterable[Transfer]) -> Iterator[None]:
        for player in players_paid(transfers):
            if self._services.wallets.knows(player):
                self._services.money_moved(player)
                yield


def alert_staff(tournament: TournamentId) -> None:
    """Tell the operator of a game that does not end (HEX-12)."""
    log.warning("tournament %s is still open and waits for a decision", tournament)


async def in_portions(telling: Iterable[None]) -> None:
    """Tell one after the other, with a turn for everybody else after each portion."""
    for sent, _ in enumerate(telling, 1):
        if sent % PORTION == 0:
            await asyncio.sleep(0)
