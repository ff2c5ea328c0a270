"""D2, the relational test: how X plays against Y, compared with how X plays others.

Raises too few are soft play, raises too many isolation; rare events tell the kind. Every count is
exact within X's own strata, less what everybody else does to Y.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.hands import RAISE
from cardroom.integrity.p_values import StratifiedCount
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import EVENTS

PRIOR = 16
"""How many average spots a partner's own figure is mixed with, so that few say little."""

Pair = tuple[int, int]
Counts = dict[Pair, StratifiedCount]


class Stretch(NamedTuple):
    """Some hands of a pair: the first and the last by their numbers in the scan, and how many."""

    first: int
    last: int
    hands: int


class Found(NamedTuple):
    """What one test says of an ordered pair: X towards Y."""

    test: str
    p: float
    observed: float
    expected: float
    stretch: Stretch | None = None
    """Of an episode: the hands in which it was."""


def relational_tests(actors: Mapping[int, ActorSpots]) -> dict[Pair, list[Found]]:
    """Every test of D2 for every ordered pair."""
    found: dict[Pair, list[Found]] = {}
    raises = _counted(actors, lambda spot: spot.act == RAISE)
    shifts = partner_shifts(raises, actors)
    for pair, count in raises.items():
        shift = shifts[pair]
        low = count.at_most(count.observed - min(0.0, shift))
        high = count.at_least(count.observed - max(0.0, shift))
        said = (count.observed, count.expected)
        found[pair] = [Found("soft_play", low, *said), Found("raises", high, *said)]
    for number, name in enumerate(EVENTS):
        counts = _counted(actors, _happened(number))
        shifts = partner_shifts(counts, actors)
        for pair, count in counts.items():
            high = count.at_least(count.observed - max(0.0, shifts[pair]))
            found[pair].append(Found(name, high, count.observed, count.expected))
    return found


def _happened(number: int) -> Callable[[Spot], bool]:
    return lambda spot: bool(spot.events >> number & 1)


def _counted(actors: Mapping[int, ActorSpots], happened: Callable[[Spot], bool]) -> Counts:
    return {
        (actor, partner): count
        for actor, spots in actors.items()
        for partner, count in spots.counts(happened).items()
    }


def partner_shifts(counts: Counts, actors: Mapping[int, ActorSpots]) -> dict[Pair, float]:
    """What everybody else does to Y beyond their own habits, at as many spots as X has with Y.

    The second half of double-centring: the first is that X is compared with X. The tests let it
    take from a finding and never add to one, so that a colluder's partner does not make others
    look guilty.
    """
    off: dict[int, float] = {}
    spots: dict[int, int] = {}
    for (actor, partner), count in counts.items():
        off[partner] = off.get(partner, 0.0) + count.observed - count.expected
        spots[partner] = spots.get(partner, 0) + actors[actor].partners[partner]
    shifts = {}
    for (actor, partner), count in counts.items():
        own = actors[actor].partners[partner]
        others = off[partner] - (count.observed - count.expected)
        shifts[actor, partner] = own * others / (spots[partner] - own + PRIOR)
    return shifts
