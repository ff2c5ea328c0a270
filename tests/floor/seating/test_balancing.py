"""Balancing between live tables."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardroom.engine.positions import Positions, first_live_hand, next_live_hand
from cardroom.errors import FloorRefused
from cardroom.floor.seating.balancing import (
    TableNow,
    balancing_plan,
    halted,
    mover,
    seat_choices,
    table_to_break,
)
from cardroom.rulebook.live import LiveRules
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live
SHORT = TableNow(number=1, last=Positions(2, 3, 4), occupied=(2, 3, 4, 6, 7, 8), seats=9)


def house(**changes: Any) -> LiveRules:
    return replace(LIVE, seating=replace(LIVE.seating, **changes))


def table(number: int, players: int, seats: int = 9) -> TableNow:
    occupied = tuple(range(1, players + 1))
    return TableNow(number=number, last=Positions(1, 2, 3), occupied=occupied, seats=seats)


@rule("LIVE-14.p2", "LHC-54")
def test_the_mover_takes_the_worst_position_and_is_big_blind_next() -> None:
    choices = seat_choices(LIVE, SHORT)
    assert [(one.seat, one.hands_to_big_blind) for one in choices] == [(5, 1), (9, 4), (1, 4)]


@rule("LIVE-14.p2")
def test_of_equal_seats_the_first_clockwise_after_the_last_big_blind_is_taken() -> None:
    full = replace(SHORT, occupied=(2, 3, 4, 5, 6, 7, 8))
    assert [one.seat for one in seat_choices(LIVE, full)] == [9, 1]
    best = house(balancing_seat="most_hands_to_big_blind")
    assert seat_choices(best, SHORT)[-1].seat == 5


@rule("LIVE-14.p2", "LIVE-13.p2")
def test_nobody_is_moved_to_the_small_blind_or_into_the_gap() -> None:
    bust_big_blind = replace(SHORT, occupied=(2, 3, 6, 7, 8))
    assert 4 not in [one.seat for one in seat_choices(LIVE, bust_big_blind)]
    allowed = house(balancing_never_small_blind=False)
    assert 4 in [one.seat for one in seat_choices(allowed, bust_big_blind)]
    gap = TableNow(number=1, last=Positions(3, 4, 6), occupied=(1, 3, 6, 7, 8), seats=9)
    assert 5 not in [one.seat for one in seat_choices(LIVE, gap)]


@rule("LAMB-53")
def test_where_only_the_gap_is_free_the_mover_waits_there_and_never_takes_the_small_blind() -> None:
    gap = TableNow(number=1, last=Positions(1, 3, 6), occupied=(1, 2, 3), seats=6)
    assert [(one.seat, one.waits) for one in seat_choices(LIVE, gap)] == [(4, True), (5, True)]
    small = TableNow(number=2, last=Positions(1, 2, 3), occupied=(1, 2, 4), seats=4)
    assert seat_choices(LIVE, small) == ()
    assert balancing_plan(LIVE, [table(1, 8), small]) == ()


@rule("LAMB-31")
def test_the_player_due_the_big_blind_moves() -> None:
    assert mover(LIVE, SHORT) == 6
    with pytest.raises(FloorRefused, match="floor draws"):
        mover(house(balancing_mover="random"), SHORT)


@rule("LHC-53")
def test_a_table_of_three_stops_and_is_filled_or_broken() -> None:
    tables = [table(1, 8), table(2, 8), table(3, 3)]
    assert halted(LIVE, tables, registering=False) == (3,)
    assert table_to_break(LIVE, tables) is None
    moves = balancing_plan(LIVE, tables)
    assert [(move.from_table, move.to_table) for move in moves] == [(1, 3), (2, 3), (1, 3)]
    larger = [table(1, 8, 10), table(2, 8, 10), table(3, 3, 10)]
    assert table_to_break(LIVE, larger) == 3


def test_no_table_stops_during_registration_or_as_the_last_one() -> None:
    tables = [table(1, 8), table(2, 3)]
    assert halted(LIVE, tables, registering=True) == ()
    assert halted(LIVE, [table(1, 3)], registering=False) == ()
    assert halted(house(halt_below=0), tables, registering=False) == ()
    assert table_to_break(LIVE, [table(1, 2)]) is None
    with pytest.raises(FloorRefused, match="floor names"):
        table_to_break(house(breaking_order="listed"), tables)


def test_tables_that_differ_by_one_stay_as_they_are() -> None:
    assert balancing_plan(LIVE, [table(1, 7), table(2, 6)]) == ()
    assert balancing_plan(LIVE, [table(1, 7)]) == ()
    assert len(balancing_plan(LIVE, [table(1, 8), table(2, 6)])) == 1


@rule("LIVE-14.p2")
@given(
    occupied=st.sets(st.integers(1, 9), min_size=3, max_size=8),
    button=st.integers(0, 8),
    hands=st.integers(0, 9),
    out=st.integers(0, 8),
)
def test_balancing_never_gives_a_player_the_small_blind(
    occupied: set[int], button: int, hands: int, out: int
) -> None:
    seats = sorted(occupied)
    hand = first_live_hand(LIVE, seats[button % len(seats)], seats)
    for _ in range(hands):
        hand = next_live_hand(LIVE, hand.positions, seats)
    left = tuple(seats[: out % len(seats)] + seats[out % len(seats) + 1 :])
    if len(left) < 2:
        return
    now = TableNow(number=1, last=hand.positions, occupied=left, seats=9)
    for choice in seat_choices(LIVE, now):
        coming = next_live_hand(LIVE, now.last, (*left, choice.seat), (choice.seat,))
        assert coming.positions.small_blind != choice.seat
        assert (choice.seat in coming.waiting) == choice.waits
        assert 1 <= choice.hands_to_big_blind <= len(left) + 1
