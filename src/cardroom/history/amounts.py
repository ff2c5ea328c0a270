"""Amounts of a hand history: decimals in the file, integer units in the program, nothing lost."""

from collections.abc import Iterable
from decimal import Decimal

PLACES_MAX = 9
"""More decimals than any currency has; a file that needs more is broken."""

AMOUNT_MAX = 10**15
"""In the file's own numbers; more money than there is."""

CENT_PLACES = 2

Number = int | Decimal


def decimal_places(number: Number) -> int:
    """Count the decimals that a number needs: 3.50 needs one, 100 none."""
    if isinstance(number, int):
        return 0
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def common_places(numbers: Iterable[Number], *, money: bool) -> int:
    """Choose the decimals that hold all `numbers`; money has at least its cents.

    Whole chips stay whole: a hand without money and without decimals is counted in units of one.
    """
    places = max((decimal_places(number) for number in numbers), default=0)
    return max(places, CENT_PLACES) if money or places else 0


def units(number: Number, places: int) -> int:
    """Turn a number of the file into units: 3.5 with two decimals is 350."""
    scaled = number * 10**places
    whole = int(scaled)
    assert whole == scaled, f"{number} does not fit into {places} decimals"
    return whole


def plain(amount: int, places: int) -> str:
    """Write units as the file has them, with no more decimals than needed: 350 is '3.5'."""
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 10**places)
    decimals = f"{rest:0{places}d}".rstrip("0") if rest else ""
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"
