"""`cardroom equity` answers in a table or for programs, and says mistakes in a sentence."""

import json

import pytest

from cardroom.commands import equity as command
from cardroom.commands.main import main
from tests.rule import rule


def test_a_table_shows_win_tie_equity_and_made_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AhKh", "QsQd", "--board", "Th 9h 2c"]) == 0
    shown = capsys.readouterr().out
    for words in ("Th9h2c: 990 boards", "AhKh", "53.54 %", "46.46 %", "ace high"):
        assert words in shown
    assert "pair of queens, ten kicker" in shown


def test_before_the_flop_no_made_hand_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AhKh", "QsQd"]) == 0
    shown = capsys.readouterr().out
    assert "1,712,304 boards" in shown
    assert "made hand" not in shown


def test_programs_get_exact_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["equity", "AhKhQd2c", "QsQhJdTd", "--omaha", "--board", "8h9h2d", "--json"]
    assert main(words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["game"], answer["boards"], answer["exact"]) == ("omaha", 820, True)
    assert [hand["wins"] for hand in answer["hands"]] == [429, 391]
    assert answer["hands"][0]["share"] == "429/820"
    assert answer["hands"][1]["made_hand"] == "pair of queens, nine kicker"


def test_ranges_are_counted_where_they_are_small(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AKs", "JdJc", "--board", "Th 9h 2c"]) == 0
    shown = capsys.readouterr().out
    for words in ("AKs (4)", "JdJc", "3,960 boards", "pair of jacks"):
        assert words in shown
    assert "±" not in shown


def test_large_ranges_are_sampled_with_their_error(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["equity", "QQ+, AKs", "random", "--samples", "2000", "--seed", "5"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    for words_shown in ("QQ+, AKs (22)", "random (1326)", "2,000 sampled boards", "±"):
        assert words_shown in shown
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert not answer["exact"]
    assert [hand["combinations"] for hand in answer["hands"]] == [22, 1326]
    assert 0.7 < answer["hands"][0]["equity"] < 0.9
    assert 0 < answer["hands"][0]["standard_error"] < 0.02


def test_a_seed_draws_the_same_samples_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["equity", "AhKh", "QsQd", "--samples", "3000", "--seed", "5", "--json"]
    assert main(words) == main(words) == 0
    once, again = capsys.readouterr().out.split("\n}\n")[:2]
    assert once == again
    assert json.loads(once + "}")["exact"] is False


def test_samples_show_their_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AhKh", "QsQd", "--samples", "1000", "--seed", "5"]) == 0
    shown = capsys.readouterr().out
    assert "1,000 sampled boards" in shown
    assert "± 1.5" in shown


def test_a_slow_count_shows_a_bar_on_the_error_stream(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "SHOWN_AFTER_S", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["equity", "AhKh", "QsQd", "--samples", "2000", "--json"]) == 0
    shown = capsys.readouterr()
    assert "Boards" in shown.err
    assert json.loads(shown.out)["boards"] == 2000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["AhKh", "AhQd"], "'Ah' is there 2 times."),
        (["AhKh"], "Equity is shared by 2 to 10 hands, not 1."),
        (["AhKh", "Qx"], "'Qx' is no range of hole cards."),
        (["AhKh", "QsQd", "--board", "T"], "'T' is no card."),
        (["AhKh", "Qs??"], "Every card must be known, '??' is not."),
        (["AhKh", "QsQd", "--seed", "1"], "--seed is for --samples: without samples"),
        (["AhKh", "QsQd", "--samples", "0"], "Samples are 1 to 100000000, not 0."),
    ],
)
def test_a_mistake_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["equity", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"cardroom: {sentence}")
    assert shown.err.count("\n") == 1


@rule("AMB-13")
def test_french_letters_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "1hRh", "DsDd", "--board", "10h 9h 2c"]) == 0
    shown = capsys.readouterr().out
    assert "AhKh" in shown
    assert "53.54 %" in shown
