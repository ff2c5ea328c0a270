"""One trace across processes: from a socket in a gateway to the commit in a host."""

import asyncio
from pathlib import Path

import msgspec

from cardroom.cluster.nats_bus import Sent, _sent
from cardroom.commands.room_client import new_session
from cardroom.server.tracing.nats_bus import TracedSent, _traced_sent
from cardroom.server.tracing.spans import ATTRIBUTES
from tests.cluster.opened_processes import all_leave, config_of, opened
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until
from tests.server.seating import three_seated
from tests.server.spans import TRACED, spans_kept
from tests.server.test_traces import fold_until_paid
from tests.store.private_postgres import PrivatePostgres


async def test_one_trace_goes_from_the_gateways_socket_through_the_bus_to_the_hosts_commit(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    database = await postgres.new_database("traced_cluster")
    config = config_of(nats, database, tmp_path, TRACED)
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
            await all_leave(players)
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
