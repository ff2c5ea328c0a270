"""What the one head row of the ledger costs when several processes settle hands on PostgreSQL.

`python -m bench.writers` lets one, two and four processes settle hands for some seconds: in one
database, where the head makes them take turns, and each in a database of its own on the same
server, where nothing does. The second is the most that separate chains could reach.
"""

import argparse
import asyncio
import statistics
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

from bench.store import fund
from cardroom.ledger import SettledHand
from cardroom.store import Store
from tests.store.private_postgres import PrivatePostgres
from tests.store.sample_tables import SampleTable

TABLES = 32
"""Tables of each process."""
COUNTS = (1, 2, 4)


async def settle_for(address: str, first: int, seconds: float) -> None:
    """Be one writing process: fund the tables, wait for the start, settle, say how many."""
    async with await Store.open(address) as store:
        samples = await fund(store, TABLES, first)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        until = time.perf_counter() + seconds
        counts = await asyncio.gather(*(_play(store, sample, until) for sample in samples))
    print(sum(counts), flush=True)


async def _play(store: Store, sample: SampleTable, until: float) -> int:
    count = 0
    while time.perf_counter() < until:
        hand: SettledHand = sample.hand()
        await store.settle(hand)
        count += 1
    return count


async def _start(address: str, first: int, seconds: float) -> Process:
    words = ("--writer", address, str(first), "--seconds", str(seconds))
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.writers", *words, stdin=PIPE, stdout=PIPE
    )


async def together(addresses: Sequence[str], seconds: float) -> float:
    """Hands a second of this many processes side by side, each at its address."""
    children = [
        await _start(address, 1 + number * TABLES, seconds)
        for number, address in enumerate(addresses)
    ]
    hands = 0
    for child in children:
        assert child.stdout is not None
        assert (await child.stdout.readline()) == b"ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"go\n")
    for child in children:
        output, _ = await child.communicate()
        hands += int(output)
    return hands / seconds


async def measure(rounds: int, seconds: float) -> None:
    """Measure all ways in turn, so that other work on the machine meets them alike."""
    server = PrivatePostgres("fsync=on")
    number = 0

    async def fresh() -> str:
        nonlocal number
        number += 1
        address = await server.new_database(f"writers{number}")
        await (await Store.open(address)).close()
        return address

    found: dict[tuple[str, int], list[float]] = {}
    try:
        for _ in range(rounds):
            for count in COUNTS:
                shared = await together([await fresh()] * count, seconds)
                apart = await together([await fresh() for _ in range(count)], seconds)
                found.setdefault(("one head", count), []).append(shared)
                found.setdefault(("a head each", count), []).append(apart)
                ratio = shared / apart
                print(
                    f"{count} processes: one head {shared:,.0f}, a head each {apart:,.0f}"
                    f" hands/s, {ratio:.2f}",
                    flush=True,
                )
    finally:
        server.remove()
    for count in COUNTS:
        shared = statistics.median(found["one head", count])
        apart = statistics.median(found["a head each", count])
        print(f"{count} | {shared:,.0f} | {apart:,.0f} | {shared / apart:.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--writer", nargs=2, metavar=("ADDRESS", "TABLE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.writer:
        address, first = options.writer
        asyncio.run(settle_for(address, int(first), options.seconds))
    else:
        asyncio.run(measure(options.rounds, options.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
