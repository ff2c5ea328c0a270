"""One room and one browser for all tests that need them; every table of its own stake."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.line import CuttableLine, free_port
from tests.server.processes import RoomProcess, sqlite_in

ENVIRONMENT = {
    "CARDROOM_LIMITS_ENTRIES_BURST": "1000",
    "CARDROOM_LIMITS_REQUESTS_BURST": "10000",
    "CARDROOM_PRACTICE_STAKES": (
        "nl-holdem:ordinary:5:10=4,nl-holdem:ordinary:2:4=2,"
        "nl-holdem:deepstack:5:10=2,pl-omaha:ordinary:5:10=2"
    ),
}
"""Practice players at a few stakes; the others are for the people of the tests alone."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def line_port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, line_port: int) -> Iterator[RoomProcess]:
    """A real room in a process of its own, with an embedded database."""
    database = sqlite_in(tmp_path_factory.mktemp("room"))
    environment = {**ENVIRONMENT, "CARDROOM_SERVER_ORIGINS": f"http://127.0.0.1:{line_port}"}
    with RoomProcess(database, environment=environment) as room:
        yield room


@pytest.fixture
def line(house: RoomProcess, line_port: int) -> Iterator[CuttableLine]:
    with CuttableLine(house.port, line_port) as laid:
        yield laid
