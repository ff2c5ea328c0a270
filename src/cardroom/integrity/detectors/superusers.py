"""D4, superusers: players whose decisions follow the hidden cards of everybody.

The figure is that of D3 over all opponents. Chance exchanges the hidden hands within the player's
strata; what the player's peers show at the median, because bets speak of cards, is taken off.
"""

from collections.abc import Mapping
from functools import partial
from statistics import median
from typing import NamedTuple

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.hidden_information import followed
from cardroom.integrity.p_values import benjamini_hochberg, drawn_sum, permutation_p

SPOTS_MIN = 60
PEERS_MIN = 5
"""With fewer players there is no median to compare with."""


class SuperuserFinding(NamedTuple):
    """One player's decisions and the cards that they could not see."""

    player: int
    spots: int
    slope: float
    """How strongly decisions follow hidden cards."""
    usual: float
    """The same at the median of all players."""
    p: float
    q: float


class _Figures:
    """One player's strata: how far decisions were off, and how weak the hidden hands were."""

    def __init__(self, spots: ActorSpots) -> None:
        strata = [followed(held) for held in spots.strata.values() if len(held) > 1]
        self.u = sum([off * weak for held in strata for off, weak in held])
        self.squares = sum([weak * weak for held in strata for _, weak in held])
        self.slope = self.u / self.squares if self.squares else 0.0
        self._groups = [
            ([weak for _, weak in held], sum([off > 0 for off, _ in held])) for held in strata
        ]
        """The hidden hands of each stratum, and how often the player went on in it."""

    def by_chance(self, below: RandBelow) -> float:
        """The figure when hidden hands are exchanged within strata.

        In a stratum a decision is off by one of two amounts, and the hidden hands add up to
        nothing: the figure is the sum of those that the player went on against.
        """
        return drawn_sum(self._groups, below)


def superuser_findings(
    actors: Mapping[int, ActorSpots], below: RandBelow, *, rounds: int
) -> list[SuperuserFinding]:
    """Every player with enough decisions, strongest first."""
    judged = {
        actor: spots for actor, spots in actors.items() if spots.partners.total() >= SPOTS_MIN
    }
    if len(judged) < PEERS_MIN:
        return []
    figures = {actor: _Figures(spots) for actor, spots in judged.items()}
    usual = max(0.0, median([one.slope for one in figures.values()]))
    p_values = [
        permutation_p(
            partial(one.by_chance, below),
            one.u - usual * one.squares,
            rounds=rounds,
        )
        for one in figures.values()
    ]
    q_values = benjamini_hochberg(p_values)
    rows = zip(figures.items(), p_values, q_values, strict=True)
    found = [
        SuperuserFinding(actor, judged[actor].partners.total(), one.slope, usual, p, q)
        for (actor, one), p, q in rows
    ]
    return sorted(found, key=lambda one: one.p)
