"""Where the button and the blinds of a cash hand are, and who is dealt in."""

from typing import Literal

import msgspec

from cardroom.ledger import PlayerId
from cardroom.units import Seat

Standing = Literal["playing", "returning", "waiting", "posting"]
"""`playing` is dealt in; `returning` missed no blind; `waiting` is for the big blind to come."""


class HandPositions(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where a hand's button and blinds are, and who gets cards."""

    button: Seat
    small_blind: Seat | None
    big_blind: Seat
    dealt_in: dict[Seat, PlayerId]
    """The players with cards, by seat."""
    posts: tuple[Seat, ...] = ()
    """Seats that post out of position (CASH-14)."""
