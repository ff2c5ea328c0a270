"""What a player may bring to a table: the amounts that are legal, and why."""

from typing import Literal

import msgspec

from cardroom.errors import SeatRefused
from cardroom.units import Cents

DAY_MS = 86_400_000
HOUR_MS = 3_600_000

WindowEnd = Literal["included", "excluded"]


class BuyInOffer(msgspec.Struct, frozen=True, kw_only=True):
    """The legal amounts of one buy-in, and the rule that sets them."""

    least: Cents
    most: Cents
    rule: str
    reset_to: Cents | None = None
    """Banzai: the stack that may be chosen instead at the price of a reset (BANZ-07)."""

    @property
    def cheapest(self) -> Cents:
        """The smallest legal amount, a reset included."""
        return self.least if self.reset_to is None else min(self.least, self.reset_to)

    def verify(self, amount: Cents, *, reset: bool = False) -> None:
        """Refuse an amount that the offer does not contain, and say what would be legal."""
        if type(amount) is not int:
            raise SeatRefused(self.rule, "amount_is_not_a_whole_number", self._legal())
        if reset and self.reset_to is None:
            raise SeatRefused("BANZ-07", "no_reset_left", self._legal())
        if reset and amount != self.reset_to:
            raise SeatRefused("BANZ-07", "reset_is_exact", {"exactly": self.reset_to})
        if not reset and not self.least <= amount <= self.most:
            raise SeatRefused(self.rule, "buy_in_out_of_range", self._legal())

    def _legal(self) -> dict[str, object]:
        legal: dict[str, object] = {"from": self.least, "to": self.most}
        return legal if self.reset_to is None else {**legal, "reset_to": self.reset_to}


def utc_day(at_ms: int, *, starts_at_hour: int = 0) -> int:
    """The number of the day in which a moment lies; counters start from zero with each."""
    return (at_ms - starts_at_hour * HOUR_MS) // DAY_MS


def is_within(since_ms: int, at_ms: int, window_s: int, end: WindowEnd) -> bool:
    """Whether the half hour after leaving still runs; its last moment belongs to it (AMB-28)."""
    left_ms = since_ms + window_s * 1000 - at_ms
    return left_ms >= 0 if end == "included" else left_ms > 0
