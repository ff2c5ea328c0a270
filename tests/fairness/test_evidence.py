"""A small version of `make evidence-shuffle`: fair decks pass, seven planted shuffles do not.

Everything is from a seed, so that chance decides nothing here; the long run is in bench/shuffle.md.
"""

import secrets
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from bench.shuffle.decks import PLANTED, SIZE, UNSEEN, Decks, fair, fair_deck, timed_deck
from bench.shuffle.entropy import PLANTED as SOURCES
from bench.shuffle.entropy import comes_from_the_system, guessed_moments, is_predictable
from bench.shuffle.measures import MEASURES, Evidence, gathered
from cardroom.room.shuffle import SystemBits
from tests.rule import rule

BATCHES, BATCH = 20, 1_500
MOMENT_MS = 45_296_789


@pytest.fixture(scope="module")
def ours() -> Evidence:
    return gathered(fair(BATCH, batch) for batch in range(BATCHES))


@rule("CASH-02", "AMB-22")
def test_decks_of_the_protocol_pass_every_statistic(ours: Evidence) -> None:
    assert ours.decks == BATCHES * BATCH
    assert ours.rejected_by == []
    assert ours.is_fair


def test_decks_that_are_shuffled_all_at_once_are_those_of_the_package() -> None:
    decks = fair(400, 77)
    assert decks.tolist() == [fair_deck(77, number) for number in range(400)]


@pytest.fixture(scope="module")
def planted() -> dict[str, Evidence]:
    return {
        name: gathered(make(BATCH, batch) for batch in range(BATCHES))
        for name, make in PLANTED.items()
    }


@pytest.mark.parametrize("name", PLANTED)
def test_statistics_reject_every_planted_shuffle_but_the_time_seed(
    planted: dict[str, Evidence], name: str
) -> None:
    assert bool(planted[name].rejected_by) == (name != UNSEEN)
    assert planted[name].is_fair == (name == UNSEEN)


def test_every_statistic_rejects_at_least_one_planted_shuffle(
    planted: dict[str, Evidence],
) -> None:
    assert {one for found in planted.values() for one in found.rejected_by} == set(MEASURES)


def test_only_the_corrected_chi_square_has_on_average_its_degrees_of_freedom() -> None:
    """Exactly, over every pair of orders of four cards: X2 alone is 4/3 of what it should be."""
    size = 4
    orders = list(permutations(range(size)))
    pairs = list(product(orders, repeat=2))
    total = Fraction(0)
    for pair in pairs:
        counts = Counter((place, card) for order in pair for place, card in enumerate(order))
        expected = Fraction(len(pair), size)
        total += sum(
            (counts[place, card] - expected) ** 2 / expected
            for place, card in product(range(size), repeat=2)
        )
    assert Fraction(size - 1, size) * total / len(pairs) == (size - 1) ** 2
    assert MEASURES["card by position"].scale == (SIZE - 1) / SIZE
    assert MEASURES["card by position"].degrees == (SIZE - 1) ** 2


def test_decks_that_are_too_even_are_not_fair() -> None:
    rows = [[(card + turn) % SIZE for card in range(SIZE)] for turn in range(SIZE)]
    even: Decks = np.array(rows * 20, dtype=np.uint8)
    assert "card by position" in gathered([even] * BATCHES).rejected_by


@rule("AMB-22")
def test_the_systems_generator_is_not_predictable_and_every_bit_comes_from_it() -> None:
    assert not is_predictable(secrets.token_bytes)
    assert comes_from_the_system(secrets.token_bytes)
    bits = SystemBits()
    assert not is_predictable(lambda count: bits.bits(8 * count).to_bytes(count))


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_from_time_process_or_pythons_generator_is_found(name: str) -> None:
    assert is_predictable(SOURCES[name])
    assert not comes_from_the_system(SOURCES[name])


def test_five_known_cards_and_the_time_give_away_a_deck_with_a_time_seed() -> None:
    known = timed_deck(MOMENT_MS)[:5]
    assert guessed_moments(known, MOMENT_MS + 300, 1_000) == [MOMENT_MS]
