"""Tests of `cardroom rules list`, `show` and `diff`."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.main import main
from cardroom.commands.rules import places
from cardroom.rulebook import EDITIONS, Edition, edition, rule_fields
from cardroom.rulebook.texts import rule_texts
from tests.rule import rule
from tests.rulebook.test_cash_editions import EN_2_2_AND_EN_2_7 as CASH_DIFFERENCES
from tests.rulebook.test_tournament_switches import FROM_EN_2_7

CLUB = 'inherits = "live"\nname = "club"\n["LIVE-27.p1"]\nclock_s = 40\n'


@pytest.fixture
def club(tmp_path: Path) -> str:
    """A file of house rules that changes one switch."""
    file = tmp_path / "club [bold].toml"
    file.write_text(CLUB, encoding="utf-8")
    return str(file)


class Caller:
    """Runs the command and gives back what it wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def text(self, *words: str) -> str:
        assert main(["rules", *words]) == 0
        return self._capsys.readouterr().out

    def json(self, *words: str) -> Any:
        return json.loads(self.text(*words, "--json"))

    def mistake(self, *words: str) -> str:
        assert main(["rules", *words]) == 2
        out, err = self._capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        return err.removeprefix("cardroom: ").strip()


@pytest.fixture
def rules(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    monkeypatch.setenv("COLUMNS", "80")
    return Caller(capsys)


def test_list_has_every_rule_of_the_catalogue(rules: Caller) -> None:
    assert [rule["id"] for rule in rules.json("list")] == list(rule_texts())
    lines = rules.text("list").splitlines()
    assert len(lines) == 1 + len(rule_texts())
    assert [line.split()[0] for line in lines[1:]] == list(rule_texts())
    assert all(len(line) <= 80 for line in lines)


def test_list_of_a_group_in_small_letters_has_only_its_rules(rules: Caller) -> None:
    found = [rule["id"] for rule in rules.json("list", "--group", "bet")]
    assert found[0] == "BET-01"
    assert all(name.startswith("BET-") for name in found)


def test_list_of_an_edition_has_every_switch_with_its_value(rules: Caller) -> None:
    live = rules.json("list", "--edition", "live")
    names = {"hand", "live"}
    assert len(live) == sum(found.path[0] in names for found in rule_fields(Edition))
    assert {"rule": "LIVE-17", "rules": ["LIVE-17"], "value": 3}.items() <= next(
        one for one in live if one["switch"] == "live.button.min_players_start"
    ).items()
    assert "min_players_start" in rules.text("list", "--edition", "live", "--group", "LIVE")


@rule("AMB-36")
def test_list_shows_rulings_apart_from_switches(rules: Caller) -> None:
    listed = {one["switch"]: one for one in rules.json("list", "--edition", "en-2.7")}
    assert listed["cash.entry.dead_small_blind_charged"]["ruling"] is True
    assert listed["cash.entry.missed_blinds"]["ruling"] is False
    text = rules.text("list", "--edition", "en-2.7", "--group", "AMB")
    switches, rulings = text.split("Rulings, which house rules cannot change:")
    assert "missed_blinds" in switches
    assert "missed_blinds" not in rulings
    assert "dead_small_blind_charged" in rulings
    assert "dead_small_blind_charged" not in switches


def test_list_says_when_an_edition_sets_nothing(rules: Caller) -> None:
    assert rules.text("list", "--edition", "live", "--group", "HC").startswith("live sets nothing")


def test_list_takes_house_rules_for_an_edition(rules: Caller, club: str) -> None:
    listed = rules.json("list", "--edition", club, "--group", "LIVE")
    values = {one["switch"]: one["value"] for one in listed}
    assert values["live.floor.clock_s"] == 40


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "--group", "XY"], "There is no group 'XY'; there are CASH, BET, POT"),
        (["list", "--edition", "xy"], "'xy' is neither an edition (en-2.2, fr-2.2, "),
        (["show", "BET-99"], "There is no rule 'BET-99'. Did you mean BET-09"),
        (["show", "LIVE-27"], "There is no rule 'LIVE-27'. Did you mean LIVE-27.p1, LIVE-27.p2 or"),
        (["show", "?"], "There is no rule '?'. See 'cardroom rules list'."),
        (["diff", "en-2.2", "no/such.toml"], "There is no file 'no/such.toml'."),
        (["diff", "en-2.2", "en2.7"], "'en2.7' is neither an edition"),
    ],
)
def test_an_unknown_word_is_answered_with_what_there_is(
    words: list[str], said: str, rules: Caller
) -> None:
    assert rules.mistake(*words).startswith(said)


def test_show_knows_the_rules_of_network_and_money_that_refusals_name(rules: Caller) -> None:
    shown = rules.text("show", "net-06")
    assert shown.startswith("NET-06")
    assert "Names are unique and honest" in shown
    assert "No account is below zero" in rules.text("show", "I2")


def test_show_has_words_values_code_and_tests(rules: Caller) -> None:
    shown = rules.text("show", "live-41")
    assert shown.startswith("LIVE-41")
    assert "can lead to exclusion" in shown
    assert "penalties in live" in shown
    assert "  LEFT_SEAT_ALLIN  LIVE-34" in shown
    assert "edition.live.conduct.penalties, set as [LIVE-41] penalties" in shown
    assert "cardroom.rulebook.live.conduct.ConductRules" in shown
    assert "test_every_rule_of_conduct_has_its_types_of_penalty" in shown


def test_show_puts_editions_with_the_same_value_together(rules: Caller) -> None:
    shown = rules.text("show", "BET-14")
    assert "short_all_in_reopen  en-2.2, fr-2.2, en-2.7, nl-3.0  consecutive_no_call" in shown
    assert "short_all_in_reopen  live                            single" in shown


@rule("AMB-36", "AMB-67")
def test_show_has_a_heading_of_its_own_for_rulings(rules: Caller) -> None:
    values, rulings = rules.text("show", "AMB-36").split("\nRulings\n")
    assert "missed_blinds" in values
    assert "dead_small_blind_charged" not in values
    assert "edition.cash.entry.dead_small_blind_charged, a ruling\n" in rulings
    assert "No switch: nothing about this rule can be set." in rules.text("show", "AMB-67")
    (charged,) = (
        one
        for one in rules.json("show", "AMB-36")["switches"]
        if one["switch"] == "cash.entry.dead_small_blind_charged"
    )
    assert (charged["ruling"], charged["may_be"]) == (True, "never")


def test_show_draws_the_tables_inside_a_rule(rules: Caller) -> None:
    shown = rules.text("show", "RAKE-07")
    assert " NL50 (0.25/0.50) " in shown
    assert "|" not in shown
    assert all(len(line) <= 80 for line in shown.partition("\nCode")[0].splitlines())


def test_show_brings_the_procedure_to_which_a_live_rule_refers(rules: Caller) -> None:
    assert "Section 8.6: Day end" in rules.text("show", "LIVE-28")


def test_show_for_programs_has_the_value_of_every_edition(rules: Caller) -> None:
    shown = rules.json("show", "POT-05")
    assert set(shown) == {"id", "title", "text", "file", "switches", "code", "tests"}
    (one,) = [found for found in shown["switches"] if found["switch"] == "hand.odd_units"]
    assert one["values"] == dict.fromkeys(EDITIONS, "one_each_from_worst")


def first_of_every_group_and_those_with_tables() -> list[str]:
    firsts = {rule.group: rule.id for rule in reversed(rule_texts().values())}
    tables = [rule.id for rule in rule_texts().values() if "\n|" in rule.text]
    return sorted({*firsts.values(), *tables})


@pytest.mark.parametrize("name", first_of_every_group_and_those_with_tables())
def test_rules_of_every_kind_are_shown_within_the_screen(
    name: str, rules: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "code", lambda rule: [])
    monkeypatch.setattr(places, "tests", lambda rule: [])
    lines = rules.text("show", name).splitlines()
    assert lines[0].startswith(name)
    assert [line for line in lines if len(line) > 80 and "set as" not in line] == []


def test_show_says_plainly_when_the_tests_are_not_installed(
    rules: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "TESTS", tmp_path)
    assert "The tests are not installed here" in rules.text("show", "LIVE-41")
    assert rules.json("show", "LIVE-41")["tests"] is None


@pytest.mark.parametrize(
    ("rule", "text", "named"),
    [
        ("HC-04", "keeps HC-04.", True),
        ("HC-04", "(BET-14, HC-04)", True),
        ("HC-04", "THC-04 HC-041 `HC-04` [HC-04]", False),
        ("LIVE-16", "LIVE-16.1", False),
        ("LIVE-16.1", "ends with LIVE-16.1.", True),
        ("POT-03", "(POT-02..04)", True),
        ("POT-05", "(POT-02..04)", False),
        ("LIVE-11.p1", "LIVE-8 to LIVE-14", True),
        ("LAMB-11", "LIVE-8 to LIVE-14", False),
    ],
)
def test_a_rule_is_found_by_its_whole_id_or_in_a_range(rule: str, text: str, named: bool) -> None:
    assert places.names(rule, text) is named


def test_a_rule_is_found_where_code_refuses_by_it() -> None:
    found = {place.name for place in places.code("LIVE-27.p3")}
    assert "cardroom.rulebook.live.problems._clocks" in found


def test_diff_of_the_two_english_editions_is_exactly_what_the_catalogue_lists(
    rules: Caller,
) -> None:
    compared = rules.json("diff", "en-2.2", "en-2.7")
    found = {
        f"[{one['rule']}] {one['switch'].rpartition('.')[2]}" for one in compared["differences"]
    }
    assert found == CASH_DIFFERENCES | FROM_EN_2_7["en-2.2"]
    assert compared["parts_only_left"] == compared["parts_only_right"] == []


@pytest.mark.parametrize(
    ("switch", "left", "right"),
    [
        ("cash.entry.newcomer_may_post", ["nl-holdem"], ["nl-holdem", "pl-omaha"]),
        ("cash.banzai.table_limit", 2, 4),
        ("cash.banzai.seats", 6, 5),
        ("cash.buy_in.auto_top_up", False, True),
        ("tournament.bounty.offered", False, True),
        ("tournament.extreme.offered", False, True),
    ],
)
def test_diff_has_both_values_of_a_switch(
    switch: str, left: object, right: object, rules: Caller
) -> None:
    compared = rules.json("diff", "en-2.2", "en-2.7")["differences"]
    (one,) = [found for found in compared if found["switch"] == switch]
    assert (one["left"], one["right"]) == (left, right)


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_does_not_differ_from_itself(name: str, rules: Caller) -> None:
    assert rules.json("diff", name, name)["differences"] == []
    assert rules.text("diff", name, name).startswith(f"{name} and {name} set every switch")


def test_diff_shows_only_the_rows_that_differ(rules: Caller) -> None:
    compared = rules.text("diff", "en-2.2", "en-2.7")
    rake = compared.partition("RAKE-08  pl_omaha")[2].partition("\n\n")[0]
    assert "en-2.7 PL10 shortstack    25    50       30 150" in rake
    assert "PL400" not in rake
    assert all(len(line) <= 80 for line in compared.splitlines())


def test_diff_names_parts_that_only_one_side_has(rules: Caller) -> None:
    compared = rules.json("diff", "en-2.7", "live")
    assert compared["parts_only_left"] == ["cash", "tournament"]
    assert compared["parts_only_right"] == ["live"]
    assert "Only live has the part 'live'." in rules.text("diff", "en-2.7", "live")


def test_diff_takes_house_rules_on_either_side(rules: Caller, club: str) -> None:
    for words, values in ((("live", club), (60, 40)), ((club, "live"), (40, 60))):
        (one,) = rules.json("diff", *words)["differences"]
        assert (one["left"], one["right"]) == values
    assert "1 switch differs." in rules.text("diff", club, "live")


def test_diff_agrees_with_the_editions_themselves(rules: Caller) -> None:
    left, right = edition("en-2.7"), edition("nl-3.0")
    differing = {
        ".".join(found.path)
        for found in rule_fields(Edition)
        if found.value(left) != found.value(right)
    }
    compared = rules.json("diff", "en-2.7", "nl-3.0")["differences"]
    assert {one["switch"] for one in compared} == differing
