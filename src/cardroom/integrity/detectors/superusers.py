"""D4, superusers: players whose decisions follow the hidden cards of everybody.

The figure is that of D3 over all opponents at once, in every decision after the flop: how a
decision speaks of being ahead, times whether the player was, less how often that is so with such a
hand. Before the flop hidden cards are worth little, and would only add chance. Chance exchanges who
was ahead among the player's decisions with a bet to call, and among those without; what the
player's peers show at the median, because bets speak of cards, is taken off.
"""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple

from cardroom.integrity.detectors.hidden_information import follow_weight
from cardroom.integrity.exchanged_sums import ExchangedSum
from cardroom.integrity.p_values import benjamini_hochberg
from cardroom.integrity.policies import Chances
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import FACED, POSTFLOP

SPOTS_MIN = 20
PEERS_MIN = 5
"""With fewer players there is no median to compare with."""
BINS: Final = 10
PRIOR: Final = 6
OPPONENTS_MAX: Final = 3


class SuperuserFinding(NamedTuple):
    """One player's decisions and the cards that they could not see."""

    player: int
    spots: int
    slope: float
    """How strongly decisions follow hidden cards, as a correlation."""
    usual: float
    """The same at the median of all players."""
    p: float
    q: float


class _Figures:
    """One player's decisions: how each speaks of being ahead, and how far ahead they were."""

    def __init__(self, groups: Sequence[tuple[list[float], list[float]]]) -> None:
        self._groups = [(_centred(follows), _centred(ahead)) for follows, ahead in groups]
        self.u = sum([_product(follows, ahead) for follows, ahead in self._groups])
        self.wide = sum(
            [(_product(one, one) * _product(two, two)) ** 0.5 for one, two in self._groups]
        )
        self.slope = self.u / self.wide if self.wide else 0.0

    def p(self, usual: float) -> float:
        """The chance of this figure when chance says in which decisions the player was ahead."""
        sums = ExchangedSum()
        for follows, ahead in self._groups:
            sums.add_pairs(follows, ahead)
        return sums.at_least(self.u - usual * self.wide)


def superuser_findings(
    actors: Mapping[int, Sequence[Spot]],
    policies: Mapping[int, Sequence[Chances]],
) -> list[SuperuserFinding]:
    """Every player with enough decisions, strongest first."""
    usually = _usually_ahead(actors)
    figures: dict[int, _Figures] = {}
    counts: dict[int, int] = {}
    for actor, spots in actors.items():
        groups: dict[int, tuple[list[float], list[float]]] = {}
        for spot, chances in zip(spots, policies[actor], strict=True):
            if spot.setting & POSTFLOP:
                follows, ahead = groups.setdefault(spot.setting & FACED, ([], []))
                follows.append(follow_weight(spot, chances))
                ahead.append(_is_ahead(spot) - usually[_cell(spot)])
        counts[actor] = sum([len(ahead) for _, ahead in groups.values()])
        if counts[actor] >= SPOTS_MIN:
            figures[actor] = _Figures(list(groups.values()))
    if len(figures) < PEERS_MIN:
        return []
    usual = max(0.0, median([one.slope for one in figures.values()]))
    p_values = [one.p(usual) for one in figures.values()]
    q_values = benjamini_hochberg(p_values)
    found = [
        SuperuserFinding(actor, counts[actor], one.slope, usual, p, q)
        for (actor, one), p, q in zip(figures.items(), p_values, q_values, strict=True)
    ]
    return sorted(found, key=lambda one: one.p)


def _is_ahead(spot: Spot) -> float:
    """Whether nobody who was live held a better hand."""
    return float(spot.beaten == (1 << len(spot.others)) - 1)


def _cell(spot: Spot) -> int:
    others = min(OPPONENTS_MAX, len(spot.others))
    wide = (spot.setting & FACED) * (OPPONENTS_MAX + 1) + others
    return wide * BINS + min(BINS - 1, int(spot.held * BINS))


def _usually_ahead(actors: Mapping[int, Sequence[Spot]]) -> dict[int, float]:
    """How often everybody was ahead with such a hand; few counts lean on hands drawn by chance."""
    counts: dict[int, int] = {}
    ahead: dict[int, float] = {}
    drawn: dict[int, float] = {}
    for spots in actors.values():
        for spot in spots:
            if spot.setting & POSTFLOP:
                cell = _cell(spot)
                counts[cell] = counts.get(cell, 0) + 1
                ahead[cell] = ahead.get(cell, 0.0) + _is_ahead(spot)
                drawn[cell] = drawn.get(cell, 0.0) + spot.held ** len(spot.others)
    return {
        cell: (ahead[cell] + PRIOR * drawn[cell] / count) / (count + PRIOR)
        for cell, count in counts.items()
    }


def _centred(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    return [one - mean for one in values]


def _product(one: list[float], other: list[float]) -> float:
    total = 0.0
    for place, value in enumerate(one):
        total += value * other[place]
    return total
