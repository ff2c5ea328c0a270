"""`cardroom admin`: who comes in, at a real room."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.commands.staff import make_administrator, make_token
from tests.server.processes import RoomProcess, sqlite_in

PASSWORD = "three small fish"
NEW = "four large whales"
Say = Callable[..., str]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RoomProcess, str]]:
    """A room, and a token of its administrator."""
    database = sqlite_in(tmp_path_factory.mktemp("reception"))
    asyncio.run(make_administrator(database, "Robin", PASSWORD))
    token = asyncio.run(make_token(database, "Robin", 1))
    with RoomProcess(database) as opened:
        yield opened, token


@pytest.fixture
def say(
    room: tuple[RoomProcess, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Say:
    """Calls `cardroom admin` by a token; what it prints."""
    opened, token = room
    monkeypatch.setenv("CARDROOM_TOKEN", token)

    def said(*words: str, status: int = 0) -> str:
        found = main(["admin", *words, "--room", opened.address])
        captured = capsys.readouterr()
        assert found == status, captured.err
        return captured.out if status == 0 else captured.err

    return said


@pytest.fixture
def address(room: tuple[RoomProcess, str]) -> str:
    return room[0].address


async def register(address: str, name: str, **more: str) -> None:
    async with new_session() as session:
        await RoomClient(session, address).post(
            "/api/register", name=name, password=PASSWORD, **more
        )


async def use_link(address: str, link: str) -> None:
    async with new_session() as session:
        word = link.partition("#")[2]
        await RoomClient(session, address).post("/api/password-link/use", word=word, password=NEW)


def test_an_operator_issues_lists_and_revokes_password_links(say: Say, address: str) -> None:
    asyncio.run(register(address, "Dana"))
    words = ("password-link", "Dana", "--reason", "forgot it")
    link = json.loads(say(*words, "--json"))
    assert link["name"] == "Dana"
    asyncio.run(use_link(address, link["address"]))
    said = say(*words, "--hours", "2")
    assert said.startswith(f"{address}/password#")
    assert "Hand it to Dana by a way that you trust." in said
    assert say("revoke-password-link", "Dana", "--reason", "lost").strip() == "Done."
    listed = say("password-links", "Dana")
    assert "revoked" in listed
    assert "used" in listed
    no = say("revoke-password-link", "Dana", "--reason", "again", status=2)
    assert "no open link" in no
    with pytest.raises(RoomSaidNo, match="used"):
        asyncio.run(use_link(address, link["address"]))


def test_an_administrator_opens_an_invitation_only_house_with_its_own_name(
    say: Say, address: str, tmp_path: Path
) -> None:
    why = ("--reason", "the owner says so")
    shown = say("set-house", "--registration", "invitation", "--name", "The Club", *why)
    assert "The Club" in shown
    with pytest.raises(RoomSaidNo, match="needs invitation"):
        asyncio.run(register(address, "Ann"))
    card = json.loads(say("invite", "--uses", "1", "--days", "7", "--note", "Ann", *why, "--json"))
    asyncio.run(register(address, "Ann", invitation=card["code"]))
    listed = say("invitations")
    assert "1/1" in listed
    assert "used up" in listed
    number = str(card["number"])
    assert "revoked" in say("revoke-invitation", number, *why, "--json")
    picture = tmp_path / "logo.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')
    assert "image/svg+xml" in say("set-logo", str(picture), *why)
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>')
    assert "must not have <script>" in say("set-logo", str(picture), *why, status=2)
    assert "cannot be read" in say("set-logo", str(tmp_path / "none.png"), *why, status=2)
    say("remove-logo", *why)
    assert "Robin" in say("house")
    for setting in ("registration", "name", "logo"):
        say("reset-house", setting, *why)
    assert json.loads(say("house", "--json"))["changed"] == []
    shown = json.loads(say("set-house", "--refill-to", "500000", *why, "--json"))
    assert shown["now"]["refill"] == {"to": 500_000, "below": 100_000, "hours": 24}
    say("reset-house", "refill", *why)
    assert "Say what is to be set" in say("set-house", *why, status=2)


async def apply(address: str, name: str) -> None:
    async with new_session() as session:
        await RoomClient(session, address).post(
            "/api/applications", kind="person", name=name, password=PASSWORD, said="a friend"
        )


def test_an_operator_approves_and_refuses_who_asks_to_be_let_in(say: Say, address: str) -> None:
    why = ("--reason", "looked into")
    say("set-house", "--registration", "approval", *why)
    for name in ("Bob", "Cis"):
        asyncio.run(apply(address, name))
    waiting = json.loads(say("applications", "--json"))["applications"]
    assert [one["name"] for one in waiting] == ["Bob", "Cis"]
    bob, cis = (str(one["number"]) for one in waiting)
    assert say("approve-application", bob, *why).strip() == f"Application {bob} of Bob is approved."
    said = say("refuse-application", cis, "--answer", "Members only.", *why)
    assert said.strip() == f"Application {cis} of Cis is refused."
    assert "Members" in say("applications", "--state", "refused")
    assert "Nobody is on this list." in say("applications")
    say("reset-house", "registration", *why)
