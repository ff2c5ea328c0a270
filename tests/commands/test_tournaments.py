"""`cardroom tournaments`: are the files good, what is held when, what does an entry mean."""

import json
import re
from pathlib import Path

import pytest

from cardroom.commands.main import main
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

EVENING = """\
name = "Evening 10"
format = "freezeout"
edition = "house"

[schedule]
at = "20:00"
"""
OTHER = EVENING.replace("Evening", "Other")
GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "tournaments.md"
COMMANDS = re.findall(r"^cardroom (tournaments .*)$", GUIDE.read_text("utf-8"), re.MULTILINE)

Read = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "tournaments"
    made.mkdir()
    (made / "evening.toml").write_text(EVENING, encoding="utf-8")
    return made


def test_a_good_folder_is_counted(folder: Path, capsys: Read) -> None:
    assert main(["tournaments", "check", str(folder)]) == 0
    said = capsys.readouterr().out
    assert said == (
        f"{folder}: good. Tournaments with a start time: 1, with 7 starts in the next 7 days;"
        " games on demand: 0.\n"
    )
    assert main(["tournaments", "check", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "good": True,
        "scheduled": 1,
        "starts_in_7_days": 7,
        "on_demand": 0,
    }


def test_a_mistake_is_one_sentence_and_status_2(folder: Path, capsys: Read) -> None:
    (folder / "late.toml").write_text(EVENING.replace("20:00", "8pm"), encoding="utf-8")
    for action in (["check"], ["list"], ["show", "Evening 10"]):
        assert main(["tournaments", *action, str(folder)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        where = f"cardroom: {folder}/late.toml, line 6: [schedule] at: must be a time of day"
        assert err.startswith(where)
        assert err.count("\n") == 1
    assert main(["tournaments", "check", str(folder), "--json"]) == 2
    printed = json.loads(capsys.readouterr().out)
    assert (printed["good"], printed["line"], printed["key"]) == (False, 6, "[schedule] at")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "line 1"),
        (EVENING.replace("freezeout", "lottery"), "format: 'lottery' is not a format"),
        (OTHER.replace('at = "20:00"', 'starts = "2020-01-01 20:00"'), "is past"),
        (EVENING, "another tournament is called 'Evening 10'"),
        (OTHER.replace("freezeout", "satellite"), "ticket_word"),
        (OTHER.replace('"20:00"', '["20:00", "20:00"]'), "overlaps itself"),
    ],
)
def test_every_bad_file_is_one_sentence_for_the_command_line(
    folder: Path, capsys: Read, text: str, said: str
) -> None:
    (folder / "more.toml").write_text(text, encoding="utf-8")
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    assert main(["tournaments", "check", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before


@rule("TRN-02", "TAMB-99")
def test_the_coming_starts_are_listed_by_the_clock_of_the_zone(folder: Path, capsys: Read) -> None:
    words = ["tournaments", "list", str(folder), "--zone", "Europe/Amsterdam"]
    assert main([*words, "--from", "2027-03-27", "--days", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("Sat 2027-03-27 20:00  Evening 10  10.00")
    assert main([*words, "--from", "2027-03-27", "--days", "2", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["starts"]
    assert first["starts"] == "2027-03-27T20:00:00+01:00"
    assert second["starts"] == "2027-03-28T20:00:00+02:00"
    assert (second["key"], second["edition"]) == ("Evening 10:2027-03-28:1140", "en-2.7")
    assert second["starts_ms"] - first["starts_ms"] == 23 * 3_600_000


def test_a_folder_without_files_has_no_starts(tmp_path: Path, capsys: Read) -> None:
    assert main(["tournaments", "list", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Nothing starts in these days.\n"


@rule("TRN-03")
def test_the_terms_of_an_entry_are_shown(folder: Path, capsys: Read) -> None:
    assert main(["tournaments", "show", "Evening 10", str(folder)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Evening 10, by en-2.7\n")
    assert "An entry costs 10.00 XPM; the fee of 1.00 XPM is part of it." in said
    assert main(["tournaments", "show", "Evening 10", str(folder), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["terms"]["rebuy"] == "There are no re-buys."


@rule("TAMB-93")
def test_the_house_is_that_of_the_rooms_file(folder: Path, capsys: Read) -> None:
    room = folder.parent / "room.toml"
    room.write_text('[room]\nedition = "nl-3.0"\ncurrency = "EUR"\n', encoding="utf-8")
    assert main(["tournaments", "show", "Evening 10", str(folder), "--config", str(room)]) == 0
    said = capsys.readouterr().out
    assert "by nl-3.0" in said
    assert "10.00 EUR" in said


@rule("TAMB-99")
def test_the_rooms_file_names_folder_and_zone(folder: Path, capsys: Read) -> None:
    room = folder.parent / "room.toml"
    said = f'[tournaments]\nfolder = "{folder}"\nzone = "Asia/Kolkata"\n'
    room.write_text(said, encoding="utf-8")
    words = ["tournaments", "list", "--config", str(room), "--from", "2026-12-24", "--json"]
    assert main([*words, "--days", "1"]) == 0
    (start,) = json.loads(capsys.readouterr().out)["starts"]
    assert start["starts"] == "2026-12-24T20:00:00+05:30"
    assert main([*words, "--days", "1", "--zone", "UTC"]) == 0
    (start,) = json.loads(capsys.readouterr().out)["starts"]
    assert start["starts"] == "2026-12-24T20:00:00+00:00"


@rule("TAMB-93")
def test_house_rules_lie_in_the_same_folder(folder: Path, capsys: Read) -> None:
    club = 'inherits = "nl-3.0"\nname = "club"\n[BRK-01]\nbreak_minute = 50\n'
    (folder / "club.toml").write_text(club, encoding="utf-8")
    text = EVENING.replace('"house"', '"club.toml"')
    (folder / "evening.toml").write_text(text, encoding="utf-8")
    assert main(["tournaments", "show", "Evening 10", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "by club" in said
    assert "Breaks of 5 minutes at 50 minutes past the hour." in said
    (folder / "other.toml").write_text(club, encoding="utf-8")
    assert main(["tournaments", "check", str(folder)]) == 2
    assert "name: other rules are called 'club'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "nowhere"], "There is no folder 'nowhere'."),
        (["list", "--zone", "Mars/Base"], "'Mars/Base' is not a time zone; write Europe/Amst"),
        (["list", "--zone", "../etc"], "'../etc' is not a time zone"),
        (["list", "--from", "tomorrow"], "'tomorrow' is not a date; write 2026-12-24."),
        (["list", "--from", "0001-01-01"], "--from is from 2000-01-01 to 2999-12-31."),
        (["list", "--days", "0"], "--days is from 1 to 366."),
        (["show", "Quik 5"], "No tournament is called 'Quik 5'; did you mean Quick 5?"),
        (["check", "--config", "nowhere.toml"], "There is no file 'nowhere.toml'."),
        ([], "The following arguments are required: ACTION."),
    ],
)
def test_a_wrong_call_is_one_sentence(words: list[str], said: str, capsys: Read) -> None:
    assert main(["tournaments", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"cardroom: {said}")
    assert err.count("\n") == 1


@rule("TYP-02", "HEX-02")
@pytest.mark.parametrize("edition_name", ONLINE)
def test_the_set_that_comes_with_cardroom_is_good_in_every_edition(
    edition_name: str, tmp_path: Path, capsys: Read
) -> None:
    room = tmp_path / "room.toml"
    room.write_text(f'[room]\nedition = "{edition_name}"\n', encoding="utf-8")
    assert main(["tournaments", "list", "--config", str(room), "--days", "1", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["starts"]) == 288 + 1
    kinds = {one["kind"] for one in (*printed["starts"], *printed["on_demand"])}
    assert kinds == {"scheduled", "sit_and_go", "hexapro"}
    assert all(one["practice_players"] for one in (*printed["starts"], *printed["on_demand"]))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_guide_run(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Read
) -> None:
    monkeypatch.chdir(folder.parent)
    Path("room.toml").write_text("", encoding="utf-8")
    name = re.search(r'"(.+)"', command)
    words = [
        one.replace("NAME", name[1] if name else "")
        for one in re.sub(r'"(.+)"', "NAME", command).split()
    ]
    assert main(words) == 0
    assert capsys.readouterr().out
