"""The shuffle: fresh for every hand, every order as likely as any other."""

import ast
from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK, Card
from cardroom.room.shuffle import Bits, ShuffledDeck, SystemBits, below, shuffle, shuffled
from tests.room.fakes import SeededBits
from tests.room.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule

SOURCE = Path(__file__).parents[2] / "src" / "cardroom"
CHANCE = {"random", "secrets", "uuid"}
MAY = {
    "room/shuffle.py",
    "server/world.py",
    "server/fair_keys.py",
    "cluster/membership.py",
    "office/review/hand_reading.py",
}
"""The shuffle, the secrets of sessions, new keys, the name of a process, and partners exchanged
from a fixed seed in a review of hands; commands may use chance for a show."""
DECKS = 8_000


class Scripted:
    """Gives the numbers that it was told to, and notes how many bits were asked for."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = iter(numbers)
        self.asked: list[int] = []

    def bits(self, count: int) -> int:
        self.asked.append(count)
        return next(self._numbers)


@rule("CASH-02")
@given(st.integers(0, 2**64))
def test_every_shuffled_deck_is_a_permutation(seed: int) -> None:
    assert sorted(shuffled(SeededBits(Random(seed)))) == list(DECK)


@rule("AMB-22")
@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 9, 31, 33, 52, 64])
def test_what_would_be_biased_is_drawn_again(count: int) -> None:
    """Of all numbers with enough bits each result has exactly one; the rest is rejected."""
    length = (count - 1).bit_length()
    drawn = []
    for number in range(2**length):
        bits = Scripted([number, 0])
        result = below(bits, count)
        if len(bits.asked) == (1 if length else 0):
            drawn.append(result)
    assert sorted(drawn) == list(range(count))


def test_the_draws_of_a_shuffle_lead_to_every_order_exactly_once() -> None:
    """The same steps for three cards: 3 times 2 draws, six orders."""
    orders = []
    for first in range(3):
        for second in range(2):
            deck = [0, 1, 2]
            for last, other in ((2, first), (1, second)):
                deck[last], deck[other] = deck[other], deck[last]
            orders.append(tuple(deck))
    assert sorted(orders) == sorted(permutations(range(3)))
    bits = Scripted([51, 50, *([0] * 49)])
    deck = shuffled(bits)
    assert deck[51] == 51
    assert deck[50] == 50
    assert bits.asked == [(last).bit_length() for last in range(51, 0, -1)]


@rule("CASH-02", "AMB-22")
def test_every_card_is_as_often_in_every_place() -> None:
    """On permutations the sum is 52/51 times a chi-square with 51 x 51 degrees of freedom."""
    counts = [[0] * 52 for _ in DECK]
    bits = SystemBits()
    for _ in range(DECKS):
        for place, card in enumerate(shuffled(bits)):
            counts[place][card] += 1
    expected = DECKS / 52
    total = sum((found - expected) ** 2 / expected for row in counts for found in row)
    corrected, freedom = total * 51 / 52, 51 * 51
    assert abs(corrected - freedom) < 6 * (2 * freedom) ** 0.5


@rule("CASH-02", "AMB-22")
def test_neighbours_after_the_shuffle_are_not_neighbours_by_habit() -> None:
    bits = SystemBits()
    followed = 0
    for _ in range(DECKS // 4):
        deck = shuffled(bits)
        followed += sum(after == card + 1 for card, after in pairwise(deck))
    expected = DECKS // 4 * 51 / 52
    assert abs(followed - expected) < 6 * expected**0.5


@rule("AMB-22", "CASH-02")
def test_all_cards_are_shuffled_anew_before_every_hand_with_or_without_a_showdown() -> None:
    decks: list[list[Card]] = []

    def watched(bits: Bits) -> ShuffledDeck:
        deck = shuffle(bits)
        decks.append(deck.cards.open())
        return deck

    async def story() -> None:
        scene = await Scene.open(shuffle=watched)
        for _ in range(5):
            await scene.fold_to_one()
        await scene.turn()
        assert len(decks) == scene.task.table.number == 6
        assert all(sorted(deck) == list(DECK) for deck in decks)
        assert len({tuple(deck) for deck in decks}) == 6
        await scene.shell.room.stop()

    run(story())


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Attribute) and node.attr in {"urandom", "getrandbits"}:
            yield "random"


@rule("AMB-22")
def test_no_other_module_reaches_for_chance() -> None:
    for file in SOURCE.rglob("*.py"):
        name = file.relative_to(SOURCE).as_posix()
        if name not in MAY and not name.startswith("commands/"):
            assert not CHANCE & set(_imports(file)), f"{name} reaches for chance"
