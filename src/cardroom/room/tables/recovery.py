"""A table that has stopped: its hand is void or paid, its stacks are the stored ones (CRASH-02)."""

import logging
from collections.abc import Callable
from typing import Generic

from cardroom.errors import OperatorRefused
from cardroom.room.incidents import FrozenByOperator, SaleEnded, log, report
from cardroom.room.ports import Clock
from cardroom.room.sealed import Opaque
from cardroom.room.tables.channel import TableChannel
from cardroom.room.tables.protocols import PlayedTable, TableOwner, View

BY_OPERATOR = "operator"
"""Why a table has stopped that the operator froze; otherwise it is the kind of our mistake."""
PAYMENTS_MAX = 8
"""How often players who have left a table are paid before it ends."""


class Recovery(Opaque, Generic[View]):
    """Stops one table, puts it in order, and lets it play on."""

    def __init__(
        self,
        table: PlayedTable,
        owner: TableOwner[View],
        channel: TableChannel[View],
        clock: Clock,
        *,
        tell_news: Callable[[], None],
        hand_counts: Callable[[], None],
    ) -> None:
        self._table = table
        self._owner = owner
        self._channel = channel
        self._clock = clock
        self._tell_news = tell_news
        self._hand_counts = hand_counts
        self._is_in_order = True

    async def stop(self, error: Exception) -> None:
        """Void the hand by the rules, keep what is known, let the others play on (CRASH-02)."""
        table, is_wanted = self._table, isinstance(error, FrozenByOperator)
        level = logging.INFO if is_wanted or isinstance(error, SaleEnded) else logging.ERROR
        report(f"table {table.table} has stopped in hand {table.number}", error, level)
        if self._channel.frozen:
            await self._take_stored_stacks()
            return
        self._channel.freeze(BY_OPERATOR if is_wanted else type(error).__name__)
        try:
            await self._put_in_order()
        except Exception as second_error:  # noqa: BLE001 - the table stays as it is, for the operator to see
            self._is_in_order = False
            report(f"table {table.table} could not be put in order", second_error)

    def thaw(self, at_ms: int) -> None:
        """Play on; refused unless the table has stopped and is in order."""
        if not self._channel.frozen or not self._is_in_order:
            raise OperatorRefused("CRASH-02", "cannot_play_on", {"cause": self._channel.frozen})
        self._owner.open_seats(at_ms)
        self._channel.tell_places()
        self._channel.thaw()

    async def clear(self) -> None:
        """Pay whoever has left a table that ends: the store may refuse what was counted already."""
        for _ in range(PAYMENTS_MAX):
            stored = await self._owner.stored_stacks()
            if not any(stored.values()):
                return
            self._owner.agree(stored)
        log.error("table %s ends with money on it", self._table.table)

    async def _put_in_order(self) -> None:
        """What is stored counts, the rest never was (AMB-24, AMB-69)."""
        owner = self._owner
        owner.close_seats(self._clock.now_ms())
        is_stored = await owner.is_stored()
        stored = await owner.stored_stacks()
        if is_stored:
            self._channel.tell_hand(awards=True)
            owner.finish_hand()
            self._hand_counts()
        elif self._table.deal is not None:
            owner.void_hand(self._channel.frozen, self._clock.now_ms())
        else:
            owner.void_announced(self._channel.frozen, self._clock.now_ms())
        owner.agree(stored)
        self._tell_news()
        self._channel.tell_places()
        owner.keep()

    async def _take_stored_stacks(self) -> None:
        """Money that the store refused while the table stood still is not in a stack any more."""
        self._owner.agree(await self._owner.stored_stacks())
        self._channel.tell_places()
        self._owner.keep()
