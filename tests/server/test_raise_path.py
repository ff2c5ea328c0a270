"""The life of a raise in ARCHITECTURE.md: a real one follows the files that are named there."""

import asyncio
import re
from pathlib import Path

from cardroom.ledger import TableId
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.seating import Seated, first_turn, three_seated
from tests.server.tracing import ROOT, SOURCE, Tracer, named_in, section

SECTION, _, BESIDE = section("The life of a raise").partition("\n### Beside the path\n")
RAISED, _, PAID = SECTION.partition("When the hand ends")
TEST = "tests/server/test_raise_path.py"
FILES_MAX = 37
"""How many files the whole path has, from the browser to the database and back; it had 53."""
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


def in_browser(text: str) -> list[str]:
    """The files of the client that a part of the page names."""
    return re.findall(r"`(web/src/[a-z_./A-Z]+)`", text)


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
    browser = in_browser(RAISED)
    assert len(browser) > 5
    assert not [one for one in browser if not (ROOT / one).is_file()]
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", SECTION, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))


def test_the_path_of_a_raise_does_not_become_longer_again() -> None:
    on_the_server = {*re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", SECTION)} - {TEST}
    assert all((SOURCE / one).is_file() for one in on_the_server)
    assert len(on_the_server) + len(set(in_browser(SECTION))) <= FILES_MAX
    assert not on_the_server & named_in(BESIDE), "what is beside the path is not on it"
