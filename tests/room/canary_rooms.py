"""An evening with marked cards on the real store, watched by a searcher at every way out."""

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from random import Random
from typing import Any, Final

from cardroom.cards import Card
from cardroom.engine.games import HOLE_CARDS
from cardroom.errors import CardroomError
from cardroom.fairness.context import HandContext
from cardroom.fairness.proof import Opening
from cardroom.ledger import PlayerId
from cardroom.ledger.banking import deposit
from cardroom.room.fair.house import Draw
from cardroom.room.requests import Act, Action, Play, Read, Show
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from tests.room.canaries import Searcher
from tests.room.fair_rooms import SeedingClient
from tests.room.fixed_decks import SECRETS, FixedDeal, FixedDecks
from tests.room.inside import plant
from tests.room.marked_cards import marked_deck, owners_of, plain, salt_of_marker
from tests.room.rooms import EUR, NL10, Shell
from tests.room.scenes import TABLE
from tests.simulation.database import DatabaseRoom, MemoryDatabase

OMAHA = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
PLAYERS: Final = 5
RAIL: Final = 99
EVENING_S: Final = 120


class MarkedDeal(FixedDeal):
    """A draw of markers."""

    def open(self, dealt: int) -> Opening:
        card = self.fixed[dealt]
        return Opening(dealt, dealt, card, salt_of_marker(card), bytes(192))


class MarkedDecks(FixedDecks):
    """Deals markers, and tells the searcher whose they are as soon as there are any."""

    def __init__(self, seed: int, searcher: Searcher, log: StoredDeckLog) -> None:
        self._chance = Random(f"markers {seed}")
        super().__init__(seed, lambda _: marked_deck(self._chance), log)
        self._searcher = searcher

    def draw(self, context: HandContext, number: int) -> Draw:
        deck = self._deck_of(context)
        self._searcher.know(context.hand, dict.fromkeys(deck), context.table)
        return self._with_source(MarkedDeal(context, number, deck), SECRETS)

    def listed(self, draw: Draw) -> int:
        listed = draw.deal.hand_list
        players = {entry.seat: PlayerId(entry.player) for entry in listed.entries}
        assert isinstance(draw.deal, MarkedDeal)
        owners = owners_of(draw.deal.fixed, listed.seats, HOLE_CARDS[listed.game])
        self._searcher.know(
            listed.context.hand,
            {card: None if seat is None else players[seat] for card, seat in owners.items()},
            listed.context.table,
        )
        return super().listed(draw)

    def saw(self, deck: list[Card], seats: int, hole_cards: int) -> None:  # type: ignore[override]
        super().saw([plain(card) for card in deck], seats, hole_cards)


class Listening(SeedingClient):
    """A client all of whose frames are searched and none kept."""

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


class SearchedLog(logging.Handler):
    """Every line of the room's log, with the exceptions in it."""

    def __init__(self, searcher: Searcher) -> None:
        super().__init__(logging.DEBUG)
        self._searcher = searcher

    def emit(self, record: logging.LogRecord) -> None:
        self._searcher.text("the log", self.format(record))


@contextmanager
def searched_log(searcher: Searcher) -> Iterator[None]:
    """Search every line that is logged meanwhile, at the lowest level."""
    handler, logger = SearchedLog(searcher), logging.getLogger("cardroom")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


class CanaryRoom:
    """One table with marked cards: people who play, reload, ask and pester, and a rail."""

    def __init__(self, seed: int, store: Store, database: MemoryDatabase) -> None:
        self.searcher = Searcher()
        self.database = database
        self.stored = 0
        """Markers of finished hands that were in the database: they are found where they are."""
        self._chance = Random(f"canary {seed}")
        self._store = store
        fair = MarkedDecks(seed, self.searcher, StoredDeckLog(store))
        self.shell = Shell(seed, store=DatabaseRoom(store), fair=fair)  # type: ignore[arg-type]
        self.clients = [self._client(number) for number in range(1, PLAYERS + 1)]
        self.rail = self._client(RAIL)
        self._asked = count(1)

    def _client(self, number: int) -> Listening:
        client = Listening(self.shell, number)
        client.searcher = self.searcher
        return client

    async def play(self, seconds: float) -> None:
        """An evening: hands, reloads, questions, faults, and looks into the database."""
        for client in self.clients:
            await self._store.register(client.viewer, client.caller.name, 1)
            money = deposit(client.viewer, 100_000, EUR, reference=str(client.viewer), at_ms=1)
            await self._store.transfer(money)
        lives = [
            asyncio.create_task(one.play_on(Random(self._chance.random()))) for one in self.clients
        ]
        stake = self._chance.choice((NL10, OMAHA))
        await asyncio.gather(*(client.sit(1000, stake) for client in self.clients))
        lives += [asyncio.create_task(work) for work in (self._reload(), self._pester())]
        lives += [asyncio.create_task(work) for work in (self._break(), self._look())]
        done, _ = await asyncio.wait(lives, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for life in lives:
            life.cancel()
        for life in done:
            life.result()
        await self.shell.room.stop()

    async def _reload(self) -> None:
        """Snapshots in the middle of whatever happens."""
        while True:
            await asyncio.sleep(self._chance.random())
            one = self._chance.choice((*self.clients, self.rail, self.rail))
            channel = self.shell.room.services.switchboard.find(f"table:{TABLE}", one.viewer)
            if channel is not None:
                channel.part(one)
                channel.join(one, one.caller)

    async def _pester(self) -> None:
        """Requests that are answered or refused, by those who play and by the rail."""
        while True:
            await asyncio.sleep(2 * self._chance.random())
            one = self._chance.choice((*self.clients, self.rail))
            task = self.shell.room.tasks.get(TABLE)
            if task is None:
                continue
            word, channel = f"q{next(self._asked)}", f"table:{TABLE}"
            hand = task.table.number
            request = self._chance.choice(
                (
                    Read(id=word, ch=channel),
                    Show(id=word, ch=channel, hand=hand),
                    Act(id=word, ch=channel, hand=hand, turn=1, a="raise", to=1),
                )
            )
            await self._heard("an answer", self.shell.room.ask(one.caller, request))

    async def _break(self) -> None:
        """Tables that fail in the midst of a hand, and go on."""
        while True:
            await asyncio.sleep(10 + 20 * self._chance.random())
            room = self.shell.room
            await self._heard("an exception", plant(room, TABLE))
            await asyncio.sleep(1)
            await self._heard("an answer", room.operator.unfreeze(TABLE))

    async def _heard(self, where: str, asked: Awaitable[object]) -> None:
        try:
            self.searcher.text(where, repr(await asked))
        except CardroomError as error:
            self.searcher.text(where, f"{error!r} {error}")

    async def _look(self) -> None:
        """All pages of the database while a hand is played."""
        while True:
            await asyncio.sleep(5 + 5 * self._chance.random())
            task = self.shell.room.tasks.get(TABLE)
            hand = None if task is None else task.table.hand
            if task is not None and hand is not None and not hand.is_over:
                image = self.database.raw.serialize()
                self.stored += self.searcher.pages_of(image, {TABLE: task.table.number})


async def canary_evening(seed: int, seconds: float = EVENING_S) -> CanaryRoom:
    """Play an evening; its searcher knows what came out."""
    database = MemoryDatabase(lambda _: None)
    store = await Store.open(database)
    room = CanaryRoom(seed, store, database)
    with searched_log(room.searcher):
        await room.play(seconds)
    with suppress(CardroomError):
        await store.close()
    return room
