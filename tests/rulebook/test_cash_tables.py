"""The transcribed tables of the cash rules against the catalogue: a typo on either side fails."""

import re

import pytest

from cardroom.rulebook.cash import CashRules
from cardroom.rulebook.cash.rake import RakeRow
from cardroom.rulebook.cash.rejoining import RejoinRow
from cardroom.rulebook.texts import rule_texts
from tests.rule import rule
from tests.rulebook.cash_catalogue import PrintedStake, grid, printed_stakes
from tests.rulebook.cash_editions import ONLINE, cash

ALL_ONLINE = pytest.mark.parametrize("name", ONLINE)


def kept_stakes(rules: CashRules, rows: tuple[RakeRow, ...]) -> list[PrintedStake]:
    """The rows of the data in the shape of the catalogue."""
    return [
        PrintedStake(
            name=row.name,
            small_blind=row.small_blind,
            big_blind=row.big_blind,
            permille=row.permille,
            cap=row.cap,
            short_handed_cap=rules.rake.short_handed_cap(row.cap, row.big_blind),
            printed_blinds=row.printed_blinds,
        )
        for row in rows
    ]


@rule("RAKE-07", "AMB-04")
@ALL_ONLINE
def test_the_holdem_rake_is_that_of_the_catalogue(name: str) -> None:
    rules = cash(name)
    assert kept_stakes(rules, rules.rake.nl_holdem) == printed_stakes("RAKE-07", name)


@rule("RAKE-08")
@ALL_ONLINE
def test_the_omaha_rake_is_that_of_the_catalogue(name: str) -> None:
    rules = cash(name)
    assert kept_stakes(rules, rules.rake.pl_omaha) == printed_stakes("RAKE-08", name)


@rule("RAKE-09", "AMB-06")
@ALL_ONLINE
def test_the_banzai_rake_is_that_of_the_catalogue(name: str) -> None:
    rules = cash(name)
    assert kept_stakes(rules, rules.rake.banzai) == printed_stakes("RAKE-09", name)


@pytest.mark.parametrize("name", ["en-2.7", "fr-2.2", "nl-3.0"])
def test_the_timebank_of_cash_tables_is_that_of_the_catalogue(name: str) -> None:
    head, *rows = grid("TIME-05")
    column = head.index(name)
    start = next(number for number, row in enumerate(rows) if row[0] == "Cash games")
    cells = {row[1]: row[column] for row in rows[start : start + 3]}
    refill = re.fullmatch(r"(\d+) s (?:after )?every (\d+)(?:th)? hands?", cells["refill"])
    assert refill
    clock = cash(name).clock
    assert cells["first hand"] == f"{clock.bank_first_ms // 1000} s"
    assert cells["cap"] == f"{clock.bank_cap_ms // 1000} s"
    assert (clock.bank_refill_ms, clock.bank_refill_every_hands) == (
        int(refill[1]) * 1000,
        int(refill[2]),
    )
    assert clock.bank_floor_ms == 0


def test_the_timebank_of_the_oldest_edition_is_that_of_the_catalogue() -> None:
    said = re.search(
        r"at least (\d+) s; each hand played adds ([\d.]+) s; range (\d+) to (\d+) s",
        rule_texts()["TIME-06"].text,
    )
    assert said
    milliseconds = [round(float(number) * 1000) for number in said.groups()]
    clock = cash("en-2.2").clock
    assert clock.bank_first_ms == clock.bank_floor_ms == milliseconds[0] == milliseconds[2]
    assert clock.bank_refill_ms == milliseconds[1]
    assert clock.bank_refill_every_hands == 1
    assert clock.bank_cap_ms == milliseconds[3]


STACKS = {
    "any": {},
    "<= 50 BB": {"stack_at_most_bb": 50},
    "> 50 BB and < 100 BB": {"stack_above_bb": 50, "stack_below_bb": 100},
    ">= 100 BB": {"stack_at_least_bb": 100},
}
COUNTERS = {
    "any": {},
    "0 to 4": {"counter_at_most": 4},
    "5 or more": {"counter_at_least": 5},
}
LAST_STACK = "last stack at that table"


def printed_row(cells: list[str]) -> RejoinRow:
    seated, stack, counter, *limits = cells
    low, high = (
        "last_stack" if limit == LAST_STACK else int(limit.removesuffix(" BB")) for limit in limits
    )
    bounds = {**STACKS[stack], **COUNTERS[counter]}
    return RejoinRow(same_table=seated == "yes", min_buy_in=low, max_buy_in=high, **bounds)  # type: ignore[arg-type]


@rule("RAT-02")
@pytest.mark.parametrize("name", ["en-2.7", "fr-2.2", "nl-3.0"])
def test_the_ratholing_table_is_that_of_the_catalogue(name: str) -> None:
    _, *rows = grid("RAT-02")
    assert list(cash(name).rejoining.table) == [printed_row(cells) for cells in rows]


def test_the_oldest_edition_has_only_the_first_row_of_the_ratholing_table() -> None:
    _, first, *_ = grid("RAT-02")
    assert list(cash("en-2.2").rejoining.table) == [printed_row(first)]
