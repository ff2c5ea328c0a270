"""What a caller hands to a hand: seats, amounts and words. The hand itself verifies them (AMB-49).

An `int` in a compiled signature is a check by mypyc: it would raise TypeError for a text, and take
True for seat 1. A protocol is not checked, so both builds refuse the same values in the same way.
"""

from typing import SupportsIndex

Seat = SupportsIndex
"""The number of a seat, an `int`."""
Cents = SupportsIndex
"""An amount of cents, or of tournament chips, an `int`."""


def verify_text(*given: object) -> None:
    """Refuse as mypyc does what should be a text and is none."""
    for one in given:
        if not isinstance(one, str):
            raise TypeError(f"str object expected; got {type(one).__name__}")
