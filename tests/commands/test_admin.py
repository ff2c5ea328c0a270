"""`cardroom admin`: a real room is looked after by an administrator."""

import asyncio
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.commands.staff import make_administrator, make_token
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in

PASSWORD = "three small fish"
STAKE = "nl-holdem:ordinary:5:10"
QUESTION = "Where is my [/b] bonus? \x1b[2J"

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sqlite_in(tmp_path_factory.mktemp("admin"))


@pytest.fixture(scope="module")
def room(database: str) -> Iterator[RoomProcess]:
    # One person may book as much as the tests do.
    with RoomProcess(database, environment={"CARDROOM_BOOKINGS_ALONE": "10000000"}) as opened:
        yield opened


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """Calls `cardroom admin` with a password on standard input: status, output, complaint."""

    def said(*words: str, password: str = PASSWORD) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
        monkeypatch.setenv("COLUMNS", "200")
        status = main(["admin", *words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return said


@pytest.fixture(scope="module")
def token(database: str, room: RoomProcess) -> str:
    """Of the administrator Robin, made while the room is open."""
    assert room.process.poll() is None
    asyncio.run(make_administrator(database, "Robin", PASSWORD))
    return asyncio.run(make_token(database, "Robin", 1))


@pytest.fixture
def ask(
    say: Said, room: RoomProcess, token: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Asks the room by a token; the answer as JSON."""

    def asked(*words: str) -> Any:
        with monkeypatch.context() as patch:
            patch.setenv("CARDROOM_TOKEN", token)
            status, out, err = say(*words, "--room", room.address, "--json")
        assert status == 0, err
        return json.loads(out)

    return asked


async def registered(room: RoomProcess, name: str) -> RoomClient:
    async with new_session() as session:
        client = RoomClient(session, room.address)
        await client.register(name, PASSWORD)
        return client


def lobby_row(ask: Callable[..., Any], stake: str) -> list[Any]:
    return [one for one in ask("tables")["tables"] if one["stake"] == stake]


def test_an_administrator_made_while_the_room_is_open_logs_in(
    say: Said, room: RoomProcess, database: str
) -> None:
    create = ("create-administrator", "Sam", "--database", database, "--password-stdin")
    assert say(*create)[0] == 0
    login = ("--room", room.address, "--as", "Sam", "--password-stdin")
    status, out, err = say("player", "Sam", *login)
    assert (status, err) == (0, "")
    assert "role: administrator" in out


def test_a_stake_is_opened_and_closed(ask: Callable[..., Any]) -> None:
    opened = ask("open", STAKE, "--reason", "busy")
    assert [one["table"] for one in lobby_row(ask, STAKE)] == [opened["table"]]
    assert ask("close", STAKE, "--reason", "quiet")["tables"] == [opened["table"]]


def test_everybody_is_told_something(ask: Callable[..., Any]) -> None:
    assert ask("broadcast", "Soup is served.") == {"done": True}
    assert ask("players") == {"players": []}


def test_money_is_given_once_per_reference(ask: Callable[..., Any], room: RoomProcess) -> None:
    asyncio.run(registered(room, "Dana"))
    before = ask("player", "Dana")["balance"]
    words = ("adjust", "Dana", "500", "--reason", "a friendly house", "--reference", "gift-1")
    assert ask(*words)["balance"] == before + 500
    assert ask(*words)["balance"] == before + 500


@rule("TAMB-87")
def test_a_ticket_is_given_once_per_reference(
    ask: Callable[..., Any],
    say: Said,
    room: RoomProcess,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asyncio.run(registered(room, "Tess"))
    words = ("give-ticket", "Tess", "5500", "--target", "sunday", "--reason", "crashed")
    for _ in range(2):
        (ticket,) = ask(*words, "--reference", "t-1")["tickets"]
        assert (ticket["value"], ticket["target"], ticket["expires_ms"]) == (5500, "sunday", 0)
    monkeypatch.setenv("CARDROOM_TOKEN", token)
    status, out, _ = say(*words, "--days", "90", "--room", room.address)
    assert (status, "always" in out, out.count("sunday")) == (0, True, 2)


def test_money_is_taken_back_with_a_reason_and_never_more_than_there_is(
    ask: Callable[..., Any],
    say: Said,
    room: RoomProcess,
    token: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asyncio.run(registered(room, "Gina"))
    before = ask("player", "Gina")["balance"]
    words = ("adjust", "Gina", "-500", "--reason", "booked twice", "--reference", "back-1")
    assert ask(*words)["balance"] == before - 500
    monkeypatch.setenv("CARDROOM_TOKEN", token)
    for wrong, complaint in (
        (("adjust", "Gina", str(-before), "--reason", "all of it"), "not enough money"),
        (("adjust", "Gina", "0", "--reason", "nothing"), "AMOUNT is in cents and not 0"),
        (("adjust", "Gina", "7", "--reason", "more", "--reference", "back-1"), "another content"),
    ):
        status, _, err = say(*wrong, "--room", room.address)
        assert (status, complaint in err) == (2, True), err
    assert ask("player", "Gina")["balance"] == before - 500


def test_a_banned_account_cannot_come_in_until_it_is_let_in_again(
    ask: Callable[..., Any], room: RoomProcess
) -> None:
    asyncio.run(registered(room, "Eve_"))
    ask("ban", "Eve_", "--reason", "two accounts")
    with pytest.raises(RoomSaidNo, match="barred"):
        asyncio.run(logged_in(room, "Eve_"))
    ask("unban", "Eve_", "--reason", "a brother, it turned out")
    asyncio.run(logged_in(room, "Eve_"))


async def logged_in(room: RoomProcess, name: str) -> None:
    async with new_session() as session:
        await RoomClient(session, room.address).login(name, PASSWORD)


def test_a_made_up_token_is_refused(
    say: Said, room: RoomProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDROOM_TOKEN", "made-up")
    status, _, err = say("tables", "--room", room.address)
    assert (status, "not logged in" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("player", "Nobody_here"), "The room refused: no such account (NET-"),
        (("player", "no one"), "'no one' cannot be anybody's name."),
        (
            ("close", "nl-holdem:ordinary:5:11", "--reason", "none"),
            "The room refused: no such stake",
        ),
        (
            ("practice-players", STAKE, "61", "--reason", "many"),
            "The room refused:",
        ),
        (
            ("close", "poker", "--reason", "none"),
            "STAKE is game:format:small:big, such as nl-holdem:ordinary:5:10.",
        ),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(
    say: Said,
    token: str,
    room: RoomProcess,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    complaint: str,
) -> None:
    monkeypatch.setenv("CARDROOM_TOKEN", token)
    status, out, err = say(*words, "--room", room.address)
    assert (status, out) == (2, "")
    assert err.startswith(f"cardroom: {complaint}")
    assert err.count("\n") == 1


def test_who_gives_a_wrong_password_or_is_no_administrator_is_refused(
    say: Said, token: str, room: RoomProcess
) -> None:
    assert token
    login = ["tables", "--room", room.address, "--password-stdin"]
    status, _, err = say(*login, "--as", "Robin", password="three large fish")
    assert (status, "wrong name or password" in err) == (2, True)
    asyncio.run(registered(room, "Finn"))
    status, _, err = say(*login, "--as", "Finn")
    assert (status, "that needs somebody with the role floor, or an administrator" in err) == (
        2,
        True,
    )
    aside = ["set-aside", "Finn", "500", "--reason", "who won?", *login[1:]]
    status, _, err = say(*aside, "--as", "Finn")
    assert (status, "that needs an administrator" in err) == (2, True)


def test_a_room_out_of_reach_and_a_nameless_operator_are_told(say: Said) -> None:
    status, _, err = say(
        "tables", "--room", "http://127.0.0.1:1", "--as", "Robin", "--password-stdin"
    )
    assert (status, err[:53]) == (2, "cardroom: The room http://127.0.0.1:1 is out of reach")
    status, _, err = say("tables")
    assert (status, err[:38]) == (2, "cardroom: Say who you are: --as NAME, ")
    status, _, err = say("tables", "--as", "Robin")
    assert (status, "use --password-stdin" in err) == (2, True)


def test_an_administrator_needs_a_good_password_and_a_token_an_administrator(
    say: Said, tmp_path: Path
) -> None:
    words = ("create-administrator", "Robin", "--database", sqlite_in(tmp_path))
    status, _, err = say(*words, "--password-stdin", password="short")
    assert (status, err[:36]) == (2, "cardroom: Refused: password length (")
    status, _, err = say("create-token", "Robin", "--database", sqlite_in(tmp_path))
    assert (status, err) == (2, "cardroom: Robin is not an administrator of this room.\n")


def test_a_drained_room_ends_by_itself(say: Said, tmp_path: Path) -> None:
    database = sqlite_in(tmp_path)
    with RoomProcess(database) as room:
        say("create-administrator", "Robin", "--database", database, "--password-stdin")
        login = ["--room", room.address, "--as", "Robin", "--password-stdin"]
        assert say("drain", "--in", "0", *login)[:2] == (0, "Done.\n")
        assert room.process.wait(30) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ban", "Robin", "--reason", "x"), "--reason has 3 to 500 characters."),
        (("drain", "--in", "-5"), "--in is from 0 to 86400 seconds."),
        (("adjust", "Robin", "0", "--reason", "none"), "AMOUNT is in cents and not 0;"),
        (("ban", "Robin", "--reason", "    "), "--reason has 3 to 500 characters."),
        (("void-hand", "hand:7:1:12", "--reason", "   "), "--reason has 3 to 500 characters."),
        (("resolve", "case-9", "--reason", " a "), "--reason has 3 to 500 characters."),
        (("broadcast", "   "), "TEXT has 1 to 500 characters."),
        (("broadcast", ""), "TEXT has 1 to 500 characters."),
        (("open", "nl-foo:ordinary:5:10", "--reason", "none"), "STAKE is game:format:small:big,"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main(["admin", *words]) == 2
    complaint = capsys.readouterr().err.strip()
    assert said in complaint
    assert "\n" not in complaint


def test_requests_for_help_are_listed_answered_and_closed(
    ask: Callable[..., Any], say: Said, room: RoomProcess, token: str
) -> None:
    async def asked() -> None:
        async with new_session() as session:
            client = RoomClient(session, room.address)
            await client.register("Hanna", PASSWORD)
            await client.post("/api/help-requests", id="q1", text=QUESTION)

    asyncio.run(asked())
    (row,) = ask("help-requests")["requests"]
    assert (row["name"], row["request"]["text"]) == ("Hanna", QUESTION)
    number = str(row["request"]["number"])
    answered = ask("answer-help", number, "It comes on Monday.")
    assert answered["request"]["state"] == "answered"
    assert ask("help-requests")["requests"] == []
    login = ("--room", room.address, "--as", "Robin", "--password-stdin")
    assert token
    status, out, _ = say("close-help", number, *login)
    assert (status, out) == (0, f"Request {number} of Hanna is closed.\n")
    status, out, _ = say("help-requests", "--state", "closed", *login)
    assert status == 0
    assert "Hanna" in out
    assert "Where is my [/b] bonus?" in out, "what players write is neither markup ..."
    assert "\x1b" not in out, "... nor a command to the terminal"
    status, out, err = say("answer-help", "999", "Nobody asked.", *login)
    assert (status, out) == (2, "")
    assert "no such help request" in err
