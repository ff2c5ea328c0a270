"""What a place wins."""

import msgspec

from cardroom.units import Cents


class Award(msgspec.Struct, frozen=True, gc=False):
    """The prize of one place: its worth, and whether it is a seat in the target (TYP-04)."""

    cents: Cents
    seat: bool = False


Structure = tuple[Award, ...]
"""All awards, first place first; the places that are paid are its length K."""


def ends_with(structure: Structure, left: int, *, identical_prizes_end: bool) -> bool:
    """Whether the event is over: one player left, or the same award for all (TRN-19, TAMB-26).

    Nobody is left when the last ones were disqualified (TAMB-89).
    No place wins less than one below it, so that first and last place decide. A satellite is over
    when everybody left has a seat, whatever cash comes on top (TAMB-67).
    """
    if left <= 1 or left > len(structure):
        return left <= 1
    last = structure[left - 1]
    return last.seat or (identical_prizes_end and last == structure[0])
