from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.integrity.p_values import (
    below_from,
    benjamini_hochberg,
    cauchy,
    double_centred,
    drawn_sum,
    permutation_p,
)


def test_benjamini_and_hochberg_of_their_own_example() -> None:
    """The fifteen p-values of the paper of 1995: four are found at 0.05."""
    published = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
    ]
    q = benjamini_hochberg(published)
    assert [one <= 0.05 for one in q] == [True] * 4 + [False] * 11
    assert q[0] == pytest.approx(0.0015)
    assert q[3] == pytest.approx(0.0095 * 15 / 4)
    assert q == sorted(q)


def test_the_order_of_the_pairs_does_not_change_their_q() -> None:
    assert benjamini_hochberg([0.5, 0.001, 0.02]) == pytest.approx([0.5, 0.003, 0.03])
    assert benjamini_hochberg([0.02, 0.5, 0.001]) == pytest.approx([0.03, 0.5, 0.003])


def test_a_permutation_comes_to_what_all_permutations_come_to() -> None:
    """Two of five values are 9 or more in 4 of the 10 ways."""
    below = Random(1).randrange
    groups = [([1.0, 2.0, 3.0, 6.0, 7.0], 2)]
    p = permutation_p(lambda: drawn_sum(groups, below), 9.0, rounds=4000)
    assert 0.15 < p < 0.55
    reached = sum(drawn_sum(groups, below) >= 9 for _ in range(4000))
    assert reached / 4000 == pytest.approx(0.4, abs=0.03)


def test_what_chance_never_reaches_is_small_but_never_zero() -> None:
    below = Random(2).randrange
    groups = [([0.0] * 30 + [1.0] * 10, 10)]
    p = permutation_p(lambda: drawn_sum(groups, below), 10.0, rounds=500)
    assert 0 < p < 1e-3


def test_permuted_p_values_of_nothing_are_uniform() -> None:
    chance = Random(3)
    found = []
    for _ in range(120):
        values = [chance.gauss(0, 1) for _ in range(20)]
        groups = [(values, 5)]
        observed = sum(values[:5])
        draw = lambda: drawn_sum(groups, chance.randrange)  # noqa: B023, E731
        found.append(permutation_p(draw, observed, rounds=60))
    assert 0.4 < sum(found) / len(found) < 0.6


@given(st.integers(1, 40), st.data())
def test_values_are_drawn_once_each(size: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, size))
    drawn = round(drawn_sum([([2.0**place for place in range(size)], count)], below_from(half)))
    assert drawn.bit_count() == count
    assert 0 <= drawn < 2**size


def half() -> float:
    return 0.5


def test_fractions_give_every_number_below_as_often() -> None:
    below = below_from(Random(4).random)
    counts = Counter(below(5) for _ in range(5_000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert min(counts.values()) > 850


def test_one_strong_p_value_is_heard_among_many_that_say_nothing() -> None:
    assert cauchy([0.3]) == pytest.approx(0.3)
    assert cauchy([1e-9] + [1.0] * 19) == pytest.approx(2e-8, rel=0.01)
    assert cauchy([0.5] * 5) == pytest.approx(0.5)
    assert cauchy([]) == 1


def test_double_centring_leaves_only_what_is_between_the_two() -> None:
    actor = {1: 5.0, 2: -1.0, 3: 0.5}
    partner = {1: 0.0, 2: 2.0, 3: -4.0}
    values = {(a, b): actor[a] + partner[b] for a in actor for b in partner}
    assert max(map(abs, double_centred(values).values())) == pytest.approx(0)
    values[1, 2] += 9
    centred = double_centred(values)
    assert max(centred, key=lambda pair: centred[pair]) == (1, 2)
    for one in actor:
        assert sum(centred[one, b] for b in partner) == pytest.approx(0)
