"""The store as a process knows it that runs one stake and not the whole room."""

from collections.abc import Sequence

from cardroom.cash.places import LobbyPlace
from cardroom.ledger import TableId
from cardroom.room.metrics import Metrics
from cardroom.rulebook.cash.stakes import StakeKey, stake_word
from cardroom.store import places
from cardroom.store.databases.database import One, Script
from cardroom.store.ownership import UnitName
from cardroom.store.rooms import RoomStore
from cardroom.store.store import Store

KEPT = (
    "select kept_tables.table_id, kept_tables.record from kept_tables"
    " join tables on tables.id = kept_tables.table_id"
    " where tables.unit = $1 order by kept_tables.table_id"
)


class PoolStore(RoomStore):
    """What is found after a restart is that of one stake, or nothing."""

    def __init__(
        self, store: Store, stake: StakeKey | None, *, tells: bool, metrics: Metrics
    ) -> None:
        super().__init__(store, tells=tells, metrics=metrics)
        self._stake = stake

    async def pools(self) -> Sequence[StakeKey]:
        """The one stake, whether it was ever run or not."""
        return [] if self._stake is None else [self._stake]

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]:
        """Every table of the stake that was not closed."""
        stake = self._stake
        return [] if stake is None else await self._store.ask(lambda: _kept(stake))

    async def places(self) -> Sequence[LobbyPlace]:
        """All places in the queue of the stake, and the seats on offer there."""
        if self._stake is None:
            return []
        return [one for one in await self._store.ask(places.read) if one.stake == self._stake]


def _kept(stake: StakeKey) -> Script[list[tuple[TableId, bytes]]]:
    unit = UnitName("pool", stake_word(stake))
    found = yield One(KEPT, (str(unit),))
    return [(TableId(table), bytes(record)) for table, record in found]
