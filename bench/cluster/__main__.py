"""`make evidence-cluster`: measures a room of several processes, and writes bench/cluster.md.

Four processes, then one, on the same PostgreSQL; then one process on SQLite and the bare server.
"""

import argparse
import asyncio
import os
import resource
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from aiohttp import web

from bench.cluster.growth import simulate
from bench.cluster.load import Run, measure, measure_bare, stakes_of
from bench.cluster.paper import limits
from bench.cluster.report import Found, page
from bench.cluster.rooms import Running, four_processes, one_process
from bench.evidence import commit, conditions, cpu_s
from bench.harness import HERE
from cardroom.commands.load.measured import Figures
from cardroom.commands.load.servers import bare_server
from cardroom.server.memory import spare_full_collections
from tests.cluster.private_nats import PrivateNats
from tests.store.private_postgres import PrivatePostgres

FILE = HERE / "bench" / "cluster.md"
FILES_BESIDES = 1_000


def tell(what: str) -> None:
    """One line that is written over; a log gets only what is new."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)
    elif not what.endswith(("sit", "left")):
        print(what, file=sys.stderr, flush=True)


@asynccontextmanager
async def collector() -> AsyncIterator[str]:
    """Takes traces, and throws them away."""

    async def take(request: web.Request) -> web.Response:
        await request.read()
        return web.Response()

    app = web.Application(client_max_size=2**26)
    app.router.add_post("/v1/traces", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1/traces"
    finally:
        await runner.cleanup()


class Evidence:
    """All runs, one after the other."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._postgres = PrivatePostgres()
        self._nats = PrivateNats()
        self._stakes: list[str] = []
        self._databases = 0

    async def _database(self) -> str:
        self._databases += 1
        return await self._postgres.new_database(f"bench{self._databases}")

    async def run(self) -> Found:
        """Measure everything."""
        args, load_before = self._args, os.getloadavg()[0]
        four = await self._four()
        one = await self._one("one process")
        traced = await self._traced() if args.traces else None
        sqlite, bare = await self._sqlite()
        return Found(
            players=four.figures.players,
            seconds=args.seconds,
            every_s=args.every,
            seed=args.seed,
            load_before=load_before,
            load_after=os.getloadavg()[0],
            one=one,
            four=four,
            traced=traced,
            sqlite=sqlite,
            bare=bare,
            growth=tuple(simulate(args.players, args.seed)),
            limits=tuple(limits(four)),
        )

    async def _four(self) -> Run:
        tell("Starting two hosts and two gateways")
        async with four_processes(await self._database(), self._nats) as room:
            self._stakes = stakes_of(room.units)
            tell(f"Players at {', '.join(self._stakes)}")
            besides = {"postgresql": [self._postgres.pid], "nats": [self._nats.pid]}
            return await self._measured("four processes", room, besides)

    async def _one(self, name: str, more: str = "") -> Run:
        tell(f"Starting {name}")
        async with one_process(await self._database(), more) as room:
            return await self._measured(name, room, {"postgresql": [self._postgres.pid]})

    async def _traced(self) -> Run:
        async with collector() as address:
            return await self._one("one process with traces", f'[traces]\nendpoint = "{address}"\n')

    async def _sqlite(self) -> tuple[Run, Figures]:
        tell("Starting one process on SQLite")
        args = self._args
        async with one_process() as room:
            run = await self._measured("one process on SQLite", room, {})
        tell("Measuring the bare server")
        async with bare_server() as bare:
            return run, await measure_bare(
                bare, players=args.players, seconds=args.seconds, every_s=args.every
            )

    async def _measured(
        self, name: str, room: Running, besides: Mapping[str, Sequence[int]]
    ) -> Run:
        args = self._args
        run = await measure(
            name, room, self._stakes, players=args.players, seconds=args.seconds,
            every_s=args.every, besides=besides, tell=tell,
        )  # fmt: skip
        tell(
            f"{name}: {run.room_us:.0f} µs an action, p99 {run.figures.p99_ms:.1f} ms, {run.cpu_us}"
        )
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return run

    def close(self) -> None:
        """End the servers."""
        self._nats.remove()
        self._postgres.remove()


def main() -> int:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--every", type=float, default=2.0, help="how often a player acts, in s")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--traces", action="store_true", help="measure a room with traces, too")
    parser.add_argument("--write", action=argparse.BooleanOptionalAction, default=True)
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, args.players + FILES_BESIDES), hard))
    spare_full_collections()
    # The commit is that of the beginning, whatever is checked out meanwhile.
    commit()
    evidence, began = Evidence(args), time.monotonic()
    try:
        found = asyncio.run(evidence.run())
    finally:
        evidence.close()
    text = page(found, conditions(args.seed, cpu_s()))
    if args.write:
        FILE.write_text(text, encoding="utf-8")
    print(text)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
