"""The live floor over `kill -9` of a real server: no entry is lost or made twice, clocks run on."""

import asyncio
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.commands.staff import make_administrator
from cardroom.errors import UsageError
from tests.rule import rule
from tests.server.floor.running import Console, new_floor
from tests.server.processes import RoomProcess
from tests.server.seating import audit

PASSWORD = "three small fish"
LATE = [f"Late {number}" for number in range(1, 13)]
ANSWERED = 4
"""How many of the late players have their seat when the server is killed."""
LEVEL_MS = 24 * 60 * 60_000
LONG = [{"minutes": 1440, "small_blind": 100, "big_blind": 200}]
"""One level that no machine is too slow for."""


async def manager(http: ClientSession, room: RoomProcess) -> RoomClient:
    client = RoomClient(http, room.address)
    await client.login("Mara", PASSWORD)
    return client


async def enter_all(console: Console, kill: RoomProcess | None = None) -> set[str]:
    """Late players all at once, each with a request of its own; who got an answer.

    A server that is to be killed is killed in the middle of them.
    """
    answered: set[str] = set()

    async def enter(player: str) -> None:
        request = f"enter-{player.replace(' ', '-').lower()}"
        body: dict[str, Any] = {"id": request, "command": {"do": "enter", "player": player}}
        try:
            await console.client.post(f"{console.path}/commands", **body)
        except RoomSaidNo:
            raise
        except UsageError:
            assert kill is not None, "only a killed server is out of reach"
            return
        answered.add(player)
        if kill is not None and len(answered) == ANSWERED:
            kill.kill()

    await asyncio.gather(*map(enter, LATE))
    return answered


def verify_clock(state: dict[str, Any], started_ms: int) -> None:
    """The level clock shows to the millisecond what has passed since it was started."""
    clock = state["clock"]
    assert (clock["level"], clock["paused"]) == (1, False)
    assert clock["left_ms"] == LEVEL_MS - (clock["at_ms"] - started_ms)


@rule("LIVE-31")
async def test_kills_in_the_middle_lose_no_entry_no_cent_and_no_second(anywhere: str) -> None:
    database = anywhere
    await make_administrator(database, "Mara", PASSWORD)
    rebuy = {"price": {"prize": 4_000}, "chips": 10_000, "until_level": 1}
    async with new_session() as http:
        with RoomProcess(database) as room:
            terms: dict[str, Any] = {"levels": LONG, "entries_until_level": 1, "rebuy": rebuy}
            console = await new_floor(await manager(http, room), **terms)
            await console.do("open_tables", count=2)
            ann, *_ = await console.enter("Ann", "Bob", "Cas")
            started = (await console.do("start_clock"))["entries"][0]["at_ms"]
            before = await console.state()
            answered = await enter_all(console, kill=room)
            assert len(answered) >= ANSWERED
        with RoomProcess(database) as room:
            console = Console(await manager(http, room), console.floor)
            state = await console.state()
            verify_clock(state, started)
            there = {one["player"] for one in state["players"]}
            assert answered | {"Ann", "Bob", "Cas"} <= there
            assert before["version"] + len(answered) <= state["version"]
            # The same requests again: who has a seat keeps it, the others get theirs.
            assert await enter_all(console) == set(LATE)
            state = await console.state()
            names = [one["player"] for one in state["players"]]
            assert sorted(names) == sorted(["Ann", "Bob", "Cas", *LATE])
            assert state["money"]["pools"]["prize"] == 4_000 * len(names)
            await console.do("announce_rebuy", entry=ann)
            await console.do("pay_rebuy", entry=ann)
            kept = await console.state()
            room.kill()
        with RoomProcess(database) as room:
            console = Console(await manager(http, room), console.floor)
            state = await console.state()
            verify_clock(state, started)
            assert {**state, "clock": 0} == {**kept, "clock": 0}
            assert (await console.refused("pay_rebuy", entry=ann))[1] == "not_the_next_step"
            await console.do("deliver_rebuy", entry=ann)
            assert (await console.state())["chips"] == 10_000 * (len(names) + 1)
            room.stop()
    audited = audit(database)
    assert audited.returncode == 0, audited.stdout
    assert "Live tournaments followed: 1" in audited.stdout
