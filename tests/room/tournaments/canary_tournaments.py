"""A tournament with marked cards on the real store, watched by a searcher at every way out."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, Final

from cardroom.errors import CardroomError
from cardroom.ledger import TableId
from cardroom.ledger.banking import deposit
from cardroom.room.bus import table_address
from cardroom.room.requests import Act, Action, AnyTableRequest, Read, Show
from cardroom.room.tables.messages import PlayerRequest, Thaw
from cardroom.room.tournaments.tables.owner import TournamentTableTask
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.room.canaries import Searcher
from tests.room.canary_rooms import MarkedDecks, searched_log
from tests.room.tournaments.drawing_players import DrawingPlayer
from tests.room.tournaments.rooms import EUR, Player, TournamentRoom, format_of
from tests.simulation.database import DatabaseRoom, MemoryDatabase

RAIL: Final = 99
PLAYERS: Final = 8
FORMATS: Final = ("freezeout", "omaha")
SEATS: Final = 4
"""At each table, so that there are two at first, and a final table."""
REGISTERING_S: Final = 5
HOURS: Final = 12


class TournamentDatabase(StoredTournaments):
    """Tournaments and money of one room, both on the real store."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, tells=True)
        self.money = DatabaseRoom(store)


class Searched(DrawingPlayer):
    """A player all of whose frames are searched and none kept."""

    searcher: Searcher

    def deliver(self, frame: bytes) -> None:
        self.searcher.frame(self.viewer, frame)
        super().deliver(frame)
        self.frames.clear()

    async def act(self, message: dict[str, Any], action: Action, to: int = 0) -> None:
        try:
            await super().act(message, action, to)
        except CardroomError as error:
            self.searcher.text("a refusal", f"{error!r} {error}")


class CanaryTournament:
    """Two tables and a final table with marked cards, players who reload, ask and pester."""

    def __init__(self, seed: int, store: Store, database: MemoryDatabase) -> None:
        self.searcher = Searcher()
        self.database = database
        self.stored = 0
        """Markers of finished hands that were in the database."""
        self.tables: set[TableId] = set()
        self._seed = seed
        self._chance = Random(f"canary tournament {seed}")
        self._store = store
        fair = MarkedDecks(seed, self.searcher, StoredDeckLog(store))
        self.room = TournamentRoom(seed, store=TournamentDatabase(store), fair=fair)  # type: ignore[arg-type]
        self.players = [self._player(number) for number in range(1, PLAYERS + 1)]
        self.rail = self._player(RAIL)
        self._asked = count(1)

    def _player(self, number: int) -> Searched:
        player = Searched(self.room, number)
        player.searcher = self.searcher
        return player

    async def play(self, seconds: float) -> None:
        """Enter, play, and do all that could lead a card astray, until somebody has won."""
        definition = format_of(FORMATS[self._seed % len(FORMATS)], seats=SEATS)
        actor = await self.room.announce(definition, in_s=REGISTERING_S)
        for player in self.players:
            await self._store.register(player.viewer, player.caller.name, 1)
            money = deposit(player.viewer, 100_000, EUR, reference=str(player.viewer), at_ms=1)
            await self._store.transfer(money)
            player.listen("me")
            await player.register(actor.id)
        lives = [player.play_on(Random(self._chance.random())) for player in self.players]
        work = (self._reload(), self._pester(), self._break(), self._look())
        tasks = [asyncio.create_task(one) for one in (*lives, *work)]
        over = asyncio.create_task(actor.done())
        done, _ = await asyncio.wait(
            [over, *tasks], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        for task in (over, *tasks):
            task.cancel()
        for task in done:
            task.result()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.room.crash()

    @property
    def _tasks(self) -> dict[TableId, TournamentTableTask]:
        tasks = self.room.running.tasks
        self.tables.update(tasks)
        return tasks

    def _some_table(self) -> tuple[TableId, TournamentTableTask] | None:
        tables = sorted(self._tasks.items())
        return self._chance.choice(tables) if tables else None

    async def _reload(self) -> None:
        """Snapshots of any table for anybody, in the middle of whatever happens."""
        while True:
            await asyncio.sleep(self._chance.random())
            one = self._chance.choice((*self.players, self.rail, self.rail))
            found = self._some_table()
            channel = found and self.room.switchboard.find(table_address(found[0]), one.viewer)
            if channel:
                channel.part(one)
                channel.join(one, one.caller)

    async def _pester(self) -> None:
        """Requests that are answered or refused, by those who play there and by all others."""
        while True:
            await asyncio.sleep(2 * self._chance.random())
            one, found = self._chance.choice((*self.players, self.rail)), self._some_table()
            if found is None:
                continue
            word, channel = f"q{next(self._asked)}", table_address(found[0])
            hand = found[1].table.number
            requests: tuple[AnyTableRequest, ...] = (
                Read(id=word, ch=channel),
                Show(id=word, ch=channel, hand=hand),
                Act(id=word, ch=channel, hand=hand, turn=1, a="raise", to=1),
            )
            await self._heard("an answer", self._ask(one, self._chance.choice(requests)))

    async def _ask(self, one: Player, request: AnyTableRequest) -> object:
        return await self.room.services.bus.ask(request.ch, PlayerRequest(one.caller, request))

    async def _break(self) -> None:
        """Tables that fail in the midst of a hand, with its cards in the exception, and go on."""
        while True:
            await asyncio.sleep(30 + 60 * self._chance.random())
            found = self._some_table()
            hand = found and found[1].table.hand
            if found is None or hand is None:
                continue
            found[1].fail(AssertionError(f"{hand.events}"))
            await asyncio.sleep(1)
            thawing = self.room.services.bus.ask(table_address(found[0]), Thaw())
            await self._heard("an answer", thawing)

    async def _heard(self, where: str, asked: Awaitable[object]) -> None:
        try:
            self.searcher.text(where, repr(await asked))
        except CardroomError as error:
            self.searcher.text(where, f"{error!r} {error}")

    async def _look(self) -> None:
        """All pages of the database while hands are played."""
        while True:
            await asyncio.sleep(10 + 10 * self._chance.random())
            # What a table that was broken had fixed for its next hand is never known to anybody.
            live = {table: self.searcher.last_hand(table) for table in self.tables}
            for number, task in self._tasks.items():
                hand = task.table.hand
                in_progress = hand is not None and not hand.is_over
                live[number] = task.table.number + (not in_progress)
            if live:
                self.stored += self.searcher.pages_of(self.database.raw.serialize(), live)


async def canary_tournament(seed: int, seconds: float = 3600 * HOURS) -> CanaryTournament:
    """Play a tournament; its searcher knows what came out."""
    database = MemoryDatabase(lambda _: None)
    store = await Store.open(database)
    played = CanaryTournament(seed, store, database)
    with searched_log(played.searcher):
        await played.play(seconds)
    with suppress(CardroomError):
        await store.close()
    return played
