"""Fees, paid places and the bands of the prize curve as look-ups in the data."""

from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.rulebook.tournament.fees import SngSeats, half_up
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, tournament


@rule("TAMB-19")
@pytest.mark.parametrize(
    ("price", "fee"), [(12_50, 1_25), (7_77, 78), (10_00, 1_00), (25_00, 2_50), (4, 0), (5, 1)]
)
def test_a_multi_table_fee_is_a_tenth_of_the_whole_price_half_up(price: int, fee: int) -> None:
    assert {tournament(name).fees.mtt_fee(price) for name in ONLINE} == {fee}


@pytest.mark.parametrize(
    ("name", "seats", "price", "fee"),
    [
        ("en-2.7", 5, 10_00, 50),
        ("en-2.7", 5, 7_00, 35),
        ("en-2.2", 5, 49_99, 2_50),
        ("en-2.2", 5, 50_00, 1_50),
        ("en-2.2", 5, 60_00, 1_80),
        ("nl-3.0", 2, 49_99, 2_00),
        ("nl-3.0", 2, 60_00, 2_70),
        ("nl-3.0", 2, 50, 2),
        ("fr-2.2", 2, 300_00, 9_00),
    ],
)
def test_a_sit_and_go_price_that_is_not_printed_pays_the_rate_of_the_next_lower_one(
    name: str, seats: SngSeats, price: int, fee: int
) -> None:
    assert tournament(name).fees.sng_fee(price, seats) == fee


@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_printed_sit_and_go_price_pays_its_printed_fee(name: str, seats: SngSeats) -> None:
    fees = tournament(name).fees
    for printed in fees.sng_prices(seats):
        assert fees.sng_fee(printed.price_cents, seats) == printed.fee_cents
        assert printed.contribution_cents == printed.price_cents - printed.fee_cents


@given(st.fractions(min_value=0, max_value=10**9))
def test_half_up_is_never_more_than_half_a_cent_away(amount: Fraction) -> None:
    assert Fraction(-1, 2) < half_up(amount) - amount <= Fraction(1, 2)


def test_places_are_paid_by_the_number_of_entries() -> None:
    spots = {2: 1, 4: 1, 5: 2, 10: 2, 11: 3, 20: 3, 21: 4, 26: 4, 27: 5, 45: 7, 100: 15, 180: 27}
    for name in ONLINE:
        prizes = tournament(name).prizes
        assert {entries: prizes.paid_places(entries) for entries in spots} == spots
        assert prizes.paid_places(1000) == 150


@pytest.mark.parametrize(
    ("seats", "widths"),
    [(6, [3, 3, 6, 6, 12, 12, 24, 24]), (9, [5, 4, 9, 9, 18, 18, 36, 36])],
)
def test_bands_of_equal_prizes_widen_in_pairs(seats: int, widths: list[int]) -> None:
    prizes = tournament("en-2.7").prizes
    assert list(islice(prizes.band_widths(seats), 8)) == widths


def test_a_sit_and_go_pays_two_of_five_and_the_winner_of_two() -> None:
    prizes = tournament("en-2.7").prizes
    assert prizes.sng_percents(5) == (65, 35)
    assert prizes.sng_percents(2) == (100,)
