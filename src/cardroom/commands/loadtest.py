"""`cardroom loadtest`: thousands of players over real sockets, and what it cost the server."""

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.measured import Figures, cost_of
from cardroom.commands.load.players import Crowd
from cardroom.commands.room_client import new_session
from cardroom.errors import UsageError
from cardroom.server.memory import spare_full_collections

PLAYERS_MAX = 20_000
STAKE = {"game": "nl-holdem", "format": "ordinary", "small_blind": 5, "big_blind": 10}
BUY_IN = 1_000
PAUSE_PER_ACTION_S = 5 / 24
"""A hand that is checked down has 24 actions, and a pause of five seconds after it."""
MUCH = 1_000_000
SETTLE_S = 3.0
"""After the rush of coming in, before anything is counted."""

ROOM_FILE = f"""
[limits]
sockets_per_address = {MUCH}
requests_every_ms = 1
requests_burst = {MUCH}
entries_every_ms = 1
entries_burst = {MUCH}
[logs]
level = "WARNING"
"""
"""All players come from one address: what one address may do is set aside."""

Told = Callable[[str], None]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The room beside the bare server. Ratios are of messages per second of the server's CPU."""

    tables: int
    memory_per_seat_kib: float | None
    room: Figures
    bare: Figures | None
    of_bare_server: float | None


def configure(parser: argparse.ArgumentParser) -> None:
    """Take how many play, how long, how fast, and where."""
    parser.description = (
        "Play over real sockets against a room that is started for it in a second process, and"
        " against a bare echo-and-broadcast server beside it. With --room, against a room of your"
        " own, whose [limits] must allow so many players from one address."
    )
    parser.add_argument("--players", type=int, default=3_000, help="default: 3000")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
    parser.add_argument(
        "--every", type=float, default=2.0, metavar="SECONDS",
        help="how often a player acts, about; 0 is as fast as he can",
    )  # fmt: skip
    parser.add_argument("--room", metavar="ADDRESS", help="a running room instead of an own one")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was found."""
    if not GROUP <= args.players <= PLAYERS_MAX:
        raise UsageError(f"--players is from {GROUP} to {PLAYERS_MAX}.")
    if args.seconds <= 0 or args.every < 0:
        raise UsageError("--seconds is more than 0, and --every not less.")
    _allow_sockets(args.players)
    spare_full_collections()
    with _telling() as tell:
        result = _run(_measure(args, tell))
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(result)).decode())
    else:
        _show(result)
    return 0


def _run(measuring: Any) -> Result:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(measuring)  # type: ignore[no-any-return]
    return uvloop.run(measuring)  # type: ignore[no-any-return]


def _allow_sockets(players: int) -> None:
    """Every player is a socket here and one in the server, which inherits the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = players + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise UsageError(f"The system allows {hard} open files, and {wanted} are needed.")
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _measure(args: argparse.Namespace, tell: Told) -> Result:
    think_s = max(0.0, args.every / GROUP - PAUSE_PER_ACTION_S) if args.every else 0.0
    if args.room:
        return await _measure_room(args, args.room.rstrip("/"), None, think_s, tell)
    with tempfile.TemporaryDirectory(prefix="cardroom-load-") as folder:
        file = Path(folder) / "room.toml"
        file.write_text(ROOM_FILE, encoding="utf-8")
        command = ["cardroom.commands.main", "serve", "--config", str(file), "--port", "0"]
        command += ["--json", "--database", f"sqlite:///{folder}/room.db"]
        tell("Starting a room")
        async with _Server(*command) as room:
            address = msgspec.json.decode(room.said)["address"].rstrip("/")
            result = await _measure_room(args, address, room.pid, think_s, tell)
    async with _Server("cardroom.commands.load.bare") as bare:
        figures = await _measure_bare(args, bare, tell, args.every / GROUP)
    return _beside(result, figures)


def _beside(result: Result, bare: Figures) -> Result:
    ours, theirs = result.room.cpu_us_per_message, bare.cpu_us_per_message
    ratio = round(theirs / ours, 3) if ours and theirs else None
    return msgspec.structs.replace(result, bare=bare, of_bare_server=ratio)


async def _measure_room(
    args: argparse.Namespace, address: str, process: int | None, think_s: float, tell: Told
) -> Result:
    async with new_session(args.players + 100) as session:
        crowd = Crowd(session, address, think_s)
        try:
            empty = cost_of(process) if process else None
            tell(f"Seating {args.players} players")
            await crowd.sit_down(args.players, STAKE, BUY_IN)
            full = cost_of(process) if process else None
            tell(f"Measuring the room for {args.seconds:g} s")
            figures = await _count(crowd, args, process)
        finally:
            await crowd.go_home()
    memory = None
    if empty is not None and full is not None:
        memory = round((full.memory_kib - empty.memory_kib) / args.players, 1)
    return Result(
        tables=len(crowd.tables),
        memory_per_seat_kib=memory,
        room=figures,
        bare=None,
        of_bare_server=None,
    )


async def _measure_bare(
    args: argparse.Namespace, bare: "_Server", tell: Told, think_s: float
) -> Figures:
    async with new_session(args.players + 100) as session:
        crowd = Crowd(session, bare.said.strip(), think_s)
        try:
            await crowd.join_bare(args.players // GROUP * GROUP)
            tell(f"Measuring the bare server for {args.seconds:g} s")
            return await _count(crowd, args, bare.pid)
        finally:
            await crowd.go_home()


async def _count(crowd: Crowd, args: argparse.Namespace, process: int | None) -> Figures:
    await asyncio.sleep(SETTLE_S)
    before = cost_of(process) if process else None
    crowd.tally.start()
    await asyncio.sleep(args.seconds)
    after = cost_of(process) if process else None
    figures = crowd.tally.figures(crowd.seated, before, after)
    crowd.verify()
    return figures


class _Server:
    """A Python module in a process of its own, which says its address on its first line."""

    def __init__(self, *words: str) -> None:
        self._words = words
        self.said = ""
        self.pid = 0

    async def __aenter__(self) -> "_Server":
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *self._words, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        self.pid = self._process.pid
        self.said = (await self._process.stdout.readline()).decode()
        if not self.said:
            await self._process.wait()
            raise UsageError("The server of the load test did not start.")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.kill()
        await self._process.wait()


@contextmanager
def _telling() -> Iterator[Told]:
    from rich.console import Console

    console = Console(file=sys.stderr)
    with console.status("Starting") as status:
        yield status.update


def _show(result: Result) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "room", "bare server")
    for name in Figures.__struct_fields__:
        bare = "" if result.bare is None else str(getattr(result.bare, name))
        table.add_row(name.replace("_", " "), str(getattr(result.room, name)), bare)
    console = Console()
    console.print(table)
    console.print(f"{result.tables} tables, {result.memory_per_seat_kib} KiB of memory per seat")
    if result.of_bare_server is not None:
        share = f"{result.of_bare_server:.0%}"
        console.print(f"{share} of the bare server's messages per second of CPU time")
