"""`cardroom loadtest`: thousands of players over real sockets, and what it cost the server."""

import argparse
import asyncio
import os
import platform
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.measured import Machine, Result
from cardroom.commands.load.report import as_markdown, show
from cardroom.commands.load.runs import Plan, ShowProgress, run_plan
from cardroom.commands.printing import write_json
from cardroom.commands.reading import progress_bar
from cardroom.errors import UsageError
from cardroom.server.memory import spare_full_collections

PLAYERS_MAX = 20_000
TABLES_MAX = PLAYERS_MAX // GROUP
SOCKETS_BESIDES = 500
"""Files and sockets that are open besides those of the players."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Take how many play, how long, how fast, where, and what else is measured."""
    parser.description = (
        "Play over real sockets against a room in a second process, and against a bare"
        " echo-and-broadcast server beside it. Prints how many actions and messages there were"
        " per second, how long an action took to reach everybody (p50, p99), what it cost the"
        " server in time and memory, and how many messages the room sends compared with the bare"
        " server in the same time. With --room it plays in your own room, whose [limits] must"
        " allow that many players from one address."
    )
    parser.add_argument("--players", type=int, default=3_000, help="default: 3000")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
    parser.add_argument(
        "--every", type=float, default=2.0, metavar="SECONDS",
        help="how often a player acts, about; 0 is as fast as possible",
    )  # fmt: skip
    parser.add_argument("--room", metavar="ADDRESS", help="a running room instead of a new one")
    parser.add_argument(
        "--hostile", type=float, default=0.0, metavar="FRAMES",
        help="then measure again while a third process sends this many hostile frames per second",
    )  # fmt: skip
    parser.add_argument(
        "--tables", type=int, nargs="+", metavar="N",
        help="measure instead what a table costs when there are N of them, as in --tables 10 1000",
    )  # fmt: skip
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="also append the results to a Markdown file"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was found."""
    plan = _plan(args)
    _allow_sockets(max(plan.players, *(GROUP * count for count in plan.tables), 0))
    spare_full_collections()
    load_before = os.getloadavg()[0]
    with _telling() as tell:
        result = _run(run_plan(plan, tell))
    result = msgspec.structs.replace(result, machine=_machine(load_before))
    if args.write is not None:
        _append(args.write, as_markdown(result))
    if args.json:
        write_json(result)
    else:
        show(result)
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    """What is wanted, or what cannot be wanted in one sentence."""
    if not GROUP <= args.players <= PLAYERS_MAX:
        raise UsageError(f"--players is from {GROUP} to {PLAYERS_MAX}.")
    if args.seconds <= 0 or args.every < 0 or args.hostile < 0:
        raise UsageError("--seconds is more than 0, --every and --hostile are not less.")
    tables = tuple(args.tables or ())
    if not all(1 <= count <= TABLES_MAX for count in tables):
        raise UsageError(f"--tables is from 1 to {TABLES_MAX}.")
    if tables and (args.room or args.hostile):
        raise UsageError("--tables starts rooms of its own and takes neither --room nor --hostile.")
    return Plan(
        players=args.players,
        seconds=args.seconds,
        every_s=args.every,
        room=(args.room or "").rstrip("/"),
        hostile_per_s=args.hostile,
        tables=tables,
    )


def _allow_sockets(players: int) -> None:
    """Every player is a socket here and one in the server, which inherits the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = players + SOCKETS_BESIDES
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise UsageError(f"The system allows {hard} open files, and {wanted} are needed.")
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _run(measuring: Any) -> Result:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(measuring)  # type: ignore[no-any-return]
    return uvloop.run(measuring)  # type: ignore[no-any-return]


def _machine(load_before: float) -> Machine:
    return Machine(
        date=time.strftime("%Y-%m-%d"),
        cores=len(os.sched_getaffinity(0)),
        python=platform.python_version(),
        loop="asyncio" if find_spec("uvloop") is None else "uvloop",
        load_before=round(load_before, 1),
        load_after=round(os.getloadavg()[0], 1),
    )


def _append(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None


@contextmanager
def _telling() -> Iterator[ShowProgress]:
    with progress_bar() as bar:
        task = bar.add_task("Starting", total=1.0)

        def tell(what: str, done: float = 0.0) -> None:
            bar.update(task, description=what, completed=done)

        yield tell
