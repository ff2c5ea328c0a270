"""Freezes hosts of a room of several processes during play, for longer than their lease lasts.

`make freeze-cluster` stops a host that runs a table, as a machine that hangs does, and sees when
that table deals again in another process. Then the host goes on, and must notice that it runs
nothing any more: what it still writes is refused. Everything is counted as by `make kill-cluster`.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time

from tests.cluster.kills.killing import ROLES, KilledCluster, kill
from tests.cluster.table_players import UNIT

HOSTS = [name for name, role in ROLES.items() if role == "host"]


class FrozenCluster(KilledCluster):
    """One database with its players and its cashier, while hosts hang and go on."""

    deed = "freezes"

    async def _kill_some(self, most: int) -> None:
        """Freeze the host of a table until another one deals there; then let it go on."""
        del most
        await self._let_live()
        self._verify_lives()
        place, http = self._place, self._http
        host = await place.host_of(http, UNIT, *HOSTS)
        seated = self._seated()
        place.freeze(host)
        frozen_ms = time.time_ns() // 1_000_000
        self.found[self.deed] += 1
        try:
            await self._until_back(seated)
            dealt_ms = await self._next_deal(frozen_ms)
            if len(seated) > 1:
                self.deals_s.append((dealt_ms - frozen_ms) / 1000)
        finally:
            place.thaw(host)
        await place.until_lost(http, host, UNIT)
        await place.until_ready(http, *ROLES)


def main() -> int:
    parser = argparse.ArgumentParser(description="Freeze hosts during play")
    parser.add_argument("--freezes", type=int, default=20, help="how many (20)")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    found = asyncio.run(kill(options.freezes, options.seed, FrozenCluster))
    deals_s = found["deals_s"]
    found["next_deal_after_a_frozen_host"] = {
        "median_ms": round(1000 * statistics.median(deals_s)),
        "largest_ms": round(1000 * max(deals_s)),
    }
    print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
