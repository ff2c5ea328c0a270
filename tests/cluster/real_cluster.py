"""A room in several real processes, with a real NATS and a real PostgreSQL."""

import asyncio
import re
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from aiohttp import ClientError, ClientSession

from cardroom.rulebook.loading import edition
from cardroom.server.clustering.unit_names import units_of
from tests.cluster.private_nats import PrivateNats
from tests.server.processes import RoomProcess

PATIENCE_S = 90.0
OWN_INTERPRETER = str(Path(sys.executable).with_name("python3"))
"""These processes are stopped, frozen and killed: they share nothing with the tests."""
START_S = 300.0
"""Several processes start at once, on a machine that may have other work."""
LINES_SHOWN = 30
PACE = {
    "CARDROOM_PACE_CHOICE_TO_SHOW_MS": "200",
    "CARDROOM_PACE_WON_WITHOUT_SHOWDOWN_MS": "200",
    "CARDROOM_PACE_SHOWDOWN_MS": "200",
    "CARDROOM_PACE_STREET_CHANGE_MS": "50",
    "CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "2000",
}


class ClusterPlace:
    """Where processes of one room are started."""

    def __init__(self, nats: PrivateNats, database: str, keys: Path) -> None:
        self.nats = nats
        self.database = database
        self._keys = keys
        self.more: dict[str, str] = {}
        """What else the operator's file says."""
        self.ways: dict[str, str] = {}
        """The address of NATS for processes that do not reach it directly, by name."""
        self.processes: dict[str, RoomProcess] = {}

    def environment(self, name: str, *roles: str) -> dict[str, str]:
        """The operator's file, as variables."""
        return {
            **PACE,
            "CARDROOM_CLUSTER_NATS": self.ways.get(name, self.nats.address),
            "CARDROOM_CLUSTER_ROLES": ",".join(roles),
            "CARDROOM_CLUSTER_NAME": name,
            "CARDROOM_FAIRNESS_KEYS": str(self._keys),
            "CARDROOM_LIMITS_ENTRIES_EVERY_MS": "1",
            "CARDROOM_TOURNAMENTS_STARTER": "true",
            **self.more,
        }

    def start(self, **roles: tuple[str, ...]) -> None:
        """Start processes side by side, by name."""
        with ThreadPoolExecutor() as pool:
            started = {name: pool.submit(self._start, name, *some) for name, some in roles.items()}
        self.processes |= {name: one.result() for name, one in started.items()}

    def _start(self, name: str, *roles: str) -> RoomProcess:
        environment = self.environment(name, *roles)
        return RoomProcess(
            self.database, environment=environment, start_s=START_S, python=OWN_INTERPRETER
        )

    def __getitem__(self, name: str) -> RoomProcess:
        return self.processes[name]

    def freeze(self, name: str) -> None:
        """Let a process do nothing until `thaw`."""
        self[name].process.send_signal(signal.SIGSTOP)

    def thaw(self, name: str) -> None:
        """Let it go on."""
        self[name].process.send_signal(signal.SIGCONT)

    def kill(self, name: str) -> None:
        """As a power cut ends it."""
        self[name].kill()

    def lives(self, name: str) -> bool:
        """Whether a process was started and has not ended."""
        return name in self.processes and self[name].process.poll() is None

    # What the processes say

    async def readiness(self, http: ClientSession, name: str) -> list[str]:
        """Why a process is not ready; nothing when it is."""
        async with http.get(f"{self[name].address}/readyz") as response:
            return list((await response.json()).get("reasons", ()))

    async def until_ready(self, http: ClientSession, *names: str, lack: str = "") -> None:
        """Wait until processes are ready, or say what they lack."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = [await self.readiness(http, name) for name in names]
                if all(one == ([lack] if lack else []) for one in found):
                    return
                await asyncio.sleep(0.1)

    async def units(self, http: ClientSession, name: str) -> set[str]:
        """The units that a host runs."""
        text = await self._metrics(http, name)
        return set(re.findall(r'cardroom_unit_tables\{unit="([^"]+)"\}', text))

    async def _metrics(self, http: ClientSession, name: str) -> str:
        try:
            async with http.get(f"{self[name].address}/metrics") as response:
                return await response.text()
        except (ClientError, OSError, TimeoutError):
            return ""

    async def until_all_run(self, http: ClientSession, *hosts: str, shared: bool = False) -> None:
        """Wait until every unit is run by one of some hosts; `shared`, by each of them some."""
        cash = edition("en-2.7").cash
        assert cash is not None
        everything = set(units_of(cash))
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = [await self.units(http, host) for host in hosts]
                if set().union(*found) >= everything and (all(found) or not shared):
                    return
                await asyncio.sleep(0.1)

    async def host_of(self, http: ClientSession, unit: str, *hosts: str) -> str:
        """The host that runs a unit."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for host in hosts:
                    if unit in await self.units(http, host):
                        return host
                await asyncio.sleep(0.1)

    async def until_lost(self, http: ClientSession, host: str, unit: str) -> None:
        """Wait until a host has noticed that another one runs a unit."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                text = await self._metrics(http, host)
                if text and f'unit="{unit}"' not in text:
                    return
                await asyncio.sleep(0.1)

    def show_logs(self) -> None:
        """For who looks into a test that has failed."""
        for name, process in self.processes.items():
            print(f"--- {name}", *process.log[-LINES_SHOWN:], sep="\n", file=sys.stderr)

    def __enter__(self) -> "ClusterPlace":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name, process in self.processes.items():
            if kind is not None:
                print(f"--- {name}", file=sys.stderr)
            process.process.send_signal(signal.SIGCONT)
            process.__exit__(kind, error, trace)
