"""`cardroom floor` works out positions, races, moves and places."""

import json
import shlex
from typing import Any

import pytest

from cardroom.commands.floor import ACTIONS
from cardroom.commands.main import main
from tests.rule import rule


def asked(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["floor", *shlex.split(words)]) == 0
    return capsys.readouterr().out


def data(words: str, capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(asked(f"{words} --json", capsys))


@rule("LIVE-16.2", "LIVE-16.1", "LHC-01", "LHC-04", "LHC-05")
def test_the_next_hands_show_a_dead_button_the_ante_and_who_waits(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = data("positions --last 1/2/3 --occupied 1,3,4,5,6 --hands 2", capsys)
    assert (first["button"], first["small_blind"], first["big_blind"], first["ante"]) == (
        *(1, 3, 4, False),
    )
    assert (second["button"], second["ante"]) == (3, True)
    (empty,) = data("positions --last 1/2/3 --occupied 3,4,5,6", capsys)
    assert (empty["button_is_dead"], empty["last_to_act"]) == (True, 6)
    shown = asked("positions --last 1/2/3 --occupied 3,4,5,6", capsys)
    assert "1 (empty)" in shown
    waits, dealt = data(
        "positions --last 3/4/6 --occupied 1,3,5,6,7,8 --arrived 5 --hands 2", capsys
    )
    assert (waits["waiting"], dealt["waiting"]) == ([5], [])
    missing = asked("positions --last 1/2/3 --occupied 1,2,4,5,6", capsys)
    assert "none" in missing


@rule("LIVE-18", "LHC-49")
def test_a_race_prints_its_log_with_the_cards_of_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = (
        "race --in-play 25,100,500 --remove 25 --absent 4 --cards '9c4dKh 6s Qd2s Ks AcAd8h' "
        "--seats 1:7/3000,2:4/1500,3:1/0,4:2/2200,5:9/900,7:3/5000"
    )
    found = data(words, capsys)
    assert (found["awarded"], found["change"], found["drawn_by"]) == (3, 150, "table")
    assert [line["after"] for line in found["seats"]] == [3200, 1600, 100, 2200, 1200, 5100]
    shown = asked(words, capsys)
    assert "loses, rescued with 100" in shown
    assert "absent, witnessed" in shown
    assert "Chips in play change by +150." in shown


@rule("LIVE-18")
def test_without_cards_the_software_draws_them_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = data("race --in-play 25,100 --remove 25 --seats 1:3/100,2:3/100", capsys)
    assert (found["drawn_by"], found["awarded"]) == ("software", 2)
    assert len({line["cards"] for line in found["seats"]}) == 2


@rule("LIVE-19")
def test_a_plan_names_when_each_chip_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    words = "plan --in-play 25,100,500 --levels 25/50,75/150,100/200/200,500/1000/1000"
    assert data(words, capsys) == [
        {"before_level": 3, "removed": 25, "target": 100},
        {"before_level": 4, "removed": 100, "target": 500},
    ]
    assert "race for" in asked(words, capsys)
    needed = asked("plan --in-play 25,100 --levels 25/50,25/50", capsys)
    assert "All chips are needed" in needed


@rule("LIVE-14.p2", "LHC-53", "LHC-54")
def test_moves_say_which_seat_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    long = "--table 1:1/2/3:1,2,3,4,5,6,7,8"
    short = "--table 2:2/3/4:2,3,4,6,7,8"
    shown = asked(f"balance {long} {short}", capsys)
    assert shown == (
        "Move seat 4 of table 1 (big blind next) to seat 5 of table 2: big blind in the next "
        "hand, not the small blind (LIVE-14.p2).\n"
    )
    three = f"{long} --table 2:1/2/3:1,2,3,4,5,6,7,8 --table 3:1/2/3:1,2,3"
    found = data(f"balance {three}", capsys)
    assert (found["halted"], found["break"], len(found["moves"])) == ([3], None, 3)
    assert "big blind in 2 hands" in asked(f"balance {three}", capsys)
    assert "Table 3 stops" in asked(f"balance {three}", capsys)
    broken = asked(f"balance {three} --seats 10 --registering", capsys)
    assert broken.startswith("Break table 3")
    even = asked("balance --table 1:1/2/3:1,2,3,4,5 --table 2:1/2/3:1,2,3,4,5 --seats 6", capsys)
    assert even == "The tables are even.\n"


@rule("LAMB-33", "LAMB-32")
def test_places_show_ties_and_shared_prizes(capsys: pytest.CaptureFixture[str]) -> None:
    busts = "--busts 17:1/8000,23:1/5000,31:2/6000"
    words = f"places --players 5 --prizes 600,400,300 --hand-for-hand {busts}"
    assert [(one["entry"], one["place"], one["prize"]) for one in data(words, capsys)] == [
        *((17, 3, 15000), (31, 3, 15000), (23, 5, 0)),
    ]
    assert "3 (tied, 2)" in asked(words, capsys)
    timed = "places --players 5 --prizes 600,400,300 --busts 17:1/8000@1,31:2/100@2"
    assert [one["entry"] for one in data(timed, capsys)] == [31, 17]


def test_a_deal_is_shown_by_every_method_of_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    words = "deal --stacks 500000,300000,200000 --prizes 10000,6000,4000"
    found = data(words, capsys)
    assert found["icm"] == [767_857, 655_000, 577_143]
    assert found["chip_chop"] == [800_000, 640_000, 560_000]
    assert "custom" not in found
    custom = f"{words} --custom 9000,6000,5000"
    assert data(custom, capsys)["custom"] == [900_000, 600_000, 500_000]
    shown = asked(custom, capsys)
    for word in ("7,678.57", "6,400.00", "as agreed", "one refusal"):
        assert word in shown


@rule("LAMB-35", "LHC-55")
def test_the_last_hands_of_a_day_are_drawn_in_the_window(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = asked("day-end --left 6:00 --card 5", capsys)
    assert shown.startswith("The card is 5: stop the clock, 5 more hands at every table")
    assert "finishes 6 hands in all" in shown
    drawn = data("day-end --left 15:00", capsys)
    assert (drawn["drawn_by"], 3 <= drawn["card"] <= 7) == ("software", True)


@rule("LAMB-03")
def test_the_button_is_drawn_by_card_and_suit(capsys: pytest.CaptureFixture[str]) -> None:
    found = data("button --cards 1:Kh,2:9c,4:Ks", capsys)
    assert (found["button"], found["small_blind"], found["big_blind"]) == (4, 1, 2)
    assert found["drawn_by"] == "table"
    shown = asked("button --seats 1,2,4", capsys)
    assert "has the button" in shown
    assert data("button --seats 1,2,4", capsys)["drawn_by"] == "software"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("positions --last 1/2 --occupied 1,2", "--last: '1/2' is not three seats"),
        ("positions --last 1/2/3 --occupied 1,1", "--occupied: name each seat once"),
        ("positions --last 1/2/3 --occupied 1,99", "--occupied: name each seat once, from 1 to 10"),
        ("positions --last 1/2/3 --occupied 1", "two players or more"),
        ("positions --last 1/2/3 --occupied 1,2 --arrived 5", "--arrived: these seats must be"),
        ("positions --last 1/2/3 --occupied 1,2 --hands 0", "--hands: 1 to 20, not 0."),
        ("race --in-play 25,100 --remove 25 --seats 1", "--seats: '1' is not of the form"),
        ("race --in-play 25,100 --remove 25 --seats 1:5", "--seats: '1:5' is not of the form"),
        ("race --in-play 25,100 --remove 25 --seats 99:5/0", "--seats: seats are 1 to 10, not 99."),
        ("race --in-play 25,100 --remove 25 --seats 1:-5/0", "--seats: '-5' is not a whole number"),
        ("race --in-play 25,100 --remove 25 --seats 1:5/0,1:5/0", "A seat is named twice"),
        (
            "race --in-play 25,100 --remove 25 --seats 1:5/0 --absent 2",
            "--absent: these seats must",
        ),
        ("race --in-play 25,100 --remove 0 --seats 1:5/0", "A chip is worth 1 or more."),
        ("race --in-play 2,5,10 --remove 2 --seats 1:1/0", "not a multiple (LAMB-48)"),
        ("race --in-play 2,4 --remove 2 --seats 1:1/0 --cards X", "--cards: 'X' is no card."),
        ("plan --in-play 100 --levels 25/50", "cannot be paid with these chips (LIVE-19)"),
        ("plan --in-play 0,100 --levels 25/50", "--in-play: a chip is worth 1 or more."),
        ("balance --table 1", "--table: '1' is not of the form"),
        ("balance --table 1:1/2/3:1,2 --table 1:1/2/3:1,2", "a table is named twice"),
        ("balance --table 1:1/2/3:1,12", "name each seat once, from 1 to 9"),
        ("balance --table 1:1/2/3:1", "two players or more"),
        ("balance --table 1:1/2/3:1,2 --seats 11", "--seats: 2 to 10, not 11."),
        ("places --players 3 --prizes x --busts 1:1/5", "--prizes: 'x' is not a prize"),
        ("places --players 3 --prizes 5 --busts 1:1", "--busts: '1:1' is not of the form"),
        ("places --players 9 --prizes 5 --busts 1:1/5,1:1/7", "An entry is named twice (LIVE-29)"),
        ("places --players 9 --prizes 5 --busts 1:1/-5", "--busts: '-5' is not a whole number"),
        ("places --players 1 --prizes 5 --busts 1:1/5", "somebody must be left (LIVE-29)"),
        ("places --players 9 --prizes 5 --busts 1:1/5,2:2/5", "hands is unknown (LAMB-37)"),
        ("places --players 9 --prizes 5,6 --busts 1:1/5", "a worse place cannot win more"),
        ("deal --stacks 5 --prizes 5", "two players with chips (LIVE-6)"),
        ("deal --stacks 5,5 --prizes 5 --custom 4,4", "not the money that is left (LIVE-6)"),
        ("day-end --left 4:30 --card 5", "not in the window (LIVE-28): from_min 15, to_min 5"),
        ("day-end --left 6:00 --card 8", "not a card of this draw (LIVE-28)"),
        ("day-end --left soon", "--left: 'soon' is not a time"),
        ("button --cards 1:Kh,2:Kh,3:2c", "a card of its own from one deck"),
        ("button --cards 1:KhKs,2:9c,3:2c", "seat 1 draws one card"),
        ("button --cards 11:Kh,2:9c,3:2c", "Seats are 1 to 10."),
        ("button --seats 1,2", "A table starts with 3 players or more (LIVE-17)."),
        ("button --seats 1,1,2", "--seats: a seat is named twice."),
        ("button --seats " + ",".join(map(str, range(1, 60))), "at most 10 seats"),
        ("button --seats 1,2,3 --rules en-2.7", "say nothing about live tables"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["floor", *shlex.split(words)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence.lower() in shown.err.lower()
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_every_action_has_help(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["floor", action, "--help"])
    assert "--rules" in capsys.readouterr().out
