import json
from pathlib import Path

import pytest

from cardroom.commands.main import main

Capture = pytest.CaptureFixture[str]


WORDS = ["--plant", "dump", "--hands", "400", "--players", "6", "--rounds", "200"]
PLANTED = ["player 1", "player 2"]


def test_a_planted_pool_is_shown_to_a_person_and_its_file_to_a_program(
    tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "dumped.phhs"
    assert main(["integrity", "simulate", *WORDS, "--phh", str(file)]) == 1
    text = capsys.readouterr().out
    for said in ("Alert 1: ", "Hands to open first:", "Benign: ", "What would clear them: "):
        assert said in text
    status = main(["integrity", "scan", str(file), "--rounds", "200", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (status, found["hands"], found["unreadable"]) == (1, 400, 0)
    assert [sorted(one["players"]) for one in found["alerts"]] == [PLANTED]
    assert found["alerts"][0]["hands"][0]["key"].startswith(f"{file} [")


def test_a_player_who_sees_all_cards_is_named(capsys: Capture) -> None:
    words = ["--plant", "superuser", "--hands", "300", "--players", "6", "--seed", "5"]
    assert main(["integrity", "simulate", *words, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["player"] for one in found["superusers"]] == ["player 1"]


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    assert main(["integrity", "scan", str(tmp_path / "none.phhs")]) == 2
    assert "none.phhs" in capsys.readouterr().err


def test_a_share_of_false_alerts_must_be_one(capsys: Capture) -> None:
    assert main(["integrity", "scan", "any.phhs", "--q", "2"]) == 2
    assert "--q" in capsys.readouterr().err


def test_the_help_says_that_an_alert_is_no_proof(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["integrity", "scan", "--help"])
    assert "not a proof" in " ".join(capsys.readouterr().out.split())
