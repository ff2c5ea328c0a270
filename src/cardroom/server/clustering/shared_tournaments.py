"""Tournaments of a room in several processes: announced by the house, played in any host.

Until it starts, a tournament is the house's: its entries and its place in a queue concern others.
Once it has started it is a unit of its own, with all its tables, and whichever host claims it plays
it. Tournaments that write their steps together stay with the house: flights with their second
phase, satellites with what they are played for.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import TournamentId
from cardroom.room.bus import table_address
from cardroom.room.incidents import report
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tables.messages import DealUntil, WhenIdle
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.charter import Charter, read_charter
from cardroom.room.tournaments.house.adjustments import KEPT, Adjustment
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.messages import tournament_address
from cardroom.room.tournaments.records import NewTournament, StoredTournament
from cardroom.tournament.definition import Definition
from cardroom.units import Cents

DRAIN_S = 25.0
"""How long the hands of a tournament may take to end before it moves without them (TRN-25)."""

_adjustment = msgspec.json.Decoder(Adjustment)


class MovingHouse(TournamentHouse):
    """A house whose tournaments come from other processes, and go there."""

    async def rest(self, tournament: TournamentId) -> None:
        """Deal no new hand in a tournament, and wait for those in progress."""
        bus, now_ms = self.services.bus, self.services.clock.now_ms()
        tables = self.actors[tournament].tables.open_tables.values()
        addresses = [table_address(table) for table in tables]
        for address in addresses:
            bus.send(address, DealUntil(now_ms))
        try:
            async with asyncio.timeout(DRAIN_S):
                asked = (bus.ask(address, WhenIdle()) for address in addresses)
                await asyncio.gather(*asked, return_exceptions=True)
        except TimeoutError as error:
            report(f"a hand of tournament {tournament} is not played to its end", error)

    def let_go(self, tournament: TournamentId) -> None:
        """Run a tournament no longer: end it here where it is, and tell nobody.

        Another process goes on with what is stored.
        """
        actor = self.actors.pop(tournament)
        task = self._tasks.pop(tournament, None)
        if task is not None:
            task.cancel()
        actor.inbox.close(moves=True)
        board = self.services.switchboard
        with board.quietly():  # type: ignore[attr-defined]
            actor.tables.close_all()
            board.close(f"tournament:{tournament}")
        del self._channels[tournament]
        self.services.board.remove(tournament)


class SharedHouse(MovingHouse):
    """Announces tournaments and keeps their queues; most are played elsewhere."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.away: dict[TournamentId, str] = {}
        """Tournaments that have started and are played elsewhere, with what they were made by."""
        self.is_unit: Callable[[TournamentId], bool] = lambda _: False
        """Whether a tournament is known as a unit of its own."""

    async def _restore(self, stored: StoredTournament, adjusted: Adjustment | None) -> None:
        """Go on with what has not started; what has is played elsewhere."""
        if stored.state != "announced":
            papers = await retry_while_unavailable(lambda: self.services.store.papers(stored.id))
            if self.is_unit(stored.id) or self._plays_alone(read_charter(stored, papers)):
                self.away[stored.id] = stored.key
                return
        await super()._restore(stored, adjusted)

    async def announce(self, new: NewTournament) -> TournamentActor:
        """Store a tournament; to claim one that is played elsewhere would end its hands."""
        if new.key in self.away.values():
            raise OperatorRefused("TAMB-96", "has_started")
        return await super().announce(new)

    # Tournaments go

    def started(self) -> list[TournamentId]:
        """The tournaments that have started and can be played elsewhere by now."""
        return [actor.id for actor in self.actors.values() if self._can_go(actor)]

    def _can_go(self, actor: TournamentActor) -> bool:
        """Whether nothing is left to do here; a drawn multiplier is shown first (TAMB-79)."""
        status = self._status(actor)
        plays = status.has_started and not status.is_over and not status.is_stopped
        return plays and actor.tables.deals_from_ms is None and self._plays_alone(actor.charter)

    def _plays_alone(self, charter: Charter) -> bool:
        """Whether no step of a tournament is ever stored together with one of another."""
        definition = charter.definition
        if charter.announced.phase != "whole" or definition.satellite is not None:
            return False
        return (definition.ticket_word, charter.price) not in _targets(self._definitions())

    def _definitions(self) -> Iterable[Definition]:
        yield from (one.definition for one in self.timetable.everything)
        yield from (actor.charter.definition for actor in self.actors.values())

    def let_go(self, tournament: TournamentId) -> None:
        """Leave a tournament to another process; the list shows it on."""
        self.away[tournament] = self.actors[tournament].charter.key
        super().let_go(tournament)

    def forget_away(self, tournament: TournamentId) -> None:
        """A tournament that was played elsewhere is over."""
        self.away.pop(tournament, None)
        self.list.forget(tournament)


class HostedTournaments(MovingHouse):
    """The tournaments that one host plays: each came from the house, or from another host."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.finished: Callable[[TournamentId], None] = lambda _: None
        """Hears of a tournament of which nothing follows any more."""

    async def open(self) -> None:
        """Be ready for tournaments; what is offered says which tickets are taken."""
        await self._offers.restore()
        self._jobs = [
            asyncio.create_task(self._work(), name="tournament hall"),
            asyncio.create_task(self._tick(), name="tournament tick"),
            asyncio.create_task(self._heartbeat.run(), name="tournament heartbeat"),
        ]

    async def take(self, stored: StoredTournament) -> int:
        """Play a tournament from where it is stored: its epoch."""
        kept = await retry_while_unavailable(self.services.schedules.kept_queues)
        record = kept.get(f"{KEPT}{stored.id}")
        adjusted = None if record is None else _adjustment.decode(record)
        try:
            await self._restore(stored, adjusted)
        except BaseException:
            self._clear(stored.id)
            raise
        actor = self.actors[stored.id]
        self.list.look(actor)
        return actor.epoch

    def _clear(self, tournament: TournamentId) -> None:
        """Leave nothing of a tournament that could not be opened: it is tried again."""
        if tournament in self.actors:
            self.let_go(tournament)
            return
        with self.services.switchboard.quietly():  # type: ignore[attr-defined]
            for table, task in list(self.tables.tasks.items()):
                if task.table.tournament == tournament:
                    self._host.close(table)
        self.services.bus.close(tournament_address(tournament))
        self.services.board.remove(tournament)

    def deal_soon(self, return_ms: int) -> None:
        """Players are still connected: tournaments that come need not wait for them."""
        pace = self.services.pace
        quick = msgspec.structs.replace(pace, return_after_restart_ms=return_ms)
        self.services = self.services._replace(pace=quick)

    async def _let_time_pass(self) -> None:
        statuses = self.services.board.statuses
        for number in [one for one, status in statuses.items() if status.is_done]:
            self._forget(number)
            self.finished(number)
        await self._tell()


def _targets(definitions: Iterable[Definition]) -> set[tuple[str, Cents]]:
    """What satellites are played for, by the word on its tickets and its price (TYP-03)."""
    satellites = [one.satellite for one in definitions if one.satellite is not None]
    return {(one.target, one.seat_price_cents) for one in satellites}
