"""The life of a raise in ARCHITECTURE.md: a real one follows the files that are named there."""

import asyncio
import importlib
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from cardroom.ledger import TableId
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.seating import Seated, first_turn, three_seated

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "cardroom"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## The life of a raise\n")[2].partition("\n## ")[0]
RAISED, _, PAID = SECTION.partition("When the hand ends")
DATA = {
    "engine/answers.py",
    "engine/arguments.py",
    "engine/events.py",
    "engine/refusals.py",
    "room/frames.py",
    "room/metrics.py",
    "room/people.py",
    "room/requests.py",
    "room/services.py",
    "server/world.py",
}
"""Data that the others carry, clocks and counters: no step of their own."""
FOLLOWED = ("Task-", "table:", "write")
"""How the tasks of sockets and tables are named; the house's own clockwork has names of its own.

The store's watch over its writer has none, and is told by its function.
"""


class Tracer:
    """Collects the files whose functions are called, in the loop and in the store's thread."""

    def __init__(self) -> None:
        self._files: set[str] | None = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Threads that are started meanwhile can be followed."""
        threading.setprofile(self._see)
        try:
            yield
        finally:
            threading.setprofile(None)

    @contextmanager
    def noting(self) -> Iterator[set[str]]:
        """The files of ours that are entered meanwhile, but for those of the client."""
        files: set[str] = set()
        found: set[str] = set()
        before = sys.getprofile()
        self._files = files
        sys.setprofile(self._see)
        try:
            yield found
        finally:
            sys.setprofile(before)
            self._files = None
            ours = (Path(one) for one in files if one.startswith(str(SOURCE)))
            named = {str(one.relative_to(SOURCE)) for one in ours}
            found |= {one for one in named if not one.startswith("commands/")}

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        files = self._files
        if files is None or event != "call" or frame.f_code.co_filename in files:
            return
        if _is_followed():
            files.add(frame.f_code.co_filename)


def _is_followed() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return True
    if task is None:
        return True
    is_watch = getattr(task.get_coro(), "__qualname__", "").endswith("._watch_over")
    return task.get_name().startswith(FOLLOWED) and not is_watch


def named_in(text: str) -> set[str]:
    """The Python files that a part of the page names, but for those that are compiled here."""
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", text))
    return {one for one in named if (SOURCE / one).exists() and not _is_compiled(one)}


def _is_compiled(file: str) -> bool:
    module = importlib.import_module("cardroom." + file.removesuffix(".py").replace("/", "."))
    return not str(module.__file__).endswith(".py")


async def fold(player: Seated) -> None:
    while (turn := await player.turn_or_end()) is not None:
        await player.line.ask(
            "act", ch=player.channel, hand=turn["hand"], turn=turn["turn"], a="fold"
        )


@rule("AMB-49", "CRASH-01")
async def test_a_raise_passes_through_the_files_that_architecture_md_names(tmp_path: Path) -> None:
    tracer = Tracer()
    with tracer.installed():
        async with (
            open_server(tmp_path) as server,
            three_seated(server.http, server) as players,
        ):
            first, turn = await first_turn(players)
            with tracer.noting() as raised:
                await first.line.ask(
                    "act", ch=first.channel, hand=turn["hand"], turn=turn["turn"], a="raise",
                    to=turn["raise_from"],
                )  # fmt: skip
                hand = server.room.tasks[TableId(int(first.channel.partition(":")[2]))].table.hand
                assert hand is not None
                assert hand.actor is not None
            with tracer.noting() as paid:
                await asyncio.gather(*(fold(one) for one in players if one is not first))
    lost = raised - DATA - named_in(RAISED)
    idle = (named_in(RAISED) - raised) | (named_in(PAID) - raised - paid)
    assert (lost, idle) == (set(), set()), (
        "where the trail is lost, and what nothing passes through"
    )


def test_the_path_of_a_raise_in_the_browser_is_there_and_the_whole_is_one_list() -> None:
    browser = re.findall(r"`(web/src/[a-z_./A-Z]+)`", RAISED)
    assert len(browser) > 5
    assert not [one for one in browser if not (ROOT / one).is_file()]
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", SECTION, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
