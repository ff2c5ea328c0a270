"""How one live tournament is played: seats, chips, levels, paid places."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount, Worth

MINUTE_MS = 60_000


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the structure; a break has no blinds."""

    minutes: Annotated[int, Meta(ge=1, le=1440)]
    small_blind: Amount = 0
    big_blind: Amount = 0

    @property
    def is_break(self) -> bool:
        """Whether nobody plays."""
        return self.big_blind == 0


class PaidFrom(msgspec.Struct, frozen=True, kw_only=True):
    """From so many entries on, so many places are paid."""

    entries: Annotated[int, Meta(ge=1)]
    places: Annotated[int, Meta(ge=1)]


class FloorTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What management fixed before the start."""

    seats: Annotated[int, Meta(ge=2, le=10)] = 9
    starting_stack: Worth
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=200)]
    entries_until_level: Annotated[int, Meta(ge=0)] = 0
    """The last level, counted from 1, in which players enter and re-enter (LIVE-12)."""
    paid: tuple[PaidFrom, ...] = ()

    def paid_places(self, entries: int) -> int:
        """The places that are paid with this many entries (LAMB-39)."""
        return max((one.places for one in self.paid if one.entries <= entries), default=0)
