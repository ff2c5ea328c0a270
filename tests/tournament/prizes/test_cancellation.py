"""Cancelled tournaments: the exact shares of every state, in every edition."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.ledger import PlayerId
from cardroom.rulebook.tournament import TournamentRules
from cardroom.rulebook.tournament.hexapro_game import Code
from cardroom.tournament.desk.fees import mtt_price, sng_price
from cardroom.tournament.events import SharePaid
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.cancellation import (
    Stage,
    final_table,
    hexapro_shares,
    not_in_the_money,
    several_tables,
    stage,
)
from cardroom.tournament.prizes.hexapro import hexapro_structure
from cardroom.tournament.prizes.satellite_prizes import satellite_structure
from cardroom.tournament.prizes.structures import mtt_structure, overlay, sng_structure
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, game, prize, tournament
from tests.tournament.arena import Arena
from tests.tournament.desks import example
from tests.tournament.euros import cents, entries

EDITIONS = pytest.mark.parametrize("name", ONLINE)
OFFERING_EXTREME = [name for name in ONLINE if tournament(name).extreme.offered]


def pot_shares(rules: TournamentRules, pot: int, *stacks: int, freeroll: bool = False) -> list[int]:
    return list(not_in_the_money(rules, pot, entries(stacks), freeroll=freeroll).values())


def curve(entries_: int, seats: int, pool: int) -> list[int]:
    structure = mtt_structure(tournament("en-2.7").prizes, entries=entries_, seats=seats, pool=pool)
    return [award.cents for award in structure]


def hexapro(
    name: str, code: Code, buy_in: int, tenths: int, *stacks: int, out: int = 0
) -> list[int]:
    """What each player left gets, when the last `out` places have been paid."""
    kept = game(name, code)
    drawn = prize(kept, tenths)
    awards = [award.cents for award in hexapro_structure(kept, drawn, buy_in)]
    paid = sum(awards[kept.seats - out :])
    shares = hexapro_shares(
        tournament(name),
        kept.pool(drawn, buy_in),
        paid,
        awards[: kept.seats - out],
        entries(stacks),
    )
    assert sum(shares.values()) + paid == kept.pool(drawn, buy_in)
    return list(shares.values())


# Which policy


@rule("TAMB-81", "CXL-01")
@pytest.mark.parametrize(
    ("started", "hexapro_game", "closed", "left", "tables", "wanted"),
    [
        (False, False, False, 30, 0, "not_started"),
        (False, True, False, 2, 0, "not_started"),
        (True, True, True, 3, 1, "drawn"),
        (True, False, False, 30, 5, "not_in_the_money"),
        (True, False, False, 4, 1, "not_in_the_money"),
        (True, False, True, 16, 3, "not_in_the_money"),
        (True, False, True, 16, 1, "not_in_the_money"),
        (True, False, True, 15, 2, "several_tables"),
        (True, False, True, 6, 1, "final_table"),
    ],
)
def test_the_state_reached_decides(
    started: bool, hexapro_game: bool, closed: bool, left: int, tables: int, wanted: Stage
) -> None:
    found = stage(
        started=started, hexapro=hexapro_game, closed=closed, left=left, paid=15, tables=tables
    )
    assert found == wanted


# Not in the money


@rule("THC-45", "CXL-03", "TAMB-82", "TAMB-18")
@EDITIONS
def test_a_sit_and_go_before_the_money(name: str) -> None:
    rules = tournament(name)
    price = sng_price(rules, 10_00, 5)
    assert (5 * price.places, price.fee) == (47_50, 50)
    found = pot_shares(rules, 47_50, 1_000, 700, 500, 300)
    assert found == cents("15.44 12.59 10.69 8.78")
    assert pot_shares(rules, 47_50, 1_250, 1_249, 1) == cents("19.79 19.78 7.93")


@rule("THC-48", "CXL-03", "TAMB-82")
@EDITIONS
def test_ten_left_on_two_tables(name: str) -> None:
    stacks = (12_000, 9_500, 8_000, 6_000, 4_500, 2_200, 1_300, 800, 500, 200)
    price = mtt_price(tournament(name), 10_00, bounty=False)
    wanted = "74.25 63.00 56.25 47.25 40.50 30.15 26.10 23.85 22.50 21.15"
    assert pot_shares(tournament(name), 45 * price.places, *stacks) == cents(wanted)
    assert price.fee == 1_00


@rule("THC-49", "CXL-03", "TAMB-81")
@EDITIONS
def test_a_final_table_before_the_money_is_not_in_the_money(name: str) -> None:
    rules = tournament(name)
    paid = len(curve(20, 6, 180_00))
    reached = stage(started=True, hexapro=False, closed=True, left=5, paid=paid, tables=1)
    assert (paid, reached) == (3, "not_in_the_money")
    found = pot_shares(rules, 180_00, 9_000, 8_000, 6_000, 4_000, 3_000)
    assert found == cents("45.00 42.00 36.00 30.00 27.00")


@rule("THC-57", "CXL-04", "TAMB-14", "TAMB-82")
@EDITIONS
def test_a_freerolls_added_pool_is_shared_as_the_edition_prints_it(name: str) -> None:
    found = pot_shares(tournament(name), 50_00, 4_000, 3_000, 2_000, 1_000, freeroll=True)
    equally, halves = "12.50 12.50 12.50 12.50", "16.25 13.75 11.25 8.75"
    assert found == cents(equally if name == "fr-2.2" else halves)


@rule("CXL-04")
def test_a_house_may_share_a_freerolls_pool_equally() -> None:
    rules = tournament("nl-3.0")
    equally = msgspec.structs.replace(rules.cancellation, freeroll_pool="equally")
    house = msgspec.structs.replace(rules, cancellation=equally)
    assert pot_shares(house, 50_00, 4_000, 3_000, 2_000, 1_000, freeroll=True) == [12_50] * 4
    assert pot_shares(house, 50_00, 4_000, 3_000, 2_000, 1_000) == cents("16.25 13.75 11.25 8.75")


@rule("THC-60", "CXL-03", "TAMB-82")
@EDITIONS
def test_an_overlay_is_shared_in_the_money_only(name: str) -> None:
    rules = tournament(name)
    pot = 90 * mtt_price(rules, 10_00, bounty=False).places
    assert pot == 810_00
    assert pot_shares(rules, pot, *[5_000] * 20) == [40_50] * 20
    prizes = curve(90, 6, pot + overlay(1_000_00, pot))
    assert (len(prizes), sum(prizes)) == (14, 1_000_00)
    left = several_tables(rules, prizes, entries([5_000] * 14))
    assert sum(left.values()) == 1_000_00


@rule("THC-56", "CXL-10", "CXL-03", "TAMB-86")
def test_a_cancelled_progressive_pays_pot_and_own_bounties() -> None:
    rules = tournament("en-2.7")
    price = mtt_price(rules, 10_00, bounty=True)
    found = pot_shares(rules, 10 * price.places, 6_000, 3_500, 3_000, 2_500)
    assert found == cents("14.63 10.88 10.12 9.37")
    own = cents("9.00 6.75 9.00 6.75")
    assert sum(found) + sum(own) + cents("13.50")[0] == 10 * (price.places + price.bounty)


# In the money


@rule("THC-50", "CXL-06", "TAMB-83")
@EDITIONS
def test_twelve_left_in_the_money_on_two_tables(name: str) -> None:
    stacks = [30, 25, 22, 18, 15, 12, 10, 8, 5, 3, 1.5, 0.5]
    chips = entries(int(1_000 * stack) for stack in stacks)
    prizes = curve(100, 6, 900_00)[:12]
    assert (sum(prizes), prizes[-1]) == (823_44, 30_07)
    found = list(several_tables(tournament(name), prizes, chips).values())
    wanted = "122.59 107.17 97.92 85.58 76.33 67.08 60.91 54.74 45.49 39.32 34.70 31.61"
    assert found == cents(wanted)


@rule("THC-46", "CXL-07", "CXL-05", "TAMB-84")
@EDITIONS
def test_two_left_in_a_sit_and_go(name: str) -> None:
    rules = tournament(name)
    pool = 5 * sng_price(rules, 10_00, 5).places
    prizes = [award.cents for award in sng_structure(rules.prizes, seats=5, pool=pool)]
    found = final_table(rules, prizes, entries([1_800, 700]))
    assert list(found.values()) == cents("26.89 20.61")


@rule("THC-47", "CXL-07", "TAMB-84")
@EDITIONS
def test_three_left_at_a_final_table(name: str) -> None:
    found = final_table(
        tournament(name), cents("50.00 30.00 20.00"), entries([5_000, 3_000, 2_000])
    )
    assert list(found.values()) == cents("38.39 32.75 28.86")


@rule("THC-51", "CXL-07", "TAMB-84")
@EDITIONS
def test_six_left_at_a_final_table_where_seventh_is_paid_already(name: str) -> None:
    prizes = curve(45, 9, 405_00)
    assert (sum(prizes[:6]), prizes[6]) == (377_16, 27_84)
    stacks = entries([14_000, 11_000, 8_000, 6_000, 4_000, 2_000])
    found = final_table(tournament(name), prizes[:6], stacks)
    assert list(found.values()) == cents("82.90 75.22 66.29 59.41 51.45 41.89")


@rule("THC-58", "CXL-08", "TAMB-84")
@EDITIONS
def test_seats_of_a_satellite_count_at_face_value(name: str) -> None:
    structure, _ = satellite_structure(
        tournament(name), entries=30, seats=6, pool=270_00, seat_price=110_00
    )
    assert [(award.cents, award.seat) for award in structure] == [
        *[(110_00, True), (110_00, True)],
        (50_00, False),
    ]
    stacks = entries([6_000, 3_000, 1_000])
    found = final_table(tournament(name), [award.cents for award in structure], stacks)
    assert list(found.values()) == cents("105.43 97.00 67.57")


# HexaPro


@rule("THC-52", "CXL-09", "TAMB-22", "TAMB-85")
def test_a_cancelled_hexapro_with_three_left() -> None:
    for name in ("en-2.7", "fr-2.2"):
        found = hexapro(name, "hexapro", 10_00, 250, 700, 500, 300)
        assert found == cents("100.25 83.63 66.12")
    found = hexapro("en-2.2", "hexapro", 10_00, 250, 700, 500, 300)
    assert found == cents("106.67 83.33 60.00")
    assert {game(name).fee(10_00) for name in ONLINE} == {69}


@rule("THC-53", "CXL-09")
def test_a_cancelled_highroller_and_a_winner_takes_all() -> None:
    found = hexapro("nl-3.0", "hexapro_highroller", 50_00, 100, 900, 400, 200)
    assert found == cents("232.00 150.33 117.67")
    assert game("nl-3.0", "hexapro_highroller").fee(50_00) == 3_00
    assert hexapro("nl-3.0", "hexapro", 10_00, 100, 900, 400, 200) == cents("52.00 28.67 19.33")


@rule("THC-54", "CXL-09", "TAMB-85")
def test_a_cancelled_hexapro_with_third_place_paid() -> None:
    for name in ONLINE:
        found = hexapro(name, "hexapro", 10_00, 1_000, 1_000, 500, out=1)
        assert found == cents("548.70 371.30")
    found = hexapro("nl-3.0", "hexapro_highroller", 25_00, 100, 1_100, 400, out=1)
    assert found == cents("144.26 80.74")
    assert game("nl-3.0", "hexapro_highroller").fee(25_00) == 1_50
    assert hexapro("en-2.7", "hexapro", 1_00, 30, 1_400, 100, out=1) == cents("2.54 0.46")
    assert game("en-2.7").fee(1_00) == 7


@rule("THC-55", "CXL-09", "TAMB-85")
@pytest.mark.parametrize("name", OFFERING_EXTREME)
def test_a_cancelled_extreme(name: str) -> None:
    found = hexapro(name, "hexapro_extreme", 50, 1_250, 611, 500, 389)
    assert found == cents("23.36 20.90 18.24")
    assert hexapro(name, "hexapro_extreme", 20, 10, 130, 100, 70) == [8, 7, 5]
    assert (game(name, "hexapro_extreme").fee(50), game(name, "hexapro_extreme").fee(20)) == (3, 1)


@rule("THC-55", "CXL-09")
def test_equal_stacks_share_equally() -> None:
    assert hexapro("en-2.7", "hexapro", 5_00, 15, 500, 500, 500) == [2_50] * 3
    assert game("en-2.7").fee(5_00) == 34


# Whatever the numbers


PLAYERS = st.lists(st.tuples(st.integers(1, 10**7), st.integers(0, 10**7)), min_size=1, max_size=8)


@rule("CXL-03", "CXL-06", "CXL-07", "TAMB-40")
@given(st.sampled_from(ONLINE), PLAYERS)
def test_no_cent_is_lost_or_made_in_any_state(name: str, players: list[tuple[int, int]]) -> None:
    rules = tournament(name)
    stacks = entries(stack for stack, _ in players)
    prizes = sorted((amount for _, amount in players), reverse=True)
    for shares in (
        not_in_the_money(rules, sum(prizes), stacks),
        several_tables(rules, prizes, stacks),
        final_table(rules, prizes, stacks),
    ):
        assert sum(shares.values()) == sum(prizes)
        order = sorted(stacks, key=lambda entry: (-stacks[entry], entry))
        assert [shares[entry] for entry in order] == sorted(shares.values(), reverse=True)
    assert min(several_tables(rules, prizes, stacks).values()) >= prizes[-1]
    assert min(final_table(rules, prizes, stacks).values()) >= prizes[-1]


@rule("CXL-09", "TAMB-85", "TAMB-40")
@given(st.sampled_from(ONLINE), st.data(), st.integers(0, 1))
def test_any_cancelled_draw_is_paid_to_the_cent(name: str, data: st.DataObject, out: int) -> None:
    """`hexapro` itself compares the sum with the pool."""
    kept = data.draw(st.sampled_from(tournament(name).hexapro_games))
    row = data.draw(st.sampled_from(kept.prizes))
    buy_in = data.draw(st.sampled_from(kept.buy_ins_cents))
    count = kept.seats - out
    stacks = data.draw(st.lists(st.integers(1, 1_500), min_size=count, max_size=count))
    assert min(hexapro(name, kept.code, buy_in, row.multiplier_tenths, *stacks, out=out)) > 0


# A whole tournament


@rule("TAMB-15", "TAMB-82", "TAMB-88", "CXL-03")
@EDITIONS
def test_of_a_rebuy_the_fee_goes_back_and_the_rest_is_pot(name: str) -> None:
    """Six entries and one re-buy at 3.00 (2.70 + 0.30); everybody has the same stack but one."""
    arena = Arena(example("rebuy", edition=name))
    arena.enter(*range(1, 7))
    arena.start()
    arena.tournament.rebuy(PlayerId(2), arena.now_ms)
    arena.take_step()
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    paid = {one.entry: one for one in arena.events_of(SharePaid) if isinstance(one, SharePaid)}
    assert [paid[EntryId(entry)].fees for entry in range(1, 7)] == [30, 60, 30, 30, 30, 30]
    stacks = entries([1_500, 3_000, 1_500, 1_500, 1_500, 1_500])
    pot = not_in_the_money(tournament(name), 7 * 2_70, stacks)
    assert {entry: one.pot for entry, one in paid.items()} == pot
    assert sum(arena.won(entry) for entry in stacks) == 0
