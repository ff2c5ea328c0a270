"""What stacks are worth in whole cents: the method that fits the field, and its error."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Literal

import msgspec

from cardroom.odds.equities import numpy_is_installed
from cardroom.odds.runouts import Progress
from cardroom.tournament.icm.exact import above_last, icm
from cardroom.tournament.icm.sets import by_integers
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.rounding import Rational, by_remainder, largest_remainder
from cardroom.units import Cents, Chips

EXACT_PLAYERS = 11
EXACT_PLACES = 4
"""So few players, or so few paid places, are counted in exact rationals."""
SETS_PLAYERS = 20
"""Up to this many players we look at every set of them, and the cents are certain."""
FIELD_MAX = 10_000
"""Larger fields would take minutes."""
EQUAL_BITS = 64
"""Shares that agree in this many bits after the point are taken as equal."""

Method = Literal["exact", "sets", "integral"]


class Worth(msgspec.Struct, frozen=True):
    """The worth of every stack, how far each can be from the truth, and how it was found."""

    shares: tuple[Fraction, ...]
    error: Fraction
    method: Method


def worth(stacks: Sequence[Chips], prizes: Sequence[Rational], progress: Progress) -> Worth:
    """The worth of stacks by Malmuth and Harville (TAMB-84).

    More than 20 players need numpy, the extra `fast`; without it a ValueError says so.
    """
    if len(stacks) > SETS_PLAYERS:
        return _by_integral(stacks, prizes, progress)
    if len(stacks) <= EXACT_PLAYERS or len(above_last(len(stacks), prizes)[1]) <= EXACT_PLACES:
        return Worth(tuple(icm(stacks, prizes)), Fraction(0), "exact")
    if numpy_is_installed():
        return _by_floats(stacks, prizes)
    return _by_integers(stacks, prizes, progress)


def icm_cents(
    stacks: Mapping[EntryId, Chips],
    prizes: Sequence[Rational],
    progress: Progress = lambda _done, _all: None,
) -> dict[EntryId, Cents]:
    """What each entry gets of the prizes, in whole cents (TAMB-40, TAMB-84)."""
    return in_cents(worth(list(stacks.values()), prizes, progress), stacks, prizes, progress)


def in_cents(
    found: Worth, stacks: Mapping[EntryId, Chips], prizes: Sequence[Rational], progress: Progress
) -> dict[EntryId, Cents]:
    """The cents of an answer; where its error could move one, with more digits."""
    shares = dict(zip(stacks, found.shares, strict=True))
    total = int(sum(prizes))
    assert total == sum(prizes), "the prizes are no whole number of cents"
    if found.method == "sets" and not is_certain(shares, total, stacks, found.error):
        certain = _by_integers(list(stacks.values()), prizes, progress)
        shares = dict(zip(stacks, certain.shares, strict=True))
    return largest_remainder(shares, total, stacks)


def is_certain(
    shares: Mapping[EntryId, Fraction],
    total: Cents,
    stacks: Mapping[EntryId, Chips],
    error: Fraction,
) -> bool:
    """Whether errors of that size leave every cent where it is.

    They do when the last entry that gets a missing cent and the first that gets none are far
    enough apart, or all entries near them have the same stack. A share that errs across a whole
    cent changes nothing: it is rounded down to one cent less, and is the first to get one more.
    """
    order = by_remainder(shares, stacks)
    missing = total - sum(floor(share) for share in shares.values())
    if not 0 < missing < len(order):
        return 0 <= missing <= len(order)
    highest, lowest = shares[order[missing - 1]] % 1, shares[order[missing]] % 1
    if highest - lowest > 2 * error:
        return True
    highest, lowest = highest + 2 * error, lowest - 2 * error
    near = {stacks[entry] for entry, share in shares.items() if lowest <= share % 1 <= highest}
    return len(near) == 1 and lowest > 0 and highest < 1


def _by_floats(stacks: Sequence[Chips], prizes: Sequence[Rational]) -> Worth:
    from cardroom.tournament.icm.set_arrays import by_floats

    shares, error = by_floats(stacks, prizes)
    return Worth(_alike(stacks, shares), error, "sets")


def _by_integers(stacks: Sequence[Chips], prizes: Sequence[Rational], progress: Progress) -> Worth:
    shares, error = by_integers(stacks, prizes, progress)
    unit = 1 << EQUAL_BITS
    rounded = [Fraction(round(share * unit), unit) for share in shares]
    return Worth(_alike(stacks, rounded), error + Fraction(1, unit), "sets")


def _by_integral(stacks: Sequence[Chips], prizes: Sequence[Rational], progress: Progress) -> Worth:
    if not numpy_is_installed():
        raise ValueError(
            f"more than {SETS_PLAYERS} players need numpy: install cardroom-poker[fast]"
        )
    from cardroom.tournament.icm.integral import by_integral

    base, above = above_last(len(stacks), prizes)
    if not above:
        return Worth((Fraction(base),) * len(stacks), Fraction(0), "exact")
    found, error = by_integral(stacks, [float(prize) for prize in above], progress)
    shares = _alike(stacks, [base + Fraction(share) for share in found])
    return Worth(shares, Fraction(error), "integral")


def _alike(stacks: Sequence[Chips], shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Equal stacks are worth the same to the last digit."""
    first = dict(zip(reversed(stacks), reversed(shares), strict=True))
    return tuple(first[stack] for stack in stacks)
