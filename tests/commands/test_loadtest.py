"""`cardroom loadtest`: plays over real sockets and says what it found; nothing is timed here."""

import asyncio
import json
from pathlib import Path

import pytest

from cardroom.commands.load.field import runs
from cardroom.commands.load.measured import percentile
from cardroom.commands.main import main
from cardroom.commands.staff import make_administrator, make_token
from tests.server.processes import RoomProcess


@pytest.fixture
def few_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the figures here: a small company has been in the room before, and soon."""
    monkeypatch.setattr(runs, "FIRST_PLAYERS", 6)
    monkeypatch.setattr(runs, "LEAD_S", 3.0)


def test_thirty_players_play_against_a_room_and_a_bare_server_and_are_attacked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "results.md"
    words = ["--players", "30", "--seconds", "4", "--hostile", "2000", "--write", str(file)]
    assert main(["loadtest", *words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["tables"] >= 5
    for figures in (result["room"], result["bare"], result["hostile"]["room"]):
        assert figures["players"] == 30
        assert figures["actions"] > 0
        assert figures["messages"] > figures["actions"]
        assert 0 < figures["p50_ms"] <= figures["p99_ms"]
        assert figures["cpu_us_per_message"] > 0
    assert result["hostile"]["frames"] > 1_000
    written = file.read_text(encoding="utf-8")
    assert "30 players at" in written
    assert "hostile frames" in written
    assert f"| {result['room']['p99_ms']:,} |" in written


def test_a_room_that_runs_already_is_measured_from_outside(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with RoomProcess(f"sqlite:///{tmp_path}/room.db") as room:
        words = ["--room", room.address, "--players", "12", "--seconds", "6"]
        assert main(["loadtest", *words]) == 0
        assert room.stop() == 0
    said = capsys.readouterr().out
    assert "p99 of action to broadcast is" in said
    assert "bare server" not in said


def test_the_limits_of_a_room_that_runs_already_hold_for_a_load_test(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with RoomProcess(f"sqlite:///{tmp_path}/room.db") as room:
        assert main(["loadtest", "--room", room.address, "--players", "30"]) == 2
    assert capsys.readouterr().err.startswith("cardroom: The room refused: ")


def test_a_table_costs_what_it_costs_among_few_and_among_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--tables", "1", "3", "--seconds", "6"]
    assert main(["loadtest", *words]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Of 1 tables each costs " in said
    assert "Of 3 tables each costs " in said
    assert "(goal: flat)" in said


@pytest.mark.usefixtures("few_come_first")
def test_tournaments_of_two_sizes_are_played_over_sockets_and_compared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "results.md"
    words = ["--tournament", "12,30", "--seconds", "4", "--every", "2", "--write", str(file)]
    assert main(["loadtest", *words, "--cancel", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [(one["players"], one["tables"]) for one in result["fields"]] == [(12, 2), (30, 5)]
    for field in result["fields"]:
        play = field["play"]
        assert 0 < field["first_deal_p50_ms"] <= field["first_deal_ms"]
        assert play["players"] == field["players"]
        assert play["actions"] > field["hands"]
        assert 0 < play["p50_ms"] <= play["p99_ms"]
        assert play["cpu_us_per_action"] > 0
        assert field["frames_per_action"] > 6, "everybody at a table hears of an action"
        assert field["bytes_per_action"] > 100 * field["frames_per_action"]
        assert field["refused"] == 0
        assert field["cancelled"]["refunds"] == field["players"]
        assert field["cancelled"]["took_ms"] > 0
        assert field["cancelled"]["p99_ms"] <= field["cancelled"]["longest_ms"]
    first, last = (one["play"]["cpu_us_per_action"] for one in result["fields"])
    assert result["cpu_per_action_ratio"] == pytest.approx(last / first, abs=0.01)
    written = file.read_text(encoding="utf-8")
    assert "tournaments of 12, 30 players, acting every 2 s" in written
    assert "| 12 players | 30 players | ratio |" in written
    assert "The server's CPU per action in the last field is " in written
    assert "While 30 refunds were booked in " in written


def test_a_tournament_in_a_room_that_runs_already_needs_a_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CARDROOM_TOKEN", raising=False)
    assert main(["loadtest", "--tournament", "12", "--room", "http://127.0.0.1:1"]) == 2
    assert "put a token into CARDROOM_TOKEN" in capsys.readouterr().err


@pytest.mark.usefixtures("few_come_first")
def test_a_tournament_is_played_in_a_room_that_runs_already(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path}/room.db"
    with RoomProcess(database) as room:
        asyncio.run(make_administrator(database, "Robin", "a long password"))
        monkeypatch.setenv("CARDROOM_TOKEN", asyncio.run(make_token(database, "Robin", 1)))
        words = ["--tournament", "12", "--room", room.address, "--seconds", "8", "--every", "2"]
        assert main(["loadtest", *words]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "12 players: every table had dealt " in said
    assert "CPU per action in the last field" not in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "5"], "--players is from 6 to 20000."),
        (["--players", "many"], "Argument --players: invalid int value: 'many'."),
        (["--seconds", "0"], "--seconds is more than 0, --every and --hostile are not less."),
        (["--tournament", "many"], "--tournament is a number of players from 6 to 20000, or"),
        (["--tournament", "200,5"], "--tournament is a number of players from 6 to 20000, or"),
        (["--tournament", "12", "--tables", "2"], "--tournament takes neither --tables nor"),
        (["--tournament", "12", "--seconds", "0"], "--seconds is more than 0, --every and"),
        (["--cancel"], "--cancel goes with --tournament."),
        (["--tables", "0"], "--tables is from 1 to 3333."),
        (
            ["--tables", "10", "--room", "http://127.0.0.1:1"],
            "--tables starts rooms of its own and takes neither --room nor --hostile.",
        ),
        (["--room", "http://127.0.0.1:1", "--players", "6"], "The room http://127.0.0.1:1 is out"),
    ],
)
def test_what_cannot_be_measured_is_told_in_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["loadtest", *words]) == 2
    assert capsys.readouterr().err.startswith(f"cardroom: {complaint}")


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (percentile(values, 50), percentile(values, 99), percentile([], 99)) == (50.0, 99.0, 0.0)
