"""Exact shares become whole cents: none is lost, none is made, ties have an order."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.rounding import largest_remainder
from tests.rule import rule
from tests.tournament.euros import entries

STACKS = st.lists(st.integers(1, 10**9), min_size=1, max_size=40)


@rule("THC-59", "TAMB-40")
def test_the_odd_cent_of_equal_stacks_goes_to_the_lowest_entry_number() -> None:
    chips = {EntryId(7): 500, EntryId(3): 500, EntryId(5): 500}
    found = largest_remainder(dict.fromkeys(chips, Fraction(100, 3)), 100, chips)
    assert found == {7: 33, 3: 34, 5: 33}


@rule("TAMB-40")
def test_missing_cents_go_by_descending_fraction_then_to_more_chips() -> None:
    shares = dict(
        zip(
            entries([10, 30, 20, 5]),
            [Fraction("1.5"), Fraction("2.5"), Fraction("3.9"), Fraction("4.1")],
            strict=True,
        )
    )
    assert list(largest_remainder(shares, 12, entries([10, 30, 20, 5])).values()) == [1, 3, 4, 4]


def test_shares_that_do_not_add_up_are_our_own_mistake() -> None:
    with pytest.raises(AssertionError):
        largest_remainder({EntryId(1): Fraction(1)}, 3, {EntryId(1): 5})


@rule("TAMB-40")
@given(STACKS, st.integers(0, 10**12))
def test_no_cent_is_lost_or_made_and_nobody_is_a_cent_off(chips: list[int], pot: int) -> None:
    stacks = entries(chips)
    shares = {entry: Fraction(pot * stack, sum(chips)) for entry, stack in stacks.items()}
    found = largest_remainder(shares, pot, stacks)
    assert sum(found.values()) == pot
    assert all(abs(found[entry] - share) < 1 for entry, share in shares.items())
    order = sorted(stacks, key=lambda entry: (-stacks[entry], entry))
    assert [found[entry] for entry in order] == sorted(found.values(), reverse=True)
