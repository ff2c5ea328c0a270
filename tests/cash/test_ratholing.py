"""What a player must bring back to the table just left, with the catalogue's own cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cash.offers import BuyInOffer
from cardroom.cash.ratholing import Ratholing
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash import CashRules, Stake
from tests.cash.lobbies import DAY_S, DEEP, NL10, NL25, NOON_S, SHORT
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE, altered, cash

HERO = PlayerId(7)
TABLE, OTHER = TableId(1), TableId(2)
NOON_MS = NOON_S * 1000
HALF_HOUR_MS = 1_800_000
DAY_MS = DAY_S * 1000
WITH_RATHOLING = ("fr-2.2", "en-2.7", "nl-3.0")


class Leaver:
    """One player who leaves tables and comes back."""

    def __init__(self, rules: CashRules, stake: Stake) -> None:
        self.rules = rules
        self.stake = stake
        self.ratholing = Ratholing(rules.rejoining)
        self.now_ms = NOON_MS

    def leaves_with(self, stack: int, table: TableId = TABLE) -> "Leaver":
        self.ratholing.leave(HERO, table, self.stake, stack, self.now_ms)
        return self

    def comes_back(self, table: TableId = TABLE) -> "Leaver":
        self.ratholing.sit_down(HERO, table, self.now_ms)
        return self

    def with_counter(self, times: int) -> "Leaver":
        for _ in range(times):
            self.leaves_with(100 * self.stake.big_blind, OTHER).comes_back(OTHER)
        assert self.counter == times
        return self

    @property
    def counter(self) -> int:
        return self.ratholing.counter(HERO, self.now_ms)

    def range(self, *, after_ms: int = 60_000, table: TableId = TABLE) -> tuple[int, int]:
        offer = self.offer(after_ms=after_ms, table=table)
        return offer.least, offer.most

    def offer(self, *, after_ms: int = 60_000, table: TableId = TABLE) -> BuyInOffer:
        return self.ratholing.offer(HERO, table, self.stake, self.now_ms + after_ms)


def leaver(name: str = "en-2.7", key: object = NL10) -> Leaver:
    rules = cash(name)
    stake = next(stake for stake in rules.stakes if stake.key == key)
    return Leaver(rules, stake)


@rule("RAT-02", "RAT-03", "AMB-65", "HC-50")
@pytest.mark.parametrize("name", WITH_RATHOLING)
@pytest.mark.parametrize(
    ("left", "counter", "expected"),
    [
        (735, 0, (735, 1000)),
        (735, 5, (735, 1000)),
        (500, 0, (500, 1000)),
        (1240, 2, (1000, 1240)),
        (1240, 4, (1000, 1240)),
        (1240, 5, (1240, 1240)),
        (1240, 6, (1240, 1240)),
        (1000, 0, (1000, 1000)),
        (1000, 5, (1000, 1000)),
        (999, 0, (999, 1000)),
        (501, 0, (501, 1000)),
        (0, 0, (500, 1000)),
    ],
)
def test_who_comes_back_within_half_an_hour_brings_what_the_table_says(
    name: str, left: int, counter: int, expected: tuple[int, int]
) -> None:
    hero = leaver(name).with_counter(counter).leaves_with(left)
    assert hero.range() == expected


@rule("RAT-02", "AMB-65", "AMB-40", "HC-50")
@pytest.mark.parametrize("left", [735, 500, 1240, 1000])
def test_the_oldest_edition_lets_everybody_bring_the_ordinary_buy_in(left: int) -> None:
    hero = leaver("en-2.2").leaves_with(left)
    assert hero.range() == (500, 1000)
    hero.comes_back()
    assert hero.counter == 0


@rule("RAT-03", "AMB-65", "HC-50")
@pytest.mark.parametrize("name", WITH_RATHOLING)
def test_the_counter_before_the_rejoin_selects_the_row_and_then_goes_up(name: str) -> None:
    hero = leaver(name).with_counter(2).leaves_with(1240)
    assert hero.range() == (1000, 1240)
    assert hero.counter == 2
    hero.comes_back()
    assert hero.counter == 3


@rule("RAT-02", "AMB-65", "AMB-28", "HC-50")
@pytest.mark.parametrize("name", ONLINE)
def test_after_half_an_hour_or_at_another_table_the_ordinary_buy_in_is_legal(name: str) -> None:
    hero = leaver(name).leaves_with(1240)
    assert hero.range(after_ms=HALF_HOUR_MS + 1000) == (500, 1000)
    assert hero.range(after_ms=HALF_HOUR_MS + 1) == (500, 1000)
    assert hero.range(table=OTHER) == (500, 1000)


@rule("AMB-28", "AMB-65")
@pytest.mark.parametrize("name", WITH_RATHOLING)
def test_the_last_moment_of_the_half_hour_is_within_it(name: str) -> None:
    hero = leaver(name).leaves_with(1240)
    assert hero.range(after_ms=HALF_HOUR_MS) == (1000, 1240)


@rule("AMB-28")
def test_a_house_may_leave_the_last_moment_out() -> None:
    rules = altered(cash("en-2.7"), "AMB-65", "window_end", "excluded")
    hero = Leaver(rules, leaver().stake).leaves_with(1240)
    assert hero.range(after_ms=HALF_HOUR_MS - 1) == (1000, 1240)
    assert hero.range(after_ms=HALF_HOUR_MS) == (500, 1000)


@rule("RAT-03")
def test_a_rejoin_counts_only_after_a_big_stack_and_within_half_an_hour() -> None:
    hero = leaver().leaves_with(999).comes_back()
    assert hero.counter == 0
    hero.leaves_with(1000)
    hero.now_ms += HALF_HOUR_MS + 1
    assert hero.comes_back().counter == 0
    hero.leaves_with(1000).comes_back(OTHER)
    assert hero.counter == 0
    assert hero.comes_back().counter == 1


@rule("RAT-03")
def test_the_counter_starts_anew_at_midnight() -> None:
    hero = leaver().with_counter(5)
    hero.now_ms = (NOON_S + DAY_S // 2) * 1000 - 1
    assert hero.counter == 5
    hero.leaves_with(1240)
    assert hero.range(after_ms=0) == (1240, 1240)
    assert hero.range(after_ms=1) == (1000, 1240)
    hero.now_ms += 1
    assert hero.comes_back().counter == 1


@rule("RAT-03")
def test_the_hour_at_which_the_counter_starts_anew_is_a_switch() -> None:
    rules = altered(cash("en-2.7"), "RAT-03", "counter_reset_hour_utc", 13)
    hero = Leaver(rules, leaver().stake).with_counter(3)
    hero.now_ms += 3_600_000 - 1
    assert hero.counter == 3
    hero.now_ms += 1
    assert hero.counter == 0


@rule("RAT-03", "AMB-64")
def test_there_is_one_counter_over_all_stakes_and_formats() -> None:
    hero = leaver()
    for stake in (leaver(key=NL25).stake, leaver(key=DEEP).stake):
        hero.ratholing.leave(HERO, OTHER, stake, 100 * stake.big_blind, hero.now_ms)
        hero.comes_back(OTHER)
    assert hero.counter == 2


@rule("AMB-65")
def test_only_the_latest_departure_from_the_table_counts() -> None:
    hero = leaver().leaves_with(1240).comes_back()
    hero.now_ms += 60_000
    hero.leaves_with(600)
    assert hero.range() == (600, 1000)


@rule("RAT-04", "AMB-02", "AMB-03", "AMB-64", "OMA-08", "HC-51")
@pytest.mark.parametrize("name", WITH_RATHOLING)
@pytest.mark.parametrize("counter", [0, 5])
@pytest.mark.parametrize(
    ("key", "left", "expected"),
    [
        (DEEP, 6400, (6400, 10000)),
        (DEEP, 12300, (12300, 12300)),
        (DEEP, 3000, (5000, 10000)),
        (SHORT, 800, (800, 1000)),
        (SHORT, 1750, (1750, 1750)),
        (SHORT, 300, (500, 1000)),
    ],
)
def test_nobody_comes_back_with_less_in_deepstack_and_shortstack_whatever_the_counter(
    name: str, key: object, left: int, expected: tuple[int, int], counter: int
) -> None:
    hero = leaver(name, key).with_counter(counter).leaves_with(left)
    assert hero.range() == expected
    assert hero.range(after_ms=DAY_MS) == expected


@rule("RAT-03", "AMB-64")
def test_a_late_rejoin_in_deepstack_is_held_to_the_stack_and_not_counted() -> None:
    hero = leaver("en-2.7", DEEP).leaves_with(12300)
    hero.now_ms += HALF_HOUR_MS + 1
    assert hero.range() == (12300, 12300)
    hero.comes_back()
    assert hero.counter == 0


@rule("RAT-04", "AMB-02", "AMB-03", "HC-51")
@pytest.mark.parametrize(("key", "standard"), [(DEEP, (5000, 10000)), (SHORT, (500, 1000))])
def test_deepstack_and_shortstack_have_their_own_standard_range(
    key: object, standard: tuple[int, int]
) -> None:
    hero = leaver("en-2.7", key).leaves_with(12300)
    assert hero.range(table=OTHER) == standard
    assert hero.range(after_ms=DAY_MS + 1) == standard


@rule("RAT-02", "RAT-04")
def test_a_format_without_last_stack_keeps_its_standard_range_not_that_of_ordinary_tables() -> None:
    rules = altered(cash("en-2.7"), "RAT-04", "last_stack_formats", [])
    hero = Leaver(rules, leaver("en-2.7", DEEP).stake).leaves_with(12300)
    assert hero.range() == (5000, 10000)


@rule("RAT-02")
def test_departures_are_forgotten_when_they_no_longer_matter_and_not_before() -> None:
    hero = leaver().leaves_with(1240)
    hero.ratholing.forget(NOON_MS + HALF_HOUR_MS)
    assert hero.ratholing.tables(HERO) == {TABLE}
    hero.ratholing.forget(NOON_MS + HALF_HOUR_MS + 1)
    assert hero.ratholing.tables(HERO) == set()
    assert hero.ratholing.kept(HERO)[0] == ()


steps = st.lists(
    st.tuples(
        st.sampled_from(["leave", "back", "forget", "restart"]),
        st.integers(1, 3),
        st.integers(0, 2000),
        st.integers(0, 1_000_000),
    ),
    max_size=40,
)


@rule("RAT-02", "RAT-03", "AMB-65")
@given(steps)
def test_forgetting_and_restarting_never_change_what_must_be_brought(
    moves: list[tuple[str, int, int, int]],
) -> None:
    kept, plain = leaver(), leaver()
    for what, table, stack, later_ms in moves:
        for hero in (kept, plain):
            hero.now_ms += later_ms
            if what == "leave":
                hero.leaves_with(stack, TableId(table))
            elif what == "back":
                hero.comes_back(TableId(table))
        if what == "forget":
            kept.ratholing.forget(kept.now_ms)
        elif what == "restart":
            stored = kept.ratholing.kept(HERO)
            kept.ratholing = Ratholing(kept.rules.rejoining)
            kept.ratholing.restore(HERO, *stored)
        assert kept.counter == plain.counter
        for number in (1, 2, 3):
            where = TableId(number)
            assert kept.range(after_ms=0, table=where) == plain.range(after_ms=0, table=where)
