"""Places and prizes of players who bust together."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardroom.errors import FloorRefused
from cardroom.floor.places import Bust, Finish, ends_hand_for_hand, finishes
from cardroom.rulebook.live import LiveRules
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live
PRIZES = (5000, 3000, 2000, 1500, 1200, 1000, 900, 800, 700, 600)


def bust(entry: int, table: int, stack: int, ended: int | None = None) -> Bust:
    return Bust(entry=entry, table=table, stack=stack, hand_ended_ms=ended)


def ranked(
    *busts: Bust, before: int, rules: LiveRules = LIVE, hand_for_hand: bool = True
) -> dict[int, tuple[int, int]]:
    found = finishes(
        rules, busts, players_before=before, prizes=PRIZES, hand_for_hand=hand_for_hand
    )
    return {one.entry: (one.place, one.prize) for one in found}


def house(**changes: Any) -> LiveRules:
    return replace(LIVE, floor=replace(LIVE.floor, **changes))


@rule("LIVE-29.b", "LAMB-32", "LHC-45")
def test_busts_at_two_tables_in_one_synchronised_hand_tie_and_share() -> None:
    assert ranked(bust(1, 1, 8000), bust(3, 2, 4000), before=11) == {1: (10, 300), 3: (10, 300)}
    assert ends_hand_for_hand(players_left=9, paid_places=10)
    assert not ends_hand_for_hand(players_left=11, paid_places=10)


@rule("LIVE-29.c", "LHC-46")
def test_at_one_table_more_chips_are_a_better_place() -> None:
    assert ranked(bust(2, 1, 5000), bust(1, 1, 8000), before=11) == {1: (10, 600), 2: (11, 0)}


@rule("LAMB-33", "LHC-47")
def test_the_best_of_every_table_tie_then_the_second_ones() -> None:
    busts = bust(1, 1, 8000), bust(2, 1, 5000), bust(3, 2, 6000)
    assert ranked(*busts, before=12) == {1: (10, 300), 3: (10, 300), 2: (12, 0)}
    all_tie = ranked(*busts, before=12, rules=house(h4h_mixed="all_tie"))
    assert all_tie == {1: (10, 200), 2: (10, 200), 3: (10, 200)}
    as_one_table = ranked(*busts, before=12, rules=house(h4h_tables_tie=False))
    assert as_one_table == {1: (10, 600), 3: (11, 0), 2: (12, 0)}
    chips_do_not_count = ranked(*busts, before=12, rules=house(h4h_more_chips_first=False))
    assert {place for place, _ in chips_do_not_count.values()} == {10}


@rule("LAMB-33", "LIVE-29.c")
def test_equal_stacks_at_one_table_tie() -> None:
    assert ranked(bust(7, 1, 5000), bust(4, 1, 5000), before=11) == {4: (10, 300), 7: (10, 300)}


@rule("LAMB-32")
def test_leftover_cents_go_to_the_larger_stack_then_to_the_lower_entry() -> None:
    busts = bust(9, 1, 4000), bust(5, 2, 4000), bust(7, 3, 6000)
    shares = ranked(*busts, before=11, rules=house())
    assert shares == {7: (9, 434), 5: (9, 433), 9: (9, 433)}


@rule("LAMB-37")
def test_outside_hand_for_hand_later_is_better_and_the_floor_settles_an_unknown_order() -> None:
    early, late = bust(1, 1, 9000, 1000), bust(2, 2, 100, 2000)
    assert ranked(early, late, before=11, hand_for_hand=False) == {2: (10, 600), 1: (11, 0)}
    same_hand = bust(3, 2, 300, 2000)
    three = ranked(early, late, same_hand, before=12, hand_for_hand=False)
    assert three == {3: (10, 600), 2: (11, 0), 1: (12, 0)}
    for other in (bust(2, 2, 100), bust(2, 2, 100, 1000)):
        with pytest.raises(FloorRefused) as refused:
            ranked(early, other, before=11, hand_for_hand=False)
        assert refused.value.rule == "LAMB-37"
    alone = ranked(bust(2, 2, 100), before=11, hand_for_hand=False)
    assert alone == {2: (11, 0)}


def test_facts_that_cannot_be_are_refused() -> None:
    with pytest.raises(FloorRefused, match="named twice"):
        ranked(bust(1, 1, 100), bust(1, 2, 100), before=11)
    with pytest.raises(FloorRefused, match="somebody must be left"):
        ranked(bust(1, 1, 100), before=1)


@rule("LAMB-32", "LAMB-33")
@given(
    stacks=st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3)), min_size=1, max_size=9),
    left=st.integers(1, 9),
)
def test_every_place_is_taken_once_and_every_cent_paid_once(
    stacks: list[tuple[int, int]], left: int
) -> None:
    busts = [bust(number, table, chips) for number, (table, chips) in enumerate(stacks, start=1)]
    found: tuple[Finish, ...] = finishes(
        LIVE, busts, players_before=left + len(busts), prizes=PRIZES, hand_for_hand=True
    )
    assert sum(one.prize for one in found) == sum(PRIZES[left : left + len(busts)])
    taken = [place for one in found for place in range(one.place, one.place + 1)]
    assert min(taken) == left + 1
    for one in found:
        assert sum(other.place == one.place for other in found) == one.tied
        assert sum(other.place < one.place for other in found) == one.place - left - 1
