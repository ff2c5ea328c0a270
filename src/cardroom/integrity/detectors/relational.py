"""D2, the relational test: how X plays against Y, compared with how X plays others.

Every agreement that two may have says what they would do with each other. What X does is weighed by
how much likelier it is if the agreement holds in half of the decisions than by X's own policy, so
that a call with a weak hand says more than one with a strong hand. Both directions add up: an
agreement is between two. Chance exchanges X's partners among X's decisions of the same kind, and
what everybody else does to Y is taken off.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

from cardroom.integrity.exchanged_sums import ExchangedSum, Stratum
from cardroom.integrity.hands import NOBODY
from cardroom.integrity.policies import ACTS, Chances
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import FACED, KINDS_OF_SPOT, MANY, RIVER, raises_in

PRIOR = 16
"""How many average spots a partner's own figure is mixed with, so that few say little."""
HOLDS: Final = 0.5
"""In what part of the decisions an agreement is taken to hold."""
STRONG: Final = 0.6
WEAK: Final = 0.4
POSSIBLE: Final = 1e-6

Pair = tuple[int, int]
Agreed = Callable[[Spot, Chances], Chances]
"""What a player would do in a spot by an agreement, who would do that by themselves."""


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


def plays_softly(_spot: Spot, chances: Chances) -> Chances:
    """Neither bets nor raises."""
    fold, call, raised = chances
    return fold, call + raised, 0.0


def isolates(spot: Spot, chances: Chances) -> Chances:
    """Raises the partner's bet while a third player is in."""
    return (0.0, 0.0, 1.0) if spot.setting & MANY and spot.setting & FACED else chances


def gives(spot: Spot, chances: Chances) -> Chances:
    """Pays the partner off, gives up a strong hand at the end, and bluffs with a weak one."""
    if not spot.setting & FACED:
        return (0.0, 0.0, 1.0) if spot.held < WEAK else chances
    ends = spot.setting & RIVER and spot.held > STRONG
    return (1.0, 0.0, 0.0) if ends else (0.0, 1.0, 0.0)


def takes(spot: Spot, chances: Chances) -> Chances:
    """Bets and raises the partner alone, whatever the cards."""
    is_on = not spot.setting & MANY and raises_in(spot.setting) < 2
    return (0.0, 0.0, 1.0) if is_on else chances


AGREEMENTS: Final[tuple[tuple[str, Agreed, Agreed], ...]] = (
    ("soft_play", plays_softly, plays_softly),
    ("weak_reraise", isolates, isolates),
    ("dumping", gives, takes),
)
"""The test, what the one does and what the other; where both do the same, once a pair."""


def relational_tests(
    actors: Mapping[int, Sequence[Spot]], policies: Mapping[int, Sequence[Chances]]
) -> dict[Pair, list[Found]]:
    """Every agreement of every pair; what both do alike is named after the one who does more."""
    found: dict[Pair, list[Found]] = {}
    for name, one_does, other_does in AGREEMENTS:
        sums = centred_sums(_weighed(actors, policies, one_does))
        back = sums
        if other_does is not one_does:
            back = centred_sums(_weighed(actors, policies, other_does))
        for pair in {side: None for one in (*sums, *back) for side in (one, one[::-1])}:
            there, again = sums.get(pair), back.get(pair[::-1])
            if other_does is one_does and not _leads(pair, there, again):
                continue
            found.setdefault(pair, []).append(joint_test(name, there, again))
    return found


class Centred(NamedTuple):
    """What X did to Y, and how much of it everybody else does to Y."""

    sums: ExchangedSum
    everyone: float

    @property
    def excess(self) -> float:
        """What is between the two: others take from a finding and never add to one."""
        return self.sums.excess - max(0.0, self.everyone)


def _leads(pair: Pair, there: Centred | None, again: Centred | None) -> bool:
    """Whether it is the first of a pair who does more of it."""
    first = there.excess if there else 0.0
    second = again.excess if again else 0.0
    return first > second or (first == second and pair[0] < pair[1])


def joint_test(name: str, there: Centred | None, again: Centred | None) -> Found:
    """What two did to each other, together."""
    both = ExchangedSum()
    excess = 0.0
    for one in (there, again):
        if one is not None:
            both.join(one.sums)
            excess += one.excess
    return Found(name, both.at_least(excess), both.observed, both.expected)


Weighed = tuple[int, int, int, float]
"""Of one decision: the actor, the partner, the kind of spot, and the value."""


def _weighed(
    actors: Mapping[int, Sequence[Spot]],
    policies: Mapping[int, Sequence[Chances]],
    agreed: Agreed,
) -> list[Weighed]:
    found = []
    for actor, spots in actors.items():
        for spot, chances in zip(spots, policies[actor], strict=True):
            if spot.partner != NOBODY:
                value = weight(spot.act, chances, agreed(spot, chances))
                found.append((actor, spot.partner, spot.setting % KINDS_OF_SPOT, value))
    return found


def weight(act: int, chances: Chances, agreed: Chances) -> float:
    """How much likelier an action is by an agreement, less what that comes to on average."""
    mean = found = 0.0
    for one in range(ACTS):
        chance = chances[one]
        if chance > POSSIBLE:
            likelier = log(1 - HOLDS + HOLDS * agreed[one] / chance)
            mean += chance * likelier
            if one == act:
                found = likelier
    return found - mean


def centred_sums(weighed: Sequence[Weighed]) -> dict[Pair, Centred]:
    """The sum of every ordered pair, with all exchanges of X's partners within kinds of spot."""
    strata: dict[Pair, list[tuple[int, float]]] = {}
    for actor, partner, kind, value in weighed:
        strata.setdefault((actor, kind), []).append((partner, value))
    sums: dict[Pair, ExchangedSum] = {}
    for (actor, _), held in strata.items():
        stratum = Stratum([value for _, value in held])
        drawn: dict[int, int] = {}
        observed: dict[int, float] = {}
        for partner, value in held:
            drawn[partner] = drawn.get(partner, 0) + 1
            observed[partner] = observed.get(partner, 0.0) + value
        for partner, count in drawn.items():
            one = sums.get((actor, partner))
            if one is None:
                one = sums[actor, partner] = ExchangedSum()
            one.add(stratum, count, observed[partner])
    off: dict[int, ExchangedSum] = {}
    for (_, partner), one in sums.items():
        off.setdefault(partner, ExchangedSum()).join(one)
    return {
        (actor, partner): Centred(one, _everyone(off[partner], one))
        for (actor, partner), one in sums.items()
    }


def _everyone(all_of_them: ExchangedSum, own: ExchangedSum) -> float:
    """What everybody else does to Y, at as many spots as X has with Y.

    It counts by as much as it is more than chance (James and Stein): what others do once or twice
    must not hide what X does.
    """
    excess = all_of_them.excess - own.excess
    variance = all_of_them.variance - own.variance
    spots = all_of_them.spots - own.spots
    if spots == 0 or excess * excess <= variance:
        return 0.0
    return own.spots * excess / (spots + PRIOR) * (1 - variance / (excess * excess))
