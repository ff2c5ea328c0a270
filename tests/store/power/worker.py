"""Settles hands one after the other and writes the key of each into a file once it is answered."""

import asyncio
import os
import sys
from pathlib import Path

from cardroom.ledger import TableId
from cardroom.store import Store
from cardroom.store.databases.sqlite import Settings, SqliteDatabase
from tests.store.sample_tables import SampleTable

TABLES = 3
CHECKPOINT_PAGES = 60
"""Few, so that some checkpoints happen."""


async def main(folder: str, synchronous: str, hands: int) -> None:
    acknowledged = os.open(f"{folder}/acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    settings = Settings(synchronous=synchronous, checkpoint_pages=CHECKPOINT_PAGES)
    database = SqliteDatabase(Path(folder) / "room.db", settings=settings)
    async with await Store.open(database) as store:

        async def play(number: int) -> None:
            sample = SampleTable(await store.claim(TableId(number), "us"), seed=number)
            await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
            for hand in sample.hands(hands):
                await store.settle(hand)
                os.write(acknowledged, f"{hand.key}\n".encode())

        await asyncio.gather(*(play(number) for number in range(1, TABLES + 1)))
        # The power goes before anything is closed in good order.
        os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
