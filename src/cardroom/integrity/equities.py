"""What each live hand of a finished deal is worth on each street, all cards known.

After the flop every board that can still come is counted; before it a fixed number of boards is
drawn, from the cards alone: the same hand has the same figures whoever looks at it.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from cardroom.cards import DECK, Card
from cardroom.integrity.hands import ReviewedHand
from cardroom.odds.ranking import strength

PREFLOP_BOARDS = 96
OPPONENTS = 40
"""How many possible hands of an opponent measure a player's own strength."""
_MIX = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


class DealEquities:
    """The equities of one hand, by street and by who is live; each is computed once."""

    def __init__(self, hand: ReviewedHand) -> None:
        self._hole = hand.hole
        self._board = hand.board
        dealt = {card for hole in hand.hole for card in hole}
        self._stub = [card for card in DECK if card not in dealt]
        self._boards: dict[int, list[tuple[Card, ...]]] = {}
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
        boards = len(columns[0])
        if len(places) == 2:
            one, other = columns
            wins = sum([a > b for a, b in zip(one, other, strict=True)])
            ties = sum([a == b for a, b in zip(one, other, strict=True)])
            share = (wins + ties / 2) / boards
            return {places[0]: share, places[1]: 1 - share}
        won = dict.fromkeys(places, 0.0)
        for row in zip(*columns, strict=True):
            best = max(row)
            part = 1 / row.count(best)
            for place, held in zip(places, row, strict=True):
                if held == best:
                    won[place] += part
        return {place: sum_ / boards for place, sum_ in won.items()}

    def _column(self, street: int, place: int) -> list[int]:
        """The strength of one place's hand on each board that may come."""
        known = self._columns.get((street, place))
        if known is None:
            held = [*self._hole[place], *self._board[:street]]
            known = [strength([*held, *rest]) for rest in self._to_come(street)]
            self._columns[street, place] = known
        return known

    def _to_come(self, street: int) -> list[tuple[Card, ...]]:
        """The rest of every board that may come, or of a number of boards before the flop."""
        known = self._boards.get(street)
        if known is None:
            shown = self._board[:street]
            stub = [card for card in self._stub if card not in shown]
            if shown:
                known = list(combinations(stub, 5 - street))
            else:
                state = _seed([card for hole in self._hole for card in hole])
                drawn = range(state, state + PREFLOP_BOARDS)
                known = [tuple(_drawn(stub, 5, number)) for number in drawn]
            self._boards[street] = known
        return known


def _seed(cards: Iterable[Card]) -> int:
    state = 0
    for card in sorted(cards):
        state = (state * 53 + card + 1) & _MASK
    return state


def _mixed(state: int) -> int:
    """A number that looks drawn by chance: SplitMix64."""
    state = (state + _MIX) & _MASK
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def _drawn(cards: Sequence[Card], count: int, state: int) -> list[Card]:
    """Different cards, chosen by the bits of one number."""
    bits = _mixed(state)
    left = list(cards)
    chosen = []
    for _ in range(count):
        bits, place = divmod(bits, len(left))
        chosen.append(left.pop(place))
    return chosen


def own_strength(hole: Sequence[Card], shown: Sequence[Card]) -> float:
    """How strong a hand looks to its holder: own cards and board only, from 0 to 1.

    Before the flop by the look of the two cards; after it the share of possible opponents' hands
    that it beats now. Draws do not count.
    """
    if not shown:
        return starting_strength(hole)
    stub = [card for card in DECK if card not in hole and card not in shown]
    held = strength([*hole, *shown])
    state = _seed([*hole, *shown])
    beaten = 0.0
    for number in range(OPPONENTS):
        other = strength([*_drawn(stub, 2, state + number), *shown])
        beaten += 1.0 if held > other else 0.5 if held == other else 0.0
    return beaten / OPPONENTS


def starting_strength(hole: Sequence[Card]) -> float:
    """Two cards before the flop, from 0 (72) to 1 (aces): pairs, height, suit, closeness."""
    low, high = sorted([card >> 2 for card in hole])
    if low == high:
        return 0.55 + 0.45 * high / 12
    gap = high - low
    points = high * 0.038 + low * 0.018 + (0.05 if hole[0] & 3 == hole[1] & 3 else 0.0)
    return min(1.0, points + max(0.0, 0.05 - 0.0125 * (gap - 1)))
