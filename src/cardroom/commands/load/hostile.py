"""Hostile sockets beside honest players: a process of its own that throws frames at a room.

Every session comes in as a guest, says hello, throws a burst of frames that are wrong in many ways,
reads until it is thrown out, and comes again. At the end it prints what it did as JSON.
"""

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse

from cardroom.commands.room_client import RoomClient, RoomGone, new_session

SESSIONS = 20
BURST = 200
READING_S = 2.0
"""How long a session waits to be thrown out before it throws again."""
TABLES = 200
OVERSIZED = 9_000
NICE = 10


class Thrown(msgspec.Struct):
    """What was thrown so far."""

    frames: int = 0
    connections: int = 0


def _act(rng: random.Random) -> bytes:
    """Out of turn, at somebody else's table, now and then the same again."""
    act = {
        "t": "act",
        "ch": f"table:{rng.randint(1, TABLES)}",
        "id": f"h{rng.randrange(50)}",
        "hand": rng.randrange(20),
        "turn": rng.randrange(2**53),
        "a": rng.choice(("raise", "call", "fold")),
        "to": rng.randrange(2**53),
    }
    return msgspec.json.encode(act)


def _wrong_type(rng: random.Random) -> bytes:
    act = msgspec.json.decode(_act(rng))
    act[rng.choice(list(act))] = rng.choice((None, -1, 1.5, [], {}, "x" * 300, 2**60))
    return msgspec.json.encode(act)


def _cut(rng: random.Random) -> bytes:
    act = _act(rng)
    return act[: rng.randrange(len(act))]


def _unknown_field(rng: random.Random) -> bytes:
    return _act(rng)[:-1] + b',"seat":3}'


def _deep(rng: random.Random) -> bytes:
    return rng.choice((b"[", b'{"a":')) * rng.randint(9, 400)


def _oversized(rng: random.Random) -> bytes:
    return b" " * rng.randint(OVERSIZED, 2 * OVERSIZED)


def _noise(rng: random.Random) -> bytes:
    return bytes(rng.choices(range(32, 127), k=rng.randint(0, 200)))


KINDS: tuple[tuple[Callable[[random.Random], bytes], int], ...] = (
    (_act, 60), (_wrong_type, 10), (_cut, 10), (_unknown_field, 5), (_deep, 4), (_oversized, 1),
    (_noise, 10),
)  # fmt: skip
BINARY_SHARE = 0.05


async def _throw(ws: ClientWebSocketResponse, rng: random.Random, thrown: Thrown) -> None:
    makers, weights = zip(*KINDS, strict=True)
    for make in rng.choices(makers, weights, k=BURST):
        content = make(rng)
        if rng.random() < BINARY_SHARE:
            await ws.send_bytes(content)
        else:
            await ws.send_str(content.decode())
        thrown.frames += 1


async def _session(
    client: RoomClient, rng: random.Random, frames_per_s: float, thrown: Thrown
) -> None:
    """Come again and again, as often as the pace wants it."""
    await client.guest()
    while True:
        started = time.perf_counter()
        with suppress(ClientError, ConnectionError, TimeoutError, RoomGone):
            # Being thrown out is what a hostile client expects.
            line = await client.connect()
            thrown.connections += 1
            try:
                await _throw(line.ws, rng, thrown)
                async with asyncio.timeout(READING_S):
                    async for _ in line.ws:
                        pass
            finally:
                await line.close()
        rest = BURST * SESSIONS / frames_per_s - (time.perf_counter() - started)
        await asyncio.sleep(max(0.0, rest))


async def attack(address: str, frames_per_s: float, seconds: float) -> Thrown:
    """Attack a room for some time."""
    thrown = Thrown()
    async with new_session(2 * SESSIONS) as session:
        tasks = [
            _start(session, address, number, frames_per_s, thrown) for number in range(SESSIONS)
        ]
        ended, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in ended:
            task.result()
    return thrown


def _start(
    session: ClientSession, address: str, number: int, frames_per_s: float, thrown: Thrown
) -> asyncio.Task[None]:
    client, rng = RoomClient(session, address), random.Random(number)  # noqa: S311
    return asyncio.create_task(_session(client, rng, frames_per_s, thrown))


def main() -> int:
    """Attack the room that the command line names."""
    # Attackers have machines of their own; here they should not take the server's.
    os.nice(NICE)
    address, frames_per_s, seconds = sys.argv[1:]
    thrown = asyncio.run(attack(address, float(frames_per_s), float(seconds)))
    print(msgspec.json.encode(thrown).decode(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
