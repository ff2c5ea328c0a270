from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from cardroom.history.amounts import common_places, plain, units


def test_whole_chips_are_counted_in_units_of_one() -> None:
    assert common_places([50, 100, Decimal("10000.0")], money=False) == 0


def test_one_half_anywhere_counts_the_whole_hand_in_hundredths() -> None:
    assert common_places([50, Decimal("10027.5")], money=False) == 2


def test_money_is_counted_in_cents_even_when_every_amount_is_whole() -> None:
    assert common_places([5, 10], money=True) == 2


def test_more_decimals_than_cents_are_kept() -> None:
    assert common_places([Decimal("0.125")], money=True) == 3


def test_a_tenth_of_a_dollar_is_exactly_ten_cents() -> None:
    assert units(Decimal("0.10"), 2) == 10
    assert units(Decimal("1259450.25"), 2) == 125945025


def test_amounts_are_written_without_needless_decimals() -> None:
    assert [plain(350, 2), plain(300, 2), plain(5, 2), plain(-400, 2), plain(7, 0)] == [
        "3.5",
        "3",
        "0.05",
        "-4",
        "7",
    ]


@given(st.integers(-(10**15), 10**15), st.integers(0, 9))
def test_what_is_written_is_read_back_to_the_unit(amount: int, places: int) -> None:
    assert units(Decimal(plain(amount, places)), places) == amount
