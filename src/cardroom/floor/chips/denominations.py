"""Which chips there are, and which one the odd chips of a denomination become."""

from collections.abc import Collection

from cardroom.errors import FloorRefused
from cardroom.rulebook.live import LiveRules
from cardroom.units import Chips


def next_denomination(rules: LiveRules, removed: Chips, in_play: Collection[Chips]) -> Chips:
    """The next higher chip in play; it must be a multiple of the one removed (LAMB-48).

    A house that does not insist on it races to the next chip that is a multiple.
    """
    higher = sorted(chip for chip in in_play if chip > removed)
    multiples = [chip for chip in higher if chip % removed == 0]
    if not multiples:
        raise FloorRefused("LAMB-48", "no_higher_chip_is_a_multiple", {"removed": removed})
    if multiples[0] != higher[0] and rules.chips.race_needs_multiple:
        details = {"next": higher[0], "next_multiple": multiples[0]}
        raise FloorRefused("LAMB-48", "the_next_chip_is_not_a_multiple", details)
    return multiples[0]


def lowest_remaining(removed: Chips, in_play: Collection[Chips]) -> Chips:
    """The smallest chip that stays in play when one denomination leaves (LIVE-18)."""
    return min(chip for chip in in_play if chip != removed)
