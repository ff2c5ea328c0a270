"""What one more seat takes in the room's memory, at the same amount of play on any machine.

    python -m bench.seats [--hands 25] [--tables 8 24]

A room with this many full tables plays in virtual time until each has had this many hands, so that
the events that are kept for players who come back are as many as ever. Then Python says what is
still there (`tracemalloc`), without what the store has: twice, and the difference by the seats. The
players and their queues are in it, a real connection is not.
"""

import argparse
import asyncio
import gc
import tracemalloc
from random import Random

import msgspec

from tests.room.rooms import Client, Shell
from tests.room.virtual import run

SEATS = 6
PLAYER, STACK = 1000, 1_000
THINK_MS = 300
FOLDS_IN_TEN = 3
WARM_UP_TABLES = 2
"""A first room is not like those that follow: rules, tables of ranks and the like are read."""


class Caller(Client):
    """Checks, calls or folds, and keeps no frame."""

    def deliver(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        if message["t"] == "turn":
            self.turns.put_nowait(message)

    async def play(self, chance: Random) -> None:
        """Take a seat, and answer every turn."""
        await self.sit(STACK)
        while True:
            message = await self.turns.get()
            await asyncio.sleep(chance.randrange(THINK_MS) / 1000)
            folds = chance.randrange(10) < FOLDS_IN_TEN
            await self.act(
                message, "check" if message["d"]["check"] else "fold" if folds else "call"
            )


async def evening(tables: int, hands: int) -> tuple[int, int]:
    """Seats, and the bytes that are in use after this many hands at each table."""
    shell, chance = Shell(7), Random(3)
    playing = []
    for number in range(SEATS * tables):
        shell.fund(PLAYER + number, 1_000_000)
        player = Caller(shell, PLAYER + number)
        playing.append(asyncio.create_task(player.play(chance)))
        await asyncio.sleep(0.2)
    while min(task.table.number for task in shell.room.tasks.values()) < hands:  # noqa: ASYNC110
        await asyncio.sleep(1)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    seats = sum(len(task.table.occupants) for task in shell.room.tasks.values())
    for stored in (shell.store.ledger, shell.store):
        for kept in vars(stored).values():
            if isinstance(kept, dict | list | set):
                kept.clear()
    gc.collect()
    return seats, tracemalloc.get_traced_memory()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=int, default=25)
    parser.add_argument("--tables", type=int, nargs=2, default=(8, 24))
    args = parser.parse_args()
    tracemalloc.start()
    run(evening(WARM_UP_TABLES, args.hands))
    found = []
    for tables in args.tables:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        seats, in_use = run(evening(tables, args.hands))
        found.append((seats, in_use - before))
        print(f"{seats} seats: {in_use - before:,} bytes", flush=True)
    (few, least), (many, most) = found
    print(f"one more seat: {(most - least) / (many - few):,.0f} bytes")


if __name__ == "__main__":
    main()
