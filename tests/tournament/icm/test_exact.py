"""The worth of stacks by Malmuth and Harville in exact rationals."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import calculate_icm

from cardroom.tournament.icm.exact import icm
from tests.rule import rule

FIELDS = st.lists(st.integers(1, 10**6), min_size=1, max_size=6)
PRIZES = st.lists(st.integers(0, 10**6), min_size=1, max_size=6)


def by_definition(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """Every finishing order with its chance, one by one."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks)), len(prizes)):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=True):
            worth[player] += chance * prize
    return worth


@rule("THC-47", "TAMB-84")
def test_the_exact_worth_of_three_stacks() -> None:
    found = icm([5_000, 3_000, 2_000], [50_00, 30_00, 20_00])
    assert found == [Fraction(26875, 7), 3275, Fraction(20200, 7)]


@rule("TAMB-84")
@given(FIELDS, PRIZES)
def test_sets_of_players_count_the_same_as_all_finishing_orders(
    stacks: list[int], prizes: list[int]
) -> None:
    prizes = prizes[: len(stacks)]
    assert icm(stacks, prizes) == by_definition(stacks, prizes)


@rule("TAMB-84")
@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=9))
def test_the_worth_of_all_stacks_is_all_prizes_and_more_chips_are_worth_more(
    stacks: list[int],
) -> None:
    prizes = sorted((stack % 997 for stack in stacks), reverse=True)
    found = icm(stacks, prizes)
    assert sum(found) == sum(prizes)
    order = sorted(range(len(stacks)), key=lambda player: stacks[player])
    assert [found[player] for player in order] == sorted(found)


def test_prizes_may_be_fractions_and_scale_with_them() -> None:
    whole = icm([7, 5, 3, 1], [90, 40, 20])
    third = icm([7, 5, 3, 1], [Fraction(30), Fraction(40, 3), Fraction(20, 3)])
    assert [3 * value for value in third] == whole


def test_equal_prizes_need_no_counting() -> None:
    assert icm([9, 1] * 15, [25] * 30) == [25] * 30
    assert icm([1], [7]) == [7]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_pokerkit_comes_to_the_same_within_its_floats(players: int) -> None:
    stacks = [1_500 * 2**number + 37 * number for number in range(players)]
    prizes = [500, 300, 200, 120, 80, 50][:players]
    theirs = calculate_icm(prizes, stacks)
    assert [float(value) for value in icm(stacks, prizes)] == pytest.approx(theirs, rel=1e-12)
