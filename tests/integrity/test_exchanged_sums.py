"""Sums over a partner's spots, against what chance makes when it says which spots are theirs."""

from itertools import combinations
from math import erfc
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.integrity.exchanged_sums import SKEWNESS_MIN, ExchangedSum, Stratum, gamma_tail
from cardroom.integrity.p_values import drawn_sum

VALUES = [0.1, 0.4, 0.4, 1.0, 2.5, 7.0, 0.2]


@given(st.integers(1, len(VALUES) - 1))
def test_moments_are_those_of_all_exchanges(drawn: int) -> None:
    sums = ExchangedSum()
    sums.add(Stratum(VALUES), drawn, 0.0)
    every = [sum(held) for held in combinations(VALUES, drawn)]
    mean = fmean(every)
    assert sums.expected == pytest.approx(mean)
    assert sums.variance == pytest.approx(fmean((one - mean) ** 2 for one in every))
    assert sums.third == pytest.approx(fmean((one - mean) ** 3 for one in every))


def test_moments_of_products_are_those_of_all_orders() -> None:
    one = [-2.0, -0.5, 0.5, 2.0]
    other = [-1.0, -1.0, -1.0, 3.0]
    sums = ExchangedSum()
    sums.add_pairs(one, other)
    # The only thing that matters is which of the first meets the 3.
    every = [4 * value for value in one]
    assert sums.variance == pytest.approx(fmean(value**2 for value in every))
    assert sums.third == pytest.approx(fmean(value**3 for value in every), abs=1e-9)
    assert sums.observed == 8


def test_the_tail_is_that_of_exchanges_drawn_by_chance() -> None:
    chance = Random(1)
    values = [chance.expovariate(1) for _ in range(120)]
    sums = ExchangedSum()
    sums.add(Stratum(values), 30, 0.0)
    drawn = [drawn_sum([(values, 30)], chance.randrange) - sums.expected for _ in range(20_000)]
    for excess in (4.0, 8.0, 12.0):
        reached = sum(one >= excess for one in drawn) / len(drawn)
        assert sums.at_least(excess) == pytest.approx(reached, rel=0.25)


def test_the_tail_is_an_exponential_one_where_the_skewness_is_two() -> None:
    assert gamma_tail(3, 2) == pytest.approx(2.718281828**-4)
    assert gamma_tail(-2, 2) == 1


@pytest.mark.parametrize("z", [2.0, 4.0, 6.0])
def test_no_tail_is_lighter_than_the_normal_one(z: float) -> None:
    normal = erfc(z / 2**0.5) / 2
    assert gamma_tail(z, 1) > gamma_tail(z, -3) == gamma_tail(z, SKEWNESS_MIN) >= 0.99 * normal


def test_what_could_not_have_fallen_otherwise_is_no_finding() -> None:
    sums = ExchangedSum()
    sums.add(Stratum([1.0, 2.0]), 2, 3.0)
    assert sums.excess == 0
    assert sums.at_least(0) == 1
