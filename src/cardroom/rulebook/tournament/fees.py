"""What a tournament costs: the price, the part that goes to the pool and the fee inside it."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.units import Cents

Price = Annotated[int, Meta(ge=1, le=100_000_000)]
SngSeats = Literal[2, 5]


class PrintedFee(Rules, frozen=True, kw_only=True):
    """One printed price with the fee that is inside it."""

    price_cents: Price
    fee_cents: Annotated[int, Meta(ge=0, le=100_000_000)]

    @property
    def contribution_cents(self) -> Cents:
        """The part of the price that goes to the prize pool."""
        return self.price_cents - self.fee_cents

    @property
    def rate(self) -> Fraction:
        """The fee as a part of the price."""
        return Fraction(self.fee_cents, self.price_cents)


class FeeRules(Rules, frozen=True, kw_only=True):
    """Fees of Sit & Gos and of multi-table tournaments (PRZ-01 to PRZ-04)."""

    fee_base: Annotated[Literal["total_price"], ruling("TAMB-19", "PRZ-01")]
    """A percentage is one of the whole price, not of the contribution."""
    fee_rounding: Annotated[Literal["half_up"], ruling("TAMB-44")]
    mtt_percent: Annotated[int, switch("PRZ-04", "PRZ-01", "TAMB-19", "TAMB-44", ge=0, le=100)]
    mtt_prices: Annotated[tuple[PrintedFee, ...], switch("PRZ-04", "TAMB-19")]
    """Printed prices of multi-table tournaments; any other price pays `mtt_percent`."""
    sng_five_handed: Annotated[
        tuple[PrintedFee, ...], switch("PRZ-02", "TAMB-20", "TAMB-44", min_length=1)
    ]
    sng_two_handed: Annotated[tuple[PrintedFee, ...], switch("PRZ-03", "TAMB-44", min_length=1)]
    between_printed_prices: Annotated[Literal["rate_of_lower_price"], ruling("TAMB-44")]
    later_purchases: Annotated[Literal["same_rate"], ruling("TAMB-44", "PRZ-04")]
    """Re-buys and add-ons pay the rate of the entry."""
    freeroll_price_cents: Annotated[int, ruling("PRZ-06", "TYP-06", ge=0, le=0)]

    def mtt_fee(self, price: Cents) -> Cents:
        """The fee inside the price of a multi-table tournament (PRZ-04, TAMB-44)."""
        for printed in self.mtt_prices:
            if printed.price_cents == price:
                return printed.fee_cents
        return half_up(Fraction(price * self.mtt_percent, 100))

    def sng_fee(self, price: Cents, seats: SngSeats) -> Cents:
        """The fee inside the price of a Sit & Go (PRZ-02, PRZ-03, TAMB-44)."""
        return half_up(price * self._printed_up_to(price, seats).rate)

    def sng_prices(self, seats: SngSeats) -> tuple[PrintedFee, ...]:
        """The printed prices for Sit & Gos of that size, from the lowest up."""
        return self.sng_two_handed if seats == 2 else self.sng_five_handed

    def _printed_up_to(self, price: Cents, seats: SngSeats) -> PrintedFee:
        prices = self.sng_prices(seats)
        lower = [printed for printed in prices if printed.price_cents <= price]
        return lower[-1] if lower else prices[0]


def half_up(amount: Fraction) -> Cents:
    """Round to whole cents, half a cent upwards (TAMB-21, TAMB-44)."""
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)
