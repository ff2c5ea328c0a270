"""A process that owns a table and is paused at one point of its settlement (see test_weather)."""

import asyncio
import os
import signal
import sys
import time

from cardroom.errors import TransferRefused
from cardroom.ledger import TableId
from cardroom.store import Patience, Store
from cardroom.store.databases.address import sqlite_path
from cardroom.store.databases.database import MigratableDatabase
from cardroom.store.databases.postgres import PostgresDatabase
from cardroom.store.databases.sqlite import SqliteDatabase
from tests.store.sample_tables import SampleTable


async def main(address: str, where: str) -> None:
    armed = False

    def pause(site: str) -> None:
        nonlocal armed
        if armed and site == where:
            armed = False
            os.kill(os.getpid(), signal.SIGSTOP)
            # The signal stops all threads, this one a moment later than the first.
            time.sleep(0.1)

    database: MigratableDatabase = (
        PostgresDatabase(address, paused_s=0.5, faults=pause)
        if address.startswith("postgresql")
        else SqliteDatabase(sqlite_path(address), faults=pause)
    )
    async with await Store.open(database, Patience(pause_s=0.01)) as store:
        sample = SampleTable(await store.claim(TableId(9), "paused"), seed=1)
        await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
        armed = True
        task = asyncio.create_task(store.settle(sample.hand()))
        await asyncio.sleep(0)
        try:
            answer = await task
            print(answer.value, flush=True)
        except TransferRefused as refusal:
            print(refusal.reason, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
