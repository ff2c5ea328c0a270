"""Which seat a player gets."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.tournament.ids import EntryId
from cardroom.tournament.tables.positions import next_positions
from cardroom.tournament.tables.seat_choice import best_seat, draw, free_seats, wait
from tests.rule import rule


@rule("THC-15", "BAL-05", "TAMB-55")
def test_the_mover_sits_where_the_big_blind_comes_last() -> None:
    occupied = [1, 3, 5, 6]
    assert {seat: wait(seat, 5, occupied) for seat in (2, 4)} == {4: 4, 2: 3}
    assert best_seat(5, occupied, 6) == 4


@rule("THC-17", "TAMB-55")
def test_the_seat_of_the_last_big_blind_is_taken_only_when_no_other_is_free() -> None:
    assert best_seat(3, [1, 2, 4, 5, 6], 6) == 3
    assert best_seat(3, [1, 2, 5, 6], 6) == 4


@rule("THC-20", "BAL-05", "TAMB-55")
def test_equal_waits_go_to_the_seat_furthest_from_the_big_blind() -> None:
    occupied = [1, 2, 5, 6, 8]
    assert [wait(seat, 5, occupied) for seat in (3, 4, 7, 9)] == [5, 5, 2, 3]
    assert best_seat(5, occupied, 9) == 4
    occupied = [1, 2, 4, 6]
    assert [wait(seat, 2, occupied) for seat in (3, 5)] == [1, 2]
    assert best_seat(2, occupied, 6) == 5


@rule("TRN-04", "TAMB-47", "TAMB-95")
@settings(max_examples=50)
@given(st.integers(2, 200), st.integers(2, 10), st.integers(0, 2**32))
def test_the_draw_seats_everybody_once_at_as_few_tables_as_can_be(
    count: int, seats: int, seed: int
) -> None:
    entries = [EntryId(number) for number in range(1, count + 1)]
    tables = draw(entries, seats, random.Random(seed).randrange)
    assert sorted(entry for table in tables for entry, _ in table) == entries
    sizes = [len(table) for table in tables]
    assert len(tables) == -(-count // seats)
    assert max(sizes) - min(sizes) <= 1
    for table in tables:
        chairs = [seat for _, seat in table]
        assert len(set(chairs)) == len(chairs)
        assert set(chairs) <= set(range(1, seats + 1))
    assert tables == draw(entries, seats, random.Random(seed).randrange), "the same draw again"


@rule("TRN-04", "TAMB-47")
def test_every_seat_is_drawn_as_often_as_every_other() -> None:
    below = random.Random(3).randrange
    seen = Counter[int]()
    for _ in range(6000):
        (table,) = draw([EntryId(1), EntryId(2)], 6, below)
        seen[dict(table)[EntryId(1)]] += 1
    assert all(850 < seen[seat] < 1150 for seat in range(1, 7))


@rule("TAMB-55")
@settings(max_examples=50)
@given(st.data(), st.integers(2, 10))
def test_a_wait_is_the_hands_until_the_big_blind(data: st.DataObject, seats: int) -> None:
    taken = data.draw(st.sets(st.sampled_from(range(1, seats + 1)), min_size=1, max_size=seats - 1))
    big_blind = data.draw(st.sampled_from(sorted(taken)))
    seat = data.draw(st.sampled_from(free_seats(taken, seats)))
    occupied = [*taken, seat]
    hands, at = 1, next_positions(big_blind, occupied).big_blind
    while at != seat:
        at = next_positions(at, occupied).big_blind
        hands += 1
    assert wait(seat, big_blind, taken) == hands
