"""`cardroom admin tournament`: an operator looks after the tournaments of a real room."""

import asyncio
import inspect
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands import admin_tournaments
from cardroom.commands.admin_tournaments import DEEDS
from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient, new_session
from cardroom.commands.staff import make_administrator, make_token
from cardroom.server.api.tournament_offers import ROUTES as OFFERS
from cardroom.server.api.tournament_staff import ROUTES as STAFF
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD
from tests.server.tournaments.files import EVENING, HEXAPRO, folder_with

SUNDAY = 'name = "Sunday"\nformat = "freezeout"\nedition = "house"\nprice_cents = 500\n'
Say = Callable[..., tuple[int, str, str]]
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tournaments")
    (folder / "sunday.toml").write_text(SUNDAY)
    return folder


@pytest.fixture(scope="module")
def room(folder: Path) -> Iterator[RoomProcess]:
    files = folder_with(folder, EVENING)
    environment = {"CARDROOM_TOURNAMENTS_FOLDER": str(files)}
    with RoomProcess(sqlite_in(folder), environment=environment) as opened:
        yield opened


@pytest.fixture(scope="module")
def token(room: RoomProcess, folder: Path) -> str:
    assert room.process.poll() is None
    asyncio.run(make_administrator(sqlite_in(folder), "Robin", PASSWORD))
    return asyncio.run(make_token(sqlite_in(folder), "Robin", 1))


@pytest.fixture
def say(
    room: RoomProcess,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Say:
    """Calls `cardroom admin tournament`: status, output, complaint."""

    def said(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        monkeypatch.setenv("COLUMNS", "200")
        with monkeypatch.context() as patch:
            patch.setenv("CARDROOM_TOKEN", token)
            status = main(["admin", "tournament", *words, "--room", room.address])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return said


@pytest.fixture
def ask(say: Say) -> Ask:
    def asked(*words: str) -> Any:
        status, out, err = say(*words, "--json")
        assert status == 0, err
        return json.loads(out)

    return asked


def moment(in_h: int) -> str:
    return (datetime.now(UTC) + timedelta(hours=in_h)).isoformat(timespec="minutes")


async def entered(room: RoomProcess, name: str, tournament: int) -> RoomClient:
    async with new_session() as session:
        client = RoomClient(session, room.address)
        await client.register(name, PASSWORD)
        await client.post(f"/api/tournaments/{tournament}/register", id=f"enter-{name}")
        return client


async def reported(room: RoomProcess, name: str, player: int) -> int:
    """A case in which somebody new reports a player."""
    async with new_session() as session:
        client = RoomClient(session, room.address)
        await client.register(name, PASSWORD)
        report = {"t": "report", "id": "r1", "kind": "collusion", "players": [player]}
        said = await client.post("/api/ask", request={**report, "text": "They play together."})
        return int(said["d"]["case"])


def is_listed(say: Say, name: str) -> bool:
    """Whether the list, which is sent once a second, soon has a tournament."""
    for _ in range(100):
        if name in say("list")[1]:
            return True
        time.sleep(0.1)
    return False


@rule("TAMB-96", "CXL-02", "TRN-24")
def test_a_tournament_is_created_delayed_filled_previewed_and_cancelled(
    ask: Ask, say: Say, room: RoomProcess, folder: Path
) -> None:
    reason = ("--reason", "as the club agreed")
    assert ask("templates")["templates"] == ["Evening"]
    file = str(folder / "sunday.toml")
    made = ask("create", "--file", file, "--starts", moment(2), *reason)
    number = str(made["tournament"])
    status, out, _ = say("create", "--template", "Evening", "--starts", moment(3), *reason)
    assert (status, out.startswith("Tournament ")) == (0, True)
    ask("delay", number, "--starts", moment(4), *reason)
    ask("practice", number, "2", *reason)
    ann = asyncio.run(entered(room, "Ann", made["tournament"]))
    row = ask("show", number)["row"]
    assert (row["name"], row["phase"]) == ("Sunday", "registering")
    assert is_listed(say, "Sunday")
    assert ask("practice", number, "0", *reason)["removed"] >= 0
    case = asyncio.run(reported(room, "Bob", ann.player))
    assert ask("review", number, "--player", "Ann", "--case", str(case), *reason) == {"done": True}
    assert ask("lift-review", number, "--player", "Ann", *reason) == {"done": True}
    status, _, err = say("lift-review", number, "--player", "Ann", *reason)
    assert (status, "not under review" in err) == (2, True)
    preview = ask("preview-cancel", number)
    assert preview["cash"] == {str(ann.player): 500}
    status, out, _ = say("preview-cancel", number)
    assert f"--step {preview['step']}" in out
    assert re.search(r"\│ Ann +│ 500 +│", out), "who gets how much, before anything is booked"
    assert ask("cancel", number, "--step", str(preview["step"]), *reason) == {"done": True}
    assert ask("vouchers") == {"vouchers": []}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("create", "--starts", "2030-01-01T20:00Z"), "Say either --template NAME or --file FILE."),
        (("create", "--template", "Evening", "--starts", "tonight"), "'tonight' is no moment"),
        (("create", "--template", "No", "--starts", moment(30)), "no such template"),
        (("create", "--file", "nowhere.toml", "--starts", "2030-01-01T20:00Z"), "nowhere.toml"),
        (("create", "--file", os.devnull, "--starts", moment(30)), f"{os.devnull} is empty."),
        (("offer", os.devnull), f"{os.devnull} is empty."),
        (("pause", "9999"), "no such tournament"),
        (("cancel", "9999", "--step", "1", "--share", "a=b"), "'a=b' is no share"),
        (("disqualify", "9999", "--player", "Nobody", "--case", "1"), "no such account"),
        (("lift-review", "9999", "--player", "Nobody"), "no such account"),
        (("fulfil", "9999"), "no such voucher"),
        (("alter-payouts", "9999", "--alteration", "1", "--share", "1=5"), "no such tournament"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_2(
    say: Say, words: tuple[str, ...], said: str
) -> None:
    status, out, err = say(*words, "--reason", "to see what happens")
    assert status == 2
    assert out == ""
    assert said in err
    assert len(err.strip().splitlines()) == 1


def test_every_operation_of_operators_has_a_deed() -> None:
    expected = {
        "list", "show", "templates", "calendar", "create", "offers", "offer", "end-offer",
        "delay", "pause", "resume", "try-again", "levels", "breaks",
        "practice", "review", "lift-review", "disqualify", "preview-cancel", "cancel",
        "preview-payouts", "alter-payouts", "vouchers", "fulfil", "redeem",
    }  # fmt: skip
    assert set(DEEDS) == expected


def test_every_deed_of_the_api_of_operators_can_be_done_by_command() -> None:
    source = inspect.getsource(admin_tournaments)
    paths = [one.path for one in (*STAFF, *OFFERS) if one.method == "POST"]
    assert len(paths) > 15
    for path in paths:
        # What comes after the number of the tournament or of the voucher, or after the list.
        deed = re.sub(r"^/api/admin/(?:tournaments|vouchers)(?:/\{\w+\})?", "", path)
        assert f'{deed.lstrip("/")}"' in source, path


@rule("HEX-02", "TYP-02")
def test_a_queue_is_added_listed_and_ended(folder: Path, say: Say, ask: Ask) -> None:
    file = folder / "hexapro.toml"
    file.write_text(HEXAPRO)
    status, out, err = say("offer", str(file), "--reason", "players asked for it")
    assert (status, out.strip(), err) == (0, "Offered from now on: HexaPro 1.", "")
    status, out, _ = say("offers")
    assert status == 0
    assert "HexaPro 1" in out
    assert "Robin" in out
    again, _, refused = say("offer", str(file), "--reason", "once more")
    assert again == 2
    assert "hexapro.toml, line 2: name: another tournament is called 'HexaPro 1'" in refused
    assert say("end-offer", "HexaPro", "--reason", "nobody plays it")[:2] == (0, "Done.\n")
    assert ask("offers")["offers"] == []
