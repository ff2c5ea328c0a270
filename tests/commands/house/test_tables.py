"""Tables and stakes from the terminal."""

import time

import pytest

from tests.commands.house.conftest import Ask, Say
from tests.rule import rule

STAKE = "pl-omaha:ordinary:25:50"
REASON = ("--reason", "as the test says")


def wait_for(say: Say, who: str) -> None:
    """The lobby shows a change within a second."""
    end = time.monotonic() + 20
    while not any(STAKE in line and who in line for line in say("stakes").splitlines()):
        assert time.monotonic() < end, say("stakes")
        time.sleep(0.1)


@rule("CASH-01")
def test_a_table_is_opened_frozen_thawed_and_closed(ask: Ask, say: Say) -> None:
    table = str(ask("open", STAKE, *REASON)["table"])
    say("freeze", table, "--reason", "looking into it")
    (row,) = [one for one in ask("overview")["tables"] if one["table"] == int(table)]
    assert row["frozen"] == "operator"
    say("unfreeze", table, "--reason", "all is well")
    say("close-table", table, "--reason", "enough")
    assert "none" in say("overview")


def test_the_stakes_say_who_may_sit_and_which_are_closed(ask: Ask, say: Say) -> None:
    ask("close", STAKE, *REASON)
    wait_for(say, "nobody: it is closed")
    ask("open", STAKE, *REASON)
    wait_for(say, "person, guest")
    deeds = [one["deed"] for one in ask("log", "--limit", "2")["entries"]]
    assert deeds == ["opened_stake", "closed_stake"]


@rule("FAIR-07")
def test_practice_players_and_who_may_sit_are_set_and_set_back(ask: Ask, say: Say) -> None:
    assert "person, program" in say("who-may-sit", STAKE, "person", "program", *REASON)
    said = say("practice-players", STAKE, "3", *REASON)
    assert "of 3" in said
    wait_for(say, "3 of 3")
    (row,) = [one for one in ask("stakes")["stakes"] if one["stake"] == STAKE]
    assert row["now"] == {"practice": 3, "admits": ["person", "program"]}
    for setting in ("practice-players", "who-may-sit"):
        ask("reset-stake", STAKE, setting, *REASON)
    wait_for(say, "0 of 0")
    wait_for(say, "person, guest")
    deeds = [(one["deed"], one["reason"]) for one in ask("log", "--limit", "4")["entries"]]
    assert deeds == [
        ("reset_who_may_sit", f"{STAKE}: as the test says"),
        ("reset_practice_players", f"{STAKE}: as the test says"),
        ("set_practice_players", f"{STAKE}, 3: as the test says"),
        ("set_who_may_sit", f"{STAKE}, person, program: as the test says"),
    ]


@rule("CASH-19", "RAKE-03")
def test_a_stake_is_added_closed_and_taken_away_again(ask: Ask, say: Say) -> None:
    new = "nl-holdem:deepstack:10:20"
    said = say("add-stake", new, "--rake", "3.5%", "--cap", "150", *REASON)
    for part in ("NL200", "10000 to 20000", "3.5 % up to 150", "added by"):
        assert part in said
    (row,) = [one for one in ask("stakes")["stakes"] if one["stake"] == new]
    assert (row["rake_permille"], row["rake_cap"], row["is_closed"]) == (35, 150, False)
    ask("close", new, *REASON)
    left = ask("remove-stake", new, *REASON)["stakes"]
    assert new not in [one["stake"] for one in left]
    deeds = [(one["deed"], one["reason"]) for one in ask("log", "--limit", "3")["entries"]]
    assert deeds == [
        ("removed_stake", f"{new}: as the test says"),
        ("closed_stake", f"{new}: as the test says"),
        ("added_stake", f"{new}, 3.5 % up to 150: as the test says"),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("5:10", "3", "100"), "there is one with this game, format and blinds already"),
        (("10:20", "3", "1"), "at least 1 c, and with few players this cap would be 0 c"),
        (("30:20", "3", "100"), "small blind above big blind"),
        (("10:20", "3.55", "100"), "a percentage from 0 to 100 with at most one decimal"),
        (("10:20", "much", "100"), "a percentage from 0 to 100 with at most one decimal"),
    ],
)
def test_a_stake_that_does_not_fit_is_refused_in_one_sentence(
    say: Say, words: tuple[str, str, str], said: str
) -> None:
    blinds, rake, cap = words
    stake = f"nl-holdem:ordinary:{blinds}"
    assert said in say("add-stake", stake, "--rake", rake, "--cap", cap, *REASON)


@rule("FAIR-03")
def test_a_hand_is_shown_with_all_cards(say: Say, ask: Ask) -> None:
    assert "hole dealt" in say("hand", "hand:1:1:1", "--reason", "a complaint")
    assert ask("log", "--limit", "1")["entries"][0]["deed"] == "saw_hand"
    assert "hand:1:1:20" in say("table-hands", "1")
