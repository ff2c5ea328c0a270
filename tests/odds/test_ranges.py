import random
from fractions import Fraction
from itertools import product

import pytest

from cardroom.cards import card_names, parse_cards
from cardroom.odds import equity, range_equity, read_range
from tests.rule import rule


def names(text: str) -> set[str]:
    return {card_names(hole) for hole in read_range(text)}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("QQ+", 18),
        ("TT-88", 18),
        ("88-TT", 18),
        ("ATs+", 16),
        ("A5s-A2s", 16),
        ("KTo+", 36),
        ("any", 1326),
        ("AhKd", 1),
        ("QQ+, AKs, A5s-A2s KQ", 18 + 4 + 16 + 16),
        ("AA, QQ+ AhAd", 18),
    ],
)
def test_a_range_has_every_hand_that_it_names_once(text: str, count: int) -> None:
    found = read_range(text)
    assert len({frozenset(hole) for hole in found}) == count


def test_a_range_means_what_players_mean() -> None:
    assert names("AKs") == {"AcKc", "AdKd", "AhKh", "AsKs"}
    assert names("22") == {"2d2c", "2h2c", "2h2d", "2s2c", "2s2d", "2s2h"}
    assert {name[0] + name[2] for name in names("KTs+")} == {"KT", "KJ", "KQ"}
    assert {name[0] + name[2] for name in names("JJ+")} == {"JJ", "QQ", "KK", "AA"}
    assert {name[0] + name[2] for name in names("A4o-A2o")} == {"A4", "A3", "A2"}


@pytest.mark.parametrize(
    "part",
    ["A", "AKx", "AAs", "AhAh", "AK-QJ", "AKs-AQo", "AA-KQ", "AhKx", "1h2h", "+", "-", "AKs+-"],
)
def test_what_is_no_range_is_named(part: str) -> None:
    with pytest.raises(ValueError, match="is no range of hole cards") as caught:
        read_range(f"QQ+, {part}")
    assert f"'{part}'" in str(caught.value)


def test_an_empty_range_is_none() -> None:
    with pytest.raises(ValueError, match="at least one hand"):
        read_range(" , ")


@rule("POT-04")
def test_sampled_ranges_come_close_to_the_count_of_all_their_hands() -> None:
    mine, yours = read_range("AKs"), read_range("JJ")
    board, dead = parse_cards("Jh 9h 2c 5d"), parse_cards("Ad")
    seen = {*board, *dead}
    shares, deals = Fraction(0), 0
    for one, other in product(mine, yours):
        if len({*one, *other} - seen) == 4:
            shares += equity([one, other], board, dead).hands[0].share
            deals += 1
    exact = float(shares / deals)
    found = range_equity([mine, yours], board, dead, sample=random.Random(7).sample, samples=4_000)
    assert found.boards == 4_000
    assert not found.exact
    assert sum(hand.share for hand in found.hands) == 1
    assert abs(float(found.hands[0].share) - exact) < 4 * found.hands[0].error


def test_ranges_without_cards_for_everybody_are_an_error_that_says_so() -> None:
    sample = random.Random(7).sample
    aces = read_range("AA")
    with pytest.raises(ValueError, match="hardly be held"):
        range_equity([aces, aces, aces], sample=sample, samples=1)
    with pytest.raises(ValueError, match="no hand left beside 'AhAdAc'"):
        range_equity([aces, read_range("KK")], parse_cards("AhAdAc"), sample=sample)
    with pytest.raises(ValueError, match="2 to 10 hands, not 1"):
        range_equity([aces], sample=sample)
    with pytest.raises(ValueError, match="'2c' is there 2 times"):
        range_equity([aces, aces], parse_cards("2c2c"), sample=sample)
    with pytest.raises(ValueError, match="samples are 1 to"):
        range_equity([aces, aces], sample=sample, samples=0)
    with pytest.raises(ValueError, match="5 cards at most, not 6"):
        range_equity([aces, aces], parse_cards("2c3c4c5c6c7c"), sample=sample)
