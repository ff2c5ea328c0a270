"""The simulation's own arithmetic of prizes and shares, against the examples of docs/rules."""

from tests.rule import rule
from tests.simulation.with_tournaments import shares
from tests.simulation.with_tournaments.plans import (
    EVENINGS,
    FIVE,
    Parts,
    Plan,
    awards,
    drawn,
    hexapro_awards,
)
from tests.simulation.with_tournaments.programme import holds_tournaments, plans_of

TABLE = Plan("Table", Parts(900, fee=100), seats=6)


@rule("TAMB-41", "TAMB-42", "TAMB-43", "THC-02", "THC-03")
def test_the_prizes_of_small_fields_are_those_of_the_catalogue() -> None:
    assert awards(TABLE, 11, 9_900) == (4_828, 2_863, 2_209)
    assert awards(TABLE, 10, 9_000) == (5_700, 3_300)
    assert awards(TABLE, 4, 3_600) == (3_600,)
    assert awards(FIVE, 5, 4_750) == (3_088, 1_662)


@rule("TAMB-67", "THC-27")
def test_a_satellite_pays_as_many_seats_as_its_pool_holds() -> None:
    satellite = TABLE._replace(seat_price=5_500)
    assert awards(satellite, 47, 23_500) == (5_500,) * 4 + (1_500,)
    assert awards(satellite, 2, 11_101) == (5_551, 5_550)


@rule("HEX-04", "HEX-05", "THC-39")
def test_the_draws_of_hexapro_are_those_of_the_tables() -> None:
    said = {0: 10_000, 5: 1_000, 6: 250, 105: 250, 106: 100, 4_706: 50, 18_706: 30, 43_706: 15}
    assert {number: drawn("en-2.7", number) for number in said} == said
    said = {6: 100, 3_006: 50, 5_506: 40, 11_506: 30, 45_959: 20}
    assert {number: drawn("nl-3.0", number) for number in said} == said
    assert hexapro_awards("en-2.2", 250, 1_000) == (25_000,)
    assert hexapro_awards("fr-2.2", 250, 1_000) == (20_000, 3_000, 2_000)


@rule("CXL-03", "CXL-06", "CXL-07", "CXL-09", "THC-45", "THC-46", "THC-47", "THC-54", "THC-59")
def test_the_shares_of_a_cancelled_tournament_are_those_of_the_catalogue() -> None:
    left = {1: 1_000, 2: 700, 3: 500, 4: 300}
    assert shares.out_of_the_money(4_750, left) == {1: 1_544, 2: 1_259, 3: 1_069, 4: 878}
    assert shares.at_the_final_table((3_088, 1_662), {1: 1_800, 2: 700}) == {1: 2_689, 2: 2_061}
    three = shares.at_the_final_table((5_000, 3_000, 2_000), {1: 5_000, 2: 3_000, 3: 2_000})
    assert three == {1: 3_839, 2: 3_275, 3: 2_886}
    drawn_pool = shares.of_a_drawn_pool(100_000, 8_000, (80_000, 12_000), {1: 1_000, 2: 500})
    assert drawn_pool == {1: 54_870, 2: 37_130}
    assert shares.out_of_the_money(100, {1: 5, 2: 5, 3: 5}) == {1: 34, 2: 33, 3: 33}
    assert shares.at_several_tables((60, 30, 10), {1: 10, 2: 20, 3: 30}) == {1: 22, 2: 33, 3: 45}


def test_every_second_room_holds_tournaments_of_every_kind_by_every_edition() -> None:
    seeds = [seed for seed in range(640) if holds_tournaments(seed)]
    assert len(seeds) == 320
    assert {seed % 4 for seed in seeds} == {0, 1, 2, 3}
    for name in ("en-2.7", "fr-2.2", "nl-3.0"):
        held = {plan.name for seed in seeds for plan in plans_of(seed, name)}
        assert held == {plan.name for plan in EVENINGS} | {"HexaPro", "Heads-up", "Five", "Sunday"}
