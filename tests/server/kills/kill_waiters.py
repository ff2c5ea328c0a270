"""People who wait in queues of a server that is killed again and again: no kill takes a place.

They hold what they were given, an offered seat or a place in a queue, and change one wish of theirs
all the time. What the room has acknowledged is there after every kill.
"""

import asyncio
import time
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import Line
from tests.server.kills.kill_players import KillPlayer

Place = dict[str, Any]


def is_over(place: Place) -> bool:
    """Whether the time of an offered seat is over: on a slow machine a life can last that long."""
    return "until_ms" in place and time.time() * 1000 >= place["until_ms"]


class KillWaiter(KillPlayer):
    """One person who asks for a seat once, and never takes it."""

    def __init__(
        self, http: ClientSession, address: str, number: int, stake: dict[str, Any]
    ) -> None:
        super().__init__(http, address, number, saves=False)
        self.is_done = True
        self.places: dict[int, Place] = {}
        """What was acknowledged or shown, and not taken back since."""
        self.by_hand: set[bool] = {False}
        """Whether blinds are posted by hand: what was acknowledged, and what is under way."""
        self.checks = 0
        self._stake = stake

    async def _play(self, line: Line) -> None:
        shown = next(one for one in await line.subscribe("me") if one["t"] == "snapshot")["d"]
        while shown["balance"] < 2_500:
            await asyncio.sleep(0.2)
            shown["balance"] = (await self.client.get("/api/balance"))["balance"]
        self._verify(shown)
        if not self.places:
            answer = await line.ask("play", **self._stake)
            self._note([*answer["offers"], *answer["queued"]])
            self.deeds += 1
        await self._change_mind(line)

    def _note(self, places: list[Place]) -> None:
        self.places |= {place["entry"]: place for place in places}

    def _verify(self, shown: dict[str, Any]) -> None:
        """Nothing that was acknowledged is gone; an offer may have come, and none has changed."""
        found = {place["entry"]: place for place in [*shown["offers"], *shown["queued"]]}
        for entry, place in self.places.items():
            if entry not in found and is_over(place):
                continue
            assert entry in found, f"place {entry} of {self.player} is gone: {shown}"
            now = found[entry]
            if "table" in place and "table" in now:
                same = (place["table"], place["seat"]) == (now["table"], now["seat"])
                assert same, f"offer {entry} of {self.player} was {place} and is {now}"
            self.checks += 1
        self.places = found

    async def _change_mind(self, line: Line) -> None:
        """Change one wish after the other; each counts once it is acknowledged."""
        while True:
            wanted = not next(iter(self.by_hand)) if len(self.by_hand) == 1 else True
            self.by_hand.add(wanted)
            await line.ask("posting", by_hand=wanted)
            self.by_hand = {wanted}
            self.deeds += 1
            for message in line.unread():
                self._read(message)
            await asyncio.sleep(self._chance.random() / 4)

    def _read(self, message: dict[str, Any]) -> None:
        """An offer has come, or it or the wait has ended."""
        if message["t"] != "event" or message["ch"] != "me":
            return
        event = message["d"]
        if event["type"] == "seat_offered":
            self._note([event])
        elif event["type"] in {"offer_lapsed", "queue_left"}:
            self.places.pop(event["entry"], None)
