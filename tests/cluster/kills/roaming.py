"""People in a room of several processes that are killed: they come back through any gateway."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomSaidNo
from tests.server.kills.kill_players import FIRST_DEPOSIT, LOST, KillPlayer
from tests.server.kills.kill_waiters import KillWaiter
from tests.server.seating import PASSWORD
from tests.server.tournaments.kill_players import KillEntrant

TRY_AGAIN_S = 0.2
ASK_AGAIN_S = 2.0
SERVER_ERROR = 500
PRICE = 100
"""Of a game."""
SHOWN_IN_S = 60.0
"""How long what somebody has may not be shown, because nobody runs it at the moment."""

Gateway = Callable[[], str]
"""The address of a gateway that lives."""


def at(client: RoomClient, http: ClientSession, address: str) -> RoomClient:
    """The same account at another gateway."""
    moved = RoomClient(http, address)
    for name in ("player", "name", "cookies", "csrf"):
        setattr(moved, name, getattr(client, name))
    return moved


class Deals:
    """Who looks on notes when hands begin."""

    def __init__(self) -> None:
        self.started_ms: list[int] = []
        self.last: dict[str, Any] = {}
        """The last message of all."""

    def note(self, line: Line) -> None:
        """Look at everything that a line brings."""
        read = line.read

        async def noting(within_s: float = 30.0) -> dict[str, Any]:
            message = self.last = await read(within_s)
            if message["t"] == "event" and message["d"]["type"] == "hand_started":
                self.started_ms.append(message["ts"])
            return message

        line.read = noting  # type: ignore[method-assign]


class Roaming(KillPlayer):
    """One person at the tables, through all lives of all processes."""

    def __init__(self, http: ClientSession, gateway: Gateway, number: int, **other: Any) -> None:
        super().__init__(http, "", number, **other)
        self.refusals: Counter[str] = Counter()
        self.deals = Deals()
        self._http = http
        self._gateway = gateway
        self._asking: set[str] = set()
        """Orders that are on their way."""
        self._has_sat = False
        self._missing_since: float | None = None

    def __str__(self) -> str:
        said = f"{self._name} ({self.player}), {self.deeds} deeds, refused {dict(self.refusals)}"
        return f"{said}, open {self.orders.open}, last {self.deals.last}"

    async def live(self) -> None:
        """Be there for ever; whatever ends a connection, another one follows."""
        asking = asyncio.create_task(self._ask_on())
        try:
            while True:
                self.client = at(self.client, self._http, self._gateway())
                try:
                    await super().live()
                except RoomSaidNo as no:
                    # A room in which something has just died refuses this and that for a moment.
                    self.refusals[no.reason] += 1
                await asyncio.sleep(TRY_AGAIN_S)
        finally:
            asking.cancel()

    async def _ask_on(self) -> None:
        """Repeat orders that nobody has answered: their connection may live on for ever."""
        while True:
            await asyncio.sleep(ASK_AGAIN_S)
            for word, order in list(self.orders.open.items()):
                with suppress(*LOST):
                    await self._send_order(word, **order)

    async def _send_order(self, word: str, kind: str, amount: int) -> None:
        if word in self._asking:
            return
        self._asking.add(word)
        try:
            await super()._send_order(word, kind, amount)
        finally:
            self._asking.remove(word)

    async def _play(self, line: Line) -> None:
        self.deals.note(line)
        try:
            await super()._play(line)
        finally:
            await line.close()

    async def _sit(self, line: Line, shown: dict[str, Any]) -> str:
        """A seat that is not shown is looked for again, while its host may be dead."""
        if self._has_sat and self._is_missing_briefly():
            raise TimeoutError
        channel = await super()._sit(line, shown)
        self._has_sat, self._missing_since = True, None
        return channel

    async def _look(self, line: Line, channel: str) -> bool:
        self._has_sat, self._missing_since = True, None
        return await super()._look(line, channel)

    def _is_missing_briefly(self) -> bool:
        now = time.monotonic()
        if self._missing_since is None:
            self._missing_since = now
        return now - self._missing_since < SHOWN_IN_S


class RoamingWaiter(Roaming, KillWaiter):
    """One person in a queue, through all lives of all processes."""

    def __init__(
        self, http: ClientSession, gateway: Gateway, number: int, stake: dict[str, Any]
    ) -> None:
        super().__init__(http, gateway, number, stake=stake)

    def _verify(self, shown: dict[str, Any]) -> None:
        found = {place["entry"] for place in [*shown["offers"], *shown["queued"]]}
        if not self.places.keys() <= found and self._is_missing_briefly():
            raise TimeoutError
        super()._verify(shown)
        self._missing_since = None


class RoamingEntrant(KillEntrant):
    """One person who buys one tournament after the other."""

    def __init__(self, http: ClientSession, gateway: Gateway, number: int, games: int) -> None:
        super().__init__(http, "", number, enters_again=0)
        self.games_left = games
        self._http = http
        self._gateway = gateway
        self._is_known = False
        self._has_money = False

    def __str__(self) -> str:
        said = f"entrant{self._number} ({self.client.player}), {self.games_left} games left"
        return f"{said}, {self.entries_asked} bought, open {self._open}, refused {self.refused}"

    async def live(self) -> None:
        """Be there for ever, and buy a game now and then."""
        buying = asyncio.create_task(self._buy())
        try:
            while True:
                self.client = at(self.client, self._http, self._gateway())
                try:
                    await self._come_in()
                    line = await self.client.connect()
                    try:
                        await self._play(line)
                    finally:
                        await line.close()
                except LOST:
                    # A refusal too: a room in which something has just died refuses for a moment.
                    await asyncio.sleep(TRY_AGAIN_S + self._chance.random())
        finally:
            buying.cancel()

    async def entries(self) -> list[dict[str, Any]] | None:
        """Everything that they have entered; None while nobody can say."""
        try:
            answer = await self.client.get("/api/entries?limit=200")
        except RoomSaidNo as no:
            if no.status < SERVER_ERROR:
                raise
            return None
        return list(answer["entries"])

    async def _come_in(self) -> None:
        if not self._is_known:
            try:
                await self.client.register(f"entrant{self._number}", PASSWORD)
            except RoomSaidNo as no:
                if no.reason != "name_taken":
                    raise
                await self.client.login(f"entrant{self._number}", PASSWORD)
            self._is_known = True
        await self.client.accept_rules()
        if "first" not in self.acknowledged:
            await self.client.post("/api/cashier/deposit", id="first", amount=FIRST_DEPOSIT)
            self.acknowledged["first"] = {}
        while not self._has_money:
            balance = (await self.client.get("/api/balance"))["balance"]
            self._has_money = balance >= PRICE
            await asyncio.sleep(TRY_AGAIN_S)

    async def _read(self, line: Line, message: dict[str, Any]) -> None:
        """What a dying process refuses is asked for again: a seat to listen at, a game to buy."""
        if message["t"] == "refused":
            if message["id"].startswith("listen-") or message["rule"] == "NET-10":
                raise TimeoutError
            if message["id"] in self._open:
                self.games_left += 1
        await super()._read(line, message)

    async def _buy(self) -> None:
        while True:
            await asyncio.sleep(1 + 4 * self._chance.random())
            if self.games_left and self._has_money and self.is_answered:
                self.games_left -= 1
                self.want("buy_games", offer="HexaPro 1", games=1)
