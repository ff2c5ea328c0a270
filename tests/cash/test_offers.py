"""The legal amounts of a buy-in, and the half hour after leaving."""

import pytest

from cardroom.cash.offers import DAY_MS, HOUR_MS, BuyInOffer, WindowEnd, is_within, utc_day
from cardroom.errors import SeatRefused
from tests.rule import rule

OFFER = BuyInOffer(least=1150, most=1150, rule="BANZ-06", reset_to=500)


@rule("CASH-16")
@pytest.mark.parametrize("amount", [499, 1001, True, 600.0, "600"])
def test_an_amount_outside_the_range_or_not_in_whole_cents_is_refused(amount: object) -> None:
    offer = BuyInOffer(least=500, most=1000, rule="CASH-16")
    with pytest.raises(SeatRefused) as refusal:
        offer.verify(amount)  # type: ignore[arg-type]
    assert refusal.value.rule == "CASH-16"
    assert refusal.value.details == {"from": 500, "to": 1000}


@rule("CASH-16")
@pytest.mark.parametrize("amount", [500, 735, 1000])
def test_every_amount_of_the_range_is_legal(amount: int) -> None:
    BuyInOffer(least=500, most=1000, rule="CASH-16").verify(amount)


@rule("BANZ-07")
def test_a_reset_is_for_the_buy_in_and_nothing_else() -> None:
    OFFER.verify(1150)
    OFFER.verify(500, reset=True)
    for amount, reset in ((500, False), (1150, True), (501, True)):
        with pytest.raises(SeatRefused):
            OFFER.verify(amount, reset=reset)


@rule("BANZ-07")
def test_a_reset_that_is_not_offered_is_refused() -> None:
    with pytest.raises(SeatRefused, match="no reset left"):
        BuyInOffer(least=1150, most=1150, rule="BANZ-06").verify(500, reset=True)


def test_the_cheapest_way_in_may_be_a_reset() -> None:
    assert OFFER.cheapest == 500
    assert BuyInOffer(least=700, most=1000, rule="RAT-02").cheapest == 700


@rule("AMB-28", "AMB-65")
@pytest.mark.parametrize(
    ("end", "elapsed_ms", "expected"),
    [
        ("included", 1_800_000, True),
        ("included", 1_800_001, False),
        ("excluded", 1_799_999, True),
        ("excluded", 1_800_000, False),
    ],
)
def test_the_last_moment_of_the_half_hour_belongs_to_it_unless_the_house_says_otherwise(
    end: WindowEnd, elapsed_ms: int, expected: bool
) -> None:
    assert is_within(7, 7 + elapsed_ms, 1800, end) is expected


@rule("RAT-03")
def test_a_day_begins_at_midnight_or_at_the_hour_of_the_house() -> None:
    assert utc_day(DAY_MS - 1) == 0
    assert utc_day(DAY_MS) == 1
    assert utc_day(DAY_MS + 4 * HOUR_MS - 1, starts_at_hour=4) == 0
    assert utc_day(DAY_MS + 4 * HOUR_MS, starts_at_hour=4) == 1
