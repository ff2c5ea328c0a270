"""A real room under attack: every kind of hostile frame, floods, silent and slow sockets."""

import asyncio
import json
import random
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomGone
from tests.server.clients import eventually
from tests.server.hostile import HELLO, attack, frames, masked, upgrade
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import Seated, audit, three_seated

SEED = 20261116
ATTACKERS = 8
CONNECTIONS_EACH = 6
FRAMES_EACH = 80
SILENT = 60
SLOW = 20
GROWTH_KIB_MAX = 12 * 1024
"""What a second storm, just like the first, may leave behind in memory."""

ENVIRONMENT = {
    "CARDROOM_LIMITS_SOCKETS_PER_ADDRESS": "10000",
    "CARDROOM_LIMITS_REQUESTS_EVERY_MS": "1",
    "CARDROOM_LIMITS_REQUESTS_BURST": "100000",
    "CARDROOM_LIMITS_ENTRIES_EVERY_MS": "1",
    "CARDROOM_LIMITS_ENTRIES_BURST": "100000",
}


def memory_kib(room: RoomProcess) -> int:
    """What the room has in memory."""
    status = Path(f"/proc/{room.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def storm(attackers: list[RoomClient], room: RoomProcess, channel: str, seed: int) -> None:
    """Connection after connection, each with a burst of everything that is wrong."""

    async def rage(attacker: RoomClient, number: int) -> None:
        rng = random.Random(seed + number)
        for _ in range(CONNECTIONS_EACH):
            ticket = (await attacker.post("/api/ticket"))["ticket"]
            first = masked(HELLO, rng) if rng.random() < 0.95 else b""
            data = first + b"".join(frames(rng, FRAMES_EACH, channel))
            path, cookie = f"/api/socket?ticket={ticket}", cookie_of(attacker)
            await attack(room.port, path, cookie, room.address, data)

    await asyncio.gather(*(rage(one, number) for number, one in enumerate(attackers)))


def cookie_of(client: RoomClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


async def hang_about(
    stack: AsyncExitStack, attackers: list[RoomClient], room: RoomProcess, channel: str
) -> None:
    """Sockets that say nothing, and sockets that listen to a table and never read."""
    for _ in range(SILENT):
        _, writer = await asyncio.open_connection("127.0.0.1", room.port)
        stack.callback(writer.close)
    rng = random.Random(SEED)
    for number in range(SLOW):
        attacker = attackers[number % len(attackers)]
        ticket = (await attacker.post("/api/ticket"))["ticket"]
        _, writer = await asyncio.open_connection("127.0.0.1", room.port)
        stack.callback(writer.close)
        path = f"/api/socket?ticket={ticket}"
        writer.write(upgrade(path, cookie_of(attacker), room.address))
        listen = json.dumps({"t": "subscribe", "id": "s", "ch": channel}).encode()
        writer.write(masked(HELLO, rng) + masked(listen, rng))


async def play_on(player: Seated, hands: list[int]) -> None:
    """Check and call, hand after hand."""
    with suppress(RoomGone):
        while True:
            await player.play_a_hand()
            hands.append(1)


async def test_a_room_under_attack_deals_on_breaks_nowhere_and_forgets_the_attackers(
    tmp_path: Path, http: ClientSession
) -> None:
    database = sqlite_in(tmp_path)
    with RoomProcess(database, environment=ENVIRONMENT) as room:
        attackers = [RoomClient(http, room.address) for _ in range(ATTACKERS)]
        for attacker in attackers:
            await attacker.guest()
        async with three_seated(http, room) as players, AsyncExitStack() as stack:
            channel = players[0].channel
            hands: list[int] = []
            playing = [asyncio.create_task(play_on(one, hands)) for one in players]
            await hang_about(stack, attackers, room, channel)
            memory = []
            for number in range(3):
                await storm(attackers, room, channel, SEED + 1000 * number)
                memory.append(memory_kib(room))
            before = len(hands)
            await eventually(lambda: is_more(hands, before + 3))
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        assert memory[2] - memory[1] < GROWTH_KIB_MAX, memory
        await eventually(lambda: is_quiet(http, room))
        assert await asyncio.to_thread(room.stop) == 0
        bad = [line for line in room.log if json.loads(line)["level"] not in {"info", "debug"}]
        # A new room reminds its operator once of the key that the auditor is to have.
        assert [line for line in bad if "made a key for the auditor" not in line] == []
    assert audit(database).returncode == 0


async def is_more(hands: list[int], than: int) -> bool:
    return len(hands) >= than


async def is_quiet(http: ClientSession, room: RoomProcess) -> bool:
    """Whether nobody is connected any more."""
    async with http.get(f"{room.address}/metrics") as response:
        return "cardroom_connections 0.0" in (await response.text()).splitlines()
