"""D3, the hidden-information test: do X's decisions follow cards of Y that X cannot see?

In each stratum of X's own spots a decision is off by `y - p` (y: went on or raised, p: how often X
does there), and the partner's hidden strength by `s - E[s]`. Honest decisions follow the bets and
not the cards. Bets say something about cards, so the product is a little negative with everybody;
with a partner who shows their cards it is more so than with others.
"""

from collections.abc import Mapping
from functools import partial

from cardroom.engine.chance import RandBelow
from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.relational import Found, Pair
from cardroom.integrity.hands import FOLD, RAISE
from cardroom.integrity.p_values import drawn_sum, permutation_p
from cardroom.integrity.spot import Spot

SPOTS_MIN = 12


def went_on(spot: Spot) -> float:
    """1 where a player went on: called or raised a bet, or bet when nobody had."""
    return float(spot.act != FOLD if spot.faced_bet else spot.act == RAISE)


def followed(held: list[Spot]) -> list[tuple[float, float]]:
    """For each spot of a stratum: how far the decision was off, and how weak the hidden hand was.

    Going on against weak hands and giving up against strong ones makes both have the same sign.
    """
    usual = sum([went_on(spot) for spot in held]) / len(held)
    mean = sum([spot.hidden for spot in held]) / len(held)
    return [(went_on(spot) - usual, mean - spot.hidden) for spot in held]


def hidden_information_tests(
    actors: Mapping[int, ActorSpots], below: RandBelow, *, rounds: int
) -> dict[Pair, list[Found]]:
    """Whether X's decisions follow Y's hidden cards more than those of others."""
    found: dict[Pair, list[Found]] = {}
    for actor, spots in actors.items():
        products = {
            number: [off * weak for off, weak in followed(held)]
            for number, held in spots.strata.items()
        }
        for partner, count in spots.partners.items():
            p, observed, expected = 1.0, 0.0, 0.0
            if count >= SPOTS_MIN:
                groups = []
                for number, drawn in spots.drawn(partner).items():
                    values = products[number]
                    groups.append((values.copy(), drawn))
                    pairs = zip(spots.strata[number], values, strict=True)
                    observed += sum([one for spot, one in pairs if spot.partner == partner])
                    expected += sum(values) * drawn / len(values)
                draw = partial(drawn_sum, groups, below)
                p = permutation_p(draw, observed, rounds=rounds)
            found[actor, partner] = [Found("hidden_cards", p, observed, expected)]
    return found
