"""D4, superusers: players whose decisions follow the hidden cards of everybody.

The figure is that of D3 over all opponents. Chance exchanges the hidden hands within the player's
strata; what the player's peers show at the median, because bets speak of cards, is taken off.
"""

from collections.abc import Mapping
from functools import partial
from statistics import median

from msgspec import Struct

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.hidden_information import followed
from cardroom.integrity.p_values import benjamini_hochberg, permutation_p

SPOTS_MIN = 60
PEERS_MIN = 5
"""With fewer players there is no median to compare with."""


class SuperuserFinding(Struct, frozen=True):
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
        self._strata = [followed(held) for held in spots.strata.values() if len(held) > 1]
        self.u = sum([off * weak for held in self._strata for off, weak in held])
        self.squares = sum([weak * weak for held in self._strata for _, weak in held])
        self.slope = self.u / self.squares if self.squares else 0.0

    def by_chance(self, below: RandBelow) -> float:
        """The figure when hidden hands are exchanged within strata."""
        total = 0.0
        for held in self._strata:
            weak = [one for _, one in held]
            for last in range(len(weak) - 1, 0, -1):
                place = below(last + 1)
                weak[last], weak[place] = weak[place], weak[last]
            total += sum([off * one for (off, _), one in zip(held, weak, strict=True)])
        return total


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
