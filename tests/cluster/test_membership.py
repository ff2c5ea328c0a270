"""Processes find each other, learn each other's keys, and notice who is gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from cardroom.cluster.leases import RETURN_MS, Role
from cardroom.cluster.membership import PING_S, PINGS_LOST_MAX, Membership, membership
from cardroom.server.world import SystemClock
from tests.cluster.private_nats import PrivateNats
from tests.cluster.relay import Relay
from tests.cluster.waiting import until


class RegisterInMemory:
    """The database's part: one key for the room, one for each process."""

    def __init__(self) -> None:
        self.key = b""
        self.keys: dict[str, bytes] = {}

    async def room_key(self, fresh: bytes) -> bytes:
        self.key = self.key or fresh
        return self.key

    async def register(
        self, name: str, public_key: bytes, *, roles: str, machine: str, at_ms: int
    ) -> None:
        assert roles
        assert machine
        assert at_ms
        self.keys[name] = public_key

    async def public_key(self, process: str) -> bytes | None:
        return self.keys.get(process)


@pytest.fixture
def register() -> RegisterInMemory:
    return RegisterInMemory()


@asynccontextmanager
async def joined(
    nats: PrivateNats | Relay, register: RegisterInMemory, name: str, *roles: Role
) -> AsyncIterator[Membership]:
    async with membership(nats.address, name, roles, register, SystemClock()) as member:
        yield member


async def test_processes_know_each_other_by_role_and_by_registered_key(
    nats: PrivateNats, register: RegisterInMemory
) -> None:
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        host = await enter(joined(nats, register, "host", "host"))
        gateway = await enter(joined(nats, register, "gw", "gateway"))
        both = await enter(joined(nats, register, "both", "gateway", "host"))
        await until(lambda: len(host.leases.processes) == 3)
        assert sorted(host.others("gateway")) == sorted([gateway.name, both.name])
        assert both.others("host") == [host.name]
        assert both.is_host
        assert both.is_gateway
        assert not gateway.is_host
        assert register.keys[host.name] == host.keys.public
        assert len({host.name, gateway.name, both.name}) == 3


async def test_a_process_that_nobody_hears_any_more_is_gone_before_its_lease_is_over(
    nats: PrivateNats, register: RegisterInMemory
) -> None:
    async with AsyncExitStack() as stack:
        watching = await stack.enter_async_context(joined(nats, register, "gw", "gateway"))
        dying = await stack.enter_async_context(joined(nats, register, "host", "host"))
        await until(lambda: dying.name in watching.leases.processes)
        assert await dying.leases.claim("pool:x")
        await until(lambda: watching.leases.holder_of("pool:x") == dying.name)
        # As a kill does: NATS notices that the connection is closed, and nobody says goodbye.
        await dying.connection.close()
        await until(lambda: dying.name not in watching.leases.processes)
        assert watching.leases.holder_of("pool:x") is None
        assert await watching.leases.claim("pool:x")


async def test_after_nats_was_away_a_process_that_connects_later_is_not_taken_for_dead(
    register: RegisterInMemory,
) -> None:
    own = PrivateNats()
    way = Relay(own.address)
    try:
        async with AsyncExitStack() as stack:
            watching = await stack.enter_async_context(joined(own, register, "gw", "gateway"))
            late = await stack.enter_async_context(joined(way, register, "host", "host"))
            await until(lambda: late.name in watching.leases.processes)
            way.cut()
            own.kill()
            await until(lambda: not watching.leases.is_connected)
            own.start()
            await until(lambda: watching.leases.is_connected)
            # NATS knows nobody who hears its name, time and again.
            await asyncio.sleep((PINGS_LOST_MAX + 1.5) * PING_S)
            assert late.name in watching.leases.processes
            way.mend()
            await until(lambda: late.leases.is_connected)
            await asyncio.sleep(RETURN_MS / 1000)
            assert late.name in watching.leases.processes
    finally:
        way.remove()
        own.remove()


class WrongClock(SystemClock):
    """A machine without NTP."""

    def now_ms(self) -> int:
        return super().now_ms() + 90_000


async def test_processes_whose_clocks_are_apart_say_so(
    nats: PrivateNats, register: RegisterInMemory, caplog: pytest.LogCaptureFixture
) -> None:
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        host = await enter(joined(nats, register, "host", "host"))
        other = await enter(joined(nats, register, "other", "host"))
        roles: list[Role] = ["gateway"]
        late = membership(nats.address, "late", roles, register, WrongClock())
        gateway = await enter(late)
        await until(lambda: all(one.clocks.apart_ms > 80_000 for one in (host, other, gateway)))
        assert f"the clock of {gateway.name} is 90.0 s ahead of the one here" in caplog.text
        assert f"the clock of {host.name} is 90.0 s behind the one here" in caplog.text
        assert f"the clock of {host.name} is 90.0 s ahead" not in caplog.text
        await gateway.connection.close()
        await until(lambda: host.clocks.apart_ms < 1_000)
