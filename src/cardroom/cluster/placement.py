"""Which host runs which unit: every host decides for itself, and all come to the same answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from hashlib import blake2b

from cardroom.cluster.leases import Leases
from cardroom.errors import Unavailable

log = logging.getLogger(__name__)

LOOK_S = 0.5


def choice_of(unit: str, hosts: Collection[str]) -> str | None:
    """The host that should run a unit: when one comes or goes, only its own units move."""

    def weight(host: str) -> bytes:
        return blake2b(f"{unit} {host}".encode(), digest_size=8).digest()

    return max(hosts, key=weight, default=None)


class Placement:
    """Claims free units for this host. `run` starts a unit, `lost` hears of one that somebody else
    has taken while it ran here."""

    def __init__(
        self,
        leases: Leases,
        units: Collection[str],
        *,
        run: Callable[[str], Awaitable[None]],
        lost: Callable[[str], None],
    ) -> None:
        self._leases = leases
        self._units = units
        self._run = run
        self._lost = lost
        self.running: set[str] = set()

    @property
    def _hosts(self) -> list[str]:
        """All hosts that take units."""
        return [
            name
            for name, state in self._leases.processes.items()
            if "host" in state.roles and not state.is_leaving
        ]

    async def look_on(self) -> None:
        """Look again and again, for as long as the process runs."""
        while True:
            try:
                await self.look()
            except Unavailable as error:
                log.warning("%s", error)
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Claim what nobody runs and falls to this host; notice what somebody else has taken."""
        hosts = self._hosts
        for unit in self._units:
            holder = self._leases.holder_of(unit)
            if unit in self.running:
                if holder not in {None, self._leases.name}:
                    self.running.discard(unit)
                    self._lost(unit)
            elif holder is None and choice_of(unit, hosts) == self._leases.name:
                await self._claim(unit)

    async def _claim(self, unit: str) -> None:
        if await self._leases.claim(unit):
            log.info("this process runs %s", unit)
            await self._run(unit)
            self.running.add(unit)
