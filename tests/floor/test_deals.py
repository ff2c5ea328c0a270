"""Deals on the floor of a live tournament."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardroom.errors import FloorRefused
from cardroom.floor.deals import deal_amounts, deal_answer
from cardroom.rulebook.live import LiveRules
from cardroom.tournament.ids import EntryId
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live
STACKS = {EntryId(1): 500_000, EntryId(2): 300_000, EntryId(3): 200_000}
PRIZES = (1_000_000, 600_000, 400_000)


def house(**changes: Any) -> LiveRules:
    return replace(LIVE, floor=replace(LIVE.floor, **changes))


def test_the_check_values_of_the_catalogue_come_out_to_the_cent() -> None:
    icm = deal_amounts(LIVE, "icm", STACKS, PRIZES)
    assert list(icm.values()) == [767_857, 655_000, 577_143]
    assert list(deal_amounts(LIVE, "chip_chop", STACKS, PRIZES).values()) == [
        *(800_000, 640_000, 560_000),
    ]
    assert sum(deal_amounts(LIVE, "even", STACKS, PRIZES).values()) == 2_000_000
    plain = house(chip_chop_guarantees_last_prize=False)
    assert list(deal_amounts(plain, "chip_chop", STACKS, PRIZES).values()) == [
        *(1_000_000, 600_000, 400_000),
    ]


def test_custom_amounts_are_for_everybody_and_exactly_the_money_left() -> None:
    amounts = {EntryId(1): 900_000, EntryId(2): 600_000, EntryId(3): 500_000}
    assert deal_amounts(LIVE, "custom", STACKS, PRIZES, amounts) == amounts
    with pytest.raises(FloorRefused, match="every player"):
        deal_amounts(LIVE, "custom", STACKS, PRIZES, {EntryId(1): 2_000_000})
    with pytest.raises(FloorRefused, match="money that is left"):
        deal_amounts(LIVE, "custom", STACKS, PRIZES, {**amounts, EntryId(3): 1})


@rule("LHC-58")
def test_one_refusal_and_the_level_goes_on_with_the_time_that_was_left() -> None:
    stacks = {**STACKS, EntryId(4): 100_000}
    answer = deal_answer(LIVE, stacks, [EntryId(1), EntryId(2), EntryId(4)], 421_000)
    assert (answer.agreed, answer.refused_by, answer.level_left_ms) == (False, (3,), 421_000)
    assert answer.places == {}


def test_when_all_accept_the_tournament_ends_with_places_by_chips() -> None:
    stacks = {EntryId(1): 200, EntryId(2): 500, EntryId(3): 200, EntryId(4): 100}
    answer = deal_answer(LIVE, stacks, list(stacks), 421_000)
    assert (answer.agreed, answer.level_left_ms) == (True, None)
    assert answer.places == {1: 2, 2: 1, 3: 2, 4: 4}
    majority = house(deal_needs_everyone=False)
    assert deal_answer(majority, stacks, [EntryId(1), EntryId(2), EntryId(3)], 0).agreed
    assert not deal_answer(majority, stacks, [EntryId(1), EntryId(2)], 0).agreed


@pytest.mark.parametrize(
    ("rules", "stacks", "prizes", "sentence"),
    [
        (house(deals_allowed=False), STACKS, PRIZES, "no deals in this house"),
        (house(deal_methods=("even",)), STACKS, PRIZES, "methods even"),
        (LIVE, {EntryId(1): 5}, PRIZES, "two players with chips"),
        (LIVE, {EntryId(1): 5, EntryId(2): 0}, (5,), "two players with chips"),
        (LIVE, STACKS, (*PRIZES, 100), "more prizes than players"),
        (LIVE, STACKS, (), "more prizes than players"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(
    rules: LiveRules, stacks: Any, prizes: Any, sentence: str
) -> None:
    with pytest.raises(FloorRefused, match=sentence):
        deal_amounts(rules, "icm", stacks, prizes)


@given(
    stacks=st.lists(st.integers(1, 1000), min_size=2, max_size=8),
    prizes=st.lists(st.integers(0, 99_999), min_size=1, max_size=8),
    method=st.sampled_from(["icm", "chip_chop", "even"]),
)
def test_every_cent_is_shared_and_nobody_gets_less_than_the_last_prize(
    stacks: list[int], prizes: list[int], method: Any
) -> None:
    chips = {EntryId(number): stack for number, stack in enumerate(stacks, start=1)}
    places = sorted(prizes, reverse=True)[: len(stacks)]
    amounts = deal_amounts(LIVE, method, chips, places)
    assert sum(amounts.values()) == sum(places)
    least = places[-1] if len(places) == len(stacks) else 0
    assert min(amounts.values()) >= least
