"""What `cardroom serve` refuses and loads with and without [cluster]."""

import subprocess
import sys
from typing import Any

import msgspec
import pytest

from cardroom.errors import UsageError
from cardroom.server.api.routes import Route
from cardroom.server.app import ROUTES
from cardroom.server.clustering.page_places import place_of
from cardroom.server.config.options import ClusterSection, Config
from cardroom.server.main import serve

NATS = ClusterSection(nats="nats://127.0.0.1:1")


async def refusal(**sections: Any) -> str:
    config = msgspec.structs.replace(Config(cluster=NATS), **sections)
    with pytest.raises(UsageError) as refused:
        await serve(config, lambda _: None)
    return str(refused.value)


async def test_a_cluster_with_sqlite_is_refused_in_one_sentence() -> None:
    assert await refusal() == "[cluster] needs PostgreSQL: a SQLite file belongs to one process."


def test_without_a_cluster_nothing_of_it_is_loaded() -> None:
    code = (
        "import sys, cardroom.commands.serve; print([name for name in sys.modules if"
        " name.split('.')[0] == 'nats' or name.startswith(('cardroom.cluster',"
        " 'cardroom.server.clustering'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class Asked:
    """As much of a request as says where its page is made."""

    def __init__(self, **numbers: str) -> None:
        self.match_info = numbers


def made_at(route: Route, body: bytes = b"", **numbers: str) -> str:
    place = place_of(route, Asked(**numbers))  # type: ignore[arg-type]
    return "here" if place.is_here else place.unit(body)


def test_every_page_is_made_somewhere() -> None:
    by_path = {route.path: route for route in ROUTES}
    assert made_at(by_path["/api/lobby"]) == "here"
    assert made_at(by_path["/api/admin/accounts/{player}/bar"], player="7") == "here"
    assert made_at(by_path["/api/admin/cluster"]) == "here"
    assert made_at(by_path["/api/table/{table}"], table="7") == "table:7"
    assert made_at(by_path["/api/admin/tables/{table}/freeze"], table="7") == "table:7"
    assert made_at(by_path["/api/tournaments"]) == "house"
    assert made_at(by_path["/api/cashier/deposit"]) == "house"
    assert made_at(by_path["/api/floor"]) == "house"
    stake = b'{"stake": "nl-holdem:ordinary:5:10"}'
    assert made_at(by_path["/api/admin/stakes/open"], stake) == "pool:nl-holdem:ordinary:5:10"
    assert made_at(by_path["/api/admin/drain"]) == "here"
    one = "/api/tournaments/{tournament}"
    assert made_at(by_path[f"{one}/register"], tournament="12") == "tournament:12"
    staff = "/api/admin/tournaments/{tournament}"
    assert made_at(by_path[f"{staff}/pause"], tournament="12") == "tournament:12"
    assert made_at(by_path[f"{staff}/payouts"], tournament="12") == "house"
    assert made_at(by_path["/api/admin/stakes/add"]) == "here"
    assert made_at(by_path["/api/admin/stakes/remove"], stake) == "here"
