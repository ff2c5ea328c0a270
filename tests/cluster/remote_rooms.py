"""A host and gateways over a real NATS, each with a connection and keys of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TypeVar

from cardroom.cluster.attendant import Attendant, Handler
from cardroom.cluster.codec import Codec
from cardroom.cluster.connection import Connection
from cardroom.cluster.host_channels import HostedSwitchboard, Relay
from cardroom.cluster.messages import (
    CHANNEL_MESSAGES,
    Batch,
    Join,
    Part,
    gateway_address,
    host_address,
)
from cardroom.cluster.nats_bus import NatsBus
from cardroom.cluster.remote_channels import RemoteChannels
from cardroom.cluster.sealing import ProcessKeys, new_room_key
from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from tests.cluster.private_nats import PrivateNats
from tests.server.fakes import FakeClock, FakeOwner


class KeysInMemory:
    """KeyBook as the database keeps it."""

    def __init__(self) -> None:
        self.keys: dict[str, bytes] = {}

    async def public_key(self, process: str) -> bytes | None:
        return self.keys.get(process)


class Process:
    """One process: a connection, a bus, and whatever reads it."""

    def __init__(self, cluster: "Cluster", name: str, connection: Connection) -> None:
        self.name = name
        self.connection = connection
        self.keys = ProcessKeys()
        codec = Codec(CHANNEL_MESSAGES)
        self.bus = NatsBus(connection, codec, cluster.key, self.keys, name, silence_s=0.5)
        self._task: asyncio.Task[None] | None = None
        cluster.book.keys[name] = self.keys.public

    def attend(self, attendant: Attendant) -> None:
        self._task = asyncio.create_task(attendant.run())

    async def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.connection.close()


class Host(Process):
    """Publishes channels."""

    def __init__(self, cluster: "Cluster", name: str, connection: Connection) -> None:
        super().__init__(cluster, name, connection)
        self.clock = FakeClock(1_000_000)
        relay = Relay(self.bus, self.keys, cluster.book, name)
        self.board = HostedSwitchboard(self.clock, lambda _: FakeOwner(), relay)
        handlers: dict[type, Handler] = {Join: self.board.join, Part: self.board.part}
        self.attend(Attendant(self.bus, self.clock, host_address(name), handlers))


class Gateway(Process):
    """Lets people listen; what it is sent may be lost on the way."""

    def __init__(self, cluster: "Cluster", name: str, connection: Connection) -> None:
        super().__init__(cluster, name, connection)
        clock = self.clock = FakeClock(5_000_000)
        self.channels = RemoteChannels(
            self.bus, self.keys, cluster.book, cluster, clock=clock, process=name
        )
        self.loses: Callable[[Batch], bool] = lambda _: False
        self.batches = 0
        self.attend(Attendant(self.bus, clock, gateway_address(name), {Batch: self._read}))

    def _read(self, batch: Batch) -> None:
        self.batches += 1
        if not self.loses(batch):
            self.channels.read(batch)

    async def end(self) -> None:
        await self.channels.close()
        await super().end()


AnyProcess = TypeVar("AnyProcess", bound=Process)


class Cluster:
    """The processes of one room; it knows where every channel is (Whereabouts)."""

    def __init__(self, nats: PrivateNats) -> None:
        self.nats = nats
        self.key = new_room_key()
        self.book = KeysInMemory()
        self.hosts: dict[str, str] = {}
        self._processes: list[Process] = []

    async def host_of(self, channel: str) -> str:
        if channel not in self.hosts:
            raise AccessRefused(Net.CHANNEL, "no_such_channel")
        return self.hosts[channel]

    async def host(self, name: str = "host") -> Host:
        made = Host(self, name, await Connection.open(self.nats.address, name))
        return await self._started(made)

    async def gateway(self, name: str = "gateway") -> Gateway:
        made = Gateway(self, name, await Connection.open(self.nats.address, name))
        return await self._started(made)

    async def _started(self, made: AnyProcess) -> AnyProcess:
        self._processes.append(made)
        await made.connection.flush()
        return made

    async def __aenter__(self) -> "Cluster":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            await process.end()


@asynccontextmanager
async def host_and_gateway(nats: PrivateNats) -> AsyncIterator[tuple[Cluster, Host, Gateway]]:
    """The smallest cluster."""
    async with Cluster(nats) as cluster:
        yield cluster, await cluster.host(), await cluster.gateway()
