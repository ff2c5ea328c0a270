"""Episodes: whether X gave Y much within a short stretch of their hands, whatever the average.

Collusion comes in episodes, and averages dilute it. The figure is the largest sum in any window of
25, 50, 100 or 200 hands that the two have played together, or in the five largest hands. Chance
exchanges X's partners within strata, among X's spots in those same hands, and every exchange has
its own largest window: a stretch in which X played badly against everybody remains one.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import NamedTuple, Protocol

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.relational import PRIOR, Found, Pair, Stretch
from cardroom.integrity.detectors.value_transfer import GAIN_MAX, beyond_own_mean, from_others
from cardroom.integrity.p_values import permutation_p
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import EVENTS

WINDOWS = (25, 50, 100, 200)
TOP = 5
HEAVY_MIN = 3
"""A partner with fewer spots that weigh anything has no episode."""
WEIGHS_FROM = 1.5
"""Big blinds given in one hand: less is for the averages."""
LONG = 3
"""So many decisions about one partner in a hand, or more, are exchanged for each other."""
PILOT = 24
"""So many exchanges tell how large each figure is by chance, and how uneven."""
NOTABLE = 2.5
"""A figure fewer deviations above that is no finding, and nothing more is drawn for it."""
ENOUGH = 10
ROUNDS_MAX = 1_000
LEAST = 1e-6
"""Further out than that, a tail fitted to a thousand exchanges says nothing."""

Weigh = Callable[[Spot], float]


class SharedHands(Protocol):
    """In which hands two players have met."""

    def count(self, one: int, other: int) -> int:
        """How many these are."""

    def among(self, one: int, other: int, hands: Sequence[int]) -> list[int]:
        """The places of those of the hands in which they have met."""


def episode_tests(
    actors: Mapping[int, ActorSpots], shared: SharedHands, below: RandBelow, *, rounds: int
) -> dict[Pair, list[Found]]:
    """Value given and rare events in the largest window of every ordered pair."""
    found: dict[Pair, list[Found]] = {}
    for name, weigh in (("value_episode", value_given), ("event_episode", surprise(actors))):
        excess, usual = beyond_own_mean(actors, weigh), _usual(actors, weigh)
        for actor, held in actors.items():
            blocks = _blocks(held, weigh, usual)
            hands = [block.hand for block in blocks]
            heavy = Counter([block.partner for block in blocks if block.weight])
            for partner, count in Counter([block.partner for block in blocks]).items():
                one = Found(name, 1.0, 0.0, 0.0)
                met = shared.count(actor, partner)
                if heavy[partner] >= HEAVY_MIN and met >= 2 * min(WINDOWS):
                    pool = [blocks[place] for place in shared.among(actor, partner, hands)]
                    widths = [max(1, round(w * count / met)) for w in WINDOWS if 2 * w <= met]
                    everyone = max(0.0, from_others(excess[partner], actor))
                    everyone *= held.partners[partner] / count
                    exchange = _Exchange(pool, partner, widths)
                    one = _judged(name, exchange, everyone, below, min(rounds, ROUNDS_MAX))
                found.setdefault((actor, partner), []).append(one)
    return found


def value_given(spot: Spot) -> float:
    """What a decision gave the partner."""
    return max(-GAIN_MAX, min(GAIN_MAX, spot.gain))


def surprise(actors: Mapping[int, ActorSpots]) -> Weigh:
    """How rare the rare things of a spot are among all spots of everybody."""
    counts = Counter([spot.events for held in actors.values() for spot in held.spots])
    rarity = []
    for number in range(len(EVENTS)):
        happened = sum([count for events, count in counts.items() if events >> number & 1])
        rarity.append(log((counts.total() + 1) / (happened + 1)))
    weights = {
        events: sum([rarity[number] for number in range(len(EVENTS)) if events >> number & 1])
        for events in counts
    }
    return lambda spot: weights[spot.events]


class _Block(NamedTuple):
    """All decisions of X about one partner in one hand, which are exchanged together."""

    hand: int
    partner: int
    stratum: int
    """How many decisions they are."""
    weight: float
    """What they gave beyond what X gives in such spots, where that is much."""


def _blocks(held: ActorSpots, weigh: Weigh, everybody: Mapping[int, float]) -> list[_Block]:
    """In the order in which they were played."""
    weights = [weigh(spot) for spot in held.spots]
    totals: dict[int, float] = {}
    for number, weight in zip(held.numbers, weights, strict=True):
        totals[number] = totals.get(number, 0.0) + weight
    usual = {
        number: (total + PRIOR * everybody[number]) / (len(held.strata[number]) + PRIOR)
        for number, total in totals.items()
    }
    made: dict[tuple[int, int], tuple[int, float]] = {}
    for spot, number, weight in zip(held.spots, held.numbers, weights, strict=True):
        count, total = made.get((spot.hand, spot.partner), (0, 0.0))
        made[spot.hand, spot.partner] = (count + 1, total + weight - usual[number])
    return [
        _Block(hand, partner, min(count, LONG), total if total >= WEIGHS_FROM else 0.0)
        for (hand, partner), (count, total) in made.items()
    ]


def _usual(actors: Mapping[int, ActorSpots], weigh: Weigh) -> dict[int, float]:
    """What everybody gives on average in every stratum."""
    sums: dict[int, float] = {}
    counts: Counter[int] = Counter()
    for held in actors.values():
        for number, spots in held.strata.items():
            sums[number] = sums.get(number, 0.0) + sum([weigh(spot) for spot in spots])
            counts[number] += len(spots)
    return {number: total / counts[number] for number, total in sums.items()}


class _Heavy(NamedTuple):
    """A block that weighs something: when, how much, and whether it is the partner's."""

    at: int
    """How many of the partner's blocks came before: the axis of the windows."""
    hand: int
    weight: float
    theirs: bool


class _Exchange:
    """X's blocks in hands with Y, of which chance says which are about Y.

    Windows are measured in Y's blocks, so that a stretch with only the two left, which has many,
    is no episode by itself.
    """

    def __init__(self, pool: Sequence[_Block], partner: int, widths: Sequence[int]) -> None:
        self.widths = widths
        sizes: Counter[int] = Counter()
        drawn: Counter[int] = Counter()
        heavy: dict[int, list[_Heavy]] = {}
        before = 0
        for block in pool:
            theirs = block.partner == partner
            sizes[block.stratum] += 1
            drawn[block.stratum] += theirs
            if block.weight:
                one = _Heavy(before, block.hand, block.weight, theirs)
                heavy.setdefault(block.stratum, []).append(one)
            before += theirs
        self._groups = [
            (sizes[number], drawn[number], held) for number, held in heavy.items() if drawn[number]
        ]
        self.observed = sorted([one for _, _, held in self._groups for one in held if one.theirs])

    def by_chance(self, below: RandBelow) -> list[_Heavy]:
        """The heavy blocks that are the partner's when chance says which."""
        found = []
        for size, drawn, held in self._groups:
            wanted = drawn
            for left, one in zip(range(size, 0, -1), held, strict=False):
                if below(left) < wanted:
                    found.append(one)
                    wanted -= 1
        found.sort()
        return found

    def figures(self, blocks: Sequence[_Heavy]) -> list[float]:
        """The largest sum of every width of window, and of the five largest hands."""
        top = sum(nlargest(TOP, [block[2] for block in blocks]))
        return [*[_largest(blocks, width) for width in self.widths], top]

    def stretch(self, kind: int) -> list[_Heavy]:
        """The observed blocks that make up a figure."""
        if kind < len(self.widths):
            return _window(self.observed, self.widths[kind])
        return nlargest(TOP, self.observed, key=lambda block: block.weight)


def _judged(
    name: str, exchange: _Exchange, everyone: float, below: RandBelow, rounds: int
) -> Found:
    """The figure furthest above chance, less what everybody gives the partner."""
    pilot = [exchange.figures(exchange.by_chance(below)) for _ in range(PILOT)]
    usual = [sum(row) / PILOT for row in zip(*pilot, strict=True)]
    spread = [
        (sum([(one - mean) ** 2 for one in row]) / PILOT) ** 0.5 + 0.05 * mean + 0.5
        for row, mean in zip(zip(*pilot, strict=True), usual, strict=True)
    ]

    def scores(figures: Sequence[float]) -> list[float]:
        return [(one - mean) / wide for one, mean, wide in zip(figures, usual, spread, strict=True)]

    less = [everyone * width for width in (*exchange.widths, TOP)]
    figures = exchange.figures(exchange.observed)
    observed = scores([one - off for one, off in zip(figures, less, strict=True)])
    largest = max(observed)
    if largest < NOTABLE:
        return Found(name, 1.0, 0.0, 0.0)
    p = permutation_p(
        lambda: max(scores(exchange.figures(exchange.by_chance(below)))),
        largest,
        rounds=rounds,
        enough=ENOUGH,
    )
    kind = observed.index(largest)
    spots = exchange.stretch(kind)
    hands = [one.hand for one in spots]
    stretch = Stretch(min(hands), max(hands), len(set(hands)))
    said = figures[kind] if name == "value_episode" else len(spots)
    return Found(name, max(LEAST, p), said, said * usual[kind] / figures[kind], stretch)


def _largest(spots: Sequence[_Heavy], width: int) -> float:
    """The largest sum of spots within so many decisions."""
    largest = total = 0.0
    start = 0
    for at, _, weight, _ in spots:
        total += weight
        while spots[start][0] <= at - width:
            total -= spots[start][2]
            start += 1
        largest = max(largest, total)
    return largest


def _window(spots: Sequence[_Heavy], width: int) -> list[_Heavy]:
    """The spots that have the largest sum within so many decisions."""
    windows = [
        [one for one in spots[: end + 1] if one.at > last.at - width]
        for end, last in enumerate(spots)
    ]
    return max(windows, key=lambda held: sum([one.weight for one in held]))
