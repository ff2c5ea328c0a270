"""From exact shares to whole cents, without losing or making one."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips

Rational = int | Fraction
"""An exact amount on its way to whole cents."""


def largest_remainder(
    shares: Mapping[EntryId, Fraction], total: Cents, chips: Mapping[EntryId, Chips]
) -> dict[EntryId, Cents]:
    """Round every share down; the missing cents go one each by descending fraction (TAMB-40).

    Among equal fractions more chips come first, then the lower entry number.
    """
    cents = {entry: floor(share) for entry, share in shares.items()}
    missing = total - sum(cents.values())
    assert 0 <= missing <= len(shares), "the shares do not add up to the total"
    for entry in by_remainder(shares, chips)[:missing]:
        cents[entry] += 1
    return cents


def by_remainder(
    shares: Mapping[EntryId, Fraction], chips: Mapping[EntryId, Chips]
) -> list[EntryId]:
    """The order in which missing cents are given out (TAMB-40)."""
    return sorted(
        shares, key=lambda entry: (floor(shares[entry]) - shares[entry], -chips[entry], entry)
    )
