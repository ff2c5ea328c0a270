"""Processes find each other, learn each other's keys, and notice who is gone."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from cardroom.cluster.leases import Role
from cardroom.cluster.membership import Membership, membership
from cardroom.server.world import SystemClock
from tests.cluster.private_nats import PrivateNats
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
    nats: PrivateNats, register: RegisterInMemory, name: str, *roles: Role
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
