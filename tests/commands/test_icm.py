"""`cardroom icm` answers in a table or for programs, and says mistakes in a sentence."""

import json
import time
from random import Random

import pytest

from cardroom.commands.main import main
from tests.rule import rule


def answer(
    stacks: list[int], prizes: list[int], capsys: pytest.CaptureFixture[str]
) -> dict[str, object]:
    words = ["icm", "--stacks", ",".join(map(str, stacks)), "--prizes", ",".join(map(str, prizes))]
    assert main([*words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@rule("THC-47", "TAMB-84")
def test_a_table_shows_what_each_stack_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["icm", "--stacks", "5000, 3000,2000", "--prizes", "50,30.0,20.00"]) == 0
    shown = capsys.readouterr().out
    for words in ("5,000", "50.00 %", "38.39 ", "32.75 ", "28.86 ", "Exact to the cent.", "10,000"):
        assert words in shown


@rule("THC-47", "TAMB-84")
def test_programs_get_cents_and_exact_rationals(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer([5_000, 3_000, 2_000], [50, 30, 20], capsys)
    assert (found["exact"], found["method"], found["error_cents"]) == (True, "exact", 0.0)
    players = found["players"]
    assert isinstance(players, list)
    assert [player["cents"] for player in players] == [38_39, 32_75, 28_86]
    assert [player["exact_cents"] for player in players] == ["26875/7", "3275", "20200/7"]


def test_twenty_players_all_paid_are_exact_in_no_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chance = Random(20)
    stacks = [chance.randrange(100, 60_000) for _ in range(20)]
    prizes = [4000 - 200 * place for place in range(20)]
    answer(stacks[:12], prizes[:12], capsys)
    started = time.process_time()
    found = answer(stacks, prizes, capsys)
    assert time.process_time() - started < 3.0, "it takes half a second"
    assert (found["exact"], found["method"]) == (True, "sets")
    assert sum(player["cents"] for player in found["players"]) == 100 * sum(prizes)  # type: ignore[attr-defined]


def test_a_thousand_players_take_seconds_and_the_error_is_stated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chance = Random(1000)
    stacks = [chance.randrange(100, 60_000) for _ in range(1000)]
    started = time.process_time()
    found = answer(stacks, [3000 - 20 * place for place in range(150)], capsys)
    assert time.process_time() - started < 10.0, "it takes a second"
    error = found["error_cents"]
    assert isinstance(error, float)
    assert found["exact"] is False
    assert 0 < error < 0.001


def test_a_large_field_says_how_far_it_can_be_off(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["icm", "--stacks", ",".join(["500"] * 30), "--prizes", "9,3"]) == 0
    assert "no stack is off by more than" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("stacks", "prizes", "sentence"),
    [
        ("5,x", "4", "'x' is not a stack: chips are a whole number above 0."),
        ("5,", "4", "--stacks: there is nothing between two commas; write it as 5000,3000,2000."),
        ("", "4", "--stacks: there is nothing in it; write it as 5000,3000,2000."),
        ("5,3", " ", "--prizes: there is nothing in it; write it as 500,300,200."),
        ("5,3", "4,,1", "--prizes: there is nothing between two commas"),
        ("5,000", "4", "'000' is not a stack"),
        ("5,0", "4", "'0' is not a stack"),
        ("5,-3", "4", "'-3' is not a stack"),
        ("5,2.5", "4", "'2.5' is not a stack"),
        ("5,²", "4", "'²' is not a stack"),
        (
            "5,1" + "0" * 5000,
            "4",
            f"'1{'0' * 19}...' is too large a stack: at most 1,000,000,000,000 chips.",
        ),
        ("5,1000000000001", "4", "'1000000000001' is too large a stack"),
        ("5", "4", "There are 2 to 10,000 stacks, not 1."),
        (",".join("1" * 10_001), "4", "There are 2 to 10,000 stacks, not 10,001."),
        ("5,3", "4,6", "A worse place cannot win more"),
        ("5,3", "4,3,1", "There are 3 prizes for 2 players."),
        ("5,3", "4.555", "'4.555' is not a prize: write euros such as 500 or 61.75."),
        ("5,3", "-4", "is not a prize"),
        ("5,3", "1e3", "'1e3' is not a prize"),
        ("5,3", "99999999999999", "is too large a prize: at most 10,000,000,000.00."),
        ("5,3", "1" * 6000, f"'{'1' * 20}...' is not a prize"),
        ("5,3", "0", "There is nothing to win: first prize is 0."),
    ],
)
def test_nonsense_is_answered_in_a_sentence(
    stacks: str, prizes: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["icm", f"--stacks={stacks}", f"--prizes={prizes}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("cardroom: ")
    assert sentence in said
    assert said.count("\n") == 1


def test_large_fields_without_numpy_are_a_mistake_with_a_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardroom.tournament.icm.worth.numpy_is_installed", lambda: False)
    assert main(["icm", "--stacks", ",".join(["500"] * 30), "--prizes", "9,3"]) == 2
    assert (
        "More than 20 players need numpy: install cardroom-poker[fast]." in capsys.readouterr().err
    )
