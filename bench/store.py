"""Settled hands per second: the store against bare driver code that writes the same rows.

Both sides write the same hands in the same groups of up to 64 a commit, durably, into the same
schema with all its guards. The bare side is given all values ready: it verifies nothing, encodes
nothing, hashes nothing and answers nobody. Rounds are interleaved; the median is reported.
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple, cast

import asyncpg

from cardroom.ledger import SettledHand, TableId
from cardroom.store import Store
from cardroom.store.database import Each, One, Script, Step, T
from cardroom.store.sqlite import SqliteDatabase, in_sqlite
from tests.store.felts import Felt
from tests.store.private_postgres import PrivatePostgres

TABLES = 128
HANDS = 12_800
ROUNDS = 5


class Recorder(SqliteDatabase):
    """Notes the writing steps of every transaction."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.written: list[list[Step]] = []

    async def transact(self, script: Script[T]) -> T:
        self.written.append([])
        return await super().transact(self._noted(script))

    def _noted(self, script: Script[T]) -> Script[T]:
        try:
            step = next(script)
            while True:
                if isinstance(step, Each) or step.sql.startswith(("update", "insert")):
                    self.written[-1].append(step)
                step = script.send((yield step))
        except StopIteration as end:
            return cast("T", end.value)


async def fund(store: Store, tables: int) -> list[Felt]:
    """Claim the tables and seat their players."""
    felts = []
    for number in range(1, tables + 1):
        felt = Felt(await store.claim(TableId(number), "bench"), seed=number)
        await asyncio.gather(*(store.transfer(one) for one in felt.funding()))
        felts.append(felt)
    return felts


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
        felts = await fund(store, TABLES)
        return await settle(store, [felt.hands(hands // TABLES) for felt in felts])


class Rows(NamedTuple):
    """The transactions of one run of the store: those before the first hand, and the hands."""

    before: list[list[Step]]
    hands: list[list[Step]]
    count: int


async def record(folder: Path, hands: int) -> Rows:
    """Settle the hands once and note the rows."""
    database = Recorder(folder / "recorded.db")
    async with await Store.open(database) as store:
        felts = await fund(store, TABLES)
        start = len(database.written)
        await settle(store, [felt.hands(hands // TABLES) for felt in felts])
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
    return rows.count / took


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
    return rows.count / took


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


async def growth(address: str, milestones: list[int]) -> list[tuple[int, float]]:
    """Hands per second over 10,000 hands, when so many hands are stored already."""
    measured = []
    async with await Store.open(address) as store:
        felts = await fund(store, TABLES)
        stored = 0
        while stored <= milestones[-1]:
            rate = await settle(store, [felt.hands(10_000 // TABLES) for felt in felts])
            if stored >= milestones[len(measured)]:
                measured.append((stored, rate))
            stored += 10_000 // TABLES * TABLES
    return measured


async def run(args: argparse.Namespace) -> None:
    server = PrivatePostgres("fsync=on", "shared_buffers=128MB")
    try:
        for done in (
            await compare_sqlite(args.hands, args.rounds),
            await compare_postgres(server, args.hands, args.rounds),
        ):
            print(f"{done.name:10} {done.store:8,.0f} hands/s, bare {done.bare:8,.0f}", end="")
            print(f", ratio {done.ratio:.2f}")
        if args.growth:
            with tempfile.TemporaryDirectory(prefix="cardroom-bench-") as name:
                for where in (str(Path(name) / "grown.db"), await server.new_database("grown")):
                    for stored, rate in await growth(where, args.growth):
                        print(f"{where[:10]} with {stored:9,} hands stored: {rate:8,.0f} hands/s")
    finally:
        server.remove()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands in a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument(
        "--growth", type=int, nargs="*", help="measure again with so many hands stored"
    )
    asyncio.run(run(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
