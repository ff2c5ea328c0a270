"""Prize structures to the cent: the catalogue's tables, and what holds for any field and pool."""

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.rulebook.tournament.fees import SngSeats
from cardroom.rulebook.tournament.prizes import PrizeRules
from cardroom.tournament.desk.fees import sng_price
from cardroom.tournament.prizes.awards import Structure
from cardroom.tournament.prizes.structures import mtt_structure, overlay, paid_places, sng_structure
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, tournament
from tests.tournament.euros import cents

RULES = tournament("en-2.7").prizes
THOUSAND = (
    "1378.26 693.11 465.07 351.05 282.64 237.03 3*181.83 3*134.07 6*98.36 6*73.04 "
    "12*54.44 12*41.40 24*31.91 24*25.30 48*20.50 6*18.27"
)


def amounts(structure: Structure) -> list[int]:
    assert not any(award.seat for award in structure)
    return [award.cents for award in structure]


def prizes(entries: int, seats: int, pool: str, places_max: int | None = None) -> list[int]:
    structure = mtt_structure(
        RULES, entries=entries, seats=seats, pool=cents(pool)[0], places_max=places_max
    )
    return amounts(structure)


@rule("PRZ-05", "TAMB-41", "TAMB-42")
def test_all_editions_choose_the_same_structure() -> None:
    rules = {tournament(name).prizes for name in ONLINE}
    assert len({mtt_structure(each, entries=77, seats=6, pool=693_00) for each in rules}) == 1


@rule("THC-01", "PRZ-05", "TAMB-41", "TAMB-42")
def test_a_hundred_entries_at_tables_of_six() -> None:
    wanted = "239.61 124.27 85.84 66.63 55.10 47.42 3*38.12 3*30.07 3*25.52"
    assert prizes(100, 6, "900.00") == cents(wanted)


@rule("THC-02", "TAMB-41", "TAMB-42")
def test_eleven_entries_and_ten() -> None:
    assert prizes(11, 6, "99.00") == cents("48.28 28.63 22.09")
    assert prizes(10, 6, "90.00") == cents("57.00 33.00")


@rule("TAMB-42")
@pytest.mark.parametrize(
    ("entries", "seats", "pool", "wanted"),
    [
        (5, 6, "45.00", "27.00 18.00"),
        (20, 6, "180.00", "92.47 50.72 36.81"),
        (21, 6, "189.00", "82.44 45.72 33.48 27.36"),
        (27, 6, "243.00", "95.74 52.35 37.90 30.67 26.34"),
        (45, 9, "405.00", "140.92 74.95 52.96 41.97 35.38 30.98 27.84"),
        (
            *(100, 9, "900.00"),
            "239.63 124.27 85.84 66.63 55.10 47.42 41.93 37.81 34.61 5*28.48 24.36",
        ),
        (1000, 6, "9000.00", THOUSAND),
    ],
)
def test_the_structures_of_the_table(entries: int, seats: int, pool: str, wanted: str) -> None:
    assert prizes(entries, seats, pool) == cents(wanted)
    assert len(cents(wanted)) == paid_places(RULES, entries, seats, cents(pool)[0])


@rule("TAMB-41")
def test_fewer_places_are_paid_rather_than_prizes_of_nothing() -> None:
    assert paid_places(RULES, 1000, 6, 2_00) == 54
    assert prizes(1000, 6, "2.00")[-1] == 1
    assert paid_places(RULES, 1000, 6, 0) == 0
    assert prizes(1000, 6, "0.00") == []


@rule("TAMB-42")
def test_the_floor_to_cents_can_bring_the_last_prize_below_its_exact_share() -> None:
    found = prizes(2561, 6, "2304.90")
    assert (len(found), found[-1]) == (385, 1_67)


@rule("TAMB-42")
def test_the_last_prize_is_never_less_than_nearly_two_entries() -> None:
    """f(K) >= 1.86/N up to 3,000 entries: seen through a pool in which no cent matters."""
    pool = 10**15
    for entries in (*range(21, 200), *range(200, 3001, 97), 2561, 3000):
        last = amounts(mtt_structure(RULES, entries=entries, seats=6, pool=pool))[-1]
        assert Fraction(last + 1, pool) >= Fraction(186, 100 * entries)


@rule("THC-04", "TYP-01", "TAMB-66")
def test_the_house_fills_a_guaranteed_pool_up_and_never_takes_from_it() -> None:
    assert overlay(1_000_00, 100 * 9_00) == 100_00
    wanted = "266.25 138.08 95.38 74.04 61.23 52.69 3*42.35 3*33.41 3*28.35"
    assert prizes(100, 6, "1000.00") == cents(wanted)
    assert overlay(1_000_00, 112 * 9_00) == 0


@rule("THC-36", "TAMB-76")
def test_a_second_phase_pays_by_the_entries_of_all_flights() -> None:
    wanted = "907.29 464.81 317.37 243.65 199.42 169.93 3*134.24 3*103.36 6*80.28 6*63.90 3*56.55"
    assert prizes(40 + 60 + 80, 6, "4050.00", places_max=33) == cents(wanted)


@rule("THC-37", "TAMB-76")
def test_no_more_places_are_paid_than_players_arrive() -> None:
    wanted = "1023.22 522.81 356.04 272.65 222.62 189.27 3*148.90 3*113.97 6*87.85 2*73.84"
    assert prizes(180, 6, "4050.00", places_max=20) == cents(wanted)


@rule("TAMB-43", "THC-03")
@pytest.mark.parametrize(
    ("name", "price", "wanted"),
    [
        *[(name, "1.00", "3.09 1.66") for name in ONLINE],
        *[(name, "2.00", "6.18 3.32") for name in ONLINE],
        *[(name, "4.00", "12.35 6.65") for name in ONLINE],
        *[(name, "10.00", "30.88 16.62") for name in ONLINE],
        *[(name, "25.00", "77.19 41.56") for name in ONLINE],
        ("en-2.2", "50.00", "157.63 84.87"),
        ("en-2.2", "100.00", "315.25 169.75"),
    ],
)
def test_a_five_handed_sit_and_go_pays_two(name: str, price: str, wanted: str) -> None:
    rules = tournament(name)
    pool = 5 * sng_price(rules, cents(price)[0], 5).places
    assert amounts(sng_structure(rules.prizes, seats=5, pool=pool)) == cents(wanted)


@rule("TAMB-43", "THC-03")
def test_a_two_handed_sit_and_go_pays_the_winner() -> None:
    for name in ONLINE:
        rules = tournament(name)
        fifty = 2 * sng_price(rules, 50_00, 2).places
        assert fifty == (95_50 if name == "nl-3.0" else 97_00)
        assert amounts(sng_structure(rules.prizes, seats=2, pool=fifty)) == [fifty]
        assert 2 * sng_price(rules, 25_00, 2).places == (48_00 if name == "nl-3.0" else 48_50)


SIZES: list[SngSeats] = [2, 5]


@rule("TAMB-13")
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("seats", SIZES)
def test_a_sit_and_go_that_is_no_satellite_pays_cash(name: str, seats: SngSeats) -> None:
    rules = tournament(name)
    structure = sng_structure(rules.prizes, seats=seats, pool=47_50)
    assert [award for award in structure if award.seat] == []


@rule("TAMB-43", "TAMB-40")
@given(st.sampled_from(SIZES), st.integers(0, 10**9))
def test_a_sit_and_go_pays_all_of_any_pool(seats: SngSeats, pool: int) -> None:
    found = amounts(sng_structure(RULES, seats=seats, pool=pool))
    assert sum(found) == pool
    assert found == sorted(found, reverse=True)
    assert all(prize > 0 for prize in found)


@rule("TAMB-41", "TAMB-42", "TAMB-40")
@given(
    st.integers(1, 3000),
    st.integers(2, 10),
    st.integers(0, 3000) | st.integers(0, 10**9),
    st.none() | st.integers(1, 200),
)
def test_any_pool_is_paid_to_the_last_cent_and_a_better_place_never_pays_less(
    entries: int, seats: int, pool: int, places_max: int | None
) -> None:
    found = amounts(
        mtt_structure(RULES, entries=entries, seats=seats, pool=pool, places_max=places_max)
    )
    assert sum(found) == pool
    assert found == sorted(found, reverse=True)
    assert all(prize >= RULES.smallest_prize_cents for prize in found)
    assert len(found) <= min(RULES.paid_places(entries), places_max or entries)
    assert len(found) > 0 or pool == 0
    if places_max is None:
        assert len(found) == paid_places(RULES, entries, seats, pool)


@rule("TAMB-42")
@given(st.integers(21, 2000), st.integers(2, 10))
def test_prizes_are_equal_inside_a_band_and_fall_between_bands(entries: int, seats: int) -> None:
    found = amounts(mtt_structure(RULES, entries=entries, seats=seats, pool=10**12))
    first = seats
    for width in RULES.band_widths(seats):
        if first >= len(found):
            break
        assert len(set(found[first : first + width])) == 1
        assert found[first] < found[first - 1]
        first += width
    assert all(better > worse for better, worse in pairwise(found[:seats]))


@rule("TAMB-41")
def test_the_number_of_places_falls_no_further_than_it_must() -> None:
    """Each of the places given up would have paid nothing."""
    for pool in (1, 7, 50, 199):
        places = paid_places(RULES, 300, 6, pool)
        for more in range(places + 1, RULES.paid_places(300) + 1):
            assert last_prize(RULES, 300, 6, pool, more) == 0
        assert last_prize(RULES, 300, 6, pool, places) >= 1


@rule("TAMB-41")
@pytest.mark.parametrize(("pool", "places"), [(20_00, 2), (6_00, 1), (4_00, 1), (1, 1)])
def test_a_house_that_wants_larger_prizes_still_pays_the_whole_pool(pool: int, places: int) -> None:
    house = msgspec.structs.replace(RULES, smallest_prize_cents=5_00)
    found = amounts(mtt_structure(house, entries=30, seats=6, pool=pool))
    assert sum(found) == pool
    assert len(found) == places


def last_prize(rules: PrizeRules, entries: int, seats: int, pool: int, places: int) -> int:
    """The last prize by the formula of TAMB-42, written out once more."""
    starts, place = list(range(1, seats + 1)), seats + 1
    for width in rules.band_widths(seats):
        if place > places:
            break
        starts.append(place)
        place += width
    first = max(start for start in starts if start <= places)
    mean = sum(Fraction(1, j) for j in range(first, places + 1)) / (places - first + 1)
    harmonic = sum(Fraction(1, j) for j in range(1, places + 1))
    share = Fraction(1, entries) + (1 - Fraction(places, entries)) * mean / harmonic
    return int(pool * share)
