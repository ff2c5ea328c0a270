"""The live monitor: do the cards of a running room look like those of a fair shuffle?

It is fed from the deck of every hand, whether the cards were seen or not: players fold and show by
what they hold, so that the cards that are seen are no fair sample.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from cardroom.cards import RANKS, Card
from cardroom.fairness.statistics import chi_square, chi_square_tail, share_of_look, two_sided

FALSE_ALARMS: Final = 0.01
"""How likely a fair room is ever stopped, over both statistics and all looks together."""
BLOCK_HANDS: Final = 5_000
BLOCKS: Final = 4
"""A look takes place after every block and covers the last few blocks."""

Statistic = Literal["hole_classes", "flop_suits"]
PAIRS_OF_CARDS: Final = 1326
FLOPS: Final = 22_100
_RANKS: Final = len(RANKS)


class MonitorFault(Struct, frozen=True, kw_only=True):
    """The cards are not those of a fair shuffle, or chance alone did what it hardly ever does."""

    statistic: Statistic
    look: int
    hands: int
    probability: float
    """How likely a fair shuffle is this far out, on either side."""
    limit: float


def hole_class(cards: Sequence[Card]) -> int:
    """One of the 169 classes of two cards: a pair, suited or not, by rank."""
    (low, low_suit), (high, high_suit) = sorted(divmod(card, 4) for card in cards[:2])
    suited = low_suit == high_suit
    return high * _RANKS + low if suited or low == high else low * _RANKS + high


def class_ways(number: int) -> int:
    """How many of the 1,326 pairs of cards are of this class."""
    row, column = divmod(number, _RANKS)
    if row == column:
        return 6
    return 4 if row > column else 12


def flop_class(cards: Sequence[Card]) -> int:
    """Which suits a flop has, one of 20: how many clubs, diamonds and hearts there are."""
    suits = [card % 4 for card in cards]
    return _SUITS.index((suits.count(0), suits.count(1), suits.count(2), suits.count(3)))


def _suit_counts() -> Iterator[tuple[int, int, int, int]]:
    for clubs in range(4):
        for diamonds in range(4 - clubs):
            for hearts in range(4 - clubs - diamonds):
                yield clubs, diamonds, hearts, 3 - clubs - diamonds - hearts


_SUITS: Final = list(_suit_counts())
_OF_A_SUIT: Final = (1, 13, 78, 286)
"""In how many ways no, one, two or three cards are of one suit."""


def suit_ways(number: int) -> int:
    """How many of the 22,100 flops have these suits."""
    ways = 1
    for count in _SUITS[number]:
        ways *= _OF_A_SUIT[count]
    return ways


_EXPECTED: Final[dict[Statistic, list[float]]] = {
    "hole_classes": [class_ways(number) / PAIRS_OF_CARDS for number in range(_RANKS**2)],
    "flop_suits": [suit_ways(number) / FLOPS for number in range(len(_SUITS))],
}


class ShuffleMonitor:
    """Counts hands, looks after every block, and never takes back a fault."""

    def __init__(self, *, block_hands: int = BLOCK_HANDS, blocks: int = BLOCKS) -> None:
        self._block_hands = block_hands
        self._blocks: deque[dict[Statistic, list[int]]] = deque(maxlen=blocks)
        self._current = _empty()
        self._hands = 0
        self._looks = 0
        self.faults: list[MonitorFault] = []

    @property
    def may_deal(self) -> bool:
        """Whether new hands may be dealt."""
        return not self.faults

    def saw(self, hole: Sequence[Card], flop: Sequence[Card]) -> list[MonitorFault]:
        """Count the first hand dealt and the flop that the deck has; new faults if it was time.

        Only one hand of every deck counts: two hands of one deck are not independent. Of Omaha
        hands the first two cards count.
        """
        self._current["hole_classes"][hole_class(hole)] += 1
        self._current["flop_suits"][flop_class(flop)] += 1
        self._hands += 1
        if self._hands % self._block_hands:
            return []
        self._blocks.append(self._current)
        self._current = _empty()
        return self._look()

    def _look(self) -> list[MonitorFault]:
        self._looks += 1
        limit = FALSE_ALARMS * share_of_look(self._looks) / len(_EXPECTED)
        found = []
        for statistic in _EXPECTED:
            hands, probability = self._judge(statistic)
            if probability < limit:
                found.append(
                    MonitorFault(
                        statistic=statistic,
                        look=self._looks,
                        hands=hands,
                        probability=probability,
                        limit=limit,
                    )
                )
        self.faults += found
        return found

    def _judge(self, statistic: Statistic) -> tuple[int, float]:
        cells = zip(*(block[statistic] for block in self._blocks), strict=True)
        counts = [sum(cell) for cell in cells]
        hands = sum(counts)
        expected = [share * hands for share in _EXPECTED[statistic]]
        tail = chi_square_tail(chi_square(counts, expected), len(counts) - 1)
        return hands, two_sided(tail)


def _empty() -> dict[Statistic, list[int]]:
    return {statistic: [0] * len(cells) for statistic, cells in _EXPECTED.items()}
