"""One trace across processes: from a socket in a gateway to the commit in a host."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from cardroom.cluster.leases import Role
from cardroom.cluster.membership import membership
from cardroom.cluster.nats_bus import Sent, _sent
from cardroom.cluster.sealing import new_room_key
from cardroom.commands.room_client import new_session
from cardroom.server.clustering.main import ClusterProcess
from cardroom.server.config.options import ClusterSection, Config, DatabaseSection, FairnessSection
from cardroom.server.config.reading import rules_of
from cardroom.server.fair_keys import signal_key
from cardroom.server.main import store_kind
from cardroom.server.tracing.nats_bus import TracedNatsBus, TracedSent, _traced_sent
from cardroom.server.tracing.spans import ATTRIBUTES
from cardroom.server.world import SystemClock
from cardroom.store.house.processes import StoredProcesses
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until
from tests.server.open_servers import GENEROUS, QUICK
from tests.server.seating import three_seated
from tests.server.spans import TRACED, spans_kept
from tests.server.test_traces import fold_until_paid
from tests.store.private_postgres import PrivatePostgres

OWN_PORT = {"port": 0}


class Opened:
    """A process of the room inside the test."""

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
        clock = SystemClock()
        async with membership(
            config.cluster.nats, name, (role,), register, clock, bus_kind=TracedNatsBus
        ) as member:
            process = ClusterProcess(config, rules, store, member)
            listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            running = asyncio.create_task(process.run(listening.set_result))
            found.address = await listening
            try:
                yield found
            finally:
                process.stop()
                await running


async def test_one_trace_goes_from_the_gateways_socket_through_the_bus_to_the_hosts_commit(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    config = Config(
        database=DatabaseSection(address=await postgres.new_database("traced_cluster")),
        cluster=ClusterSection(nats=nats.address),
        fairness=FairnessSection(keys=str(tmp_path)),
        traces=TRACED,
        limits=GENEROUS,
        pace=QUICK,
    )
    config = msgspec.structs.replace(
        config, server=msgspec.structs.replace(config.server, **OWN_PORT)
    )
    with spans_kept() as spans:
        async with (
            asyncio.timeout(240),
            opened(config, "north", "host"),
            opened(config, "east", "gateway") as gateway,
            new_session() as http,
            three_seated(http, gateway) as players,
        ):
            await players[0].client.get("/api/tournaments")
            await asyncio.gather(*map(fold_until_paid, players))
            await until(lambda: bool(spans.ways_to("commit hand")))
        ways = spans.ways_to("commit hand")
        expected = ["socket Act", "bus PlayerAsks", "host Act", "table Act", "commit hand"]
        assert expected in ways, ways
        heard = ["socket Act", "bus PlayerAsks", "host Act", "table Act", "gateway Batch"]
        assert heard in spans.ways_to("gateway Batch")
        page = "GET /api/tournaments"
        assert [page, "bus PageAsks", "host PageAsks", page] in spans.ways_to(page)
        for one in spans.all:
            assert set(one.attributes or {}) <= ATTRIBUTES


def test_a_process_without_traces_reads_letters_of_one_that_has_them() -> None:
    traced = TracedSent("table:7", None, b"key", "00-trace")
    assert _sent.decode(msgspec.msgpack.encode(traced)) == Sent("table:7", None, b"key")
    assert _traced_sent.decode(msgspec.msgpack.encode(Sent("table:7", None))).trace == ""
