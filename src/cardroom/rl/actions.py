"""The choices of a learning player: fold, check or call, and four sizes of a bet or raise."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from cardroom.rl.turns import CALL, CHOICES, FOLD, HALF_POT, LEAST, MOST, POT


class Choice(IntEnum):
    """What a number means as an action; the bets are totals on the street, as the engine has them.

    `HALF_POT` and `POT` are legal where they are bets of their own, between the least and the most.
    """

    FOLD = FOLD
    CALL = CALL
    """Check where nothing is to be called."""
    LEAST = LEAST
    HALF_POT = HALF_POT
    POT = POT
    MOST = MOST
    """All-in where there is no limit."""


def choices_in(legal: int) -> list[Choice]:
    """The choices of a set of bits."""
    return [choice for choice in Choice if legal >> choice & 1]


def mask_of(legal: int) -> NDArray[np.int8]:
    """A set of bits as a mask."""
    return np.array([legal >> choice & 1 for choice in range(CHOICES)], np.int8)


MASKS = [mask_of(legal) for legal in range(1 << CHOICES)]
"""The mask of every set of bits; they are shared, so agents get copies."""
