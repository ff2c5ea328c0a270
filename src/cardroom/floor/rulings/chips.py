"""Chips as they are pushed: piles of one denomination, motions of the hand."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import CHIPS_MAX, Worth
from cardroom.units import Chips

PILE = re.compile(r"(?P<chip>\d{1,13})(?:[x×*](?P<count>\d{1,4}))?")


class ChipPile(msgspec.Struct, frozen=True):
    """Some chips of one denomination."""

    chip: Worth
    count: Annotated[int, Meta(ge=1, le=9999)] = 1


class Motion(msgspec.Struct, frozen=True):
    """The chips of one movement of the hand; an uncounted heap is all of it (LIVE-36.p3)."""

    piles: Annotated[tuple[ChipPile, ...], Meta(min_length=1, max_length=50)]

    @property
    def worth(self) -> Chips:
        """What the chips are worth together."""
        return sum(pile.chip * pile.count for pile in self.piles)

    @property
    def count(self) -> int:
        """How many chips there are."""
        return sum(pile.count for pile in self.piles)

    @property
    def smallest(self) -> Chips:
        """The smallest denomination among them (LAMB-24)."""
        return min(pile.chip for pile in self.piles)


def together(motions: tuple[Motion, ...]) -> Motion:
    """The chips of several motions as if they were one."""
    return Motion(tuple(pile for motion in motions for pile in motion.piles))


def read_motion(text: str) -> Motion:
    """Read chips as `500x4`, `1000+500+25` or `500x3+100`; anything else is a ValueError."""
    found = [PILE.fullmatch("".join(word.split())) for word in text.lower().split("+")]
    piles = [
        ChipPile(int(match["chip"]), int(match["count"] or 1))
        for match in found
        if match is not None
    ]
    if len(piles) != len(found) or any(pile.chip == 0 or pile.count == 0 for pile in piles):
        raise ValueError(f"'{text}' is not a number of chips: write 500x4 or 1000+500+25")
    motion = Motion(tuple(piles))
    if motion.worth > CHIPS_MAX:
        raise ValueError(f"more than {CHIPS_MAX:,} chips is too much")
    return motion


def read_motions(text: str) -> tuple[Motion, ...]:
    """Read chips of several motions, one after the other: `400/500x2`."""
    return tuple(read_motion(part) for part in text.split("/"))
