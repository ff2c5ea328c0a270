"""Tests of an operator's own rules: what they may set, and how mistakes are refused."""

import pytest

from cardroom.errors import InvalidFile
from cardroom.rulebook import EDITIONS, edition, house_rules
from cardroom.rulebook.checks import problems

CLUB = """\
inherits = "live"
name = "club"
title = "Thursday club"

["LIVE-27.p1"]
clock_s = 40

[LAMB-49]
headphones_allowed = true
"""


def test_house_rules_set_single_switches_and_inherit_the_rest() -> None:
    club, live = house_rules(CLUB, "club.toml").live, edition("live").live
    assert club is not None
    assert live is not None
    assert (club.floor.clock_s, live.floor.clock_s) == (40, 60)
    assert club.conduct.headphones_allowed
    assert club.floor.countdown_s == live.floor.countdown_s
    assert club.seating == live.seating


def test_house_rules_say_what_they_are_called_and_what_they_build_on() -> None:
    club = house_rules(CLUB, "club.toml")
    assert (club.name, club.title, club.inherits) == ("club", "Thursday club", "live")
    assert edition("live").inherits == ""


@pytest.mark.parametrize(
    ("file", "name"),
    [("rules/My Club.toml", "my-club"), ("C:\\rooms\\a_b.toml", "a-b"), ("x.y.toml", "x.y")],
)
def test_house_rules_without_a_name_are_called_like_their_file(file: str, name: str) -> None:
    unnamed = house_rules('inherits = "en-2.7"', file)
    assert (unnamed.name, unnamed.title) == (name, "House rules on en-2.7")


@pytest.mark.parametrize("name", EDITIONS)
def test_house_rules_that_set_nothing_play_like_their_edition(name: str) -> None:
    house = house_rules(f'inherits = "{name}"', "house.toml")
    assert (house.hand, house.live) == (edition(name).hand, edition(name).live)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_published_edition_is_consistent(name: str) -> None:
    assert list(problems(edition(name))) == []


MISTAKES = {
    "missing inherits": ("title = 'x'", "inherits: missing; name the edition to build on"),
    "unknown edition": (
        "inherits = 'en-2.8'",
        "line 1: inherits: 'en-2.8' is not one of en-2.2, fr-2.2, en-2.7, nl-3.0, live; did you",
    ),
    "inherits a number": ("inherits = 2.7", "line 1: inherits: must be text in quotes, not 2.7"),
    "unknown key": (
        "inherits = 'live'\ntitel = 'x'",
        "line 2: titel: unknown key; did you mean title",
    ),
    "switch without table": (
        "inherits = 'live'\nclock_s = 3",
        "line 2: clock_s: unknown key; switches go into tables like [CASH-05]",
    ),
    "rule with a list": (
        "inherits = 'live'\n[[LIVE-3]]\ntable_languages = ['de']",
        "[LIVE-3]: write it as a table of switches, headed [LIVE-3]",
    ),
    "parts are not for the house": ("inherits = 'live'\nparts = []", "line 2: parts: unknown key"),
    "name of an edition": (
        "inherits = 'live'\nname = 'en-2.7'",
        "line 2: name: 'en-2.7' is a published edition; choose another",
    ),
    "strange name": ("inherits = 'live'\nname = 'A B'", "line 2: name: 'A B' is not a valid name"),
    "unknown rule": (
        "inherits = 'live'\n[CASH-99]\nx = 1",
        "line 3: [CASH-99] x: there is no rule CASH-99; did you mean CASH-",
    ),
    "unknown rule that sets nothing": (
        "inherits = 'live'\n[CASH-99]",
        "line 2: [CASH-99]: there is no rule CASH-99",
    ),
    "nothing like a rule": (
        "inherits = 'live'\n[betting]\nx = 1",
        "line 3: [betting] x: there is no rule betting",
    ),
    "rule without switch": (
        "inherits = 'live'\n[HC-04]\nx = 1",
        "line 3: [HC-04] x: the rule HC-04 has no switch",
    ),
    "unknown switch": (
        "inherits = 'live'\n[LIVE-3]\ntable_language = ['de']",
        "line 3: [LIVE-3] table_language: unknown switch; did you mean table_languages?",
    ),
    "switch unlike any": (
        "inherits = 'live'\n[LIVE-3]\nx = 1",
        "line 3: [LIVE-3] x: unknown switch; LIVE-3 has [LIVE-3] table_languages",
    ),
    "switch under another rule": (
        "inherits = 'live'\n[LIVE-6]\nheadphones_allowed = true",
        "line 3: [LIVE-6] headphones_allowed: belongs under [LAMB-49]",
    ),
    "rule with a point without quotes": (
        "inherits = 'live'\n[LIVE-27.p1]\nclock_s = 3",
        'line 2: [LIVE-27] p1: write quotes around the rule: ["LIVE-27.p1"]',
    ),
    "part that the edition lacks": (
        "inherits = 'en-2.7'\n[LIVE-3]\ntable_languages = ['de']",
        "line 3: [LIVE-3] table_languages: the inherited edition has no part 'live'",
    ),
    "wrong type": (
        "inherits = 'live'\n[LIVE-17]\nmin_players_start = '3'",
        "line 3: [LIVE-17] min_players_start: must be a whole number, not '3'",
    ),
    "out of range": (
        "inherits = 'live'\n[LIVE-17]\nmin_players_start = -3",
        "line 3: [LIVE-17] min_players_start: must be at least 2, not -3",
    ),
    "wrong choice": (
        "inherits = 'live'\n[LAMB-33]\nh4h_mixed = 'tier'",
        "line 3: [LAMB-33] h4h_mixed: 'tier' is not one of tiers, all_tie",
    ),
    "row without a field": (
        "inherits = 'live'\n[LIVE-41]\npenalties = [\n  { type = 'DEVICE' },\n]",
        "line 4: [LIVE-41] penalties, row 1: rules is missing",
    ),
    "set twice": (
        "inherits = 'live'\n[LIVE-17]\nmin_players_start = 3\nmin_players_start = 4",
        "line 4: [LIVE-17] min_players_start: set twice",
    ),
    "broken TOML": ("inherits = 'live'\n[LIVE-17\n", "line 2: not valid TOML: "),
    "countdown over the clock": (
        "inherits = 'live'\n['LIVE-27.p1']\ncountdown_s = 90",
        'line 3: ["LIVE-27.p1"] countdown_s: longer than the clock of 60 s',
    ),
    "clock under the inherited countdown": (
        "inherits = 'live'\n[LIVE-17]\nmin_players_start = 2\n['LIVE-27.p3']\nturbo_clock_s = 4",
        'line 5: ["LIVE-27.p3"] turbo_clock_s: makes ["LIVE-27.p3"] turbo_countdown_s wrong: long',
    ),
    "window that ends before it begins": (
        "inherits = 'live'\n[LIVE-28]\ndayend_window_min = [15, 5]",
        "line 3: [LIVE-28] dayend_window_min: 15 to 5 minutes is not a window",
    ),
    "a suit twice": (
        "inherits = 'live'\n[LAMB-03]\nsuit_order = ['s', 's', 'd', 'c']",
        "line 3: [LAMB-03] suit_order: s is listed 2 times",
    ),
    "halt of a heads-up table": (
        "inherits = 'live'\n['LIVE-14.p1']\nhalt_below = 2",
        'line 3: ["LIVE-14.p1"] halt_below: must be 0 or at least 3',
    ),
    "an extra card both ways": (
        "inherits = 'live'\n['LIVE-33.a']\nmisdeal_extra_cards = 1",
        'line 3: ["LIVE-33.a"] misdeal_extra_cards: one extra card cannot be both',
    ),
    "re-entry that reopens": (
        "inherits = 'live'\n[LAMB-39]\nreentry_may_reopen = true",
        "line 3: [LAMB-39] reentry_may_reopen: re-entry that ends at the paid places",
    ),
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_refused_with_file_line_key_and_reason(text: str, said: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        house_rules(text, "house.toml")
    message = str(refused.value)
    assert message.startswith("house.toml")
    assert said in message
    assert "\n" not in message
