"""Players of a load test who enter one tournament, go to their tables and play.

Facing a bet they fold every second time, so that a hand has about as many actions as one of people;
else they check or call. Nobody goes all-in: all tables play as long as it is measured.
"""

import asyncio
import time
from random import Random

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse

from cardroom.commands.load.field.measured import FieldTally
from cardroom.commands.load.players import AT_ONCE, EVENT, TURN, Pulse
from cardroom.commands.refusals import sentence_of
from cardroom.commands.room_client import RoomClient
from cardroom.errors import UsageError

OWN_NEWS = '{"t":"event","ch":"me"'
SNAPSHOT = '{"t":"snapshot"'
REFUSED = '{"t":"refused"'
ANSWERS = ('{"t":"ack"', REFUSED)
SEATED = '"type":"tournament_seated"'
HAND_STARTED = '"type":"hand_started"'
LOOKS_AT_THE_PAGE = 10
"""Every tenth player also listens to the page of the tournament."""
ENTERS_WITHIN_S = 120.0


class Entrant(Pulse):
    """One player: enters, goes wherever they are seated, and acts in turn."""

    def __init__(
        self, ws: ClientWebSocketResponse, tally: FieldTally, think_s: float, number: int
    ) -> None:
        super().__init__(ws, tally, think_s)
        self.table = ""
        """The channel of the table where they sit."""
        self._field_tally = tally
        self._number = number
        self._sent = 0
        self._chance = Random(number)  # noqa: S311 - the same pace again in the next run
        self._moving: asyncio.Task[None] | None = None
        self._entering: dict[str, asyncio.Future[None]] = {}
        """Entries that are not answered yet, by the id of their request."""

    async def enter(self, tournament: int) -> None:
        """Register, and return once it is stored."""
        channel, request = f"tournament:{tournament}", self._new_id()
        entered = self._entering[request] = asyncio.get_running_loop().create_future()
        await self.send({"t": "register", "id": request, "ch": channel})
        async with asyncio.timeout(ENTERS_WITHIN_S):
            await entered
        if self._number % LOOKS_AT_THE_PAGE == 0:
            await self._subscribe(channel)

    def take(self, text: str) -> None:
        """Follow the seat, answer the turn, note what is measured."""
        super().take(text)
        self._field_tally.bytes += len(text)
        if text.startswith(TURN):
            self._decide(text)
        elif text.startswith(EVENT):
            if HAND_STARTED in text:
                self._note_hand(text)
        elif text.startswith(OWN_NEWS):
            if SEATED in text:
                self._go_to(msgspec.json.decode(text)["d"]["table"])
        elif text.startswith(SNAPSHOT):
            self._read_snapshot(text)
        elif text.startswith(ANSWERS):
            self._read_answer(text)

    def think_s(self) -> float:
        """Now shorter, now longer, so that the tables do not play in step as they start."""
        return self._think_s * (0.5 + self._chance.random())

    def _decide(self, text: str) -> None:
        asked = msgspec.json.decode(text)
        turn = asked["d"]
        action = "check" if turn["check"] else self._chance.choice(("fold", "call"))
        self.act(
            {
                "t": "act", "ch": asked["ch"], "id": self._new_id(), "hand": turn["hand"],
                "turn": turn["turn"], "a": action,
            }
        )  # fmt: skip

    def _go_to(self, table: int) -> None:
        self.table = f"table:{table}"
        self._moving = asyncio.get_running_loop().create_task(self._subscribe(self.table))

    async def _subscribe(self, channel: str) -> None:
        await self.send({"t": "subscribe", "id": self._new_id(), "ch": channel})

    def _note_hand(self, text: str) -> None:
        """The first at a table to hear of a hand counts it."""
        event = msgspec.json.decode(text)
        self._field_tally.note_hand(event["ch"], event["v"], time.time() * 1000)

    def _read_snapshot(self, text: str) -> None:
        """Whoever comes to the table while the first hand is played has not heard it start."""
        snapshot = msgspec.json.decode(text)
        if snapshot["ch"] == self.table and snapshot["d"]["hand"] is not None:
            self._field_tally.note_deal(self.table, time.time() * 1000)

    def _read_answer(self, text: str) -> None:
        answer = msgspec.json.decode(text)
        is_refused = answer["t"] == "refused"
        entered = self._entering.pop(answer["id"], None)
        if entered is None or entered.done():
            self._field_tally.refused += is_refused
        elif is_refused:
            why = sentence_of(answer["reason"], answer.get("d") or {})
            entered.set_exception(UsageError(f"The room refused an entry: {why}."))
        else:
            entered.set_result(None)

    def _new_id(self) -> str:
        self._sent += 1
        return f"{self._number}-{self._sent}"


class Field:
    """All players of one tournament."""

    def __init__(self, session: ClientSession, address: str, think_s: float) -> None:
        self.tally = FieldTally()
        self.entered = 0
        self._session = session
        self._address = address
        self._think_s = think_s
        self._door = asyncio.Semaphore(AT_ONCE)
        self._entrants: list[Entrant] = []
        self._listening: list[asyncio.Task[None]] = []
        self._coming: list[asyncio.Task[None]] = []

    @property
    def connected(self) -> int:
        """How many have a socket."""
        return len(self._entrants)

    @property
    def dealt_in(self) -> int:
        """How many sit at a table that has dealt."""
        dealt = self.tally.first_deals_ms
        return sum(one.table in dealt for one in self._entrants)

    def come(self, players: int) -> None:
        """Have everybody come in and connect."""
        self._coming = [asyncio.create_task(self._connect(number)) for number in range(players)]

    def enter(self, tournament: int) -> None:
        """Have everybody register."""
        self.entered = 0
        self._coming = [
            asyncio.create_task(self._enter(entrant, tournament)) for entrant in self._entrants
        ]

    async def _connect(self, number: int) -> None:
        client = RoomClient(self._session, self._address)
        async with self._door:
            await client.guest()
            line = await client.connect()
            await line.subscribe("me")
        entrant = Entrant(line.ws, self.tally, self._think_s, number)
        self._entrants.append(entrant)
        self._listening.append(asyncio.create_task(entrant.listen()))

    async def _enter(self, entrant: Entrant, tournament: int) -> None:
        async with self._door:
            await entrant.enter(tournament)
        self.entered += 1

    def verify(self) -> None:
        """Raise what went wrong for any player; nobody may have lost the connection."""
        for task in (*self._coming, *self._listening):
            if task.done() and not task.cancelled():
                task.result()
        if any(task.done() for task in self._listening):
            raise UsageError("The room hung up on a player.")

    async def go_home(self) -> None:
        """Stop playing and hang up."""
        tasks = [*self._coming, *self._listening]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(one.hang_up() for one in self._entrants), return_exceptions=True)
