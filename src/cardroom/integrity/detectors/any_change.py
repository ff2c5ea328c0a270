"""D2's second figure, `G`: whether X plays Y differently in any way, of whatever kind.

Signed tests look for fewer or more raises. Somebody who loses on purpose calls more here and folds
less there; only a figure of all actions together sees that.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.relational import PRIOR, Found, Pair
from cardroom.integrity.p_values import permutation_p

ACTS = 3
SPOTS_MIN = 12
"""With fewer spots between two players there is no table to compare."""


class _Stratum:
    """The actions of one stratum, and the figure of any part of them."""

    def __init__(self, acts: Sequence[int], drawn: int, usual: Sequence[float]) -> None:
        self.acts = acts
        self.drawn = drawn
        self._all = [acts.count(act) for act in range(ACTS)]
        self._prior = [PRIOR * share for share in usual]
        self._known: dict[int, float] = {}
        """Figures by the actions that they are of: few are possible, and most come often."""

    def figure(self, theirs: Sequence[int]) -> float:
        """`2 O ln(O / E)`, with E from the rest of the stratum and from everybody's habits."""
        found = 0.0
        rest = len(self.acts) - self.drawn + PRIOR
        for act, count in enumerate(theirs):
            if count:
                share = (self._all[act] - count + self._prior[act]) / rest
                found += 2 * count * log(count / (self.drawn * max(share, 1e-6)))
        return found

    def by_chance(self, below: RandBelow) -> float:
        """The figure when chance says which of the spots are the partner's."""
        folds, calls, _ = self._all
        left = size = len(self.acts)
        # Whichever are fewer are drawn: the partner's spots, or all others.
        taken = min(self.drawn, size - self.drawn)
        for _ in range(taken):
            place = below(left)
            left -= 1
            if place < folds:
                folds -= 1
            elif place < folds + calls:
                calls -= 1
        raises = left - folds - calls
        if taken == self.drawn:
            folds, calls = self._all[0] - folds, self._all[1] - calls
            raises = self.drawn - folds - calls
        key = folds * (size + 1) + calls
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.figure([folds, calls, raises])
        return known


def any_change_tests(
    actors: Mapping[int, ActorSpots], below: RandBelow, *, rounds: int
) -> dict[Pair, list[Found]]:
    """`G` of every ordered pair against partners that fall by chance."""
    usual = _habits(actors)
    found: dict[Pair, list[Found]] = {}
    for actor, spots in actors.items():
        for partner, count in spots.partners.items():
            p, observed, expected = 1.0, 0.0, 0.0
            if count >= SPOTS_MIN:
                strata, observed = _strata(spots, partner, usual)
                drawn: list[float] = []
                p = permutation_p(_noted(strata, below, drawn), observed, rounds=rounds)
                expected = sum(drawn) / len(drawn)
            found[actor, partner] = [Found("any_change", p, observed, expected)]
    return found


def _habits(actors: Mapping[int, ActorSpots]) -> dict[int, list[float]]:
    """How often everybody folds, calls and raises in each stratum."""
    counts: dict[int, list[int]] = {}
    for spots in actors.values():
        for number, held in spots.strata.items():
            row = counts.setdefault(number, [0] * ACTS)
            for spot in held:
                row[spot.act] += 1
    return {number: [one / sum(row) for one in row] for number, row in counts.items()}


def _strata(
    spots: ActorSpots, partner: int, usual: Mapping[int, list[float]]
) -> tuple[list[_Stratum], float]:
    strata = []
    observed = 0.0
    for number, drawn in spots.drawn(partner).items():
        held = spots.strata[number]
        stratum = _Stratum([spot.act for spot in held], drawn, usual[number])
        theirs = [0] * ACTS
        for spot in held:
            theirs[spot.act] += spot.partner == partner
        strata.append(stratum)
        observed += stratum.figure(theirs)
    return strata, observed


def _noted(strata: list[_Stratum], below: RandBelow, drawn: list[float]) -> Callable[[], float]:
    """Draws a figure, and notes it so that its mean can be shown."""

    def draw() -> float:
        drawn.append(sum([stratum.by_chance(below) for stratum in strata]))
        return drawn[-1]

    return draw
