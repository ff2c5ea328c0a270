"""What facts are made of: amounts of chips, and seats."""

from typing import Annotated

from msgspec import Meta

from cardroom.units import Chips, Seat

CHIPS_MAX = 10**12
LAST_SEAT = 10

Amount = Annotated[Chips, Meta(ge=0, le=CHIPS_MAX)]
"""A number of chips, which may be 0."""
Worth = Annotated[Chips, Meta(ge=1, le=CHIPS_MAX)]
"""A number of chips above 0."""
SeatNumber = Annotated[Seat, Meta(ge=1, le=LAST_SEAT)]
"""A seat at the table, numbered clockwise."""
