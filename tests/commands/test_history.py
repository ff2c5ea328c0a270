import json
from pathlib import Path

import pytest

from cardroom.commands.main import main
from tests.history.samples import FILES, GOLDEN, HOLDEM, ROOT
from tests.history.text_reader import read_text

Capture = pytest.CaptureFixture[str]
SESSION = str(ROOT / "tests" / "golden" / "session.phhs")


def texts(out: str) -> list[str]:
    return [text + "\n" for text in out.split("\n\n\n\n") if text.strip()]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.name)
def test_our_own_hands_become_text_that_adds_up(file: Path, capsys: Capture) -> None:
    assert main(["history", str(file)]) == 0
    for text in texts(capsys.readouterr().out):
        read = read_text(text)
        assert read.put == read.collected + read.rake


def test_only_hands_of_the_player_are_told_and_only_what_the_player_saw(capsys: Capture) -> None:
    assert main(["history", SESSION, "--player", "Cid"]) == 0
    found = [read_text(text) for text in texts(capsys.readouterr().out)]
    assert 0 < len(found) < 20
    assert all(list(read.dealt) == ["Cid"] for read in found)


def test_one_hand_can_be_chosen(capsys: Capture) -> None:
    assert main(["history", SESSION, "--hand", "3"]) == 0
    (text,) = texts(capsys.readouterr().out)
    assert text.startswith("PokerStars Hand #102: Hold'em Limit (€0.10/€0.20 EUR) - ")


def test_open_hand_history_is_json_with_an_empty_line_between_hands(capsys: Capture) -> None:
    assert main(["history", SESSION, "--as", "ohh"]) == 0
    hands = capsys.readouterr().out.split("\n\n")
    assert len([json.loads(hand)["ohh"] for hand in hands if hand]) == 20


def test_what_is_written_as_phh_replays(capsys: Capture, tmp_path: Path) -> None:
    assert main(["history", SESSION, "--as", "phh", "--player", "Joe"]) == 0
    file = tmp_path / "joe.phhs"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert "????" in file.read_text(encoding="utf-8")
    assert main(["replay", "--json", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] == found["agree"] > 0


def test_the_time_of_the_file_is_told_in_utc_and_in_new_york(
    capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "x.phh"
    when = "time = 09:19:25\nday = 7\nmonth = 7\nyear = 2009\ntime_zone_abbreviation = 'ET'\n"
    file.write_text(HOLDEM + when, encoding="utf-8")
    assert main(["history", str(file)]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.endswith(" - 2009/07/07 13:19:25 UTC [2009/07/07 9:19:25 ET]")


@pytest.mark.parametrize("when", ["day = 31\nmonth = 2\nyear = 2009\n", "year = 'x'\n", ""])
def test_a_date_that_there_is_not_is_no_date(when: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "x.phh"
    file.write_text(f"{HOLDEM}{when}time_zone = 'Moon/Crater'\n", encoding="utf-8")
    assert main(["history", str(file)]) == 0
    assert " - 1970/01/01 0:00:00 UTC " in capsys.readouterr().out


def test_hands_that_cannot_be_told_are_left_out_and_named(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "x.phhs"
    broken = HOLDEM.replace("cbr 3.50", "cbr 1.10")
    many = "\n".join(f"[{number}]{broken}" for number in range(2, 24))
    file.write_text(f"[1]{HOLDEM}\n{many}", encoding="utf-8")
    assert main(["history", str(file)]) == 1
    shown = capsys.readouterr()
    assert len(texts(shown.out)) == 1
    assert "x.phhs, line 13: [2]: the rules say otherwise" in shown.err
    assert shown.err.splitlines()[-1] == "cardroom: 2 more left out"
    assert main(["history", str(file), "--hand", "2"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hand", "77"], "There is no hand 77 in "),
        (["--player", "Zoe"], "There is no hand of a player 'Zoe' in "),
        (["--as", "pdf"], "invalid choice: 'pdf'"),
    ],
)
def test_a_mistake_is_one_sentence(words: list[str], said: str, capsys: Capture) -> None:
    assert main(["history", SESSION, *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1


def test_a_file_that_is_not_there_is_a_mistake(capsys: Capture) -> None:
    assert main(["history", "nowhere.phh"]) == 2
    assert capsys.readouterr().err == "cardroom: nowhere.phh: No such file or directory\n"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_hands_of_ours_and_of_other_rooms_are_converted(file: Path, capsys: Capture) -> None:
    assert main(["history", str(file), "--as", "ohh"]) in (0, 1)
    assert capsys.readouterr().out.count('"spec_version"') > 0
