"""What each live hand of a finished deal is worth on each street, all cards known.

After the flop every board that can still come is counted; before it a fixed number of boards is
drawn, from the cards alone: the same hand has the same figures whoever looks at it.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from struct import unpack
from typing import Final

from cardroom.cards import DECK, Card
from cardroom.integrity.hands import HOLDEM, OMAHA, ReviewedHand
from cardroom.odds.many_hands import (
    card_sums,
    omaha_runout_strengths,
    runout_strengths,
    strengths_with,
)
from cardroom.odds.ranking import omaha_strength, strength

PREFLOP_BOARDS: Final = 96
OPPONENTS: Final = 40
"""How many possible hands of an opponent measure a player's own strength."""
FOUR_CARDS_FROM: Final = 0.35
FOUR_CARDS_WIDE: Final = 0.35
"""Four cards differ less than two: the middle of their points is spread over the same quintiles."""
_MIX: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1


class DealEquities:
    """The equities of one hand, by street and by who is live; each is computed once."""

    def __init__(self, hand: ReviewedHand) -> None:
        self._hole = hand.hole
        self._board = hand.board
        self._omaha = hand.is_omaha
        self._dealt = [card for hole in hand.hole for card in hole]
        self._boards: list[list[Card]] = []
        self._sums: list[int] = []
        self._columns: dict[tuple[int, int], list[int]] = {}
        self._shares: dict[tuple[int, int], dict[int, float]] = {}

    def shares(self, street: int, live: int) -> dict[int, float]:
        """What share of the pot each live place wins, as floats that add up to one."""
        known = self._shares.get((street, live))
        if known is None:
            places = [place for place in range(len(self._hole)) if live >> place & 1]
            known = self._count(street, places)
            self._shares[street, live] = known
        return known

    def _count(self, street: int, places: list[int]) -> dict[int, float]:
        if len(places) == 1:
            return {places[0]: 1.0}
        columns = [self._column(street, place) for place in places]
        if len(places) == 2:
            share = _share_of_two(columns[0], columns[1])
            return {places[0]: share, places[1]: 1 - share}
        shares = _shares_of_many(columns)
        return {place: shares[number] for number, place in enumerate(places)}

    def _column(self, street: int, place: int) -> list[int]:
        """The strength of one place's hand on each board that may come."""
        known = self._columns.get((street, place))
        if known is None:
            hole = list(self._hole[place])
            if street:
                shown = list(self._board[:street])
                stub = unseen([*self._dealt, *shown])
                count = omaha_runout_strengths if self._omaha else runout_strengths
                known = count(hole, shown, stub)
            elif self._omaha:
                known = [omaha_strength(hole, board) for board in self._drawn_boards()]
            else:
                boards = self._drawn_boards()
                known = strengths_with(hole, boards, self._sums)
            self._columns[street, place] = known
        return known

    def _drawn_boards(self) -> list[list[Card]]:
        """A number of boards before the flop."""
        if not self._boards:
            stub = unseen(self._dealt)
            numbers = _mixed(_seed(self._dealt), PREFLOP_BOARDS)
            self._boards = [_drawn(stub, 5, bits) for bits in numbers]
            self._sums = card_sums(self._boards)
        return self._boards


def _share_of_two(one: list[int], other: list[int]) -> float:
    """What share of the boards the first wins; a tie is half of one."""
    wins = ties = 0
    for place, held in enumerate(one):
        against = other[place]
        if held > against:
            wins += 1
        elif held == against:
            ties += 1
    return (wins + ties / 2) / len(one)


def _shares_of_many(columns: list[list[int]]) -> list[float]:
    """What share of the boards each wins, by the strengths of everybody on each of them."""
    boards = len(columns[0])
    won = [0.0] * len(columns)
    for board in range(boards):
        best = ties = 0
        for column in columns:
            held = column[board]
            if held > best:
                best, ties = held, 1
            elif held == best:
                ties += 1
        for number, column in enumerate(columns):
            if column[board] == best:
                won[number] += 1 / ties
    return [one / boards for one in won]


def unseen(cards: Iterable[Card]) -> list[Card]:
    """The rest of the deck, in its order."""
    seen = 0
    for card in cards:
        seen |= 1 << card
    return [card for card in DECK if not seen >> card & 1]


def _seed(cards: Iterable[Card]) -> int:
    state = 0
    for card in sorted(cards):
        state = (state * 53 + card + 1) & _MASK
    return state


def _mixed(state: int, count: int) -> list[int]:
    """Numbers that look drawn by chance: SplitMix64 of this state and those that follow it.

    All of them are worked out at once, each in 128 bits of one long number.
    """
    ones, steps, lanes = _LANES[count]
    held = (((state + _MIX) & _MASK) * ones + steps) & lanes
    held = ((held ^ (held >> 30 & lanes)) * 0xBF58476D1CE4E5B9) & lanes
    held = ((held ^ (held >> 27 & lanes)) * 0x94D049BB133111EB) & lanes
    held ^= held >> 31 & lanes
    return list(unpack(f"<{2 * count}Q", held.to_bytes(16 * count, "little"))[::2])


def _lanes(count: int) -> tuple[int, int, int]:
    """A one in every lane, the number of every lane, and 64 bits of every lane."""
    ones = sum([1 << 128 * place for place in range(count)])
    return ones, sum([place << 128 * place for place in range(count)]), ones * _MASK


_LANES: Final = {count: _lanes(count) for count in (PREFLOP_BOARDS, OPPONENTS)}


def _drawn(cards: list[Card], count: int, bits: int) -> list[Card]:
    """Different cards, chosen by the bits of one number."""
    left = cards.copy()
    chosen = []
    for _ in range(count):
        size = len(left)
        place = bits % size
        bits //= size
        chosen.append(left.pop(place))
    return chosen


def own_strength(hole: Sequence[Card], shown: Sequence[Card]) -> float:
    """How strong a hand looks to its holder: own cards and board only, from 0 to 1.

    Before the flop by the look of the cards; after it the share of possible opponents' hands that
    it beats now. Draws do not count.
    """
    if not shown:
        return starting_strength(hole) if len(hole) == HOLDEM else four_card_strength(hole)
    if len(hole) != HOLDEM:
        return _own_omaha_strength(list(hole), list(shown))
    seen = [*hole, *shown]
    stub, held = unseen(seen), strength(seen)
    twos = [_drawn(stub, 2, bits) for bits in _mixed(_seed(seen), OPPONENTS)]
    beaten = 0.0
    for other in strengths_with(list(shown), twos, card_sums(twos)):
        beaten += 1.0 if held > other else 0.5 if held == other else 0.0
    return beaten / OPPONENTS


def rank_now(hole: Sequence[Card], shown: Sequence[Card]) -> float:
    """What a hand is worth now beside others on the same board: the higher, the better."""
    if not shown:
        return starting_strength(hole) if len(hole) == HOLDEM else four_card_strength(hole)
    if len(hole) == HOLDEM:
        return float(strength([*hole, *shown]))
    return float(omaha_strength(hole, list(shown)))


def _own_omaha_strength(hole: list[Card], shown: list[Card]) -> float:
    seen = [*hole, *shown]
    stub, held = unseen(seen), omaha_strength(hole, shown)
    beaten = 0.0
    for bits in _mixed(_seed(seen), OPPONENTS):
        other = omaha_strength(_drawn(stub, OMAHA, bits), shown)
        beaten += 1.0 if held > other else 0.5 if held == other else 0.0
    return beaten / OPPONENTS


def four_card_strength(hole: Sequence[Card]) -> float:
    """Four cards before the flop, from 0 to 1: the best two of them, and all pairs of them on
    average."""
    twos = [starting_strength(two) for two in combinations(hole, 2)]
    points = (max(twos) + sum(twos) / len(twos)) / 2
    return min(1.0, max(0.0, (points - FOUR_CARDS_FROM) / FOUR_CARDS_WIDE))


def starting_strength(hole: Sequence[Card]) -> float:
    """Two cards before the flop, from 0 (72) to 1 (aces): pairs, height, suit, closeness."""
    low, high = sorted([card >> 2 for card in hole])
    if low == high:
        return 0.55 + 0.45 * high / 12
    gap = high - low
    points = high * 0.038 + low * 0.018 + (0.05 if hole[0] & 3 == hole[1] & 3 else 0.0)
    return min(1.0, points + max(0.0, 0.05 - 0.0125 * (gap - 1)))
