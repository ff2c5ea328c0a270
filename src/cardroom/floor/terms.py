"""How one live tournament is played: seats, chips, levels, prices, paid places."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount, Worth
from cardroom.units import Cents, Chips

MINUTE_MS = 60_000
Money = Annotated[Cents, Meta(ge=0, le=10**12)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Split(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a price consists of, in cents: prize pool, bounty, fee of the house, the staff."""

    prize: Money = 0
    bounty: Money = 0
    fee: Money = 0
    staff: Money = 0

    @property
    def total(self) -> Cents:
        """What the player pays."""
        return self.prize + self.bounty + self.fee + self.staff


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the structure; a break has no blinds."""

    minutes: Annotated[int, Meta(ge=1, le=1440)]
    small_blind: Amount = 0
    big_blind: Amount = 0
    ends_day: bool = False
    """The last level of a day: the hands that are left are drawn in it (LIVE-28)."""

    @property
    def is_break(self) -> bool:
        """Whether nobody plays."""
        return self.big_blind == 0


class PaidFrom(msgspec.Struct, frozen=True, kw_only=True):
    """From this many entries on, this many places are paid; by percents, or else by the curve."""

    entries: Annotated[int, Meta(ge=1)]
    places: Annotated[int, Meta(ge=1)]
    percents: tuple[Annotated[int, Meta(ge=0, le=100)], ...] = ()
    """First place first, together 100; empty for the curve of the tournament rules."""


class Purchase(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that players buy during the tournament."""

    price: Split
    chips: Worth
    until_level: Annotated[int, Meta(ge=0, le=200)] = 0
    """The last level of re-buys; an add-on is sold in the first break after it (LIVE-11.p2)."""
    mix: dict[Chips, Count] = {}
    """Which chips are handed over; empty if nobody counts them."""


class ChipKind(msgspec.Struct, frozen=True, kw_only=True):
    """A denomination that the house owns."""

    value: Worth
    owned: Count = 0
    colour: Annotated[str, Meta(max_length=30)] = ""


Logo = Annotated[
    str,
    Meta(
        max_length=20_000,
        pattern=r"^(data:image/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2})?\Z",
    ),
]
"""A small picture as a data address: screens and papers need no other file for it."""


class FloorTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What management fixed before the start."""

    seats: Annotated[int, Meta(ge=2, le=10)] = 9
    starting_stack: Worth
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=200)]
    entries_until_level: Annotated[int, Meta(ge=0)] = 0
    """The last level, counted from 1, in which players enter and re-enter (LIVE-12)."""
    paid: tuple[PaidFrom, ...] = ()
    """Empty: places and prizes by the curve of the tournament rules."""
    price: Split = Split()
    rebuy: Purchase | None = None
    addon: Purchase | None = None
    guarantee: Money = 0
    """The house adds what the prize pool lacks of it."""
    chips: Annotated[tuple[ChipKind, ...], Meta(max_length=20)] = ()
    starting_chips: dict[Chips, Count] = {}
    expected: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Players expected: this many tables are opened at first (LIVE-8)."""
    turbo: bool = False
    breaking_order: tuple[int, ...] = ()
    """Tables in the order in which they break; empty: the one opened last first (LIVE-8)."""
    host: Annotated[str, Meta(max_length=60)] = ""
    """Whose event it is, above its name on screens and papers."""
    logo: Logo = ""
    prize_step: Money = 0
    """Prizes are multiples of it, and the first place gets the rest; 0: to the cent."""

    def paid_row(self, entries: int) -> PaidFrom | None:
        """The row that holds for this many entries."""
        rows = [one for one in self.paid if one.entries <= entries]
        return max(rows, key=lambda one: one.entries, default=None)

    def paid_places(self, entries: int) -> int:
        """The listed places that are paid with this many entries (LAMB-39); 0 if none are."""
        row = self.paid_row(entries)
        return 0 if row is None else min(row.places, entries)
