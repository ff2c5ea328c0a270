"""`cardroom loadtest`: thousands of players over real sockets, and what it cost the server."""

import argparse
import asyncio
import os
import platform
import resource
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cardroom.commands.admin import TOKEN
from cardroom.commands.load import report
from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.field import report as field_report
from cardroom.commands.load.field.measured import FieldResult
from cardroom.commands.load.field.runs import FIRST_PLAYERS, FieldPlan, run_fields
from cardroom.commands.load.measured import Machine, Result
from cardroom.commands.load.runs import Plan, ShowProgress, run_plan
from cardroom.commands.printing import write_json
from cardroom.commands.reading import progress_bar
from cardroom.errors import UsageError
from cardroom.server.memory import spare_full_collections

PLAYERS_MAX = 20_000
TABLES_MAX = PLAYERS_MAX // GROUP
EVERY_S = 2.0
FIELD_EVERY_S = 4.0
"""How often a player acts by default; at a table of six people it is about every 15 s."""
R = TypeVar("R", Result, FieldResult)
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
        " allow that many players from one address. With --tournament, N players enter one"
        " tournament instead, and all its tables play: the report says how long the first deals"
        " took, and whether an action and a player cost more in a larger field."
    )
    parser.add_argument("--players", type=int, default=3_000, help="default: 3000")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
    parser.add_argument(
        "--every", type=float, metavar="SECONDS",
        help="how often a player acts, about; 0 is as fast as possible (default: 2, in a"
        " tournament 4)",
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
        "--tournament", metavar="N[,N...]",
        help="measure instead one tournament of N players, as in --tournament 2000; several sizes"
        " are compared, as in --tournament 200,2000. With --room, put an operator's token into"
        f" {TOKEN}",
    )  # fmt: skip
    parser.add_argument(
        "--cancel", action="store_true",
        help="with --tournament: then have everybody enter a second tournament and cancel it, and"
        " say how long those at the tables waited meanwhile",
    )  # fmt: skip
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="also append the results to a Markdown file"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was found."""
    if args.tournament:
        field_plan = _field_plan(args)
        _allow_sockets(max(field_plan.sizes) + FIRST_PLAYERS)
        fields = _measure(lambda tell: run_fields(field_plan, tell))
        _present(args, fields, as_markdown=field_report.as_markdown, show=field_report.show)
        return 0
    plan = _plan(args)
    _allow_sockets(max(plan.players, *(GROUP * count for count in plan.tables), 0))
    result = _measure(lambda tell: run_plan(plan, tell))
    _present(args, result, as_markdown=report.as_markdown, show=report.show)
    return 0


def _measure(measuring: Callable[[ShowProgress], Coroutine[Any, Any, R]]) -> R:
    """Run it, showing how far it is, and add on which machine it was."""
    spare_full_collections()
    load_before = os.getloadavg()[0]
    with _telling() as tell:
        result = _run(measuring(tell))
    return msgspec.structs.replace(result, machine=_machine(load_before))


def _present(
    args: argparse.Namespace,
    result: R,
    *,
    as_markdown: Callable[[R], str],
    show: Callable[[R], None],
) -> None:
    if args.write is not None:
        _append(args.write, as_markdown(result))
    if args.json:
        write_json(result)
    else:
        show(result)


def _field_plan(args: argparse.Namespace) -> FieldPlan:
    """What is wanted of tournaments, or what cannot be wanted in one sentence."""
    words = args.tournament.split(",")
    if not all(word.isdecimal() and GROUP <= int(word) <= PLAYERS_MAX for word in words):
        raise UsageError(
            f"--tournament is a number of players from {GROUP} to {PLAYERS_MAX}, or several with"
            " commas between them, such as 200,2000."
        )
    if args.tables or args.hostile:
        raise UsageError("--tournament takes neither --tables nor --hostile.")
    token = os.environ.get(TOKEN, "")
    if args.room and not token:
        raise UsageError(f"To hold a tournament in a running room, put a token into {TOKEN}.")
    return FieldPlan(
        sizes=tuple(int(word) for word in words),
        seconds=args.seconds,
        every_s=_every_s(args, FIELD_EVERY_S),
        cancels=args.cancel,
        room=(args.room or "").rstrip("/"),
        token=token,
    )


def _every_s(args: argparse.Namespace, usual: float) -> float:
    """The pace, and with it how long is measured, if they make sense."""
    every_s = usual if args.every is None else float(args.every)
    if args.seconds <= 0 or every_s < 0 or args.hostile < 0:
        raise UsageError("--seconds is more than 0, --every and --hostile are not less.")
    return every_s


def _plan(args: argparse.Namespace) -> Plan:
    """What is wanted, or what cannot be wanted in one sentence."""
    if not GROUP <= args.players <= PLAYERS_MAX:
        raise UsageError(f"--players is from {GROUP} to {PLAYERS_MAX}.")
    every_s = _every_s(args, EVERY_S)
    if args.cancel:
        raise UsageError("--cancel goes with --tournament.")
    tables = tuple(args.tables or ())
    if not all(1 <= count <= TABLES_MAX for count in tables):
        raise UsageError(f"--tables is from 1 to {TABLES_MAX}.")
    if tables and (args.room or args.hostile):
        raise UsageError("--tables starts rooms of its own and takes neither --room nor --hostile.")
    return Plan(
        players=args.players,
        seconds=args.seconds,
        every_s=every_s,
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


def _run(measuring: Coroutine[Any, Any, R]) -> R:
    try:
        import uvloop
    except ImportError:
        return asyncio.run(measuring)
    return uvloop.run(measuring)


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
