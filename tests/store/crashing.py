"""Kills real processes in the middle of their work, and counts every cent after each kill.

`python -m tests.store.crashing --kills 10000` is `make crash-test`. This process has no threads, so
it forks workers cheaply; each settles hands at six tables until SIGKILL meets it. Then the store is
opened: what was acknowledged is there, what was not is wholly there or wholly absent, and doing it
again is safe. On PostgreSQL now and then the server is killed too.
"""

import argparse
import asyncio
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

import asyncpg
import msgspec
from rich.console import Console
from rich.progress import Progress

from cardroom.errors import Unavailable
from cardroom.ledger import GENESIS, Answer, Kind, SettledHand, TableId, chain
from cardroom.ledger.accounts import house
from cardroom.store import Claim, Store
from cardroom.store.database import T
from tests.store.felts import PLAYERS, STACK, Felt
from tests.store.private_postgres import PrivatePostgres

TABLES = 6
HISTORY_BYTES = 300
LIFE_S = 0.06
"""The longest that a worker lives, from its first word or, for some, from its start; twice that on
PostgreSQL, whose first statements are slow."""
START_S_MAX = 60
FACTS_MAX = 40
"""A worker at work says at most so many things before its last moments begin."""
SERVER_KILLED_EVERY = 20


class Claimed(msgspec.Struct, tag="claimed", frozen=True):
    """A worker says that a table is its own."""

    table: int
    epoch: int


class Tried(msgspec.Struct, tag="tried", frozen=True):
    """A worker says which hand it is about to settle."""

    hand: SettledHand


class Acknowledged(msgspec.Struct, tag="acknowledged", frozen=True):
    """A worker says that the store has answered."""

    key: str


Said = Claimed | Tried | Acknowledged
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Said)


class Worker:
    """Runs in a process of its own and reports through a pipe, one line a fact."""

    def __init__(self, address: str, felts: dict[int, Felt], pipe: int) -> None:
        self._address = address
        self._felts = felts
        self._pipe = pipe

    def say(self, fact: Said) -> None:
        os.write(self._pipe, _encoder.encode(fact) + b"\n")

    async def work(self) -> NoReturn:
        store = await until_available(lambda: Store.open(self._address))
        await asyncio.gather(*(self._play(store, felt) for felt in self._felts.values()))
        raise AssertionError("a worker plays until it is killed")

    async def _play(self, store: Store, felt: Felt) -> None:
        table = felt.claim.table
        if felt.claim.epoch == 0:
            for transfer in felt.funding():
                await until_available(partial(store.transfer, transfer))
        claim = await until_available(lambda: store.claim(table, f"process {os.getpid()}"))
        self.say(Claimed(table, claim.epoch))
        mine = Felt(claim, seed=claim.epoch, history_bytes=HISTORY_BYTES)
        mine.stacks = felt.stacks
        while True:
            hand = mine.hand()
            self.say(Tried(hand))
            await until_available(partial(store.settle, hand))
            self.say(Acknowledged(hand.key))


async def until_available(attempt: Callable[[], Awaitable[T]]) -> T:
    """As the room does: what is not known is asked again."""
    while True:
        try:
            return await attempt()
        except Unavailable:
            continue


class Killing:
    """The house between two kills: what it knows, and what it finds."""

    def __init__(self, address: str, server: PrivatePostgres | None, seed: int) -> None:
        self._address = address
        self._server = server
        self._chance = random.Random(seed)
        self._felts = {
            number: Felt(Claim(TableId(number), 0), number) for number in range(1, TABLES + 1)
        }
        self._acknowledged: set[str] = set()
        self.found = Counter[str]()

    def kill_one(self) -> None:
        """Start a worker, kill it at a random moment, verify what it left."""
        life_s = self._chance.uniform(0, LIFE_S * (2 if self._server else 1))
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._become_worker(writing)
        os.close(writing)
        heard = b""
        if self._chance.random() < 0.75:
            # Most die at work, however slow the machine is; the others while they open the store.
            heard = _hear(reading, self._chance.randrange(1, FACTS_MAX))
        heard += _listen(reading, life_s)
        if self._server and self._chance.randrange(SERVER_KILLED_EVERY) == 0:
            self._kill_server(self._server)
            heard += _listen(reading, self._chance.uniform(0, 0.3))
        os.kill(child, signal.SIGKILL)
        _, ended = os.waitpid(child, 0)
        assert os.WIFSIGNALED(ended), "the worker ended by itself"
        with os.fdopen(reading, "rb") as pipe:
            heard += pipe.read()
        # The last line may have been cut off by the kill.
        said = [_decoder.decode(line) for line in heard.split(b"\n")[:-1]]
        self.found["kills"] += 1
        if self._server:
            asyncio.run(_forgotten(self._address))
        asyncio.run(self._verify(said))

    def _become_worker(self, pipe: int) -> NoReturn:
        try:
            asyncio.run(Worker(self._address, self._felts, pipe).work())
        except BaseException:  # noqa: BLE001 - whatever it is, this process ends here
            traceback.print_exc()
        # Reached only by a mistake: the parent must not be left with a second self.
        os._exit(1)

    def _kill_server(self, server: PrivatePostgres) -> None:
        server.stop(self._chance.choice([signal.SIGKILL, signal.SIGQUIT]))
        time.sleep(0.05)
        server.start()
        self.found["server kills"] += 1

    async def _verify(self, said: list[Said]) -> None:
        async with await until_available(lambda: Store.open(self._address)) as store:
            for felt in self._felts.values():
                mine = [fact for fact in said if _table(fact) == felt.claim.table]
                await self._verify_table(store, felt, mine)
            await self._verify_sum(store)

    async def _verify_table(self, store: Store, felt: Felt, said: list[Said]) -> None:
        """Follow what the worker said of one table; its last hand may be in doubt."""
        table = felt.claim.table
        pending: SettledHand | None = None
        for fact in said:
            match fact:
                case Claimed(epoch=epoch):
                    felt.claim = Claim(table, epoch)
                case Tried(hand=hand):
                    pending = hand
                case Acknowledged(key=key):
                    assert pending is not None
                    assert pending.key == key
                    assert await _is_stored(store, pending), f"{key} was acknowledged and is lost"
                    felt.stacks = pending.stacks
                    self._acknowledged.add(key)
                    pending = None
        if pending is not None:
            await self._resolve(store, felt, pending)
        stacks = await store.stacks(table)
        if felt.claim.epoch:
            assert stacks == felt.stacks, f"table {table}: {stacks} is not {felt.stacks}"
        else:
            assert stacks.items() <= felt.stacks.items(), "some have bought in, nobody has played"

    async def _resolve(self, store: Store, felt: Felt, pending: SettledHand) -> None:
        """A hand in doubt is there or not; the same again is applied once."""
        there = await _is_stored(store, pending)
        self.found["unacknowledged, there" if there else "unacknowledged, absent"] += 1
        if there or self._chance.random() < 0.5:
            answer = await store.settle(pending)
            assert answer is (Answer.ALREADY_APPLIED if there else Answer.APPLIED)
            felt.stacks = pending.stacks
            self._acknowledged.add(pending.key)

    async def _verify_sum(self, store: Store) -> None:
        """Not a cent more or less than the bank has paid in."""
        standing = await store.standing()
        assert sum(standing.balances.values()) == 0
        paid_in = -standing.balances.get(house(Kind.BANK, "EUR"), 0)
        assert paid_in % STACK == 0
        assert paid_in <= TABLES * PLAYERS * STACK

    async def verify_all(self) -> None:
        """At the end: every acknowledged hand, the chain, and every balance from its entries."""
        async with await Store.open(self._address) as store:
            standing = await store.standing()
            head, sums, settled = GENESIS, Counter[str](), set[str]()
            async for transfer in store.transfers(until=standing.head.transfers):
                head = chain(head, transfer.content)
                assert transfer.hash == head
                assert sum(amount for _, amount in transfer.entries) == 0
                for account, amount in transfer.entries:
                    sums[account] += amount
                settled |= {transfer.hand.key} if transfer.hand else set()
            assert head == standing.head.hash
            assert sums == standing.balances
            assert settled == self._acknowledged
            self.found["hands"] = len(settled)


def _hear(pipe: int, facts: int) -> bytes:
    """So many lines from a pipe: how far a worker gets does not depend on how fast it is."""
    heard, until = b"", time.monotonic() + START_S_MAX
    while heard.count(b"\n") < facts and time.monotonic() < until:
        heard += _listen(pipe, 0.002)
    return heard


def _listen(pipe: int, seconds: float) -> bytes:
    """What comes through a pipe in some time, so that the worker never has to wait for us."""
    heard, until = b"", time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            part = os.read(pipe, 1 << 16)
            assert part, "the worker ended by itself"
            heard += part
    return heard


async def _forgotten(address: str) -> None:
    """Wait until the server has noticed that the worker is dead: it may still commit its last."""
    connection = await asyncpg.connect(address)
    try:
        query = "select count(*) from pg_stat_activity where application_name = 'cardroom'"
        while await connection.fetchval(query):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.005)
    finally:
        await connection.close()


async def _is_stored(store: Store, hand: SettledHand) -> bool:
    """Whether a hand is there; if so, all of it."""
    found = await store.hand(hand.table, hand.epoch, hand.number)
    moved = await store.stored_transfer(hand.key)
    assert (found is None) == (moved is None), f"{hand.key} is there by half"
    if found is not None:
        assert found.hand == msgspec.structs.replace(hand, outbox=(), statistics=())
    return found is not None


def _table(fact: Said) -> int:
    match fact:
        case Claimed(table=table):
            return table
        case Tried(hand=hand):
            return hand.table
        case Acknowledged(key=key):
            return int(key.split(":")[1])


def kill(database: str, kills: int, seed: int) -> Counter[str]:
    """Kill so many workers on one kind of database; what was found."""
    with tempfile.TemporaryDirectory(prefix="cardroom-crash-") as folder:
        server = PrivatePostgres() if database == "postgresql" else None
        try:
            address = server.address() if server else str(Path(folder) / "room.db")
            killing = Killing(address, server, seed)
            # No refreshing thread: a process that forks has none.
            with Progress(console=Console(stderr=True), auto_refresh=False) as progress:
                task = progress.add_task(f"Killing on {database}", total=kills)
                for _ in range(kills):
                    killing.kill_one()
                    progress.update(task, advance=1, refresh=progress.console.is_terminal)
            asyncio.run(killing.verify_all())
            return killing.found
        finally:
            if server:
                server.remove()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=10_000, help="half of them on each database")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], help="only on this one")
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    seed = random.randrange(2**32) if args.seed is None else args.seed
    print(f"seed {seed}", file=sys.stderr)
    databases = [args.database] if args.database else ["sqlite", "postgresql"]
    for database in databases:
        found = kill(database, args.kills // len(databases), seed)
        print(json.dumps({"database": database, "seed": seed} | found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
