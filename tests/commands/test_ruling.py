"""`cardroom ruling` answers at the table, for people and for programs."""

import json
import shlex
from pathlib import Path

import pytest

from cardroom.commands.main import main
from cardroom.commands.ruling.examples import EXAMPLES
from cardroom.floor import LANGUAGES, SITUATIONS
from tests.rule import rule

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "rulings.md"
CHIPS = "ruling chips --blinds 200/400 --bet 1200 --raise 800"


def asked(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(shlex.split(words)) == 0
    return capsys.readouterr().out


@rule("LIVE-37.p6", "LIVE-36.a")
def test_the_decision_comes_first_then_why_and_by_which_rule(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = asked(f"{CHIPS} --pushed 500x4", capsys).splitlines()
    assert shown[0] == "RAISE to 2,000"
    assert shown[1] == "The chips make a full raise to 2,000."
    assert shown[-1].startswith("  LIVE-36.a: Valid raise")


@rule("LIVE-37.p5")
def test_chips_that_move_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    shown = asked(f"{CHIPS} --pushed 1000x2", capsys)
    assert shown.startswith("CALL to 1,200\n")
    assert "  800 from the chips in front to the stack\n" in shown


@rule("LIVE-35.p1")
def test_what_the_player_may_choose_is_listed_with_what_it_costs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = asked(f"{CHIPS} --pushed 100x4 --repeated", capsys)
    assert "Choice: complete (hand live): 800 from the stack to the chips in front" in shown
    assert "Choice: forfeit (hand dead)" in shown
    assert "Penalty that may be recorded: OUT_OF_TURN" in shown
    assert "Call the floor." in shown


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("nl", "De chips zijn een volledige raise tot 2.000."),
        ("fr", "Les jetons font une relance complète à 2\u202f000."),
        ("de", "Die Chips sind ein voller Raise auf 2.000."),
        ("it", "Le chip fanno un rilancio pieno a 2.000."),
    ],
)
def test_the_explanation_speaks_the_language_of_the_table(
    language: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in asked(f"{CHIPS} --pushed 500x4 --language {language}", capsys)


def test_programs_get_facts_ruling_and_explanation(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(asked(f"{CHIPS} --own 200 --motions 1000/500x2 --json", capsys))
    assert answer["facts"]["type"] == "chips"
    assert answer["facts"]["motions"][1] == {"piles": [{"chip": 500, "count": 2}]}
    assert answer["ruling"]["decision"] == "call"
    assert answer["ruling"]["amounts"] == {"bet_to": 1200, "adds": 1000, "back": 1000, "missing": 0}
    assert answer["explanation"] == "The chips are exactly the call of 1,000."


@rule("LIVE-26.p1")
def test_pots_are_listed_with_who_gets_what(capsys: pytest.CaptureFixture[str]) -> None:
    words = "ruling pots --bets 1:850,2:850,3:400,4:100 --button 6 --unit 100"
    shown = asked(f"{words} --folded 4 --winners 1+2,3", capsys)
    assert "Pot of 1,300: seat 1 gets 700, seat 2 gets 600" in shown
    answer = json.loads(asked(f"{words} --folded 4 --winners 1+2,3 --json", capsys))
    assert answer["ruling"]["pots"][1]["shares"] == {"1": 500, "2": 400}


@rule("LIVE-25.a")
def test_chips_between_seats_name_both(capsys: pytest.CaptureFixture[str]) -> None:
    shown = asked(
        "ruling dispute --paid 3:4,500 --due 3:2250,5:2250".replace("4,500", "4500"), capsys
    )
    assert "2,250 from seat 3 to seat 5" in shown


@rule("LIVE-36.p1")
def test_house_rules_decide_when_they_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('inherits = "live"\n["LIVE-38.p1"]\nhalf_bet_percent = 30\n')
    words = f"{CHIPS} --pushed 1000+500+25"
    assert asked(words, capsys).startswith("CALL")
    assert asked(f"{words} --rules {file}", capsys).startswith("RAISE to 2,000")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_situation_has_help_with_an_example_that_runs(
    situation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["ruling", situation, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert f"example: cardroom ruling {situation} " in text
    for language in LANGUAGES:
        words = f"ruling {situation} {EXAMPLES[situation]} --language {language}"
        assert len(asked(words, capsys).splitlines()) >= 3
    assert json.loads(asked(f"ruling {situation} {EXAMPLES[situation]} --json", capsys))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chips --blinds 200/400 --bet 1200 --pushed 500x4", "Above the big blind, say how much"),
        ("chips --blinds 200/400 --bet x", "--bet: 'x' is not a whole number."),
        ("chips --blinds 400/200 --bet 0 --pushed 5", "--blinds: write the small blind first"),
        ("chips --blinds 2/4 --bet 0 --pushed 5x", "--pushed: '5x' is not a number of chips"),
        ("chips --blinds 2/4 --bet 0 --motions 5/", "--motions: '' is not a number of chips"),
        ("chips --blinds 2/4 --bet 0", "The player pushed nothing and said nothing."),
        ("chips --blinds 2/4 --bet 0 --pushed 5 --stack 0", "--stack: must be at least 1, not 0."),
        ("chips --blinds 2/4 --bet " + "9" * 30, "--bet: that is too large a number."),
        ("chips --bet 4 --pushed 5", "The following arguments are required: --blinds."),
        ("chips --blinds 2/4 --bet 0 --pushed 5 --game stud", "argument --game: invalid choice"),
        ("misdeal --bets 12:5", "--bets: must be at most 10, not 12."),
        ("misdeal --bets 3", "--bets: '3' is not a seat with a colon"),
        ("misdeal --bets 3:5,3:6", "--bets: seat 3 is there twice."),
        ("misdeal --without-cards 3,,4", "--without-cards: there is nothing between two commas."),
        ("betting --blinds 2/4 --seat 1 --actions '1 jumps'", "--actions: '1 jumps' is not an"),
        ("betting --blinds 2/4 --seat 1 --actions '1 bets'", "--actions: '1 bets': bets, raises"),
        ("betting --blinds 2/4 --seat 1 --actions '1 calls 5'", "--actions: '1 calls 5': bets,"),
        ("pots --bets 1:5,2:5 --button 1", "Say who wins, or name the board"),
        ("cards-speak --hole AhX --board AsKsQsJsTs", "'X' is no card."),
        ("level --rules en-2.7", "The rules 'en-2.7' say nothing about live tables."),
        ("level --rules nowhere", "'nowhere' is neither an edition"),
        ("juggling", "Argument SITUATION: invalid choice: 'juggling'"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ruling", *shlex.split(words)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence.lower() in shown.err.lower()
    assert shown.err.count("\n") == 1


def test_the_examples_of_the_guide_print_what_it_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every `$ cardroom ...` in the guide, with the first lines that it prints."""
    blocks = GUIDE.read_text(encoding="utf-8").split("```")[1::2]
    sessions = [block for block in blocks if block.strip().startswith("$ cardroom")]
    assert len(sessions) >= 6
    for block in sessions:
        command, _, expected = block.strip("\n").partition("\n")
        words = shlex.split(command.removeprefix("$ cardroom "))
        assert main(words) == 0
        assert capsys.readouterr().out.startswith(expected.rstrip("\n"))
