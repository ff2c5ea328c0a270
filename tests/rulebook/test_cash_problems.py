"""Cash rules that contradict themselves are found, each at the switch to look at."""

import pytest

from cardroom.errors import InvalidFile
from cardroom.rulebook.cash import problems
from cardroom.rulebook.edition import Edition
from cardroom.rulebook.loading import house_rules
from cardroom.rulebook.switch import rule_fields
from tests.rulebook.cash_editions import ONLINE, altered, cash

NEWCOMER: dict[str, object] = {"same_table": False, "min_buy_in": 50, "max_buy_in": 100}
CROSSING = "row 2: the minimum can be above the maximum"


def stake(small_blind: int, big_blind: int, cap: int) -> dict[str, object]:
    blinds = {"small_blind": small_blind, "big_blind": big_blind}
    return {"name": "NL2", **blinds, "permille": 20, "cap": cap}


def rejoin(**limits: object) -> list[dict[str, object]]:
    return [NEWCOMER, {"same_table": True, **limits}]


@pytest.mark.parametrize("name", ONLINE)
def test_no_published_edition_contradicts_itself(name: str) -> None:
    assert list(problems(cash(name))) == []


@pytest.mark.parametrize(
    ("rule_id", "key", "value", "reason"),
    [
        ("RAKE-07", "nl_holdem", [stake(3, 2, 50)], "NL2: small blind 3 is above big blind 2"),
        (
            *("RAKE-08", "pl_omaha", [stake(1, 2, 1)]),
            "NL2: its lowest cap 0 is below the minimum rake 1",
        ),
        (
            *("RAKE-07", "nl_holdem", [stake(1, 2, 50), stake(1, 2, 60)]),
            "NL2: a second row of the same format and blinds",
        ),
        (
            *("RAKE-09", "banzai", [stake(1, 2, 50)]),
            "NL2: format ordinary does not belong in this table",
        ),
        (
            *("AMB-05", "short_handed_ceilings"),
            [{"big_blind_from": 10, "cap": 100}, {"big_blind_from": 4, "cap": 100}],
            "the big blinds do not rise",
        ),
        (
            *("AMB-02", "deepstack", {"min_bb": 1000, "max_bb": 500}),
            "minimum 1000 is above maximum 500",
        ),
        (
            *("BANZ-02", "banzai", {"min_bb": 10, "max_bb": 20}),
            "a Banzai buy-in is one amount, not a range",
        ),
        ("CASH-07", "players_to_start", 6, "6 players do not fit at a table of 5 seats"),
        ("AMB-39", "players_to_open", 7, "7 players do not fit at a table of 5 seats"),
        ("AMB-31", "fewest_dealt_in", 4, "above players_to_start 3"),
        ("TIME-05", "bank_first_ms", 30_001, "above the cap 30000"),
        ("TIME-06", "bank_floor_ms", 40_000, "above the cap 30000"),
        (
            *("RAT-02", "table", [NEWCOMER, NEWCOMER]),
            "the first row, and only it, is for players who were not there",
        ),
        (
            *("RAT-02", "table", [{**NEWCOMER, "min_buy_in": 40}]),
            "the first row is not the ordinary buy-in of CASH-16",
        ),
        (
            *("RAT-02", "table"),
            rejoin(stack_at_least_bb=99, min_buy_in=100, max_buy_in="last_stack"),
            CROSSING,
        ),
        (
            *("RAT-02", "table"),
            rejoin(stack_below_bb=101, min_buy_in="last_stack", max_buy_in=100),
            CROSSING,
        ),
        ("RAT-02", "table", rejoin(min_buy_in=60, max_buy_in=50), CROSSING),
    ],
)
def test_rules_that_contradict_themselves_are_named(
    rule_id: str, key: str, value: object, reason: str
) -> None:
    rules = altered(cash("en-2.7"), rule_id, key, value)
    assert list(problems(rules)) == [(rule_id, key, reason)]


def test_an_ordinary_buy_in_that_leaves_the_ratholing_table_behind_is_named_there() -> None:
    rules = altered(cash("en-2.7"), "CASH-16", "ordinary", {"min_bb": 40, "max_bb": 100})
    assert [(rule_id, key) for rule_id, key, _ in problems(rules)] == [("RAT-02", "table")]


def test_every_problem_names_a_switch_that_exists() -> None:
    known = {(found.rule, found.name) for found in rule_fields(Edition)}
    rules = altered(cash("en-2.7"), "CASH-05", "seats", 2)
    found = [(rule_id, key) for rule_id, key, _ in problems(rules)]
    assert len(found) == 2
    assert set(found) <= known


@pytest.mark.parametrize(
    ("table", "line", "reason"),
    [
        (
            "RAKE-07",
            'nl_holdem = [{ name = "A", small_blind = 1, big_blind = 2, permille = 9, cap = -1 }]',
            "nl_holdem, row 1, cap: must be at least 0, not -1",
        ),
        (
            "AMB-30",
            'heads_up_continuation = "for_ever"',
            "heads_up_continuation: 'for_ever' is not one of one_hand, unlimited",
        ),
        (
            "RAKE-05",
            "short_handed_cap_percent = 150",
            "short_handed_cap_percent: must be at most 100, not 150",
        ),
        (
            "CASH-14",
            'newcomer_may_post = ["stud"]',
            "newcomer_may_post, row 1: 'stud' is not one of nl-holdem, pl-omaha",
        ),
        (
            "AMB-25",
            'damaged_numbering = "counts"',
            "damaged_numbering: a ruling that house rules cannot change: it is no_effect",
        ),
    ],
)
def test_values_out_of_range_are_refused_with_file_line_key_and_reason(
    table: str, line: str, reason: str
) -> None:
    with pytest.raises(InvalidFile) as refused:
        house_rules(f'inherits = "en-2.7"\n[{table}]\n{line}\n', "house.toml")
    assert str(refused.value) == f"house.toml, line 3: [{table}] {reason}"
