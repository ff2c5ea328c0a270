"""The last hands of a day."""

from typing import Any

import pytest
from msgspec.structs import replace

from cardroom.errors import FloorRefused
from cardroom.floor.day_end import last_hands, table_left
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live


def minutes(minute: int, second: int = 0) -> int:
    return (60 * minute + second) * 1000


@rule("LHC-55")
def test_the_clock_stops_only_in_the_window_of_the_final_level() -> None:
    for left in (minutes(4, 30), minutes(15, 1)):
        with pytest.raises(FloorRefused) as refused:
            last_hands(LIVE, 5, final_level=True, level_left_ms=left)
        assert (refused.value.rule, refused.value.details) == (
            *("LIVE-28", {"from_min": 15, "to_min": 5}),
        )
    for left in (minutes(15), minutes(6), minutes(5)):
        assert last_hands(LIVE, 5, final_level=True, level_left_ms=left).card == 5
    with pytest.raises(FloorRefused, match="not the final level"):
        last_hands(LIVE, 5, final_level=False, level_left_ms=minutes(6))
    with pytest.raises(FloorRefused, match="3, 4, 5, 6, 7"):
        last_hands(LIVE, 8, final_level=True, level_left_ms=minutes(6))


@rule("LAMB-35", "LHC-55")
def test_every_table_plays_the_drawn_number_after_the_hand_in_progress() -> None:
    draw = last_hands(LIVE, 5, final_level=True, level_left_ms=minutes(6))

    def left(finished: int, *, in_hand: bool, rules: Any = LIVE) -> tuple[str, int]:
        found = table_left(rules, draw, finished=finished, in_hand_at_draw=in_hand)
        return found.state, found.hands

    assert left(0, in_hand=False) == ("playing", 5)
    assert left(0, in_hand=True) == ("playing", 6)
    assert left(1, in_hand=True) == ("playing", 5)
    assert left(5, in_hand=False) == ("bagging", 0)
    assert left(5, in_hand=True) == ("playing", 1)
    assert left(6, in_hand=True) == ("bagging", 0)
    counted = replace(LIVE, floor=replace(LIVE.floor, dayend_counts_hand_in_progress=True))
    assert left(5, in_hand=True, rules=counted) == ("bagging", 0)
