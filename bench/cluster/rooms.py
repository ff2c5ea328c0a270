"""The rooms that are measured: one process, and two gateways with two hosts."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from aiohttp import ClientError, ClientSession

from cardroom.commands.load.servers import ROOM_FILE, Server
from cardroom.rulebook.loading import edition
from cardroom.server.clustering.unit_names import units_of
from tests.cluster.private_nats import PrivateNats

GATEWAYS = ("gateway-1", "gateway-2")
HOSTS = ("host-1", "host-2")
PLACED_S = 120.0
UNIT = re.compile(r'cardroom_unit_tables\{unit="([^"]+)"\}')


class Running(NamedTuple):
    """A room: where players connect, which processes it has, and what each host runs."""

    addresses: tuple[str, ...]
    processes: Mapping[str, int]
    pages: tuple[str, ...] = ()
    """Where every process says its figures."""
    units: tuple[frozenset[str], ...] = ()


@asynccontextmanager
async def one_process(database: str = "", more: str = "") -> AsyncIterator[Running]:
    """The whole room in one process; without a database, on SQLite."""
    with TemporaryDirectory(prefix="cardroom-bench-") as folder:
        kept = database or f"sqlite:///{folder}/room.db"
        keys = f'[fairness]\nkeys = "{folder}"\n'
        async with _process(Path(folder), kept, more + keys) as (address, pid):
            yield Running((address,), {"room": pid}, (address,))


@asynccontextmanager
async def four_processes(database: str, nats: PrivateNats) -> AsyncIterator[Running]:
    """Two gateways and two hosts, once every unit runs and both hosts have their share."""
    with TemporaryDirectory(prefix="cardroom-bench-") as folder:
        async with AsyncExitStack() as stack:
            started = {}
            for name in (*HOSTS, *GATEWAYS):
                own = Path(folder) / name
                own.mkdir()
                role = name.partition("-")[0]
                more = (
                    f'[cluster]\nnats = "{nats.address}"\nroles = ["{role}"]\nname = "{name}"\n'
                    f'[fairness]\nkeys = "{folder}"\n'
                )
                started[name] = await stack.enter_async_context(_process(own, database, more))
            units = await _placed([started[name][0] for name in HOSTS])
            yield Running(
                tuple(started[name][0] for name in GATEWAYS),
                {name: pid for name, (_, pid) in started.items()},
                tuple(address for address, _ in started.values()),
                units,
            )


@asynccontextmanager
async def _process(folder: Path, database: str, more: str) -> AsyncIterator[tuple[str, int]]:
    file = folder / "room.toml"
    file.write_text(ROOM_FILE + more, encoding="utf-8")
    words = ["cardroom.commands.main", "serve", "--config", str(file), "--port", "0"]
    async with Server(*words, "--json", "--database", database) as server:
        yield msgspec.json.decode(server.said)["address"].rstrip("/"), server.pid


async def _placed(hosts: list[str]) -> tuple[frozenset[str], ...]:
    """What each host runs, once everything is run and nothing moves any more."""
    cash = edition("en-2.7").cash
    assert cash is not None
    everything = frozenset(units_of(cash))
    before: tuple[frozenset[str], ...] = ()
    async with asyncio.timeout(PLACED_S), ClientSession() as http:
        while True:
            found = tuple([frozenset(UNIT.findall(await figures(http, one))) for one in hosts])
            if frozenset().union(*found) == everything and all(found) and found == before:
                return found
            before = found
            # Longer than a host waits before it gives something away.
            await asyncio.sleep(6.0)


async def figures(http: ClientSession, address: str) -> str:
    """What a process says about itself."""
    try:
        async with http.get(f"{address}/metrics") as response:
            return await response.text()
    except (ClientError, OSError, TimeoutError):
        return ""


async def sent_over_nats(room: Running) -> float:
    """How many messages all processes have sent so far."""
    async with ClientSession() as http:
        texts = [await figures(http, address) for address in room.pages]
    found = re.findall(r"^cardroom_bus_sent ([0-9.e+]+)$", "\n".join(texts), re.MULTILINE)
    return sum(map(float, found))
