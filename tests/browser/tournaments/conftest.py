"""A room with tournaments and practice players; the browser is that of the folder above."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import ENVIRONMENT
from tests.browser.visitors import CLIENT
from tests.server.processes import RoomProcess, sqlite_in


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomProcess]:
    """What `cardroom serve --practice` offers somebody who has only the address."""
    assert CLIENT.exists(), "the web client is not built: run 'make web'"
    folder = tmp_path_factory.mktemp("tournaments")
    with RoomProcess(
        sqlite_in(folder), "--practice", folder=folder, environment=ENVIRONMENT
    ) as room:
        yield room
