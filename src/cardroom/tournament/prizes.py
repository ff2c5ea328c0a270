"""How many places are paid, and what each of them wins."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor

from cardroom.rulebook.tournament.fees import SngSeats
from cardroom.rulebook.tournament.prizes import PrizeRules
from cardroom.tournament.awards import Award, Structure
from cardroom.units import Cents

POOLS_REMEMBERED = 256


def paid_places(rules: PrizeRules, entries: int, seats: int, pool: Cents) -> int:
    """The places paid for so many entries (TAMB-41); none at all where there is no pool."""
    return _places(rules, entries, seats, pool, rules.paid_places(entries))


def mtt_structure(
    rules: PrizeRules, *, entries: int, seats: int, pool: Cents, places_max: int | None = None
) -> Structure:
    """The prizes by the curve (TAMB-42); no more than `places_max` in a second phase (TAMB-76).

    Every prize is rounded down; the cents left over go to first place.
    """
    most = rules.paid_places(entries)
    wished = most if places_max is None else min(most, places_max)
    places = _places(rules, entries, seats, pool, wished)
    if places == 0:
        return ()
    harmonic = _harmonic(1, places)
    prizes: list[Cents] = []
    for first, last in _bands(rules, seats, places):
        mean = _harmonic(first, last) / (last - first + 1)
        prize = floor(pool * _share(entries, places, mean / harmonic))
        prizes += [prize] * (last - first + 1)
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
    """The largest number of places whose last prize is not too small (TAMB-41)."""
    harmonic = _harmonic(1, wished)
    for places in range(wished, 0, -1):
        first, last = list(_bands(rules, seats, places))[-1]
        mean = _harmonic(first, last) / (last - first + 1)
        if pool * _share(entries, places, mean / harmonic) >= rules.smallest_prize_cents:
            return places
        harmonic -= Fraction(1, places)
    return 0


def _share(entries: int, places: int, weight: Fraction) -> Fraction:
    """A place's part of the pool: 1/N, and of the rest by its weight (TAMB-42)."""
    return Fraction(1, entries) + (1 - Fraction(places, entries)) * weight


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
