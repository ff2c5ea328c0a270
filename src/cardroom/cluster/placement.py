"""Which host runs which unit: every host decides for itself, and all come to the same answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from hashlib import blake2b

import msgspec

from cardroom.cluster.leases import Leases
from cardroom.errors import CardroomError
from cardroom.room.bus import gone

log = logging.getLogger(__name__)

LOOK_S = 0.5
SETTLED_S = 3.0
"""How long the same hosts must be there before a unit that plays moves to another one."""


def choice_of(unit: str, hosts: Collection[str]) -> str | None:
    """The host that should run a unit: when one comes or goes, only its own units move."""

    def weight(host: str) -> bytes:
        return blake2b(f"{unit} {host}".encode(), digest_size=8).digest()

    return max(hosts, key=weight, default=None)


class UnitOver(CardroomError):
    """There is nothing to run in a unit any more."""


class Placement:
    """Claims free units for this host, and hands over what falls to another one.

    `units` are there whether anybody has claimed them or not; others come and go with their
    leases. `run` starts a unit, or raises UnitOver; `end` plays its hands to their end and stops
    it; `lost` hears of one that somebody else has taken while it ran here.
    """

    def __init__(
        self,
        leases: Leases,
        units: Collection[str],
        *,
        run: Callable[[str], Awaitable[int]],
        end: Callable[[str], Awaitable[None]],
        lost: Callable[[str], None],
    ) -> None:
        self._leases = leases
        self._units = units
        self._run = run
        self._end = end
        self._lost = lost
        self._busy: set[str] = set()
        """Units that are being started or ended."""
        self._seen: tuple[list[str], float] = ([], 0.0)
        """The hosts that there are, and since when it is these."""
        self._moves: set[asyncio.Task[None]] = set()
        self.running: set[str] = set()
        self.rests = False
        """Whether the whole room is to end, and nothing is claimed or moved any more."""

    @property
    def hosts(self) -> list[str]:
        """All hosts that take units."""
        return sorted(
            name
            for name, state in self._leases.processes.items()
            if "host" in state.roles and not state.is_leaving and not self._leaves(name)
        )

    def _leaves(self, host: str) -> bool:
        """Whether it is this process, and it hands everything over."""
        return host == self._leases.name and self._leases.state.is_leaving

    async def look_on(self) -> None:
        """Look again and again, for as long as the process runs."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Claim what nobody runs and falls to this host; notice what somebody else has taken.

        Without NATS nothing is placed, and whoever runs a unit goes on with it.
        """
        if not self._leases.is_connected or self.rests:
            return
        hosts = self.hosts
        units = {*self._units, *self._leases.known, *self.running}
        await asyncio.gather(*(self._look_at(unit, hosts) for unit in sorted(units)))
        if self._are_settled(hosts):
            self._give_away(hosts)

    async def _look_at(self, unit: str, hosts: list[str]) -> None:
        if unit in self._busy:
            return
        holder, own = self._leases.holder_of(unit), self._leases.name
        try:
            if unit in self.running and holder is None:
                # NATS has forgotten it, or has not heard of us for a while.
                await self._leases.claim(unit)
            elif unit in self.running and holder != own:
                self.running.discard(unit)
                self._lost(unit)
            elif unit not in self.running and (
                holder == own or (holder is None and self._is_ours(unit, hosts))
            ):
                await self._claim(unit)
        except CardroomError as error:
            log.warning("%s: %s", unit, error)
        except Exception:
            # Our own mistake stops this unit alone: it is tried again.
            log.exception("%s could not be run", unit)

    def _is_ours(self, unit: str, hosts: list[str]) -> bool:
        """Whether a unit that nobody has falls to this host.

        After NATS was away, whoever has it may not have been heard yet, and may play a hand.
        """
        return self._leases.knows_others and choice_of(unit, hosts) == self._leases.name

    async def _claim(self, unit: str) -> None:
        self._busy.add(unit)
        try:
            if await self._leases.claim(unit):
                epoch = await self._run(unit)
                self.running.add(unit)
                log.info("this process runs %s", unit)
                await self._leases.claim(unit, epoch=epoch)
        except UnitOver:
            await self._leases.end(unit)
        finally:
            self._busy.discard(unit)

    async def finish(self, unit: str) -> None:
        """A unit that ran here is over."""
        self._busy.add(unit)
        self.running.discard(unit)
        try:
            await self._leases.end(unit)
        except CardroomError as error:
            # Whoever claims it next finds that it is over.
            log.warning("%s: %s", unit, error)
        finally:
            self._busy.discard(unit)

    async def retire(self, unit: str, last: Callable[[], Awaitable[None]]) -> None:
        """Do the last thing in a unit that runs here: nobody runs it again. Where that is refused
        it goes on."""
        if unit not in self.running or unit in self._busy:
            raise gone()
        self._busy.add(unit)
        try:
            await last()
        finally:
            self._busy.discard(unit)
        await self.finish(unit)

    # Moving

    def _are_settled(self, hosts: list[str]) -> bool:
        now, (seen, since) = asyncio.get_running_loop().time(), self._seen
        if hosts != seen:
            self._seen = (hosts, now)
            return False
        return now - since >= SETTLED_S

    def _give_away(self, hosts: list[str]) -> None:
        """Let a host that is new have its share; each unit goes when its hands are over."""
        if self._leases.name not in hosts:
            return
        for unit in sorted(self.running - self._busy):
            lease, choice = self._leases.units.get(unit), choice_of(unit, hosts)
            stays = lease is None or lease.is_pinned
            if choice is not None and choice != self._leases.name and not stays:
                task = asyncio.create_task(self._move_soon(unit, choice), name=f"move {unit}")
                self._moves.add(task)
                task.add_done_callback(self._moves.discard)

    async def _move_soon(self, unit: str, to: str) -> None:
        try:
            await self.move(unit, to)
        except CardroomError as error:
            log.warning("%s is not handed over: %s", unit, error)

    async def move(self, unit: str, to: str, *, pinned: bool = False) -> bool:
        """Hand a unit over to another host, between two hands; False when it does not run here."""
        if unit not in self.running or unit in self._busy:
            return False
        self._busy.add(unit)
        try:
            log.info("%s moves to %s", unit, to or "whoever wants it")
            await self._end(unit)
            self.running.discard(unit)
            if to:
                return await self._leases.hand_over(unit, to, pinned=pinned)
            return await self._leases.release(unit)
        finally:
            self._busy.discard(unit)

    async def leave(self) -> None:
        """Hand over everything, and take nothing any more."""
        self._leases.state = msgspec.structs.replace(self._leases.state, is_leaving=True)
        try:
            await self._leases.beat()
        except CardroomError as error:
            log.warning("%s", error)
        others = [host for host in self.hosts if host != self._leases.name]
        await asyncio.gather(*self._moves, return_exceptions=True)
        await asyncio.gather(
            *(self._move_soon(unit, choice_of(unit, others) or "") for unit in self.running)
        )
