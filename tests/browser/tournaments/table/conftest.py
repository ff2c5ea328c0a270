"""A room whose tournaments are held by the test, quickly, with players of its own."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.browser.past import BOSS
from tests.browser.tournaments.conftest import QUICK
from tests.browser.tournaments.table.field import Field
from tests.browser.visitors import CLIENT
from tests.server.processes import RoomProcess, sqlite_in

ALONE = {**QUICK, "CARDROOM_PRACTICE_STAKES": ""}
"""Nobody plays but the people of the test."""


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomProcess]:
    """A room with an administrator and no tournaments of its own."""
    assert CLIENT.exists(), "the web client is not built: run 'make web'"
    folder = tmp_path_factory.mktemp("tables")
    database = sqlite_in(folder)
    subprocess.run([sys.executable, "-m", "tests.browser.past", database, "0"], check=True)
    with RoomProcess(database, folder=folder, environment=ALONE) as room:
        yield room


@pytest.fixture(scope="package")
def field(room: RoomProcess) -> Iterator[Field]:
    opened = Field(room.address, BOSS)
    yield opened
    opened.close()
