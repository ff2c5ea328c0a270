"""A floor whose server is killed in the middle of what people do, again and again.

After every outage the console asks again, as real ones do, and the whole log is held against what
it was before: nothing is lost, nothing is done twice, and clock, chips and money follow from it.
"""

import asyncio
from contextlib import AbstractAsyncContextManager
from itertools import cycle
from types import TracebackType
from typing import Any, NamedTuple

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.commands.staff import make_administrator
from cardroom.errors import UsageError
from tests.server.floor.running import Console, new_floor
from tests.server.processes import RoomProcess
from tests.server.tournaments.players import fresh_id

PASSWORD = "three small fish"
MOMENTS_S = (0.0, 0.004, 0.008, 0.002, 0.016, 0.001, 0.030, 0.006)
"""How long a server lives after it was asked: each outage meets another moment of the work."""
CLOCK_EVENTS = ("level_clock_running", "level_clock_paused", "deal_proposed")
MINUTE_MS = 60_000
LIMITS = {"CARDROOM_LIMITS_REQUESTS_BURST": "1000000"}
"""Two days in a minute."""


class Wish(NamedTuple):
    """Something that a console asks for, with the id under which it asks again."""

    path: str
    body: dict[str, Any]


def wish(what: str, *, reason: str = "", **facts: Any) -> Wish:
    """A command."""
    body = {"id": fresh_id(), "command": {"do": what, **facts}, "reason": reason}
    return Wish("commands", body)


def wish_undone(entry: int) -> Wish:
    """An entry is taken back, with everything that depends on it."""
    how = {"reason": "a mistake", "with_dependents": True}
    return Wish("undo", {"id": fresh_id(), "entry": entry, **how})


class Outages(AbstractAsyncContextManager["Outages"]):
    """One live tournament, its server, and its manager at a console that stays logged in."""

    console: Console

    def __init__(self, database: str) -> None:
        self.database = database
        self.kills = 0
        self._moments = cycle(MOMENTS_S)
        self._http: ClientSession = new_session()
        self._room = RoomProcess(database, environment=LIMITS)

    async def __aenter__(self) -> "Outages":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.close()
        self._room.__exit__(kind, error, trace)

    async def create(self, **terms: Any) -> None:
        """The tournament."""
        await make_administrator(self.database, "Mara", PASSWORD)
        client = RoomClient(self._http, self._room.address)
        await client.login("Mara", PASSWORD)
        self.console = await new_floor(client, **terms)

    async def log(self) -> list[dict[str, Any]]:
        """All entries, page by page."""
        found: list[dict[str, Any]] = []
        while page := (await self.console.get(f"log?after={len(found)}"))["entries"]:
            found += page
        return found

    async def killed_during(self, *wishes: Wish) -> list[Any]:
        """Ask for all at once, kill the server, start it again, ask again; the answers."""
        before = await self.log()
        answered = await self._asked_while_killed(wishes)
        await self._restart()
        found = await self.log()
        assert found[: len(before)] == before, "what was stored stays as it was"
        for entries in answered:
            assert all(entry in found for entry in entries), "what was answered is stored"
        answers = [await self._ask(one) for one in wishes]
        after = await self.log()
        written = [entry for one in answers for entry in one["entries"]]
        written.sort(key=lambda entry: int(entry["number"]))
        assert after[len(before) :] == written, "each of them happened once"
        assert [(await self._ask(one))["entries"] for one in wishes] == [
            one["entries"] for one in answers
        ]
        assert await self.log() == after
        await self.verify()
        return answers

    async def _asked_while_killed(self, wishes: tuple[Wish, ...]) -> list[list[dict[str, Any]]]:
        """The entries of those who had an answer in time."""
        asked = [asyncio.create_task(self._ask(one)) for one in wishes]
        await asyncio.sleep(next(self._moments))
        self._room.kill()
        self.kills += 1
        said = await asyncio.gather(*asked, return_exceptions=True)
        for one in said:
            out_of_reach = isinstance(one, UsageError) and not isinstance(one, RoomSaidNo)
            assert out_of_reach or not isinstance(one, BaseException), one
        return [one["entries"] for one in said if not isinstance(one, BaseException)]

    async def _restart(self) -> None:
        """The server comes back where it was; its staff need not log in again."""
        port = self._room.port
        self._room.__exit__(None, None, None)
        self._room = RoomProcess(self.database, port=port, environment=LIMITS)

    async def _ask(self, one: Wish) -> Any:
        return await self.console.client.post(f"{self.console.path}/{one.path}", **one.body)

    async def verify(self) -> None:
        """Numbers without a gap; clock, chips and money as the log says."""
        log, state = await self.log(), await self.console.state()
        assert [entry["number"] for entry in log] == list(range(1, state["version"] + 1))
        undone = {number for one in log for number in _taken_back(one)}
        counts = [one for one in log if one["number"] not in undone]
        terms, clock = state["terms"], state["clock"]
        assert (clock["level"], clock["left_ms"]) == _clock_at(counts, terms, clock["at_ms"])
        entries = [one for one in counts if one["event"]["type"] == "entry_taken"]
        races = [one["event"]["race"] for one in counts if one["event"]["type"] == "chips_raced"]
        raced = sum(line["after"] - line["before"] for race in races for line in race["lines"])
        assert state["chips"] == terms["starting_stack"] * len(entries) + raced
        paid = [one["event"]["amount"] for one in counts if one["event"]["type"] == "prize_paid"]
        if state["status"] != "closed":
            prize = terms["price"]["prize"] * len(entries) - sum(paid)
            assert state["money"]["pools"].get("prize", 0) == prize

    async def stop(self) -> None:
        """Close the room as its service manager does."""
        assert self._room.stop() == 0


def _taken_back(entry: dict[str, Any]) -> list[int]:
    event = entry["event"]
    return [*event["entries"], entry["number"]] if event["type"] == "undone" else []


def _clock_at(counts: list[dict[str, Any]], terms: Any, at_ms: int) -> tuple[int, int]:
    """Level and time left, from the timestamps of the log and nothing else."""
    last = next(one for one in reversed(counts) if one["event"]["type"] in CLOCK_EVENTS)
    level, left_ms = int(last["event"]["level"]), int(last["event"]["left_ms"])
    if last["event"]["type"] == "level_clock_running":
        left_ms -= at_ms - int(last["at_ms"])
    while left_ms <= 0:
        level += 1
        left_ms += int(terms["levels"][level - 1]["minutes"]) * MINUTE_MS
    return level, left_ms
