"""D1, the collusion table: who got how much from whose decisions, without the luck of the cards."""

from collections.abc import Callable, Mapping
from functools import partial

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.relational import Found, Pair
from cardroom.integrity.p_values import drawn_sum, permutation_p
from cardroom.integrity.spot import Spot

GAIN_MAX = 60.0
"""One hand counts for no more big blinds than this."""
GAIN_MIN = 0.5
"""A pair that got less than this a test need not be drawn for."""


class Transfer:
    """What one ordered pair has moved, in big blinds: the partner's gain from the actor."""

    def __init__(self) -> None:
        self.hands = 0
        self.gained = 0.0
        """`C(j, k)`: what j got from k's decisions."""
        self.ahead = 0.0
        """Of it, what is above the mean of the others in the hand: the sum of d."""
        self.squares = 0.0

    @property
    def t(self) -> float:
        """`VT`: the sum of d over the root of its squares; shown, never judged by a table."""
        return self.ahead / self.squares**0.5 if self.squares else 0.0


class CollusionTable:
    """Every ordered pair's transfers, hand by hand: actor first, then who gained."""

    def __init__(self) -> None:
        self.transfers: dict[Pair, Transfer] = {}
        self.own: dict[Pair, float] = {}
        """What the first lost by their own decisions in hands with the second (`C(a, a)`)."""

    def add(self, players: list[int], moved: list[list[float]]) -> None:
        """Take in one hand: row j got this from each column k."""
        count = len(players)
        for k, actor in enumerate(players):
            column = [moved[j][k] for j in range(count)]
            if not any(column):
                self._share(players, actor)
                continue
            everyone = sum(column) - column[k]
            for j, partner in enumerate(players):
                if j == k:
                    continue
                one = self._of(actor, partner)
                others = (everyone - column[j]) / (count - 2) if count > 2 else 0.0
                d = column[j] - others
                one.hands += 1
                one.gained += column[j]
                one.ahead += d
                one.squares += d * d
                pair = (actor, partner)
                self.own[pair] = self.own.get(pair, 0.0) + column[k]

    def _share(self, players: list[int], actor: int) -> None:
        for partner in players:
            if partner != actor:
                self._of(actor, partner).hands += 1

    def _of(self, actor: int, partner: int) -> Transfer:
        return self.transfers.setdefault((actor, partner), Transfer())

    def total_impact(self, a: int, b: int) -> float:
        """`TI`: what the two have gained together from their own decisions."""
        there, back = self._of(a, b), self._of(b, a)
        own = self.own.get((a, b), 0.0) + self.own.get((b, a), 0.0)
        return there.gained + back.gained + own

    def marginal_impact(self, a: int, b: int) -> float:
        """`MaI`: what each gave the other above what each gave the rest of the table."""
        return self._of(a, b).ahead + self._of(b, a).ahead

    def least_impact(self, a: int, b: int) -> float:
        """`MiI`: the smaller of what the pair has from either one's decisions: both must give."""
        first = self._of(a, b).gained + self.own.get((a, b), 0.0)
        second = self._of(b, a).gained + self.own.get((b, a), 0.0)
        return min(first, second)


def value_tests(
    actors: Mapping[int, ActorSpots], below: RandBelow, *, rounds: int
) -> dict[Pair, list[Found]]:
    """Whether Y gets more from X's decisions than others do in the same spots of X."""
    gains = beyond_own_mean(actors, _gain)
    found: dict[Pair, list[Found]] = {}
    for actor, spots in actors.items():
        for partner, count in spots.partners.items():
            groups, observed = spots.groups(partner, _gain)
            expected = sum([sum(values) * drawn / len(values) for values, drawn in groups])
            everyone = from_others(gains[partner], actor)
            shifted = observed - max(0.0, everyone) * count
            p = 1.0
            if shifted - expected > GAIN_MIN:
                p = permutation_p(partial(drawn_sum, groups, below), shifted, rounds=rounds)
            found[actor, partner] = [Found("value_transfer", p, observed, expected)]
    return found


def _gain(spot: Spot) -> float:
    return max(-GAIN_MAX, min(GAIN_MAX, spot.gain))


def beyond_own_mean(
    actors: Mapping[int, ActorSpots], value: Callable[[Spot], float]
) -> dict[int, dict[int, tuple[float, int]]]:
    """By partner and actor: what the partner got beyond the actor's own mean, and in how many."""
    found: dict[int, dict[int, tuple[float, int]]] = {}
    for actor, spots in actors.items():
        for held in spots.strata.values():
            values = [value(spot) for spot in held]
            mean = sum(values) / len(values)
            for spot, one in zip(held, values, strict=True):
                by_actor = found.setdefault(spot.partner, {})
                gained, count = by_actor.get(actor, (0.0, 0))
                by_actor[actor] = (gained + one - mean, count + 1)
    return found


def from_others(by_actor: Mapping[int, tuple[float, int]], actor: int) -> float:
    """What the partner gets a spot from everybody but this actor."""
    gained = sum([sum_ for one, (sum_, _) in by_actor.items() if one != actor])
    return gained / (sum([count for one, (_, count) in by_actor.items() if one != actor]) + 16)
