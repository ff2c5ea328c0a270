"""Tests of the live rules as data, against the catalogue they are taken from."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.rulebook import Edition, edition, rule_fields
from cardroom.rulebook.live import LiveRules
from cardroom.rulebook.live.problems import problems
from cardroom.rulebook.switch import RuleField
from cardroom.rulebook.texts import rule_texts
from tests.rule import rule

CATALOGUE = Path(__file__).parents[2] / "docs" / "rules" / "live.md"
CLASSES = ("ENGINE", "RULING", "FLOOR", "CONDUCT")


@pytest.fixture
def live() -> LiveRules:
    rules = edition("live").live
    assert rules is not None
    return rules


def section(number: int) -> str:
    """The text of one numbered section of the catalogue."""
    text = CATALOGUE.read_text(encoding="utf-8")
    return text.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every row of the tables in a text."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("|--"):
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


def printed_defaults(live: LiveRules) -> dict[str, str]:
    """The data, written as the table of parameters in section 10 writes its defaults."""
    hand, floor, cards = edition("live").hand, live.floor, live.floor.dayend_cards
    assert cards == tuple(range(cards[0], cards[-1] + 1))
    first, last = floor.dayend_window_min
    turbo = f"turbo {floor.turbo_clock_s} / {floor.turbo_countdown_s}"
    return {
        "ante_mode / ante_amount": f"{hand.ante_mode} / {live.button.ante_big_blinds}×BB",
        "ante_skip_same_button": str(live.button.ante_skip_same_button).lower(),
        "min_players_start": str(live.button.min_players_start),
        "halt_below": str(live.seating.halt_below),
        "clock_s / countdown_s": f"{floor.clock_s} / {floor.countdown_s}; {turbo}",
        "dayend_window_min / dayend_cards": f"{first}–{last} / {{{cards[0]}..{cards[-1]}}}",
        "limit_raise_cap": str(hand.limit_raise_cap),
        "short_allin_reopen": hand.short_all_in_reopen,
        "odd_units": hand.odd_units,
        "showdown_first": hand.showdown_first.replace("aggressor", "aggr"),
        "h4h_mixed": floor.h4h_mixed,
        "misdeal_active_limit": str(live.rulings.misdeal_active_limit),
        "addon_limit": str(live.seating.addon_limit),
        "stack_height": str(live.chips.stack_height),
        "table_languages": ", ".join(live.conduct.table_languages),
    }


@rule("LIVE-3")
def test_the_parameters_of_the_live_profile_are_those_of_the_catalogue(live: LiveRules) -> None:
    table = list(rows(section(10)))[1:]
    catalogue = {
        re.sub(r"`| \(.*\)", "", name): re.sub(r"`| \(other.*\)", "", default)
        for name, default, _ in table
    }
    assert printed_defaults(live) == catalogue


def indexed() -> dict[str, tuple[int, list[str]]]:
    """Section 14: the number and the rules of every class."""
    lines = re.findall(r"- \*\*(\w+)\*\* \((\d+)\): (.*)", section(14))
    return {
        name: (int(count), [f"LIVE-{rule_id}" for rule_id in ids.split(", ")])
        for name, count, ids in lines
    }


def test_the_index_by_class_agrees_with_the_tables_of_the_catalogue() -> None:
    tables: dict[str, list[str]] = {name: [] for name in CLASSES}
    for cells in rows(CATALOGUE.read_text(encoding="utf-8")):
        if cells[0].startswith("LIVE-") and cells[1] in CLASSES:
            tables[cells[1]].append(cells[0])
    index = indexed()
    assert set(index) == set(CLASSES)
    for name, (count, ids) in index.items():
        assert len(ids) == count
        assert sorted(ids) == sorted(tables[name])


def test_every_live_rule_has_exactly_one_class() -> None:
    classed = [found for _, ids in indexed().values() for found in ids]
    assert sorted(classed) == sorted(name for name in rule_texts() if name.startswith("LIVE-"))


def test_every_decided_ambiguity_of_the_live_rules_is_a_switch() -> None:
    kept = {found for known in rule_fields(Edition) for found in known.rules}
    assert {name for name in rule_texts() if name.startswith("LAMB-")} <= kept


def test_every_parameter_of_the_live_profile_is_kept_under_a_rule_the_catalogue_names() -> None:
    kept = {found for known in rule_fields(Edition) for found in known.rules}
    families = {found.partition(".")[0] for found in kept}
    for _, _, sources in list(rows(section(10)))[1:]:
        first = sources.split(", ")[0]
        assert first in kept | families, first


@rule("LIVE-5.p2", "LIVE-15", "LIVE-21.p3", "LIVE-26.p2", "LIVE-27.p2", "LIVE-34", "LIVE-35.p4")
@rule("LIVE-35.p5", "LIVE-40.p2", "LIVE-42", "LIVE-42.a", "LIVE-42.b", "LIVE-42.c", "LIVE-42.d")
@rule("LIVE-41", "LIVE-44", "LIVE-45.p2")
def test_every_rule_of_conduct_has_its_types_of_penalty(live: LiveRules) -> None:
    listed = re.search(r"Penalty types \(enum\): `([^`]*)`", section(9))
    assert listed is not None
    types = listed[1].split()
    assert [penalty.type for penalty in live.conduct.penalties] == types
    recorded = {
        (name, penalty.type) for penalty in live.conduct.penalties for name in penalty.rules
    }
    for cells in rows(CATALOGUE.read_text(encoding="utf-8")):
        if len(cells) > 3 and cells[1] == "CONDUCT":
            named = {(cells[0], name) for name in re.findall(r"`(\w+)`", cells[3]) if name in types}
            assert named <= recorded, cells[0]
    assert {name for name, _ in recorded} <= set(rule_texts())


@rule("LAMB-49")
def test_decided_ambiguities_have_the_decision_as_their_value(live: LiveRules) -> None:
    assert live.floor.h4h_mixed == "tiers"
    assert live.floor.clock_expiry == "dead_hand"
    assert live.conduct.headphones_allowed is False
    assert live.seating.rebuy_max_stack == "starting_stack"
    assert live.seating.balancing_mover == "next_big_blind"
    assert live.floor.dayend_counts_hand_in_progress is False
    assert (live.button.pause_below_while_registering, live.seating.halt_below) == (3, 4)
    assert live.button.suit_order == ("s", "h", "d", "c")
    assert live.rulings.passive_actions == ("check", "call", "fold")
    assert live.conduct.missing_posts_forced_bets is True
    assert (live.floor.deal_ranks, live.floor.deal_bounties) == ("by_chips", "own")
    assert live.chips.race_rescue == "from_bank"
    assert live.chips.odd_unit == "smallest_chip_in_play"
    assert live.floor.settlement_before_start == "full_refund"


def test_only_the_live_edition_has_live_rules() -> None:
    with_live = [name for name in ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0") if edition(name).live]
    assert with_live == []


def test_the_live_rules_are_consistent(live: LiveRules) -> None:
    assert list(problems(live)) == []


def test_every_switch_keeps_rules_of_the_catalogue_and_stands_in_one_place() -> None:
    known = list(rule_fields(Edition))
    assert {name for found in known for name in found.rules} <= set(rule_texts())
    places = [(found.rule, found.name) for found in known]
    assert len(places) == len(set(places))


def test_every_switch_of_the_live_part_reads_its_value() -> None:
    live = edition("live")
    parts: list[RuleField] = [found for found in rule_fields(Edition) if found.path[0] == "live"]
    assert len(parts) > 100
    assert all(found.value(live) is not None for found in parts)
    assert all(found.value(edition("en-2.7")) is None for found in parts)
