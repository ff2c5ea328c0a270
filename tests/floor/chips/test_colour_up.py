"""Small chips for large ones, and the plan of a structure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardroom.errors import FloorRefused
from cardroom.floor.chips.colour_up import Removal, colour_up, colour_up_plan
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live
LEVELS = [(25, 50), (50, 100), (75, 150), (100, 200, 200), (300, 600, 600), (500, 1000, 1000)]


@rule("LIVE-19")
def test_full_multiples_are_swapped_and_the_value_stays() -> None:
    done = colour_up(LIVE, {25: 11, 100: 2}, 25, 100, present=True)
    assert (done.state, done.given, done.received, done.chips) == ("done", 8, 2, {25: 3, 100: 4})
    all_of_it = colour_up(LIVE, {25: 8}, 25, 100, present=True)
    assert all_of_it.chips == {100: 2}


@rule("LIVE-19")
def test_nothing_is_exchanged_without_the_player() -> None:
    waiting = colour_up(LIVE, {25: 11}, 25, 100, present=False)
    assert (waiting.state, waiting.chips) == ("pending", {25: 11})
    lenient = replace(LIVE, chips=replace(LIVE.chips, colour_up_needs_player=False))
    assert colour_up(lenient, {25: 11}, 25, 100, present=False).state == "done"
    with pytest.raises(FloorRefused, match="not a multiple"):
        colour_up(LIVE, {2000: 5}, 2000, 5000, present=True)


@rule("LIVE-19")
@given(chips=st.dictionaries(st.sampled_from([25, 100, 500]), st.integers(0, 99)))
def test_a_colour_up_never_changes_what_a_player_has(chips: dict[int, int]) -> None:
    done = colour_up(LIVE, chips, 25, 500, present=True)
    value = sum(chip * count for chip, count in chips.items())
    assert sum(chip * count for chip, count in done.chips.items()) == value
    assert done.given * 25 == done.received * 500


@rule("LIVE-19", "LAMB-48")
def test_a_chip_leaves_play_before_the_first_level_that_no_longer_needs_it() -> None:
    assert colour_up_plan(LIVE, (25, 100, 500), LEVELS) == (
        Removal(before_level=4, removed=25, target=100),
        Removal(before_level=6, removed=100, target=500),
    )
    assert colour_up_plan(LIVE, (25, 100), LEVELS[:3]) == ()
    assert colour_up_plan(LIVE, (25, 50, 100), [(100, 200)] * 3) == (
        Removal(before_level=2, removed=25, target=50),
        Removal(before_level=2, removed=50, target=100),
    )


@rule("LAMB-48")
def test_a_structure_that_the_chips_cannot_pay_or_race_is_refused() -> None:
    with pytest.raises(FloorRefused) as refused:
        colour_up_plan(LIVE, (100, 500), LEVELS)
    assert refused.value.details == {"level": 1, "amount": 25, "smallest": 100}
    with pytest.raises(FloorRefused, match="not a multiple"):
        colour_up_plan(LIVE, (2000, 5000, 10000), [(10000, 20000)] * 2)
    with pytest.raises(FloorRefused, match="needs chips and levels"):
        colour_up_plan(LIVE, (), LEVELS)
