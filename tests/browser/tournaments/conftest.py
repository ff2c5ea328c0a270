"""A room with tournaments and practice players; the browser is that of the folder above."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cardroom.tournament.timetable.starter_files import starter_files
from tests.browser.conftest import ENVIRONMENT
from tests.browser.tournaments.house import Organiser, log_in_boss
from tests.browser.visitors import CLIENT
from tests.server.processes import RoomProcess, sqlite_in

QUICK = {
    **ENVIRONMENT,
    "CARDROOM_PRACTICE_STAKES": "nl-holdem:ordinary:2:4=1",
    "CARDROOM_PRACTICE_THINKING_PERCENT": "0",
    "CARDROOM_PACE_STREET_CHANGE_MS": "100",
    "CARDROOM_PACE_WON_WITHOUT_SHOWDOWN_MS": "500",
    "CARDROOM_PACE_CHOICE_TO_SHOW_MS": "500",
    "CARDROOM_PACE_SHOWDOWN_MS": "1000",
    "CARDROOM_PACE_EACH_FURTHER_HAND_MS": "0",
    "CARDROOM_PACE_STREET_OF_RUN_OUT_MS": "250",
    "CARDROOM_PACE_FIRST_HAND_MS": "200",
}
"""As quick as one can still see what happens, and nobody plays but for the tests."""
CLUB = """
name = "Club"
format = "sit-and-go-2"
edition = "house"
[on_demand]
buy_ins_cents = [200]
"""
FAMILIES = """
name = "HexaPro {name}"
edition = "{edition}"
kind = "hexapro_{kind}"
[on_demand]
buy_ins_cents = "all"
"""


def write_offers(folder: Path) -> Path:
    """What a new room offers, but for the tournaments that never end, and what the tests need."""
    files = starter_files() | {
        "club.toml": CLUB,
        "extreme.toml": FAMILIES.format(name="Extreme", edition="en-2.7", kind="extreme"),
        "highroller.toml": FAMILIES.format(name="Highroller", edition="nl-3.0", kind="highroller"),
    }
    del files["quick.toml"]
    offers = folder / "tournaments"
    offers.mkdir()
    for name, text in files.items():
        (offers / name).write_text(text, encoding="utf-8")
    return offers


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomProcess]:
    """A room with practice players, for somebody who has only the address."""
    assert CLIENT.exists(), "the web client is not built: run 'make web'"
    folder = tmp_path_factory.mktemp("tournaments")
    database = sqlite_in(folder)
    subprocess.run([sys.executable, "-m", "tests.browser.past", database, "1"], check=True)
    environment = {**QUICK, "CARDROOM_TOURNAMENTS_FOLDER": str(write_offers(folder))}
    with RoomProcess(database, "--practice", folder=folder, environment=environment) as room:
        yield room


@pytest.fixture(scope="package")
def house(room: RoomProcess, browser: Browser) -> Iterator[Organiser]:
    """The administrator, who creates what the tests play."""
    context = browser.new_context()
    yield Organiser(log_in_boss(context.request, room.address))
    context.close()
