"""A room with a past, and an administrator at a terminal."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardroom.commands.main import main
from cardroom.commands.staff import make_token
from tests.browser.past import BOSS, write_past
from tests.server.processes import RoomProcess, sqlite_in

Say = Callable[..., str]
Ask = Callable[..., Any]


@pytest.fixture(scope="package")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = sqlite_in(tmp_path_factory.mktemp("house"))
    asyncio.run(write_past(address, 20))
    return address


@pytest.fixture(scope="package")
def room(database: str) -> Iterator[RoomProcess]:
    # Practice players act at once, so that nobody waits for the end of a hand.
    at_once = {"CARDROOM_PRACTICE_THINKING_PERCENT": "0"}
    with RoomProcess(database, environment=at_once) as opened:
        yield opened


@pytest.fixture(scope="package")
def token(database: str, room: RoomProcess) -> str:
    assert room.process.poll() is None
    return asyncio.run(make_token(database, BOSS, 1))


@pytest.fixture
def say(
    room: RoomProcess,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Say:
    """Calls `cardroom admin` and returns what it prints, or what it complains about."""
    monkeypatch.setenv("CARDROOM_TOKEN", token)
    monkeypatch.setenv("COLUMNS", "200")

    def said(*words: str) -> str:
        status = main(["admin", *words, "--room", room.address])
        out, err = capsys.readouterr()
        assert (status == 0) == (err == ""), err
        return out or err

    return said


@pytest.fixture
def ask(say: Say) -> Ask:
    """The answer as JSON."""
    return lambda *words: json.loads(say(*words, "--json"))
