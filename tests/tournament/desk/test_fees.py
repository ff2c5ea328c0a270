"""What an entry costs, part by part, in every edition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.ledger.tournaments import Price
from cardroom.rulebook.tournament.fees import SngSeats
from cardroom.tournament.desk.fees import is_sng_price, mtt_price, sng_price
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, tournament
from tests.tournament.euros import cents

FIVE_HANDED = {1_00: 5, 2_00: 10, 4_00: 20, 10_00: 50, 25_00: 1_25}
TWO_HANDED = {1_00: 3, 2_00: 6, 4_00: 12, 10_00: 30, 25_00: 75, 50_00: 1_50, 100_00: 3_00}
TWO_HANDED_NL = {1_00: 4, 2_00: 8, 4_00: 16, 10_00: 40, 25_00: 1_00, 50_00: 2_25, 100_00: 4_50}


@rule("PRZ-01", "PRZ-04", "TAMB-19")
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("euros", [1, 4, 10, 25, 50, 100])
def test_a_multi_table_price_is_nine_parts_pool_and_one_part_fee(name: str, euros: int) -> None:
    price = mtt_price(tournament(name), euros * 100, bounty=False)
    assert price == Price(places=euros * 90, bounty=0, fee=euros * 10)


@rule("PRZ-04", "TAMB-44")
def test_a_tournament_may_set_a_fee_of_its_own() -> None:
    rules = tournament("en-2.7")
    assert mtt_price(rules, 10_00, bounty=False, fee_percent=8) == Price(9_20, 0, 80)
    assert mtt_price(rules, 10_00, bounty=False, fee_percent=0) == Price(10_00, 0, 0)
    assert mtt_price(rules, 1_15, bounty=False, fee_percent=10).fee == 12, "half a cent goes up"


@rule("PRZ-06")
@pytest.mark.parametrize("name", ONLINE)
def test_a_freeroll_costs_nothing(name: str) -> None:
    rules = tournament(name)
    assert mtt_price(rules, rules.fees.freeroll_price_cents, bounty=False) == Price(0, 0, 0)


@rule("PRZ-02", "TAMB-44")
@pytest.mark.parametrize("name", ONLINE)
def test_five_handed_sit_and_gos_cost_what_is_printed(name: str) -> None:
    for price, fee in FIVE_HANDED.items():
        assert sng_price(tournament(name), price, 5) == Price(price - fee, 0, fee)


@rule("PRZ-02", "TAMB-20")
def test_dear_five_handed_sit_and_gos_are_for_one_edition_only() -> None:
    for price, fee in ((50_00, 1_50), (100_00, 3_00)):
        offering = [name for name in ONLINE if is_sng_price(tournament(name), price, 5)]
        assert offering == ["en-2.2"]
        assert sng_price(tournament("en-2.2"), price, 5) == Price(price - fee, 0, fee)


@rule("PRZ-03", "TAMB-44", "THC-03")
@pytest.mark.parametrize("name", ONLINE)
def test_two_handed_sit_and_gos_cost_what_the_edition_prints(name: str) -> None:
    for price, fee in (TWO_HANDED_NL if name == "nl-3.0" else TWO_HANDED).items():
        assert is_sng_price(tournament(name), price, 2)
        assert sng_price(tournament(name), price, 2) == Price(price - fee, 0, fee)


@rule("THC-05", "TAMB-44")
@pytest.mark.parametrize("name", ONLINE)
def test_a_chosen_price_pays_its_percentage_half_up(name: str) -> None:
    assert mtt_price(tournament(name), 12_50, bounty=False) == Price(11_25, 0, 1_25)
    assert mtt_price(tournament(name), 7_77, bounty=False) == Price(6_99, 0, 78)


@rule("TAMB-71", "TYP-09")
def test_half_of_what_the_fee_leaves_is_bounty_and_its_odd_cent_is_pool() -> None:
    rules = tournament("en-2.7")
    assert mtt_price(rules, 10_00, bounty=True) == Price(places=4_50, bounty=4_50, fee=1_00)
    assert mtt_price(rules, 7_77, bounty=True) == Price(places=3_50, bounty=3_49, fee=78)


@rule("PRZ-01", "TAMB-40")
@given(
    st.sampled_from(ONLINE),
    st.integers(0, 10**8),
    st.booleans(),
    st.none() | st.integers(0, 100),
)
def test_the_parts_of_any_price_are_the_price(
    name: str, cost: int, bounty: bool, percent: int | None
) -> None:
    price = mtt_price(tournament(name), cost, bounty=bounty, fee_percent=percent)
    assert price.total == cost
    assert min(price.places, price.bounty, price.fee) >= 0
    assert 0 <= price.places - price.bounty <= 1 or not bounty


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("price", cents("0.01 0.99 3.33 49.99 60.00"))
def test_the_parts_of_any_sit_and_go_price_are_the_price(seats: SngSeats, price: int) -> None:
    for name in ONLINE:
        assert sng_price(tournament(name), price, seats).total == price
