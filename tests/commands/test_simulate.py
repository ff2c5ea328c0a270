"""`cardroom simulate cash` as it is called."""

import tomllib
from datetime import date, datetime
from pathlib import Path

import msgspec
import pytest

from cardroom.commands.main import main


def test_a_simulated_room_writes_hands_that_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.phhs"
    words = ["simulate", "cash", "--hands", "60", "--seed", "7", "--phh", str(file), "--json"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    report = msgspec.json.decode(printed)
    assert printed.startswith('{\n  "edition": "en-2.7",\n')
    assert (report["summary"]["hands"], report["stake"]) == (60, "0.05/0.10")
    assert main(["replay", str(file), "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["agree"] == 60


def test_simulated_hands_have_dates_and_numbers_that_are_never_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.phhs"
    words = ["simulate", "cash", "--hands", "80", "--players", "40", "--phh", str(file)]
    assert main(words) == 0
    capsys.readouterr()
    hands = tomllib.loads(file.read_text())
    assert len({hand["table"] for hand in hands.values()}) > 1
    assert [hand["hand"] for hand in hands.values()] == list(range(1, 81))
    moments = [
        datetime.combine(date(hand["year"], hand["month"], hand["day"]), hand["time"])
        for hand in hands.values()
    ]
    assert moments == sorted(moments)
    assert moments[0] < moments[-1]
    assert {hand["time_zone"] for hand in hands.values()} == {"UTC"}


def test_the_summary_is_a_grid_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "cash", "--hands", "20", "--game", "pl-omaha", "--stake", "0.25/0.5"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "Average pot" in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--stake", "0.05"], "'0.05' is not a stake; write the blinds in euros, as 0.05/0.10."),
        (["--stake", "0.05/0.101"], "is not a stake"),
        (["--stake", "0.05/0.10/0.20"], "is not a stake"),
        (["--stake", "3/6"], "en-2.7 has no ordinary nl-holdem at 3/6; it has 0.02/0.04"),
        (["--hands", "0"], "--hands is at least 1"),
        (["--players", "2"], "--players from 3 to 100,000"),
        (["--edition", "live"], "invalid choice"),
        (["--phh", "/no/such/folder/x.phhs"], "/no/such/folder/x.phhs cannot be written"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "cash", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
