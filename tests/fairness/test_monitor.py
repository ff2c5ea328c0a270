"""The live monitor: silent on fair decks, and it stops a room whose decks are not."""

import random
from collections import Counter
from itertools import combinations

import pytest

from cardroom.cards import parse_cards
from cardroom.fairness.monitor import (
    FALSE_ALARMS,
    ShuffleMonitor,
    class_ways,
    flop_class,
    hole_class,
    suit_ways,
)
from cardroom.fairness.statistics import (
    chi_square_tail,
    kolmogorov_smirnov,
    share_of_look,
    two_sided,
)

BLOCK = 2_000


def watched(monitor: ShuffleMonitor, deck: list[int]) -> None:
    monitor.saw(deck[:2], deck[12:15])


def test_169_classes_of_hole_cards_and_20_of_flop_suits_have_their_exact_chances() -> None:
    holes = Counter(hole_class(pair) for pair in combinations(range(52), 2))
    assert len(holes) == 169
    assert all(class_ways(number) == count for number, count in holes.items())
    flops = Counter(flop_class(flop) for flop in combinations(range(52), 3))
    assert len(flops) == 20
    assert all(suit_ways(number) == count for number, count in flops.items())


def test_the_order_of_two_cards_does_not_matter_and_suits_do() -> None:
    assert hole_class(parse_cards("AhKh")) == hole_class(parse_cards("KsAs"))
    assert hole_class(parse_cards("AhKs")) == hole_class(parse_cards("KdAc"))
    assert hole_class(parse_cards("AhKh")) != hole_class(parse_cards("AhKs"))


def test_fair_decks_raise_no_alarm() -> None:
    chance, monitor = random.Random(2026), ShuffleMonitor(block_hands=BLOCK)
    for _ in range(5 * BLOCK):
        watched(monitor, chance.sample(range(52), 15))
    assert monitor.may_deal
    assert monitor.faults == []


def test_too_many_aces_stop_new_hands() -> None:
    chance, monitor = random.Random(7), ShuffleMonitor(block_hands=BLOCK)
    for number in range(BLOCK):
        deck = chance.sample(range(52), 52)
        if number % 20 == 0:
            deck.sort(key=lambda card: card // 4 != 12)
        watched(monitor, deck)
    assert not monitor.may_deal
    assert monitor.faults[0].statistic == "hole_classes"
    assert monitor.faults[0].probability < monitor.faults[0].limit


def test_too_many_flops_of_one_suit_stop_new_hands() -> None:
    chance, monitor = random.Random(8), ShuffleMonitor(block_hands=BLOCK)
    for number in range(BLOCK):
        deck = chance.sample(range(52), 52)
        if number % 20 == 0:
            deck[12:15] = [0, 4, 8]
        watched(monitor, deck)
    assert [fault.statistic for fault in monitor.faults] == ["flop_suits"]


def test_cards_that_are_too_even_are_a_fault_too() -> None:
    monitor = ShuffleMonitor(block_hands=1326)
    for number, pair in enumerate(combinations(range(52), 2)):
        flop = random.Random(number).sample(range(52), 3)
        monitor.saw(pair, flop)
    assert [fault.statistic for fault in monitor.faults] == ["hole_classes"]


def test_a_fault_is_never_taken_back() -> None:
    monitor = ShuffleMonitor(block_hands=100)
    for _ in range(100):
        monitor.saw([51, 50], [0, 4, 8])
    chance = random.Random(9)
    for _ in range(1_000):
        watched(monitor, chance.sample(range(52), 15))
    assert not monitor.may_deal


def test_all_looks_together_have_one_percent_of_false_alarms() -> None:
    spent = sum(share_of_look(number) for number in range(1, 100_000))
    assert spent == pytest.approx(1, abs=1e-4)
    assert spent < 1
    assert FALSE_ALARMS == 0.01


@pytest.mark.parametrize(
    ("value", "degrees", "tail"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (135.806723, 100, 0.01), (77.929465, 100, 0.95)],
)
def test_chi_square_has_the_tails_of_the_tables(value: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(value, degrees) == pytest.approx(tail, rel=1e-5)


def test_both_ends_of_a_distribution_are_suspicious() -> None:
    assert two_sided(0.5) == 1
    assert two_sided(0.001) == pytest.approx(0.002)
    assert two_sided(0.999) == pytest.approx(0.002)


def test_kolmogorov_smirnov_tells_uniform_values_from_others() -> None:
    even = [(place + 0.5) / 100 for place in range(100)]
    assert kolmogorov_smirnov(even) > 0.99
    assert kolmogorov_smirnov([value**2 for value in even]) < 0.001
    assert kolmogorov_smirnov([0.5] * 100) < 1e-6
    chance = random.Random(1)
    assert kolmogorov_smirnov([chance.random() for _ in range(100)]) > 0.01
