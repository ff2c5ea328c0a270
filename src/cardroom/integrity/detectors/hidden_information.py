"""D3, the hidden-information test: do X's decisions follow cards of Y that X cannot see?

What X does is weighed by how much likelier it is for somebody who knows whether Y's hand is better
than by X's own policy, and multiplied by whether it is, less how often that is so with such a hand
in such a spot. Honest decisions follow the bets and not the cards. Bets say something about cards,
but they say it to everybody: the sum is compared with those of X's other opponents.

Two who show each other their cards use them against each other (`hidden_cards`), or the one with
the weaker hand leaves when somebody else bets (`shared_folds`): then the two hardly ever meet.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Final

from cardroom.integrity.detectors.relational import (
    Found,
    Pair,
    Weighed,
    centred_sums,
    joint_test,
)
from cardroom.integrity.hands import FOLD, RAISE
from cardroom.integrity.policies import Chances
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import FACED, KINDS_OF_SPOT, MANY, POSTFLOP

SEES: Final = 0.8
"""In what part of the decisions somebody who sees cards is taken to use them."""
BINS: Final = 12


def hidden_information_tests(
    actors: Mapping[int, Sequence[Spot]],
    policies: Mapping[int, Sequence[Chances]],
    is_apart: Callable[[int, int, int], bool],
) -> dict[Pair, list[Found]]:
    """Both tests of every pair, named first who follows the other more.

    `is_apart` says of two and a hand whether what the one did there is no evidence against both.
    """
    about: list[_Look] = []
    beside: list[_Look] = []
    for actor, spots in actors.items():
        for spot, chances in zip(spots, policies[actor], strict=True):
            follows = follow_weight(spot, chances)
            for bit, other in enumerate(spot.others):
                if is_apart(actor, other, spot.hand):
                    continue
                look = _look(spot, bit, other, follows)
                if other == spot.partner:
                    about.append(look)
                elif spot.setting & FACED:
                    beside.append(look)
    found: dict[Pair, list[Found]] = {}
    for name, looks in (("hidden_cards", about), ("shared_folds", beside)):
        sums = centred_sums(_products(looks))
        for pair in sums:
            back = sums.get(pair[::-1])
            first = back is None or (sums[pair].excess, pair[1]) > (back.excess, pair[0])
            if first:
                found.setdefault(pair, []).append(joint_test(name, sums[pair], back))
    return found


def follow_weight(spot: Spot, chances: Chances) -> float:
    """How a decision speaks of being ahead rather than behind: above 0 for going on.

    Who sees that they are ahead goes on, and who sees that they are behind gives up.
    """
    is_faced = bool(spot.setting & FACED)
    goes = 1 - chances[FOLD] if is_faced else chances[RAISE]
    went = spot.act != FOLD if is_faced else spot.act == RAISE
    going = log(1 - SEES + SEES / goes) - log(1 - SEES)
    stopping = log(1 - SEES)
    if is_faced:
        stopping -= log(1 - SEES + SEES / (1 - goes))
    mean = goes * going + (1 - goes) * stopping
    return (going if went else stopping) - mean


class _Look:
    """One decision beside one opponent's cards."""

    def __init__(self, actor: int, other: int, kind: int, cell: int) -> None:
        self.actor = actor
        self.other = other
        self.kind = kind
        self.cell = cell
        self.follows = 0.0
        self.ahead = 0.0


def _look(spot: Spot, bit: int, other: int, follows: float) -> _Look:
    acted = spot.acted >> bit & 1
    wide = spot.setting & (FACED | POSTFLOP)
    cell = (wide * 2 + acted) * BINS + min(BINS - 1, int(spot.held * BINS))
    look = _Look(spot.actor, other, spot.setting % KINDS_OF_SPOT, cell)
    look.follows = follows
    look.ahead = float(spot.beaten >> bit & 1)
    return look


def _products(looks: Sequence[_Look]) -> list[Weighed]:
    """What each decision adds: as expected it is nothing, whoever the opponent is."""
    counts: dict[int, int] = {}
    ahead: dict[int, float] = {}
    for look in looks:
        counts[look.cell] = counts.get(look.cell, 0) + 1
        ahead[look.cell] = ahead.get(look.cell, 0.0) + look.ahead
    return [
        (
            look.actor,
            look.other,
            look.kind & ~MANY,
            look.follows * (look.ahead - ahead[look.cell] / counts[look.cell]),
        )
        for look in looks
    ]
