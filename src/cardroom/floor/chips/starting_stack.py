"""Which chips a player starts with, of those that the house owns."""

from collections.abc import Sequence
from itertools import pairwise

from cardroom.floor.terms import ChipKind
from cardroom.units import Chips

CHANGE_TIMES = 2
"""Of a chip, this many times the number that makes the next one: enough to give change."""


def starting_stack(chips: Sequence[ChipKind], entries: int, worth: Chips) -> dict[Chips, int]:
    """Chips for one stack of at most `worth`, small ones for change first, then large ones.

    No more of a chip than the house owns for all entries; without enough the stack is smaller.
    """
    ordered = sorted(chips, key=lambda one: one.value)
    most = {chip.value: chip.owned // entries for chip in ordered}
    values = [chip.value for chip in ordered]
    mix: dict[Chips, int] = {}
    left = worth
    for value, above in pairwise(values):
        wanted = CHANGE_TIMES * max(1, above // value)
        # A stack keeps room for chips of every larger kind.
        mix[value] = min(wanted, most[value], left // (2 * value))
        left -= mix[value] * value
    mix[values[-1]] = 0
    for value in reversed(values):
        more = min(most[value] - mix[value], left // value)
        mix[value] += more
        left -= more * value
    return {value: count for value, count in sorted(mix.items()) if count}
