"""The live floor over `kill -9` of a real server: no entry is lost, and the level clock runs on."""

import time
from pathlib import Path

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, new_session
from cardroom.commands.staff import make_administrator
from tests.server.floor.running import Console, new_floor
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import audit

PASSWORD = "three small fish"


async def manager(http: ClientSession, room: RoomProcess) -> RoomClient:
    client = RoomClient(http, room.address)
    await client.login("Mara", PASSWORD)
    return client


async def test_after_a_kill_every_entry_is_there_and_the_clock_has_run_on(tmp_path: Path) -> None:
    database = sqlite_in(tmp_path)
    await make_administrator(database, "Mara", PASSWORD)
    async with new_session() as http:
        with RoomProcess(database) as room:
            console = await new_floor(await manager(http, room))
            await console.do("open_tables", count=1)
            await console.enter("Ann", "Bob", "Cas")
            await console.do("draw_button", table=1)
            await console.do("start_clock")
            await console.do("finish_hand", table=1)
            before = await console.state()
            seen = time.monotonic()
            room.kill()
        with RoomProcess(database) as room:
            again = Console(await manager(http, room), console.floor)
            after = await again.state()
            passed_ms = 1000 * (time.monotonic() - seen)
            assert {**after, "clock": 0} == {**before, "clock": 0}
            run = before["clock"]["left_ms"] - after["clock"]["left_ms"]
            assert run == after["clock"]["at_ms"] - before["clock"]["at_ms"]
            assert 0 < run <= passed_ms + 1000
            await again.do("finish_hand", table=1, out=[3])
            assert (await again.state())["left"] == 2
            room.stop()
    audited = audit(database)
    assert audited.returncode == 0, audited.stdout
