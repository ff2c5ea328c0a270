"""A process whose files may not grow beyond a limit (see test_weather): a full disk for SQLite."""

import asyncio
import os
import resource
import sys

from cardroom.errors import Unavailable
from cardroom.ledger import TableId
from cardroom.store import Patience, Store
from tests.store.sample_tables import SampleTable

ROOM_BYTES = 300_000


async def main(address: str) -> None:
    store = await Store.open(address, Patience(attempts=2, pause_s=0.001))
    sample = SampleTable(await store.claim(TableId(9), "us"), seed=1)
    await asyncio.gather(*(store.transfer(transfer) for transfer in sample.funding()))
    size = os.stat(f"{address}-wal").st_size  # noqa: PTH116
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + ROOM_BYTES, hard))
    while True:
        hand = sample.hand()
        try:
            await store.settle(hand)
        except Unavailable:
            break
    print("full at", hand.number, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print((await store.settle(hand)).value, flush=True)
    assert await store.stacks(TableId(9)) == sample.stacks
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
