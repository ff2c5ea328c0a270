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
        ("random", 1326),
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


def counted_by_hand(mine: str, yours: str, board: str, dead: str) -> tuple[Fraction, int]:
    """The mean share of one range, pair by pair, and how many pairs there are."""
    seen = {*parse_cards(board), *parse_cards(dead)}
    shares = [
        equity([one, other], parse_cards(board), parse_cards(dead)).hands[0].share
        for one, other in product(read_range(mine), read_range(yours))
        if len({*one, *other} - seen) == 4
    ]
    return sum(shares, Fraction()) / len(shares), len(shares)


@rule("POT-04")
@pytest.mark.parametrize(
    ("mine", "yours", "board", "dead"),
    [
        ("AKs", "JJ", "Jh 9h 2c 5d", "Ad"),
        ("QQ+, AKs", "KQs, JJ-99", "Th 9h 2c 5d 5s", ""),
        ("AA", "AA", "Kc 9h 2c", ""),
        ("72o", "AhKh", "7h 2h 3c 4s", "Kd"),
    ],
)
def test_ranges_with_few_boards_are_counted_exactly(
    mine: str, yours: str, board: str, dead: str
) -> None:
    share, pairs = counted_by_hand(mine, yours, board, dead)
    ranges = [read_range(mine), read_range(yours)]
    steps: list[tuple[int, int]] = []
    found = range_equity(
        ranges, parse_cards(board), parse_cards(dead), progress=lambda *step: steps.append(step)
    )
    assert found.exact
    assert found.hands[0].share == share
    assert found.hands[0].error == 0
    assert found.boards % pairs == 0
    assert steps[-1][0] == steps[-1][1]


def test_before_the_flop_one_hand_against_another_is_counted_too() -> None:
    ranges = [read_range("AhKh"), read_range("QsQd")]
    found = range_equity(ranges)
    assert (found.exact, found.boards) == (True, 1_712_304)
    assert found.hands[0].share == equity(ranges[0] + ranges[1]).hands[0].share


@rule("POT-04")
def test_three_ranges_share_a_pot_exactly() -> None:
    board = parse_cards("Ah Kh Qh Jh Th")
    found = range_equity([read_range("22"), read_range("33"), read_range("random")], board)
    assert {hand.share for hand in found.hands} == {Fraction(1, 3)}


@rule("POT-04")
def test_sampled_ranges_come_close_to_the_count_of_all_their_hands() -> None:
    board, dead = "Jh 9h 2c 5d", "Ad"
    share, _ = counted_by_hand("AKs", "JJ", board, dead)
    found = range_equity(
        [read_range("AKs"), read_range("JJ")], parse_cards(board), parse_cards(dead),
        sample=random.Random(7).sample, samples=4_000, limit=0,
    )  # fmt: skip
    assert found.boards == 4_000
    assert not found.exact
    assert sum(hand.share for hand in found.hands) == 1
    assert abs(float(found.hands[0].share) - float(share)) < 4 * found.hands[0].error


def test_too_many_boards_need_chance() -> None:
    ranges = [read_range("random")] * 10
    with pytest.raises(ValueError, match="more than 2000000 boards: they must be sampled"):
        range_equity(ranges)
    found = range_equity(ranges, sample=random.Random(7).sample, samples=10)
    assert (found.boards, found.exact) == (10, False)


def test_ranges_without_cards_for_everybody_are_an_error_that_says_so() -> None:
    sample = random.Random(7).sample
    aces = read_range("AA")
    with pytest.raises(ValueError, match="cannot be held at the same time"):
        range_equity([aces, aces, aces], sample=sample, samples=1)
    with pytest.raises(ValueError, match="hardly be held"):
        range_equity([read_range("AKs, AQs")] * 9, sample=sample, samples=1)
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
