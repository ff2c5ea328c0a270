"""How many places are paid, and what each of them wins."""

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm

from cardroom.rulebook.tournament.fees import SngSeats
from cardroom.rulebook.tournament.prizes import PrizeRules
from cardroom.tournament.prizes.awards import Award, Structure
from cardroom.tournament.prizes.rounding import Rational
from cardroom.units import Cents

POOLS_REMEMBERED = 256


def paid_places(rules: PrizeRules, entries: int, seats: int, pool: Cents) -> int:
    """The places paid for a number of entries (TAMB-41); none at all where there is no pool."""
    return _places(rules, entries, seats, pool, rules.paid_places(entries))


def mtt_structure(
    rules: PrizeRules, *, entries: int, seats: int, pool: Cents, places_max: int | None = None
) -> Structure:
    """The prizes by the curve (TAMB-42); no more than `places_max` in a second phase (TAMB-76).

    Every prize is rounded down; the cents left over go to first place.
    """
    maximum = rules.paid_places(entries)
    wished = maximum if places_max is None else min(maximum, places_max)
    places = _places(rules, entries, seats, pool, wished)
    if places == 0:
        return ()
    whole = _harmonic(1, places)
    prizes: list[Cents] = []
    for first, last in _bands(rules, seats, places):
        band, width = _harmonic(first, last), last - first + 1
        prizes += [_prize(pool, entries, places, whole=whole, band=band, width=width)] * width
    prizes[0] += pool - sum(prizes)
    return tuple(Award(prize) for prize in prizes)


def sng_structure(rules: PrizeRules, *, seats: SngSeats, pool: Cents) -> Structure:
    """A Sit & Go's split: lower places rounded down, the rest to first place (TAMB-43)."""
    prizes = [pool * percent // 100 for percent in rules.sng_percents(seats)]
    prizes[0] += pool - sum(prizes)
    return tuple(Award(prize) for prize in prizes if prize)


def overlay(guarantee: Cents, contributions: Cents) -> Cents:
    """What the house adds so that the place pool reaches its guarantee (TYP-01, TAMB-66)."""
    return max(0, guarantee - contributions)


def _places(rules: PrizeRules, entries: int, seats: int, pool: Cents, wished: int) -> int:
    """The wished number of places, or the next smaller one whose last prize is worth paying."""
    assert entries >= 1
    assert pool >= 0
    if pool >= entries * rules.smallest_prize_cents:
        return wished  # Every paid place gets at least its part of the pool by entries.
    return _fewer_places(rules, entries, seats, pool, wished)


@lru_cache(maxsize=POOLS_REMEMBERED)
def _fewer_places(rules: PrizeRules, entries: int, seats: int, pool: Cents, wished: int) -> int:
    """The largest number of places whose last prize is not too small; one, if any (TAMB-41)."""
    unit = lcm(*range(1, wished + 1))
    sums = [0, *accumulate(unit // place for place in range(1, wished + 1))]
    starts = [first for first, _ in _bands(rules, seats, wished)]
    for places in range(wished, 1, -1):
        first = starts[bisect_right(starts, places) - 1]
        band, width = sums[places] - sums[first - 1], places - first + 1
        last = _prize(pool, entries, places, whole=sums[places], band=band, width=width)
        if last >= rules.smallest_prize_cents:
            return places
    return 1 if pool else 0


def _prize(
    pool: Cents, entries: int, places: int, *, whole: Rational, band: Rational, width: int
) -> Cents:
    """A place gets 1/N of the pool, and of what is left by the mean of its band (TAMB-42).

    `whole` and `band` are the sums of 1/place over all paid places and over the band, in one unit.
    """
    return pool * (whole * width + (entries - places) * band) // (entries * whole * width)


def _bands(rules: PrizeRules, seats: int, places: int) -> Iterator[tuple[int, int]]:
    """First and last place of every equal prize: single places, then wider bands (TAMB-42)."""
    single = min(places, rules.single_places_tables * seats)
    yield from ((place, place) for place in range(1, single + 1))
    first = single + 1
    for width in rules.band_widths(seats):
        if first > places:
            return
        if width:
            yield first, min(places, first + width - 1)
            first += width


def _harmonic(first: int, last: int) -> Fraction:
    """The sum of 1/place over places, halved again and again so that the numbers stay small."""
    if last - first < 8:
        return sum((Fraction(1, place) for place in range(first, last + 1)), Fraction(0))
    middle = (first + last) // 2
    return _harmonic(first, middle) + _harmonic(middle + 1, last)
