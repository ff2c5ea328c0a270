"""People at the tables of a real server that is killed again and again: they play and come back.

What nobody answered before the kill is asked again with the same id after it, as a client does.
"""

import asyncio
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomGone, RoomSaidNo
from cardroom.errors import UsageError
from tests.server.seating import PASSWORD, STAKE

LOST = (RoomGone, UsageError, ClientError, OSError, TimeoutError, KeyError)
"""What a player meets when the room dies."""
FIRST_DEPOSIT = 5_000


class Ordered:
    """Requests that move money: asked under one id until they are answered."""

    def __init__(self) -> None:
        self.acknowledged: set[str] = set()
        self.refused: set[str] = set()
        self.open: dict[str, dict[str, Any]] = {}
        self._count = 0

    def new(self, **content: Any) -> str:
        self._count += 1
        word = f"m{self._count}"
        self.open[word] = content
        return word

    def answered(self, word: str, *, accepted: bool) -> None:
        self.open.pop(word, None)
        (self.acknowledged if accepted else self.refused).add(word)


class KillPlayer:
    """One person through all lives of the server; a saver sits out and only adds cent by cent."""

    def __init__(self, http: ClientSession, address: str, number: int, *, saves: bool) -> None:
        self.client = RoomClient(http, address)
        self.orders = Ordered()
        self.top_ups = Ordered()
        self.is_done = False
        """Orders nothing more: the end of the evening."""
        self.deeds = 0
        """What the room has answered so far."""
        self._name = f"player{number}"
        self.saves = saves
        self._chance = Random(number)
        self._is_known = False

    @property
    def player(self) -> int:
        return self.client.player

    async def live(self) -> None:
        """Play until the room is gone."""
        while True:
            try:
                if not self._is_known:
                    await self._come_in()
                await self._ask_again()
                await self._play(await self.client.connect())
            except RoomSaidNo as no:
                if no.reason != "too_fast":
                    raise
                await asyncio.sleep(1)
            except LOST:
                return

    async def _come_in(self) -> None:
        """Register, or log in where the answer to that got lost."""
        try:
            await self.client.register(self._name, PASSWORD)
        except RoomSaidNo as no:
            if no.reason != "name_taken":
                raise
            await self.client.login(self._name, PASSWORD)
            await self.client.accept_rules()
        self._is_known = True

    async def _ask_again(self) -> None:
        """Repeat what was not answered, with the same ids; the first time, pay something in."""
        if not self.orders.acknowledged and not self.orders.open:
            self.orders.new(kind="deposit", amount=FIRST_DEPOSIT)
        for word, order in list(self.orders.open.items()):
            await self._send_order(word, **order)

    async def _send_order(self, word: str, kind: str, amount: int) -> None:
        try:
            await self.client.post(f"/api/cashier/{kind}", id=word, amount=amount)
        except RoomSaidNo as no:
            if no.status >= 500 or no.status == 429:
                return
            self.orders.answered(word, accepted=False)
        else:
            self.deeds += 1
            self.orders.answered(word, accepted=True)

    async def _play(self, line: Line) -> None:
        shown = next(one for one in await line.subscribe("me") if one["t"] == "snapshot")["d"]
        while shown["balance"] < 600 and not shown["seats"]:
            await asyncio.sleep(0.2)
            shown["balance"] = (await self.client.get("/api/balance"))["balance"]
        if shown["seats"]:
            channel = f"table:{shown['seats'][0]['table']}"
        else:
            channel = await self._sit(line, shown)
        is_out = await self._look(line, channel)
        if self.saves:
            await self._save(line, channel, is_out=is_out)
        await self._get_ready(line, channel)
        await self._go_on(line, channel)

    async def _sit(self, line: Line, shown: dict[str, Any]) -> str:
        """Wait for an offer, and take the seat with as little as may be."""
        line.offers.extend(shown["offers"])
        if not shown["offers"] and not shown["queued"]:
            answer = await line.ask("play", **STAKE)
            line.offers.extend(answer.get("offers", ()))
        while True:
            while not line.offers:
                await line.read()
            offer = line.offers.popleft()
            channel = f"table:{offer['table']}"
            if await self._try(line, "sit", ch=channel, amount=offer["buy_in"]["least"]):
                return channel
            # The seat was taken back meanwhile.
            line.offers.extend((await line.ask("play", **STAKE)).get("offers", ()))

    async def _look(self, line: Line, channel: str) -> bool:
        """Listen to the table, and answer what it asks already; whether the player sits out."""
        answers = await line.subscribe(channel)
        for message in answers:
            if message["t"] == "turn":
                await self._answer(line, message)
        shown = next(one for one in answers if one["t"] == "snapshot")["d"]
        own = [place for place in shown["places"] if place["player"] == self.player]
        return bool(own) and own[0]["out_since_ms"] is not None

    async def _try(self, line: Line, kind: str, **content: Any) -> bool:
        try:
            await line.ask(kind, **content)
        except RoomSaidNo:
            return False
        self.deeds += 1
        return True

    async def _go_on(self, line: Line, channel: str) -> None:
        chance = self._chance
        while True:
            if not self.is_done and chance.randrange(40) == 0:
                await self._order()
            try:
                message = await line.read(0.5)
            except TimeoutError:
                if line.ws.closed:
                    return
                await self._get_ready(line, channel)
                continue
            if message["t"] == "turn":
                await self._answer(line, message)

    async def _get_ready(self, line: Line, channel: str) -> None:
        """Nobody asks: buy in again without chips, come back, post."""
        try:
            await line.ask("come_back", ch=channel)
        except RoomSaidNo as no:
            if no.reason == "no_chips":
                await self._try(line, "top_up", ch=channel, amount=500)
        await self._try(line, "enter", ch=channel, post=True)

    async def _answer(self, line: Line, message: dict[str, Any]) -> None:
        turn, roll = message["d"], self._chance.randrange(10)
        to = 0
        if roll == 0 and turn["raise_to"]:
            action, to = (
                "raise",
                turn["raise_to" if self._chance.randrange(8) == 0 else "raise_from"],
            )
        elif turn["check"]:
            action = "check"
        else:
            action = "fold" if roll > 7 else "call"
        named = {"ch": message["ch"], "hand": turn["hand"], "turn": turn["turn"]}
        await self._try(line, "act", a=action, to=to, **named)

    async def _order(self) -> None:
        kind = self._chance.choice(("deposit", "withdrawal"))
        amount = self._chance.randrange(100, 900)
        await self._send_order(self.orders.new(kind=kind, amount=amount), kind, amount)

    async def _save(self, line: Line, channel: str, *, is_out: bool) -> None:
        """Sit out and add a cent at some moment: whoever sits out is topped up at once."""
        if not is_out:
            await self._try(line, "sit_out", ch=channel)
        else:
            for word, content in list(self.top_ups.open.items()):
                await self._top_up(line, word, **content)
            await asyncio.sleep(self._chance.random())
            content = {"ch": channel, "amount": 1}
            await self._top_up(line, self.top_ups.new(**content), **content)
        while True:
            await line.read()

    async def _top_up(self, line: Line, word: str, **content: Any) -> None:
        """Under an id of its own; only an answer settles it."""
        await line.send(t="top_up", id=word, **content)
        while True:
            message = await line.read()
            if message.get("id") == word and message["t"] in {"ack", "refused"}:
                self.top_ups.answered(word, accepted=message["t"] == "ack")
                return
