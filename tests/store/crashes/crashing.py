"""Kills real processes in the middle of their work, and counts every cent after each kill.

`python -m tests.store.crashes.crashing --kills 10000` is `make crash-test`. This process has no
threads, so it forks workers cheaply (crash_worker.py); each works at six tables until SIGKILL meets
it. Then the store is opened: what was acknowledged is there, what was not is wholly there or wholly
absent, and doing it again is safe. On PostgreSQL now and then the server is killed too.
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
from pathlib import Path
from typing import NoReturn

import asyncpg
import msgspec
from rich.console import Console
from rich.progress import Progress

from cardroom.ledger import (
    GENESIS,
    Answer,
    Kind,
    Reason,
    SettledHand,
    TableId,
    Transfer,
    chain,
    read_account,
)
from cardroom.ledger.accounts import house
from cardroom.ledger.transfers import read_transfer
from cardroom.store import Claim, Store
from tests.store.crashes.crash_worker import (
    Acknowledged,
    Claimed,
    Moving,
    Said,
    Tried,
    Worker,
    decoder,
    done,
    until_available,
)
from tests.store.private_postgres import PrivatePostgres
from tests.store.sample_tables import PLAYERS, STACK, SampleTable

TABLES = 6
LIFE_S = 0.06
"""The longest that a worker lives, from its first word or, for some, from its start; twice that on
PostgreSQL, whose first statements are slow."""
START_S_MAX = 60
FACTS_MAX = 40
"""A worker at work says at most this many things before its last moments begin."""
SERVER_KILLED_EVERY = 20
CORRECTIONS = frozenset({Reason.REVERSED, Reason.SUSPENDED, Reason.SUSPENSE_RESOLVED})
"""What a worker does beside settling hands."""


class Killing:
    """The house between two kills: what it knows, and what it finds."""

    def __init__(self, address: str, server: PrivatePostgres | None, seed: int) -> None:
        self._address = address
        self._server = server
        self._chance = random.Random(seed)
        self._sample_tables = {
            number: SampleTable(Claim(TableId(number), 0), number)
            for number in range(1, TABLES + 1)
        }
        self._acknowledged: set[str] = set()
        self._corrections: dict[str, Transfer] = {}
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
        said = [decoder.decode(line) for line in heard.split(b"\n")[:-1]]
        self.found["kills"] += 1
        if self._server:
            asyncio.run(_forgotten(self._address))
        asyncio.run(self._verify(said))

    def _become_worker(self, pipe: int) -> NoReturn:
        try:
            asyncio.run(Worker(self._address, self._sample_tables, pipe).work())
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
            for sample in self._sample_tables.values():
                mine = [fact for fact in said if _table(fact) == sample.claim.table]
                await self._verify_table(store, sample, mine)
            await self._verify_sum(store)

    async def _verify_table(self, store: Store, sample: SampleTable, said: list[Said]) -> None:
        """Follow what the worker said of one table; its last hand may be in doubt."""
        table = sample.claim.table
        pending: SettledHand | Transfer | None = None
        for fact in said:
            match fact:
                case Claimed(epoch=epoch):
                    sample.claim = Claim(table, epoch)
                case Tried(hand=deed) | Moving(transfer=deed):
                    pending = deed
                case Acknowledged(key=key):
                    assert pending is not None
                    assert pending.key == key
                    assert await _is_stored(store, pending), f"{key} was acknowledged and is lost"
                    self._note(sample, pending)
                    pending = None
        if pending is not None:
            await self._resolve(store, sample, pending)
        stacks = await store.stacks(table)
        if sample.claim.epoch:
            assert stacks == sample.stacks, f"table {table}: {stacks} is not {sample.stacks}"
        else:
            assert stacks.items() <= sample.stacks.items(), "some have bought in, nobody has played"

    def _note(self, sample: SampleTable, deed: SettledHand | Transfer) -> None:
        """Remember what is stored from now on."""
        if isinstance(deed, Transfer):
            self._corrections[deed.key] = deed
            self.found[deed.reason.value] += 1
        else:
            sample.stacks = deed.stacks
            self._acknowledged.add(deed.key)

    async def _resolve(
        self, store: Store, sample: SampleTable, pending: SettledHand | Transfer
    ) -> None:
        """A deed in doubt is there or not; the same again is applied once."""
        there = await _is_stored(store, pending)
        what = "unacknowledged" if isinstance(pending, SettledHand) else "unacknowledged correction"
        self.found[f"{what}, {'there' if there else 'absent'}"] += 1
        if there or self._chance.random() < 0.5:
            answer = await done(store, pending)
            assert answer is (Answer.ALREADY_APPLIED if there else Answer.APPLIED)
            self._note(sample, pending)

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
            corrected: dict[str, Transfer] = {}
            async for transfer in store.transfers(until=standing.head.transfers):
                head = chain(head, transfer.content)
                assert transfer.hash == head
                assert sum(amount for _, amount in transfer.entries) == 0
                for account, amount in transfer.entries:
                    sums[account] += amount
                settled |= {transfer.hand.key} if transfer.hand else set()
                found = read_transfer(transfer.content)
                if found.reason in CORRECTIONS:
                    corrected[found.key] = found
            assert head == standing.head.hash
            assert sums == standing.balances
            assert settled == self._acknowledged
            assert corrected == self._corrections
            assert self._in_suspense() == {
                account: amount
                for account, amount in sums.items()
                if amount and read_account(account).kind is Kind.SUSPENSE
            }
            self.found["hands"] = len(settled)

    def _in_suspense(self) -> dict[str, int]:
        """What is set aside and not credited, by what the workers have said."""
        waiting = Counter[str]()
        for deed in self._corrections.values():
            for account, amount in deed.entries:
                if read_account(account).kind is Kind.SUSPENSE:
                    waiting[account] += amount
        return {account: amount for account, amount in waiting.items() if amount}


def _hear(pipe: int, facts: int) -> bytes:
    """This many lines from a pipe: how far a worker gets does not depend on how fast it is."""
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


async def _is_stored(store: Store, deed: SettledHand | Transfer) -> bool:
    """Whether a deed is there; if so, all of it."""
    if isinstance(deed, SettledHand):
        return await _is_hand_stored(store, deed)
    booked = await store.stored_transfer(deed.key)
    assert booked in (None, deed), f"{deed.key} is there with another content"
    return booked is not None


async def _is_hand_stored(store: Store, hand: SettledHand) -> bool:
    found = await store.hand(hand.table, hand.epoch, hand.number)
    moved = await store.stored_transfer(hand.key)
    assert (found is None) == (moved is None), f"{hand.key} is there by half"
    if found is not None:
        assert found.hand == msgspec.structs.replace(hand, outbox=(), statistics=())
    return found is not None


def _table(fact: Said) -> int:
    match fact:
        case Tried(hand=hand):
            return hand.table
        case Claimed(table=table) | Moving(table=table) | Acknowledged(table=table):
            return table


def kill(database: str, kills: int, seed: int) -> Counter[str]:
    """Kill this many workers on one kind of database; what was found."""
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
