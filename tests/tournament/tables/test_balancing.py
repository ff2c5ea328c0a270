"""Moves and breaks between tables."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.engine.positions import Positions
from cardroom.ledger import PlayerId
from cardroom.tournament.events import (
    HandDealt,
    Moved,
    TableBroken,
)
from cardroom.tournament.ids import EntryId, TableNumber
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, freezeout
from tests.tournament.tables.sample_fields import SampleField

FULL = [1, 2, 3, 4, 5, 6]


@rule("THC-18", "BAL-01", "BAL-03", "BAL-04", "TAMB-53", "TAMB-54")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_one_player_moves_while_tables_differ_by_two(edition_name: str) -> None:
    origins = set()
    for seed in range(20):
        sample = SampleField(FULL, FULL, [1, 2, 3, 4], seed=seed, edition_name=edition_name)
        (moved,) = sample.balance()
        assert isinstance(moved, Moved)
        assert (moved.table, moved.cause) == (3, "balancing")
        assert sorted(sample.sizes) == [5, 5, 6]
        origins.add(moved.origin)
    assert origins == {1, 2}, "any of the largest tables gives"
    sample = SampleField(FULL, [1, 2, 3, 4], [1, 2, 3, 4, 5])
    sample.balance()
    assert sample.sizes == [5, 5, 5]
    assert SampleField([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2, 3, 4]).balance() == []


@rule("THC-19", "BAL-06", "BAL-02", "TAMB-56", "TAMB-53")
def test_a_table_is_broken_when_the_others_can_seat_all() -> None:
    sample = SampleField([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2, 3])
    assert len(sample.balance()) == 1
    assert sorted(sample.sizes) == [4, 4, 5]
    largest = next(one.number for one in sample.field.tables.values() if len(one.seats) == 5)
    sample.out(largest, min(sample.field.tables[largest].seats))
    news = sample.balance()
    assert [type(event) for event in news] == [Moved, Moved, Moved, Moved, TableBroken]
    assert isinstance(news[-1], TableBroken)
    assert news[-1].table == 3, "of equal tables the one with the highest number"
    assert sample.sizes == [6, 6]
    sample = SampleField([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 2])
    sample.balance()
    assert (list(sample.field.tables), sample.sizes) == ([1, 2], [6, 6])


@rule("THC-21", "BTN-02", "TAMB-54")
def test_who_just_had_the_big_blind_is_not_moved_into_the_next_one() -> None:
    movers = set()
    for seed in range(60):
        sample = SampleField(FULL, [1, 2, 3, 6], seed=seed)
        sample.field.tables[TableNumber(2)].last = Positions(1, 2, 3)
        origin = sample.field.tables[TableNumber(1)]
        origin.seats[4].had_big_blind = True
        (moved,) = sample.balance()
        assert isinstance(moved, Moved)
        movers.add(moved.entry)
        assert moved.seat == 5, "equal waits: the seat furthest from the big blind"
        nxt, _ = sample.field.tables[TableNumber(2)].plan()
        assert nxt.big_blind == 5, "the mover posts the big blind at once"
    assert movers == {1, 2, 3, 5, 6}


@rule("THC-22", "TAMB-48", "TAMB-53", "BTN-01")
def test_a_late_entrant_to_full_tables_opens_a_new_one() -> None:
    definition = freezeout(registration={"late_levels": 4})
    arena = Arena(definition)
    arena.enter(*range(1, 13))
    arena.start()
    assert arena.sizes() == [6, 6]
    arena.deal(1)
    arena.deal(2)
    arena.enter(13)
    assert arena.sizes() == [6, 6, 1], "the full tables give players only between their hands"
    assert 3 not in arena.tournament.ready
    arena.fold_out(1)
    arena.commit(1)
    arena.fold_out(2)
    arena.commit(2)
    assert sorted(arena.sizes()) == [4, 4, 5]
    assert arena.sizes()[2] == 4
    assert len(arena.events_of(Moved)) == 3
    assert 3 in arena.tournament.ready
    arena.deal(3)
    dealt = arena.events_of(HandDealt)[-1]
    assert isinstance(dealt, HandDealt)
    assert dealt.positions.button == max(seat for seat, _ in dealt.dealt_in)


@rule("TAMB-48")
def test_a_new_table_waits_for_even_sizes_but_not_for_ever() -> None:
    arena = Arena(freezeout(registration={"late_levels": 4}))
    arena.enter(*range(1, 19))
    arena.start()
    for table in (1, 2, 3):
        arena.deal(table)
    arena.enter(19)
    arena.fold_out(1)
    arena.commit(1)
    assert arena.sizes()[3] == 2
    arena.now_ms += 10_000
    assert 4 not in arena.tournament.ready, "two tables still have six"
    since = arena.tournament.tables[TableNumber(4)].two_since_ms
    assert since is not None
    assert arena.tournament.next_deadline_ms == since + 60_000
    arena.tick(since + 59_999)
    assert 4 not in arena.tournament.ready
    arena.tick(since + 60_000)
    assert 4 in arena.tournament.ready


@rule("TAMB-53", "BAL-03")
def test_a_table_gives_players_only_between_its_own_hands() -> None:
    sample = SampleField(FULL, [1, 2, 3, 4])
    sample.deal(1)
    assert sample.balance() == []
    sample.finish(1)
    sample.deal(2)
    assert len(sample.balance()) == 1, "who receives may be in a hand"


@rule("TAMB-52", "TAMB-55", "TRN-04")
def test_a_player_who_arrives_during_a_hand_is_dealt_in_from_the_next_one() -> None:
    sample = SampleField(FULL, [1, 2, 3, 4])
    first = sample.deal(2)
    (moved,) = sample.balance()
    assert isinstance(moved, Moved)
    sample.finish(2)
    second = sample.deal(2)
    assert moved.entry not in dict(first.dealt_in).values()
    assert dict(second.dealt_in)[moved.seat] == moved.entry


@rule("TAMB-57")
def test_a_lone_player_waits_for_balancing() -> None:
    sample = SampleField([1, 2], [1, 2], seats=2)
    sample.out(2, 1)
    sample.balance()
    sample.field.refresh(TableNumber(2), 0)
    assert list(sample.field.ready) == [1]
    sample.out(1, 2)
    sample.balance()
    assert sample.sizes == [2]
    assert list(sample.field.ready) == [1]


@rule("TAMB-56")
def test_the_final_table_keeps_seats_and_button() -> None:
    sample = SampleField([1, 2, 3, 4], [2, 4, 6])
    first = sample.hand(1)
    before = {seat: one.entry for seat, one in sample.field.tables[TableNumber(1)].seats.items()}
    sample.out(2, 6)
    sample.balance()
    final = sample.field.tables[TableNumber(1)]
    assert before.items() <= {seat: one.entry for seat, one in final.seats.items()}.items()
    assert sample.hand(1).positions.small_blind == first.positions.big_blind


@rule("BAL-01", "TAMB-53", "TAMB-56")
@settings(max_examples=40)
@given(st.integers(2, 9), st.integers(2, 60), st.integers(0, 2**32))
def test_when_settled_there_are_as_few_tables_as_can_be_and_all_are_even(
    seats: int, count: int, seed: int
) -> None:
    chance = random.Random(seed)
    sample = SampleField(seats=seats, seed=seed)
    newcomers = [(EntryId(n), PlayerId(n), 1000) for n in range(1, count + 1)]
    sample.field.draw_seats(newcomers, 0)
    while sample.field.left > 2:
        table = chance.choice(list(sample.field.tables.values()))
        sample.out(table.number, chance.choice(sorted(table.seats)))
        sample.balance()
        assert len(sample.sizes) == -(-sample.field.left // seats)
        assert max(sample.sizes) - min(sample.sizes) <= 1
        assert sum(sample.sizes) == sample.field.left


@rule("TAMB-54", "BAL-03", "BAL-04", "TAMB-95")
def test_every_player_of_every_largest_table_is_as_likely_to_move() -> None:
    seen: dict[EntryId, int] = {}
    for seed in range(800):
        sample = SampleField([1, 2, 3, 4], [1, 2, 3, 4], [1, 2], seats=4, seed=seed)
        moved = sample.balance()[0]
        assert isinstance(moved, Moved)
        seen[moved.entry] = seen.get(moved.entry, 0) + 1
    assert sorted(seen) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert min(seen.values()) > 70


@rule("TAMB-56", "TAMB-53")
def test_while_a_table_that_has_to_be_broken_plays_on_nobody_is_moved() -> None:
    sample = SampleField(FULL, [1, 2, 3, 4], [1, 2])
    sample.deal(3)
    assert sample.balance() == [], "6 and 4 differ by two, but the third table comes first"
    sample.finish(3)
    news = sample.balance()
    assert [type(event) for event in news] == [Moved, Moved, TableBroken]
    assert sample.sizes == [6, 6]


@rule("TAMB-47", "TRN-09")
def test_a_late_entrant_goes_to_any_free_seat_of_a_smallest_table() -> None:
    """Fourteen players at tables of 5, 5 and 4: the next one sits at the third."""
    seats = set()
    for seed in range(30):
        arena = Arena(freezeout(registration={"late_levels": 4}), seed=seed)
        arena.enter(*range(1, 15))
        arena.start()
        free = set(FULL) - {one.seat for one in arena.at(3)}
        (late,) = arena.enter(15)
        entrant = arena.entrant(late)
        assert (entrant.table, entrant.stack) == (3, 5_000)
        assert entrant.seat in free
        seats.add(entrant.seat)
    assert seats == set(FULL)


@rule("BTN-02", "TAMB-54", "TAMB-56")
def test_nobody_of_a_broken_table_has_the_big_blind_twice_running() -> None:
    """Table 3 of three is broken; the seats left at table 1 are next to have the big blind."""
    seconds = set()
    for seed in range(80):
        sample = SampleField([1, 2, 3, 6], [1, 2, 3, 5, 6], [1, 2, 4], seed=seed)
        for number in (1, 2):
            sample.field.tables[TableNumber(number)].last = Positions(1, 2, 3)
        sample.field.tables[TableNumber(3)].seats[4].had_big_blind = True
        events = sample.balance()
        assert isinstance(events[-1], TableBroken)
        for table in sample.field.tables.values():
            blind = table.plan()[0].big_blind
            assert not table.seats[blind].had_big_blind, f"seed {seed}"
            seconds.add(table.seats[blind].entry)
    assert seconds == {10, 11}, "the other two of the broken table"


@rule("BTN-02", "TAMB-55", "TAMB-56")
def test_the_last_player_of_a_broken_table_takes_the_seat_that_the_big_blind_has_left() -> None:
    """Nobody else is there, and seat 4 would have the big blind next: seat 3 is free."""
    sample = SampleField([1, 2, 5, 6], [2], seats=6)
    sample.field.tables[TableNumber(1)].last = Positions(1, 2, 3)
    sample.field.tables[TableNumber(2)].seats[2].had_big_blind = True
    moved, _ = sample.balance()
    assert isinstance(moved, Moved)
    assert moved.seat == 3
    assert sample.field.tables[TableNumber(1)].plan()[0].big_blind == 5
