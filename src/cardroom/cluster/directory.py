"""What a gateway knows of the hosts: which runs which table, and the rows of the lobby."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import zip_longest
from time import monotonic

from cardroom.cluster.messages import HostState
from cardroom.errors import AccessRefused
from cardroom.ledger import TableId
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.room.net import Net
from cardroom.rulebook.cash.stakes import StakeKey

MOVING_S = 20.0
"""How long a table may be nowhere: longer than a lease, within which a frozen host is replaced."""


class Directory:
    """Hosts say what they run; what they said last counts, while they live (Whereabouts)."""

    def __init__(self, is_alive: Callable[[str], bool]) -> None:
        self._is_alive = is_alive
        self._states: dict[str, HostState] = {}
        self._hosts: dict[TableId, str] = {}
        self._epochs: dict[TableId, int] = {}
        self._left: dict[TableId, float] = {}
        """When a host has said of a table that it runs it no longer: it may be moving."""
        self._something = asyncio.Event()
        self.moved: Callable[[str], None] = lambda _: None
        """Called with the channel of a table that is in another host than before."""

    @property
    def states(self) -> Mapping[str, HostState]:
        """What each living host has said last."""
        return {name: one for name, one in self._states.items() if self._is_alive(name)}

    @property
    def rows(self) -> dict[StakeKey, StakeRow]:
        """The lobby as far as a living host runs it."""
        return {
            StakeKey(row.game, row.format, row.small_blind, row.big_blind): row
            for state in self.states.values()
            for row in state.rows
        }

    def read(self, state: HostState) -> bool:
        """Note what a host says; False when it has said something newer before."""
        before = self._states.get(state.host)
        if before is not None and before.number >= state.number:
            return False
        self._states[state.host] = state
        # Who runs a table says so; that somebody else no longer does changes nothing.
        known = self._epochs
        mine = {one: epoch for one, epoch in _epochs(state) if epoch >= known.get(one, 0)}
        now = monotonic()
        self._left = {one: at for one, at in self._left.items() if now - at < MOVING_S}
        moved = [one for one, epoch in mine.items() if self._is_new_at(one, state.host, epoch)]
        known.update(mine)
        gone = set() if before is None else set(before.tables) - set(state.tables)
        for table in gone:
            if self._hosts.get(table) == state.host:
                del self._hosts[table]
                self._left[table] = now
                self._epochs.pop(table, None)
        self._hosts.update(dict.fromkeys(mine, state.host))
        for table in mine:
            self._left.pop(table, None)
        self._something.set()
        self._something = asyncio.Event()
        for table in moved:
            self.moved(f"table:{table}")
        return True

    def _is_new_at(self, table: TableId, host: str, epoch: int) -> bool:
        """Whether a table was somewhere else before, has come back, or runs once more.

        A host may claim a table again before it has said that it had left it.
        """
        is_elsewhere = self._hosts.get(table) not in {None, host}
        runs_again = self._epochs.get(table, epoch) < epoch
        return table in self._left or is_elsewhere or runs_again

    def forget(self, host: str) -> None:
        """A host is no more; its tables will be somewhere else."""
        self._states.pop(host, None)

    def forget_dead(self) -> list[str]:
        """Forget every host that is no more: which ones."""
        dead = [host for host in self._states if not self._is_alive(host)]
        for host in dead:
            self.forget(host)
        return dead

    def was_anywhere(self, table: TableId) -> bool:
        """Whether a host runs a table, or has just run it: whoever comes now waits for it."""
        return table in self._hosts or table in self._left

    def host_at(self, table: TableId) -> str | None:
        """The living host of a table."""
        host = self._hosts.get(table)
        return host if host is not None and self._is_alive(host) else None

    async def until_known(self, table: TableId, within_s: float) -> str | None:
        """The host of a table, which may just be opened or be moving; None when it is nowhere."""
        try:
            async with asyncio.timeout(within_s):
                while (host := self.host_at(table)) is None:
                    await self._something.wait()
        except TimeoutError:
            return None
        return host

    async def until_heard(self, hosts: Collection[str], within_s: float) -> bool:
        """Wait until some hosts have said what they run; False when one has not."""
        try:
            async with asyncio.timeout(within_s):
                while not set(hosts) <= self.states.keys():
                    await self._something.wait()
        except TimeoutError:
            return False
        return True

    async def host_of(self, channel: str) -> str:
        """The host of a table's channel."""
        host = await self.until_known(TableId(int(channel.partition(":")[2])), MOVING_S)
        if host is None:
            raise AccessRefused(Net.CHANNEL, "no_such_channel")
        return host


def _epochs(state: HostState) -> Iterable[tuple[TableId, int]]:
    """The tables of a host, with the epoch under which it runs each."""
    return zip_longest(state.tables, state.epochs, fillvalue=0)  # type: ignore[arg-type]
