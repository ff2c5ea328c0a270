"""The life of an elimination in ARCHITECTURE.md: a real one follows the files named there."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from cardroom.tournament.events import BountyTaken, KnockedOut, Moved, PlaceTaken, PrizeWon
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.record import encode_events
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desks import example

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "cardroom"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## The life of an elimination\n")[2].partition("\n## ")[0]

DATA = {
    "tournament/events.py",
    "tournament/desk_events.py",
    "tournament/due.py",
    "tournament/tables/entrant.py",
    "tournament/terms.py",
    "tournament/definition/definition.py",
}
"""Data that the others carry, and what was agreed before the start: no step of its own."""


@contextmanager
def traced(entered: set[str]) -> Iterator[None]:
    """Collect the files whose functions are called."""

    def see(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        yield
    finally:
        sys.setprofile(before)


def small_tournament() -> Arena:
    """A small bounty tournament: registration is open until payouts could begin (TRN-10)."""
    changes = {"registration": {"late_levels": 2, "minimum_entries": 2}, "seats": 3}
    arena = Arena(example("bounty", **changes))
    arena.enter(*range(1, 8))
    arena.start()
    return arena


@rule("TRN-19", "TRN-22", "TAMB-60", "TAMB-72", "BAL-01")
def test_an_elimination_passes_through_the_files_that_architecture_md_names() -> None:
    arena = small_tournament()
    files: set[str] = set()
    while arena.tournament.is_running:
        table = next(iter(arena.tournament.ready))
        loser, winner = sorted(arena.at(table), key=lambda one: one.stack)[:2]
        with traced(files):
            arena.deal_shove(table, winner.entry, loser.entry)
            arena.tournament.commit(TableNumber(table), arena.now_ms)
            step = arena.tournament.take_step()
            encode_events(step.events)
        arena.events += step.events
        for transfer in step.transfers:
            arena.ledger.apply(transfer)
    package = SOURCE / "tournament"
    entered = {str(Path(one).relative_to(SOURCE)) for one in files if one.startswith(str(package))}
    kinds = {type(event) for event in arena.events}
    assert kinds >= {BountyTaken, KnockedOut, Moved, PlaceTaken, PrizeWon}
    named = set(re.findall(r"`(tournament/[a-z_/]+\.py)`", SECTION))
    assert entered - DATA - named == set(), "the trail is lost here"
    assert named - DATA - entered == set(), "named, but nothing passes through it"
