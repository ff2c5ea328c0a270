"""How long migration 0010 takes, which copies every hand: `python -m bench.migration --hands N`."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from cardroom.store import Store
from tests.store.old_rooms import bring_to_version, fill
from tests.store.private_postgres import PrivatePostgres


async def measure(address: str, hands: int) -> float:
    """Seconds from opening a database of the older schema to the room's first question."""
    await bring_to_version(address)
    await fill(address, hands)
    started, cpu = time.perf_counter(), time.process_time()
    async with await Store.open(address) as store:
        took = time.perf_counter() - started
        assert (await store.standing()).head.hands == hands
    print(f"  {hands:,} hands: {took:.1f} s, {time.process_time() - cpu:.1f} s of our CPU")
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    print(options.database)
    if options.database == "sqlite":
        with tempfile.TemporaryDirectory(prefix="cardroom-migration-") as folder:
            asyncio.run(measure(str(Path(folder) / "room.db"), options.hands))
        return 0
    server = PrivatePostgres()
    try:
        address = asyncio.run(server.new_database("migrated"))
        asyncio.run(measure(address, options.hands))
    finally:
        server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
