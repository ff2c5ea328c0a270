"""Button, blinds and seats of hands that are really dealt: the catalogue's hard cases."""

import pytest

from cardroom.engine.positions import Positions
from cardroom.tournament.events import Moved
from cardroom.tournament.ids import TableNumber
from cardroom.units import Seat
from tests.rule import rule
from tests.tournament.arena import EDITIONS
from tests.tournament.tables.sample_fields import SampleField

FULL = [1, 2, 3, 4, 5, 6]
ButtonAndBlinds = tuple[Seat, Seat | None, Seat]


def dealt(sample: SampleField, table: int = 1) -> ButtonAndBlinds:
    """Play a hand; its button, and who posted the small and the big blind."""
    button = sample.deal(table).positions.button
    hand = sample.field.tables[TableNumber(table)].hand
    assert hand is not None
    posted = {post.kind: post.seat for post in hand.started.posts}
    sample.finish(table)
    return button, posted.get("small_blind"), posted["big_blind"]


@rule("THC-10", "BTN-01", "TRN-06", "TAMB-25", "TAMB-49")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_the_first_button_is_on_the_highest_occupied_seat(edition_name: str) -> None:
    sample = SampleField([2, 3, 5], edition_name=edition_name)
    assert [dealt(sample) for _ in range(3)] == [(5, 2, 3), (2, 3, 5), (3, 5, 2)]
    assert dealt(SampleField([1, 4], edition_name=edition_name)) == (4, 4, 1)


@rule("THC-11", "BTN-02", "BTN-03", "BTN-04", "TAMB-17", "TAMB-50", "TAMB-51")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_nobody_is_skipped_while_players_go_out(edition_name: str) -> None:
    sample = SampleField(FULL, edition_name=edition_name)
    expected: list[ButtonAndBlinds] = []
    for out in ([], [3], [], [4], [], [1, 6], [], []):
        expected.append(dealt(sample))
        for seat in out:
            sample.out(1, seat)
    assert expected == [
        (6, 1, 2),
        (1, 2, 3),
        (2, None, 4),
        (2, 4, 5),
        (2, 5, 6),
        (5, 6, 1),
        (5, 5, 2),
        (2, 2, 5),
    ]


@rule("THC-12", "BTN-03", "TAMB-50")
def test_the_button_stays_when_the_small_blind_is_out() -> None:
    sample = SampleField(FULL)
    assert dealt(sample) == (6, 1, 2)
    sample.out(1, 1)
    assert [dealt(sample), dealt(sample)] == [(6, 2, 3), (2, 3, 4)]


@rule("THC-13", "BTN-03", "TAMB-50")
def test_the_button_stays_three_times_when_both_blinds_are_out() -> None:
    sample = SampleField(FULL)
    assert dealt(sample) == (6, 1, 2)
    sample.out(1, 1)
    sample.out(1, 2)
    sample.deal(1)
    hand = sample.field.tables[TableNumber(1)].hand
    assert hand is not None
    assert [post.kind for post in hand.started.posts] == ["big_blind"], "a dead small blind"
    assert hand.options is not None
    assert hand.options.call == 20, "the full big blind all the same"
    sample.finish(1)
    assert [dealt(sample), dealt(sample)] == [(6, 3, 4), (3, 4, 5)]


@rule("THC-14", "BTN-04", "TAMB-51")
@pytest.mark.parametrize(("out", "expected"), [(1, (2, 2, 3)), (2, (1, 1, 3)), (3, (2, 2, 1))])
def test_of_three_players_whoever_goes_out_nobody_has_the_big_blind_twice(
    out: Seat, expected: ButtonAndBlinds
) -> None:
    sample = SampleField([1, 2, 3])
    assert dealt(sample) == (3, 1, 2)
    sample.out(1, out)
    sample.deal(1)
    hand = sample.field.tables[TableNumber(1)].hand
    assert hand is not None
    assert hand.actor == expected[0], "the button acts first before the flop (BTN-04)"
    sample.finish(1)
    last = sample.field.tables[TableNumber(1)].last
    assert last is not None
    assert (last.button, last.small_blind, last.big_blind) == expected


@rule("THC-15", "BTN-02", "BAL-05", "TAMB-52", "TAMB-55")
def test_a_mover_sits_where_the_big_blind_comes_last_and_has_the_button_at_once() -> None:
    sample = SampleField([1, 3, 5, 6], FULL)
    sample.field.tables[TableNumber(1)].last = Positions(1, 3, 5)
    (moved,) = sample.balance()
    assert isinstance(moved, Moved)
    assert (moved.table, moved.seat) == (1, 4)
    sample.field.refresh(TableNumber(1), 0)
    assert [dealt(sample) for _ in range(5)] == [
        (4, 5, 6),
        (5, 6, 1),
        (6, 1, 3),
        (1, 3, 4),
        (3, 4, 5),
    ]


@rule("THC-16", "TAMB-51", "TAMB-52")
@pytest.mark.parametrize(
    ("seat", "expected"), [(5, [(5, 1, 4), (1, 4, 5)]), (2, [(4, 1, 2), (1, 2, 4)])]
)
def test_a_late_entrant_makes_three_of_two(seat: Seat, expected: list[ButtonAndBlinds]) -> None:
    sample = SampleField([1, 4])
    assert dealt(sample) == (4, 4, 1)
    sample.sit(1, seat)
    assert [dealt(sample), dealt(sample)] == expected


@rule("THC-17", "TAMB-52", "TAMB-55", "BAL-05")
def test_a_mover_into_the_seat_of_the_last_big_blind_posts_the_small_blind() -> None:
    """The last player of another table comes; only the seat of the last big blind is free."""
    sample = SampleField(FULL, [4])
    sample.field.tables[TableNumber(1)].last = Positions(6, 1, 2)
    assert dealt(sample) == (1, 2, 3)
    sample.out(1, 3)
    moved, _ = sample.balance()
    assert isinstance(moved, Moved)
    assert (moved.table, moved.seat) == (1, 3)
    sample.field.refresh(TableNumber(1), 0)
    assert dealt(sample) == (2, 3, 4)


@rule("THC-20", "BAL-05", "TAMB-55")
@pytest.mark.parametrize(
    ("there", "seats", "big_blind", "taken"),
    [([1, 2, 5, 6, 8], 9, 5, 4), ([1, 2, 4, 6], 6, 2, 5)],
)
def test_a_mover_waits_as_long_as_can_be_for_the_big_blind(
    there: list[Seat], seats: int, big_blind: Seat, taken: Seat
) -> None:
    sample = SampleField(there, list(range(1, len(there) + 3)), seats=seats)
    before = [seat for seat in there if seat < big_blind]
    sample.field.tables[TableNumber(1)].last = Positions(before[-1], before[-1], big_blind)
    (moved,) = sample.balance()
    assert isinstance(moved, Moved)
    assert (moved.table, moved.seat) == (1, taken)
