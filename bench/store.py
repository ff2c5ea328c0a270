"""Settled hands per second: the store against bare driver code that writes the same rows."""

import argparse
import asyncio
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

import asyncpg

from bench.harness import Check, Task
from cardroom.ledger import SettledHand, TableId
from cardroom.store import Store
from cardroom.store.databases.database import Each, One, Script, Step, T
from cardroom.store.databases.sqlite import SqliteDatabase, in_sqlite
from tests.store.private_postgres import PrivatePostgres
from tests.store.sample_tables import SampleTable

TABLES = 128
HANDS = 12_800
ROUNDS = 5
GOAL = 0.6
MILESTONES = [10_000, 100_000, 1_000_000]
STEP = 5 * TABLES


class Recorder(SqliteDatabase):
    """Notes the writing steps of every transaction."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.written: list[list[Step]] = []

    async def transact(self, script: Script[T]) -> T:
        noted: list[Step] = []
        self.written.append(noted)
        return await super().transact(self._noted(script, noted))

    def _noted(self, script: Script[T], noted: list[Step]) -> Script[T]:
        try:
            step = next(script)
            while True:
                if isinstance(step, Each) or step.sql.startswith(("update", "insert")):
                    noted.append(step)
                step = script.send((yield step))
        except StopIteration as end:
            return cast("T", end.value)


async def fund(store: Store, tables: int, first: int = 1) -> list[SampleTable]:
    """Claim the tables from the first one on, and seat their players."""
    sample_tables = []
    for number in range(first, first + tables):
        sample = SampleTable(await store.claim(TableId(number), "bench"), seed=number)
        await asyncio.gather(*(store.transfer(one) for one in sample.funding()))
        sample_tables.append(sample)
    return sample_tables


async def settle(store: Store, dealt: list[list[SettledHand]]) -> float:
    """Every table settles its hands one by one, beside the others; how many a second."""

    async def play(hands: list[SettledHand]) -> None:
        for hand in hands:
            await store.settle(hand)

    started = time.perf_counter()
    await asyncio.gather(*(play(hands) for hands in dealt))
    return sum(map(len, dealt)) / (time.perf_counter() - started)


async def by_store(address: str, hands: int) -> float:
    async with await Store.open(address) as store:
        sample_tables = await fund(store, TABLES)
        return await settle(store, [sample.hands(hands // TABLES) for sample in sample_tables])


class Rows(NamedTuple):
    """The transactions of one run of the store: those before the first hand, and the hands."""

    before: list[list[Step]]
    hands: list[list[Step]]
    settled: int


async def record(folder: Path, hands: int) -> Rows:
    """Settle the hands once and note the rows."""
    database = Recorder(folder / "recorded.db")
    async with await Store.open(database) as store:
        sample_tables = await fund(store, TABLES)
        start = len(database.written)
        await settle(store, [sample.hands(hands // TABLES) for sample in sample_tables])
    return Rows(database.written[1:start], database.written[start:], hands // TABLES * TABLES)


async def by_bare_sqlite(path: Path, rows: Rows) -> float:
    await (await Store.open(str(path))).close()
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=256)
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "cache_size=-32768"):
        connection.execute(f"pragma {pragma}")

    def write(transactions: list[list[Step]]) -> None:
        for steps in transactions:
            connection.execute("begin immediate")
            for step in steps:
                if isinstance(step, One):
                    connection.execute(in_sqlite(step.sql), list(step.values))
                else:
                    connection.executemany(in_sqlite(step.statement.sql), step.rows)
            connection.execute("commit")

    write(rows.before)
    started = time.perf_counter()
    write(rows.hands)
    took = time.perf_counter() - started
    connection.close()
    return rows.settled / took


async def by_bare_asyncpg(address: str, rows: Rows) -> float:
    await (await Store.open(address)).close()
    connection = await asyncpg.connect(address)

    async def write(transactions: list[list[Step]]) -> None:
        for steps in transactions:
            async with connection.transaction():
                for step in steps:
                    if isinstance(step, One):
                        await connection.execute(step.sql, *step.values)
                    elif step.rows and step.statement.bulk:
                        columns = map(list, zip(*step.rows, strict=True))
                        await connection.execute(step.statement.bulk, *columns)
                    elif step.rows:
                        await connection.executemany(step.statement.sql, step.rows)

    await write(rows.before)
    started = time.perf_counter()
    await write(rows.hands)
    took = time.perf_counter() - started
    await connection.close()
    return rows.settled / took


class Compared(NamedTuple):
    """Hands per second, median of interleaved rounds, and the median of the rounds' ratios."""

    name: str
    store: float
    bare: float
    ratio: float


def compared(name: str, pairs: list[tuple[float, float]]) -> Compared:
    ours, bare = (statistics.median(side) for side in zip(*pairs, strict=True))
    return Compared(name, ours, bare, statistics.median(one / two for one, two in pairs))


async def compare_sqlite(hands: int, rounds: int) -> Compared:
    pairs = []
    with tempfile.TemporaryDirectory(prefix="cardroom-bench-") as name:
        folder = Path(name)
        rows = await record(folder, hands)
        for number in range(rounds):
            ours = await by_store(str(folder / f"store{number}.db"), hands)
            bare = await by_bare_sqlite(folder / f"bare{number}.db", rows)
            pairs.append((ours, bare))
    return compared("SQLite", pairs)


async def compare_postgres(server: PrivatePostgres, hands: int, rounds: int) -> Compared:
    pairs = []
    with tempfile.TemporaryDirectory(prefix="cardroom-bench-") as name:
        rows = await record(Path(name), hands)
    for number in range(rounds):
        ours = await by_store(await server.new_database(f"store{number}"), hands)
        bare = await by_bare_asyncpg(await server.new_database(f"bare{number}"), rows)
        pairs.append((ours, bare))
    return compared("PostgreSQL", pairs)


def cpu_s(server: int = 0) -> float:
    """CPU time of this process and of the connections that a database server has open."""
    spent = time.process_time()
    for process in children(server) if server else []:
        if b"127.0.0.1(" in (process / "cmdline").read_bytes():
            fields = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def children(parent: int) -> list[Path]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="utf-8")
    return [Path("/proc") / child for child in listed.split()]


async def growth(
    address: str, milestones: list[int], server: int = 0
) -> list[tuple[int, float, float]]:
    """Over the next 10,000 hands, when this many are stored: hands per second, CPU time of one."""
    measured: list[tuple[int, float, float]] = []
    async with await Store.open(address) as store:
        sample_tables = await fund(store, TABLES)
        stored = 0
        for milestone in milestones:
            while stored < milestone:
                await settle(store, [sample.hands(STEP // TABLES) for sample in sample_tables])
                stored += STEP
            before = cpu_s(server)
            rate = await settle(store, [sample.hands(80) for sample in sample_tables])
            measured.append((stored, rate, (cpu_s(server) - before) / (80 * TABLES)))
            stored += 80 * TABLES
    return measured


@contextmanager
def durable_postgres() -> Iterator[PrivatePostgres]:
    """A server that syncs, as in production."""
    server = PrivatePostgres("fsync=on", "shared_buffers=128MB")
    try:
        yield server
    finally:
        server.remove()


def sqlite_against_bare(hands: int = HANDS, rounds: int = ROUNDS) -> str:
    return comparison_text(asyncio.run(compare_sqlite(hands, rounds)))


def postgres_against_bare(hands: int = HANDS, rounds: int = ROUNDS) -> str:
    with durable_postgres() as server:
        return comparison_text(asyncio.run(compare_postgres(server, hands, rounds)))


def sqlite_growth(milestones: list[int] = MILESTONES) -> str:
    with tempfile.TemporaryDirectory(prefix="cardroom-bench-") as name:
        return grown(asyncio.run(growth(str(Path(name) / "grown.db"), milestones)))


def postgres_growth(milestones: list[int] = MILESTONES) -> str:
    with durable_postgres() as server:
        return grown(asyncio.run(growth(server.address(), milestones, server.pid)))


def comparison_text(found: Compared) -> str:
    met = "met" if found.ratio >= GOAL else "**missed**"
    return (
        f"{found.store:,.0f} hands/s, bare {found.bare:,.0f}; {found.ratio:.0%} of bare,"
        f" goal {GOAL:.0%} {met}"
    )


def grown(measured: list[tuple[int, float, float]]) -> str:
    return "; ".join(
        f"with {stored:,} hands stored {rate:,.0f} hands/s, {1e6 * cpu:,.0f} µs of CPU each"
        for stored, rate, cpu in measured
    )


TASKS: list[Task] = []
CHECKS = [
    Check("SQLite, group commit", sqlite_against_bare),
    Check("PostgreSQL, group commit", postgres_against_bare),
    Check("SQLite, growing", sqlite_growth),
    Check("PostgreSQL, growing", postgres_growth),
]
NOTES = """
- Six players, 2 KB of history, seven entries a hand; 128 tables settle one hand after the other.
- Hands per second are by the clock: most of the time is the disk's, or the server's. On a busy
  machine they say little; the CPU time, ours and that of the server's process together, shows
  whether the cost of a hand grows.
- Both sides write the same hands in the same groups of up to 64 a commit, durably, into the same
  schema with all its guards. The bare side is given all values ready: it verifies nothing, encodes
  nothing, hashes nothing and answers nobody. Rounds are interleaved, the ratio is their median.
- The faster the disk syncs, the more our own work shows: on a disk in memory, with the other
  processor busy, the ratio on SQLite is about one half.
- A player's hands are stored in blocks (0014): sorted by player alone, each hand wrote six more
  pages as soon as every player had one of their own.
- `python -m bench.store --growth 10000 100000` measures growth alone, and less far.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands in a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument(
        "--growth", type=int, nargs="+", metavar="STORED", help="only: with this many hands stored"
    )
    args = parser.parse_args()
    if args.growth:
        print(f"SQLite: {sqlite_growth(args.growth)}", flush=True)
        print(f"PostgreSQL: {postgres_growth(args.growth)}")
    else:
        print(f"SQLite: {sqlite_against_bare(args.hands, args.rounds)}", flush=True)
        print(f"PostgreSQL: {postgres_against_bare(args.hands, args.rounds)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
