"""What a place wins."""

import msgspec

from cardroom.units import Cents


class Award(msgspec.Struct, frozen=True, gc=False):
    """The prize of one place: its worth, and whether it is a seat in the target (TYP-04)."""

    cents: Cents
    seat: bool = False


Structure = tuple[Award, ...]
"""All awards, first place first; the places that are paid are its length K."""


def ends_with(structure: Structure, left: int) -> bool:
    """Whether the event is over: one player left, or the same award for all (TRN-19, TAMB-26).

    No place wins less than one below it, so that first and last place tell.
    """
    return left == 1 or (left <= len(structure) and structure[0] == structure[left - 1])
