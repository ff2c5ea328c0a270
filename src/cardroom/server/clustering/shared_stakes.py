"""Stakes that are added and taken away in a room of several processes.

The house adds them, one after the other; whoever runs a stake takes it away. A gateway passes both
on, and every other process sees from the units in NATS that it must read the database again.
"""

import asyncio
import logging
from collections.abc import Callable

from cardroom.cluster.gateway import MOVES_S, TRY_AGAIN_S
from cardroom.cluster.leases import Leases
from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import StakeUnwanted, StakeWanted, host_address
from cardroom.cluster.placement import Placement, choice_of
from cardroom.errors import CardroomError, OperatorRefused, Unavailable
from cardroom.office.added_stakes import ROW, AddedStakes, verify_number, with_one_more
from cardroom.office.entrance.house_settings import StoredSetting
from cardroom.room.bus import NobodyThere
from cardroom.room.people import Caller
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.added import AddedStake
from cardroom.rulebook.cash.stakes import StakeKey, stake_word
from cardroom.server.clustering.pool_list import PoolList
from cardroom.server.clustering.unit_names import HOUSE, POOL, pool_unit

log = logging.getLogger(__name__)

AGAIN_S = 1.0
"""How long after a failure the database is read again."""


class HouseAddedStakes(AddedStakes):
    """Adds stakes to the room; the house itself offers none."""

    pools: PoolList

    async def open(self) -> None:
        """The process has read what was added."""

    async def _verified(self, stake: AddedStake) -> Edition:
        await self.pools.read()
        rules = with_one_more(self.pools.rules, stake)
        verify_number(self.pools.stakes)
        return rules

    async def _offer(self, stake: AddedStake, rules: Edition, setting: StoredSetting) -> None:
        del stake, rules, setting
        await self.pools.read()


class PoolAddedStakes(AddedStakes):
    """The one stake that a unit runs, if it was added."""

    stake: StakeKey

    def _is_ours(self, setting: StoredSetting) -> bool:
        return setting.name == ROW + stake_word(self.stake)


class GatewayAddedStakes(AddedStakes):
    """Passes on what an administrator wants, and knows the outcome before they are answered."""

    pools: PoolList
    member: Membership
    host_of: Callable[[str], str | None]
    """The living host of a unit."""

    async def open(self) -> None:
        """The process has read what was added."""

    async def add(self, caller: Caller, stake: AddedStake, reason: str) -> None:
        """Have the house offer one more stake from now on."""
        await self._ask(HOUSE, StakeWanted(caller, stake, reason))
        await self.pools.read()

    async def remove(self, caller: Caller, stake: StakeKey, reason: str) -> None:
        """Have the host of a stake that was added take it away."""
        if stake not in self.settings:
            raise OperatorRefused("CASH-19", "stake_was_not_added")
        await self._ask(pool_unit(stake), StakeUnwanted(caller, stake, reason))
        await self.pools.read()

    def changed(self, rules: Edition) -> None:
        """There is one stake more, or one less; whatever is added again is open."""
        for gone in self._stakes.keys() - self.pools.stakes.keys():
            self._room.admission.offer(gone)
        self._stakes, self.settings = self.pools.stakes, self.pools.settings
        self._tell(rules)

    async def _ask(self, unit: str, wanted: object) -> None:
        """Ask the host of a unit, which may be moving: whoever has it not has done nothing."""
        until_s = asyncio.get_running_loop().time() + MOVES_S
        while True:
            host = self.host_of(unit)
            try:
                if host is not None:
                    await self.member.bus.ask(host_address(host), wanted)
                    return
            except NobodyThere:
                log.info("%s has moved", unit)
            if asyncio.get_running_loop().time() >= until_s:
                raise Unavailable(f"nobody runs {unit} at the moment")
            await asyncio.sleep(TRY_AGAIN_S)


class PoolWatch:
    """Reads the stakes again when the units in NATS show that one was added or taken away."""

    def __init__(self, leases: Leases, pools: PoolList) -> None:
        self._leases = leases
        self._pools = pools
        self._seen: set[str] = set()
        self._something = asyncio.Event()
        leases.changed = self.look_soon
        self.placement: Placement | None = None
        """Of this process, where it is a host."""
        self.runs_house: Callable[[], bool] = lambda: False

    def look_soon(self) -> None:
        """Something may have changed."""
        self._something.set()

    async def look_on(self) -> None:
        """Look whenever NATS has something new, for as long as the process runs."""
        while True:
            try:
                await self.look()
            except CardroomError as error:
                log.warning("the stakes could not be read: %s", error)
                await asyncio.sleep(AGAIN_S)
                continue
            await self._something.wait()
            self._something.clear()

    async def look(self) -> None:
        """Read what was added, if a unit of a stake is new or over; the house makes them known."""
        known = {unit for unit in self._leases.known if unit.startswith(POOL)}
        if known != self._seen:
            await self._pools.read()
            self._seen = known
        placement = self.placement
        if placement is None or placement.rests or not self._leases.knows_others:
            return
        if self.runs_house():
            for unit in self._pools.added:
                if unit not in known:
                    await self._leases.offer(unit, choice_of(unit, placement.hosts) or "")
