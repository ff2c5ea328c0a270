"""A field of players for the tests: each at a socket of their own, told what to do with a turn.

They play in a thread with a loop of its own, beside the browsers of the test. Any of them can be
handed over to a browser: who sits where is known first, and then somebody looks at that seat.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar
from uuid import uuid4

from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomGone
from tests.browser.past import PASSWORD

T = TypeVar("T")
Mode = Literal["wait", "fold", "shove"]
WITHIN_S = 90.0
NAMES = (
    "Ana", "Bram", "Chloe", "Daan", "Elise", "Finn", "Gwen", "Hugo", "Iris", "Joost", "Kim",
    "Lars", "Mila", "Noor", "Otis", "Pien", "Ravi", "Sofie", "Teun", "Uma", "Vito", "Wout",
    "Xenia", "Yara", "Zoe", "Aron", "Bente", "Cas", "Dina", "Evi",
)  # fmt: skip


class Seated:
    """One player: where they sit, and what they do when it is their turn."""

    def __init__(self, client: RoomClient, line: Line) -> None:
        self.client = client
        self.line = line
        self.mode: Mode = "wait"
        self.tables: dict[int, int] = {}
        """Where they sit, by tournament."""
        self.is_out = False
        self.has_left = False
        self._turn: dict[str, Any] | None = None
        self._playing = asyncio.create_task(self._play())

    @property
    def name(self) -> str:
        return self.client.name

    @property
    def table(self) -> int:
        """The table of the tournament that they were seated in first; 0 before that."""
        return next(iter(self.tables.values()), 0)

    async def _play(self) -> None:
        try:
            while True:
                self._read(await self.line.read(600))
                await self.answer()
        except RoomGone:
            return

    def _read(self, message: dict[str, Any]) -> None:
        if message["t"] == "turn":
            self._turn = message
        elif message["t"] != "event" or message["ch"] != "me":
            return
        elif message["d"]["type"] == "tournament_seated":
            table = message["d"]["table"]
            self.tables[message["d"]["tournament"]] = table
            self._listens = asyncio.create_task(self._listen(table))
        elif message["d"]["type"] in {"tournament_out", "tournament_result", "tournament_over"}:
            self.is_out = True

    async def _listen(self, table: int) -> None:
        await self.line.send(t="subscribe", id=str(uuid4()), ch=f"table:{table}")

    async def answer(self) -> None:
        """Answer the turn that waits, if there is one and the player is to act."""
        message = self._turn
        if message is None or self.mode == "wait":
            return
        self._turn, turn = None, message["d"]
        wanted: dict[str, Any] = {"a": "check" if turn["check"] else "fold"}
        if self.mode == "shove" and turn["raise_to"]:
            wanted = {"a": "raise", "to": turn["raise_to"]}
        elif self.mode == "shove":
            wanted = {"a": "check" if turn["check"] else "call"}
        await self.line.send(
            t="act", id=str(uuid4()), ch=message["ch"], hand=turn["hand"], turn=turn["turn"],
            **wanted,
        )  # fmt: skip

    async def leave(self) -> None:
        """Give the socket up: from now on a browser has the seat."""
        self.has_left = True
        self._playing.cancel()
        await asyncio.gather(self._playing, return_exceptions=True)
        await self.line.ws.close()


class Field:
    """The players of a room, and the operator who holds its tournaments."""

    def __init__(self, address: str, boss: str) -> None:
        self.address = address
        self.players: list[Seated] = []
        self._named = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.do(self._open(boss))

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done beside the test, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WITHIN_S)

    async def _open(self, boss: str) -> None:
        self._session = ClientSession()
        self.boss = RoomClient(self._session, self.address)
        await self.boss.login(boss, PASSWORD)

    def close(self) -> None:
        self.do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        for player in self.players:
            await player.leave()
        await self._session.close()

    # Holding a tournament

    def people(self, count: int) -> list[Seated]:
        """This many players with an account, at their screens."""
        return self.do(self._people(count))

    async def _people(self, count: int) -> list[Seated]:
        found = []
        for _ in range(count):
            self._named += 1
            client = RoomClient(self._session, self.address)
            await client.register(f"{NAMES[self._named % len(NAMES)]}{self._named}", PASSWORD)
            line = await client.connect()
            await line.subscribe("me")
            found.append(Seated(client, line))
        self.players += found
        return found

    def hold(self, toml: str, people: list[Seated], *, in_s: float = 3.0) -> int:
        """Announce a tournament that starts soon, and let them enter."""
        return self.do(self._hold(toml, people, in_s))

    async def _hold(self, toml: str, people: list[Seated], in_s: float) -> int:
        made = await self.boss.post(
            "/api/admin/tournaments", id=str(uuid4()), toml=toml, file="test.toml",
            starts_ms=int((time.time() + in_s) * 1000), reason="for a test",
        )  # fmt: skip
        number = int(made["tournament"])
        for player in people:
            await self.ask(player, f"/api/tournaments/{number}/register")
        return number

    async def ask(self, player: Seated, path: str, **content: Any) -> Any:
        return await player.client.post(path, id=str(uuid4()), **content)

    # Playing

    def play(self, mode: Mode, *people: Seated) -> None:
        """What these players do with their turns from now on."""
        for player in people:
            player.mode = mode
            if not player.has_left:
                self.do(player.answer())

    def until(self, is_so: Callable[[], bool], why: str, within_s: float = WITHIN_S) -> None:
        """Wait for something that the players have heard."""
        end = time.monotonic() + within_s
        while not is_so():
            assert time.monotonic() < end, why
            time.sleep(0.02)

    def page(self, tournament: int) -> dict[str, Any]:
        """What everybody knows of a tournament."""
        found: dict[str, Any] = self.do(self.boss.get(f"/api/tournaments/{tournament}"))
        return found

    def hand_over(self, player: Seated) -> list[dict[str, str]]:
        """The cookies of a player, for the browser that takes the seat."""
        self.do(player.leave())
        cookies = player.client.cookies.items()
        return [{"name": name, "value": value, "url": self.address} for name, value in cookies]
