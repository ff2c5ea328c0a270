"""Where the four online editions differ about cash games, and that they differ nowhere else."""

import re

import pytest

from cardroom.rulebook.edition import Edition
from cardroom.rulebook.loading import EDITIONS, edition
from cardroom.rulebook.switch import RuleField, rule_fields
from cardroom.rulebook.texts import rule_texts
from tests.rule import rule
from tests.rulebook.cash_catalogue import editions_lines
from tests.rulebook.cash_editions import ONLINE, cash

CASH = [found for found in rule_fields(Edition) if found.path[0] == "cash"]
RULINGS = [*range(1, 42), *range(52, 71)]

NO_DIFFERENCE = re.compile(
    r"all( silent)?\.|all \((general rule|follows|equality|halves|AMB-23)|all; nl-3.0 words it"
)
"""Editions lines that only say where a rule is found or which ruling adds to it everywhere."""

EN_2_2_AND_EN_2_7 = {
    "[CASH-19] formats",
    "[CASH-14] newcomer_may_post",
    "[SIT-07] missed_blind_must_wait",
    "[CASH-17] auto_top_up",
    "[TIME-05] bank_first_ms",
    "[TIME-05] bank_refill_ms",
    "[TIME-05] bank_refill_every_hands",
    "[TIME-06] bank_floor_ms",
    "[RAT-02] table",
    "[RAT-03] counter_kept",
    "[RAT-04] last_stack_formats",
    "[BANZ-04] table_limit",
    "[BANZ-05] seats",
    "[BANZ-07] resets_per_day",
    "[AMB-05] short_handed_ceilings",
    "[RAKE-07] nl_holdem",
    "[RAKE-08] pl_omaha",
    "[RAKE-09] banzai",
    "[FAIR-05] video_requests",
    "[FAIR-06] cheating_systems_clause",
    "[AMB-25] defects",
    "[CASH-03] silent_on",
}
EN_2_7_AND_FR_2_2 = {
    "[CASH-17] auto_top_up",
    "[AMB-05] short_handed_ceilings",
    "[RAKE-09] banzai",
    "[FAIR-05] video_requests",
    "[FAIR-06] cheating_systems_clause",
    "[AMB-25] defects",
}
EN_2_7_AND_NL_3_0 = {
    "[SIT-07] missed_blind_must_wait",
    "[BANZ-01] base_games",
    "[BANZ-03] top_up",
    "[BANZ-04] table_limit_scope",
    "[AMB-05] short_handed_ceilings",
    "[RAKE-09] banzai",
    "[FAIR-06] cheating_systems_clause",
    "[AMB-25] defects",
    "[CASH-03] silent_on",
}


def differing(*names: str) -> list[RuleField]:
    """The switches of the cash part that do not say the same in all the editions named."""
    return [
        found
        for found in CASH
        if any(found.value(edition(name)) != found.value(edition(names[0])) for name in names)
    ]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("en-2.2", "en-2.7", EN_2_2_AND_EN_2_7),
        ("en-2.7", "fr-2.2", EN_2_7_AND_FR_2_2),
        ("en-2.7", "nl-3.0", EN_2_7_AND_NL_3_0),
    ],
)
def test_two_editions_differ_exactly_where_the_catalogue_says(
    one: str, other: str, expected: set[str]
) -> None:
    assert {found.key for found in differing(one, other)} == expected


def test_every_difference_that_the_catalogue_names_shows_in_a_switch_or_a_reading() -> None:
    """A rule is covered by its own ID or by that of the ruling that its Editions line names."""
    shown = {name for found in differing(*ONLINE) for name in found.rules}
    for name, line in editions_lines():
        if not NO_DIFFERENCE.match(line):
            assert {name, *re.findall(r"AMB-\d+", line)} & shown, f"{name}: {line}"


def test_every_difference_in_the_data_is_named_by_the_catalogue() -> None:
    named = {name for name, line in editions_lines() if not NO_DIFFERENCE.match(line)}
    rulings = {
        text.id
        for text in rule_texts().values()
        if text.group == "AMB" and any(name in text.text for name in ONLINE)
    }
    for found in differing(*ONLINE):
        assert (named | rulings) & set(found.rules), found.key


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_on_the_cash_rules_is_kept_by_a_switch(number: int) -> None:
    assert [found for found in rule_fields(Edition) if f"AMB-{number:02}" in found.rules]


def test_every_rule_that_a_cash_switch_names_is_in_the_catalogue() -> None:
    assert {name for found in CASH for name in found.rules} <= set(rule_texts())


def test_no_two_switches_of_the_edition_share_table_and_key() -> None:
    keys = [found.key for found in rule_fields(Edition)]
    assert len(keys) == len(set(keys))


def test_the_live_edition_has_no_cash_games() -> None:
    assert edition("live").cash is None


@rule("AMB-25")
@pytest.mark.parametrize("name", ONLINE)
def test_texts_with_defects_and_gaps_are_read_like_the_others(name: str) -> None:
    readings = cash(name).readings
    assert {*readings.defects, *readings.silent_on} <= set(rule_texts())
    assert readings.damaged_numbering == "no_effect"
    assert ("AMB-25" in readings.defects) == (name in {"en-2.7", "nl-3.0"})


@rule("AMB-09", "AMB-10", "AMB-26", "AMB-27")
def test_slips_about_betting_change_no_rule_of_the_hand() -> None:
    """Each slip stands in one text alone, and all four texts are played by the same hand rules."""
    slips = {"AMB-09": "nl-3.0", "AMB-10": "fr-2.2", "AMB-26": "fr-2.2", "AMB-27": "nl-3.0"}
    for ruling, text in slips.items():
        assert [name for name in ONLINE if ruling in cash(name).readings.defects] == [text]
    assert {edition(name).hand for name in ONLINE} == {edition("en-2.2").hand}
    readings = cash("nl-3.0").readings
    assert readings.first_to_act == "clockwise_after_button"
    assert readings.last_to_act == "before_last_aggressor"
    assert readings.call_needs == "open_bet_or_raise"
    assert readings.all_in_wins_at_most == "amounts_matched"
    assert readings.minimum_raise_measures == "increment"


@rule("AMB-11", "AMB-12", "AMB-28")
def test_slips_of_the_french_text_about_the_table_change_no_rule() -> None:
    french, english = cash("fr-2.2"), cash("en-2.7")
    assert {"AMB-11", "AMB-12", "AMB-28"} <= set(french.readings.defects)
    assert not {"AMB-11", "AMB-12", "AMB-28"} & set(english.readings.defects)
    assert french.positions == english.positions
    assert french.sitting_out == english.sitting_out
    assert french.rejoining == english.rejoining
    assert french.readings.button_counted_from == "small_blind_place"
    assert french.readings.ten_minutes_over == "server_removes_player"
    assert french.rejoining.window_end == "included"


@rule("AMB-29")
def test_the_default_edition_is_one_of_the_published_ones() -> None:
    assert {cash(name).offer.default_edition for name in ONLINE} == {"en-2.7"}
    assert cash("en-2.7").offer.default_edition in EDITIONS
