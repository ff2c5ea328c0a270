"""A room with tournaments and practice players; the browser is that of the folder above."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ENVIRONMENT
from tests.browser.tournaments.house import House, log_in_boss
from tests.browser.visitors import CLIENT
from tests.server.processes import RoomProcess, sqlite_in

QUICK = {
    **ENVIRONMENT,
    "CARDROOM_PRACTICE_THINKING_PERCENT": "0",
    "CARDROOM_PACE_STREET_CHANGE_MS": "100",
    "CARDROOM_PACE_WON_WITHOUT_SHOWDOWN_MS": "500",
    "CARDROOM_PACE_CHOICE_TO_SHOW_MS": "500",
    "CARDROOM_PACE_SHOWDOWN_MS": "1500",
    "CARDROOM_PACE_EACH_FURTHER_HAND_MS": "0",
    "CARDROOM_PACE_STREET_OF_RUN_OUT_MS": "500",
    "CARDROOM_PACE_FIRST_HAND_MS": "200",
}
"""As quick as one can still see what happens."""


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomProcess]:
    """What `cardroom serve --practice` offers somebody who has only the address."""
    assert CLIENT.exists(), "the web client is not built: run 'make web'"
    folder = tmp_path_factory.mktemp("tournaments")
    database = sqlite_in(folder)
    subprocess.run([sys.executable, "-m", "tests.browser.past", database, "1"], check=True)
    with RoomProcess(database, "--practice", folder=folder, environment=QUICK) as room:
        yield room


@pytest.fixture(scope="package")
def house(room: RoomProcess, browser: Browser) -> Iterator[House]:
    """The administrator, who creates what the tests play."""
    context = browser.new_context()
    yield House(log_in_boss(context.request, room.address))
    context.close()
