"""The manager of all live tournaments in these tests."""

import pytest
from playwright.sync_api import Browser

from tests.browser.floor.evening import Evening, manager
from tests.browser.tournaments.house import Client
from tests.server.processes import RoomProcess


@pytest.fixture
def boss(browser: Browser, room: RoomProcess) -> Client:
    return manager(browser, room.address)


@pytest.fixture
def evening(boss: Client) -> Evening:
    """A live tournament that nobody has entered yet."""
    return Evening(boss)
