"""deploy/compose.yaml: exactly the processes that it names, started with its commands and words."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from aiohttp import ClientSession

from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import OWN_INTERPRETER, ClusterPlace
from tests.packaging.wheels import ROOT
from tests.server.processes import RoomProcess
from tests.store.private_postgres import PrivatePostgres

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PROCESSES = {name: one for name, one in SERVICES.items() if one["image"] == "cardroom"}


@pytest.fixture
async def database(postgres: PrivatePostgres) -> str:
    return await postgres.new_database("compose")


def test_it_names_two_gateways_two_hosts_and_what_they_need() -> None:
    roles = sorted(one["environment"]["CARDROOM_CLUSTER_ROLES"] for one in PROCESSES.values())
    assert roles == ["gateway", "gateway", "host", "host"]
    assert set(SERVICES) - set(PROCESSES) == {"postgres", "nats", "proxy"}
    assert "-js" in SERVICES["nats"]["command"]
    proxy = (DEPLOY / "Caddyfile.cluster").read_text(encoding="utf-8")
    gateways = [name for name in PROCESSES if name.startswith("gateway")]
    for name in gateways:
        port = PROCESSES[name]["environment"]["CARDROOM_SERVER_PORT"]
        assert re.search(rf"reverse_proxy.* {name}:{port}", proxy)
    (config,) = [one for one in SERVICES["proxy"]["volumes"] if "Caddyfile" in one]
    assert (DEPLOY / config.partition(":")[0]).exists()


async def test_the_processes_that_it_names_are_one_room(
    database: str, nats: PrivateNats, tmp_path: Path
) -> None:
    def start(service: dict[str, Any]) -> RoomProcess:
        said = {name: str(value) for name, value in service["environment"].items()}
        assert said["CARDROOM_DATABASE_ADDRESS"].startswith("postgresql://")
        assert said["CARDROOM_CLUSTER_NATS"] == "nats://nats:4222"
        said |= {"CARDROOM_DATABASE_ADDRESS": database, "CARDROOM_CLUSTER_NATS": nats.address}
        # The containers' own folder, and their own network.
        said |= {"CARDROOM_FAIRNESS_KEYS": str(tmp_path), "CARDROOM_SERVER_HOST": "127.0.0.1"}
        command, *words = service["command"]
        assert command == "serve"
        return RoomProcess(database, *words, environment=said, python=OWN_INTERPRETER)

    with ThreadPoolExecutor() as pool:
        started = dict(zip(PROCESSES, pool.map(start, PROCESSES.values()), strict=True))
    place = ClusterPlace(nats, database, tmp_path)
    place.processes = started
    with place:
        async with ClientSession() as http:
            await place.until_all_run(http, "host-1", "host-2", shared=True)
            for one in started.values():
                async with http.get(f"{one.address}/readyz") as response:
                    assert response.status == 200, await response.text()
        for one in started.values():
            assert one.stop() == 0
