"""Satellites: seats of the target, leftover cash, guaranteed seats."""

from hypothesis import given
from hypothesis import strategies as st

from cardroom.tournament.prizes.awards import Award, ends_with
from cardroom.tournament.prizes.satellite_prizes import satellite_structure
from cardroom.tournament.prizes.structures import mtt_structure
from tests.rule import rule
from tests.rulebook.tournament_editions import tournament

RULES = tournament("en-2.7")
SEAT = Award(55_00, seat=True)


@rule("THC-27", "TYP-04", "TAMB-67")
def test_a_pool_buys_seats_and_the_next_place_gets_the_rest() -> None:
    structure, added = satellite_structure(
        RULES, entries=47, seats=6, pool=47 * 5_00, seat_price=55_00
    )
    assert structure == (SEAT, SEAT, SEAT, SEAT, Award(15_00))
    assert added == 0


@rule("TAMB-67")
def test_a_pool_that_is_just_seats_leaves_no_cash_place() -> None:
    structure, _ = satellite_structure(RULES, entries=44, seats=6, pool=220_00, seat_price=55_00)
    assert structure == (SEAT,) * 4


@rule("TAMB-67")
def test_a_pool_below_one_seat_is_paid_in_cash_by_the_curve() -> None:
    structure, added = satellite_structure(RULES, entries=10, seats=6, pool=50_00, seat_price=55_00)
    assert structure == mtt_structure(RULES.prizes, entries=10, seats=6, pool=50_00)
    assert added == 0


@rule("TAMB-67")
def test_the_house_pays_for_guaranteed_seats_but_not_beyond_the_entries() -> None:
    structure, added = satellite_structure(
        RULES, entries=20, seats=6, pool=100_00, seat_price=55_00, seats_guaranteed=3
    )
    assert (structure, added) == ((SEAT,) * 3, 65_00)
    structure, added = satellite_structure(
        RULES, entries=2, seats=6, pool=10_00, seat_price=55_00, seats_guaranteed=3
    )
    assert (structure, added) == ((SEAT,) * 2, 100_00)


@rule("TAMB-67")
def test_where_everybody_wins_a_seat_the_leftover_is_cash_on_top() -> None:
    structure, added = satellite_structure(
        RULES, entries=3, seats=6, pool=3 * 55_00 + 20_00, seat_price=55_00
    )
    assert [award.cents - 55_00 for award in structure] == [6_67, 6_67, 6_66]
    assert all(award.seat for award in structure)
    assert added == 0
    assert ends_with(structure, 3, identical_prizes_end=True), "nobody plays for a cent"


@rule("TAMB-67", "TRN-19")
def test_a_satellite_ends_when_everybody_left_has_a_seat() -> None:
    structure = (SEAT, SEAT, Award(15_00))
    ended = [ends_with(structure, left, identical_prizes_end=True) for left in (4, 3, 2, 1)]
    assert ended == [False, False, True, True]
    prizes = (Award(9), Award(9), Award(5))
    assert not ends_with(prizes, 3, identical_prizes_end=True)
    assert ends_with(prizes, 2, identical_prizes_end=True)
    assert not ends_with(prizes, 2, identical_prizes_end=False)


@rule("TAMB-67", "TAMB-40")
@given(
    st.integers(1, 500),
    st.integers(0, 10**7),
    st.integers(1, 10**6),
    st.integers(0, 50),
)
def test_seats_and_cash_are_the_pool_and_what_the_house_adds(
    entries: int, pool: int, seat_price: int, guaranteed: int
) -> None:
    structure, added = satellite_structure(
        RULES,
        entries=entries,
        seats=6,
        pool=pool,
        seat_price=seat_price,
        seats_guaranteed=guaranteed,
    )
    assert sum(award.cents for award in structure) == pool + added
    assert len(structure) <= entries
    won = sum(award.seat for award in structure)
    assert won >= min(guaranteed, entries)
    assert added == max(0, min(guaranteed, entries) * seat_price - pool)
    worth = [award.cents for award in structure]
    assert worth == sorted(worth, reverse=True)
