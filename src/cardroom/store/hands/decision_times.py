"""How long the decisions of hands took, in the database."""

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store

_INSERT = "insert into decision_times (hand, times) values ($1, $2) on conflict (hand) do nothing"
BATCH = 100
"""How many hands in one transaction: no table waits long for it."""


class StoredTimes:
    """TimeStore of the server, on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, times: Mapping[str, Sequence[int]]) -> None:
        """Keep the times of hands by their keys; the same hand again changes nothing."""
        hands = list(times.items())
        for start in range(0, len(hands), BATCH):
            await self._store.run_script(partial(_keep, hands[start : start + BATCH]))


def _keep(hands: Sequence[tuple[str, Sequence[int]]]) -> Script[object]:
    for hand, took_ms in hands:
        yield One(_INSERT, (hand, msgspec.json.encode(took_ms)))
    return None
