"""From figures to p-values: by permutation, combined, and over many pairs.

A sum is compared with a number of ways, drawn by chance, in which the same decisions could have
fallen on other partners. `exchanged_sums` has figures that need no draws.
"""

from collections.abc import Callable, Sequence
from math import atan, exp, pi, tan

from cardroom.engine.chance import RandBelow

LARGEST = 0.9
"""A p-value of one says nothing, and must not drown others when they are combined."""
SMALLEST = 1e-15
ENOUGH = 20
"""So often reached, a figure is no finding."""
ROUNDS_FOR_A_TAIL = 200


def permutation_p(
    draw: Callable[[], float], observed: float, *, rounds: int, enough: int = ENOUGH
) -> float:
    """How often a figure drawn by chance is at least as large as the one observed.

    Stops early where nothing is to be found. A figure that chance hardly ever reached gets its
    tail from the largest that it did reach.
    """
    drawn: list[float] = []
    reached = 0
    for done in range(1, rounds + 1):
        value = draw()
        drawn.append(value)
        reached += value >= observed - 1e-9
        if reached >= enough:
            return (reached + 1) / (done + 1)
    plain = (reached + 1) / (rounds + 1)
    if reached >= enough // 2 or rounds < ROUNDS_FOR_A_TAIL:
        return plain
    return max(SMALLEST, min(plain, _tail(drawn, observed)))


def below_from(fraction: Callable[[], float]) -> RandBelow:
    """Chance for permutations from fractions of one: uneven by less than 1e-12, and quick."""

    def below(count: int) -> int:
        return int(fraction() * count)

    return below


def drawn_sum(groups: list[tuple[list[float], int]], below: RandBelow) -> float:
    """A sum of values drawn within groups: each is its values, whose order is lost, and how many
    of them are drawn."""
    total = 0.0
    for values, count in groups:
        size = len(values)
        if count * 2 > size:
            total += sum(values) - _drawn_sum(values, size - count, below)
        else:
            total += _drawn_sum(values, count, below)
    return total


def _drawn_sum(values: list[float], count: int, below: RandBelow) -> float:
    """Brings those that are drawn to the end."""
    total = 0.0
    size = len(values)
    for last in range(size - 1, size - 1 - count, -1):
        place = below(last + 1)
        value = values[place]
        values[place] = values[last]
        values[last] = value
        total += value
    return total


def _tail(sums: list[float], observed: float) -> float:
    """Beyond what was drawn: an exponential tail fitted to the largest twentieth.

    Sums of few heavy values fall faster than that beyond their largest, so it accuses nobody.
    """
    ordered = sorted(sums, reverse=True)
    count = max(10, len(ordered) // 20)
    start = ordered[count]
    mean = sum([value - start for value in ordered[:count]]) / count
    if mean <= 0:
        return 1 / (len(ordered) + 1)
    return count / len(ordered) * exp((start - observed) / mean)


def cauchy(p_values: Sequence[float]) -> float:
    """One p-value of many that need not be independent."""
    kept = [min(LARGEST, max(SMALLEST, p)) for p in p_values]
    if not kept:
        return 1.0
    mean = sum([_cotangent(p) for p in kept]) / len(kept)
    if mean > 1e6:
        return 1 / (pi * mean)
    return 0.5 - atan(mean) / pi


def _cotangent(p: float) -> float:
    return 1 / (pi * p) if p < 1e-6 else tan((0.5 - p) * pi)


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Each p-value's q: the share of false alerts if everything up to it is one."""
    count = len(p_values)
    order = sorted(range(count), key=lambda place: p_values[place])
    found = [1.0] * count
    least = 1.0
    for rank in range(count, 0, -1):
        place = order[rank - 1]
        least = min(least, p_values[place] * count / rank)
        found[place] = least
    return found


def double_centred(values: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """Values by actor and partner less the actor's mean and the partner's mean.

    What somebody does to everyone is a style, and what everyone does to somebody is an answer to
    one; the rest is between the two.
    """
    by_actor: dict[int, list[float]] = {}
    by_partner: dict[int, list[float]] = {}
    for (actor, partner), value in values.items():
        by_actor.setdefault(actor, []).append(value)
        by_partner.setdefault(partner, []).append(value)
    gives = {actor: sum(held) / len(held) for actor, held in by_actor.items()}
    gets = {partner: sum(held) / len(held) for partner, held in by_partner.items()}
    everyone = sum(values.values()) / max(1, len(values))
    return {
        (actor, partner): value - gives[actor] - gets[partner] + everyone
        for (actor, partner), value in values.items()
    }
