"""Processes of a room inside the test, as `serve` wires them: the test can look inside."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

from cardroom.cluster.leases import Role
from cardroom.cluster.membership import membership
from cardroom.cluster.nats_bus import NatsBus
from cardroom.cluster.sealing import new_room_key
from cardroom.server.clustering.main import ClusterProcess
from cardroom.server.config.options import (
    ClusterSection,
    Config,
    DatabaseSection,
    FairnessSection,
    ServerSection,
    TracesSection,
)
from cardroom.server.config.reading import rules_of
from cardroom.server.fair_keys import signal_key
from cardroom.server.main import store_kind
from cardroom.server.tracing.loading import load_traces
from cardroom.server.world import SystemClock
from cardroom.store.house.processes import StoredProcesses
from tests.cluster.private_nats import PrivateNats
from tests.server.open_servers import GENEROUS, QUICK
from tests.server.seating import Seated


def config_of(
    nats: PrivateNats, database: str, keys: Path, traces: TracesSection | None = None
) -> Config:
    """The operator's file of a quick room."""
    return Config(
        database=DatabaseSection(address=database),
        cluster=ClusterSection(nats=nats.address),
        fairness=FairnessSection(keys=str(keys)),
        traces=traces or TracesSection(),
        server=ServerSection(port=0),
        limits=GENEROUS,
        pace=QUICK,
    )


async def all_leave(players: Sequence[Seated]) -> None:
    """Nobody plays any more: a host that stops has no hand to wait for."""
    await asyncio.gather(*(one.line.ask("leave", ch=one.channel) for one in players))


class Opened:
    """A process of the room inside the test."""

    process: ClusterProcess
    ended: "asyncio.Task[None]"

    def __init__(self) -> None:
        self.address = ""


@asynccontextmanager
async def opened(config: Config, name: str, role: Role) -> AsyncIterator[Opened]:
    """One process of the room, as `serve` wires it, but for its signals."""
    rules, found = rules_of(config), Opened()
    async with await store_kind(config).open(config.database.address) as store:
        register = StoredProcesses(store)
        await register.room_key(new_room_key())
        assert await register.has_keys(sha256(signal_key(config)).digest())
        clock, traces = SystemClock(), load_traces(config)
        kind = NatsBus if traces is None else traces.nats_bus
        async with membership(
            config.cluster.nats, name, (role,), register, clock, bus_kind=kind
        ) as member:
            process = found.process = ClusterProcess(config, rules, store, member)
            listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            running = found.ended = asyncio.create_task(process.run(listening.set_result))
            found.address = await listening
            try:
                yield found
            finally:
                process.stop()
                await running
