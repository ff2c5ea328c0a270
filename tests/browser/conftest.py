"""One room and one browser for all tests that need them; every table of its own stake.

They live as long as the tests of this folder: Playwright keeps an event loop in the thread, and the
tests elsewhere run loops of their own.
"""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.leaving import get_up
from tests.browser.line import CuttableLine, free_port
from tests.browser.past import PAST_HANDS
from tests.browser.visitors import CLIENT, Cookies, Visit, Visitor
from tests.server.processes import RoomProcess, sqlite_in

ENVIRONMENT = {
    "CARDROOM_LIMITS_ENTRIES_BURST": "1000",
    "CARDROOM_LIMITS_REQUESTS_BURST": "10000",
    "CARDROOM_PRACTICE_STAKES": (
        "nl-holdem:ordinary:5:10=4,nl-holdem:ordinary:2:4=2,nl-holdem:deepstack:5:10=2,"
        "pl-omaha:ordinary:2:4=2,pl-omaha:ordinary:5:10=2,pl-omaha:ordinary:50:100=3,nl-holdem:banzai:25:50=3"
    ),
    "CARDROOM_PRACTICE_THINKING_PERCENT": "20",
}
"""Practice players at a few stakes, who think quickly; the others are for people of the tests."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="package")
def line_port() -> int:
    return free_port()


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory, line_port: int) -> Iterator[RoomProcess]:
    """A real room with a past, in a process of its own, with an embedded database."""
    assert CLIENT.exists(), "the web client is not built: run 'make web'"
    database = sqlite_in(tmp_path_factory.mktemp("room"))
    past = [sys.executable, "-m", "tests.browser.past", database, str(PAST_HANDS)]
    subprocess.run(past, check=True)
    environment = {**ENVIRONMENT, "CARDROOM_SERVER_ORIGINS": f"http://127.0.0.1:{line_port}"}
    with RoomProcess(database, environment=environment) as room:
        yield room


@pytest.fixture
def line(room: RoomProcess, line_port: int) -> Iterator[CuttableLine]:
    with CuttableLine(room.port, line_port) as laid:
        yield laid


@pytest.fixture(scope="package")
def cookies() -> Cookies:
    return {}


@pytest.fixture
def visit(browser: Browser, room: RoomProcess, cookies: Cookies) -> Iterator[Visit]:
    """Opens browsers; at the end none may have had an error in its console."""
    opened: list[Visitor] = []

    def visitor(size: str = "desktop", **window: Any) -> Visitor:
        opened.append(Visitor(browser, room.address, cookies, size=size, **window))
        return opened[-1]

    yield visitor
    errors = [error for one in opened for error in one.errors]
    for one in opened:
        get_up(one.context, one.address)
    assert errors == []
