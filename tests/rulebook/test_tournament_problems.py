"""Tables that do not fit together are named with rule, key and reason."""

from typing import Any

import pytest
from msgspec.structs import replace

from cardroom.rulebook.tournament import Blinds, Prize, TournamentRules, problems
from cardroom.rulebook.tournament.fees import PrintedFee
from cardroom.rulebook.tournament.hexapro import ByFamily
from cardroom.rulebook.tournament.hexapro_game import LevelTime, Payout, StartingStack
from cardroom.rulebook.tournament.prizes import PaidPlaces, SngPayout
from tests.rulebook.tournament_editions import ONLINE, tournament


def changed(group: str, name: str = "en-2.7", **fields: Any) -> TournamentRules:
    """An edition with some switches of one group set otherwise."""
    rules = tournament(name)
    return replace(rules, **{group: replace(getattr(rules, group), **fields)})


def found(rules: TournamentRules) -> list[tuple[str, str, str]]:
    return list(problems(rules))


@pytest.mark.parametrize("name", ONLINE)
def test_the_published_editions_have_no_problems(name: str) -> None:
    assert found(tournament(name)) == []


def test_probabilities_must_fill_the_draw() -> None:
    *most, last = tournament("en-2.7").hexapro.prizes.regular
    short = ByFamily(regular=(*most, replace(last, probability=last.probability - 1)))
    reason = "the probabilities add up to 99,999, not 100,000"
    assert found(changed("hexapro", prizes=short)) == [("HEX-04", "prizes", reason)]


def test_the_stated_rake_must_be_the_one_that_the_prize_table_implies() -> None:
    stated = changed("hexapro", rake_per_100000=ByFamily(regular=7_000))
    reason = "7000 is stated, but the prize table implies 6853"
    assert found(stated) == [("HEX-04", "rake_per_100000", reason)]
    extreme = changed("extreme", rake_per_100000=6_000)
    assert [problem[:2] for problem in found(extreme)] == [("HXT-03", "rake_per_100000")]


def test_multipliers_must_fall_and_be_reached_by_every_table() -> None:
    prizes = tournament("en-2.7").extreme.prizes
    higher = (replace(prizes[0], multiplier_tenths=20_000), *prizes[1:])
    keys = {(rule, key) for rule, key, _ in found(changed("extreme", prizes=higher))}
    assert keys >= {("HXT-04", "payouts"), ("HXT-05", "stacks"), ("HXT-05", "level_times")}
    twice = (Prize(multiplier_tenths=30, probability=1), *prizes)
    reasons = [reason for *_, reason in found(changed("extreme", prizes=twice))]
    assert "the multipliers do not fall from row to row" in reasons


@pytest.mark.parametrize(
    ("percents", "reason"),
    [
        ((80, 12, 9), "101 % of the pool is paid up to 1000x, not 100"),
        ((80, 12), "92 % of the pool is paid up to 1000x, not 100"),
        ((12, 80, 8), "a worse place gets more up to 1000x"),
    ],
)
def test_a_split_must_pay_the_whole_pool_and_the_winner_most(
    percents: tuple[int, ...], reason: str
) -> None:
    payouts = (
        Payout(up_to_tenths=100, percents=(100,)),
        Payout(up_to_tenths=10_000, percents=percents),
    )
    broken = changed("hexapro", payouts=ByFamily(regular=payouts))
    assert found(broken) == [("HEX-05", "payouts", reason)]


def test_a_split_must_come_out_in_whole_cents() -> None:
    payouts = (Payout(up_to_tenths=10_000, percents=(67, 33)),)
    broken = found(changed("extreme", payouts=payouts))
    assert ("HXT-04", "payouts", "a share at 1x is not a whole cent") in broken


def test_no_more_places_are_paid_than_there_are_seats() -> None:
    broken = changed("hexapro", seats=2)
    reasons = [reason for *_, reason in found(broken)]
    assert "more places than 2 are paid up to 1000x" in reasons


def test_a_pool_must_come_out_in_whole_cents() -> None:
    broken = changed("hexapro", buy_ins_cents=ByFamily(regular=(25,)))
    reason = "a prize pool for 25 is not a whole number of cents"
    assert ("HEX-02", "buy_ins_cents", reason) in found(broken)


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        (Blinds(small=10, big=20, ante=4), "the blinds do not rise at level 2"),
        (Blinds(small=5, big=30), "the blinds do not rise at level 2"),
        (Blinds(small=40, big=30), "the small blind of level 2 is above the big blind"),
    ],
)
def test_blinds_must_rise(level: Blinds, reason: str) -> None:
    blinds = tournament("en-2.7").hexapro.blinds
    broken = found(changed("hexapro", blinds=(blinds[0], level, *blinds[2:])))
    assert ("HEX-08", "blinds", reason) in broken


def test_rows_by_multiplier_must_rise() -> None:
    stacks = tuple(
        StartingStack(up_to_tenths=reach, chips=chips)
        for reach, chips in [(40, 200), (10, 100), (10_000, 500)]
    )
    reason = "the rows do not rise with the multiplier"
    assert found(changed("extreme", stacks=stacks)) == [("HXT-05", "stacks", reason)]


def test_highrollers_need_all_their_tables_and_buy_ins_of_their_own() -> None:
    times = ByFamily(regular=tournament("nl-3.0").hexapro.level_times.regular)
    broken = found(changed("hexapro", "nl-3.0", level_times=times))
    assert broken == [("HEX-09", "level_times", "highroller is missing")]
    shared = ByFamily(regular=(100, 2_500), highroller=(2_500, 5_000))
    broken = found(changed("hexapro", "nl-3.0", buy_ins_cents=shared))
    assert broken == [("HEX-02", "buy_ins_cents", "regular and highroller share a buy-in")]


def test_printed_prices_must_rise_and_stay_above_their_fees() -> None:
    fees = (
        PrintedFee(price_cents=200, fee_cents=10),
        PrintedFee(price_cents=100, fee_cents=100),
    )
    assert found(changed("fees", sng_two_handed=fees)) == [
        ("PRZ-03", "sng_two_handed", "the prices do not rise"),
        ("PRZ-03", "sng_two_handed", "the fee of 100 is not below the price"),
    ]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ([(10, 2), (4, 3)], "the numbers of entries do not rise"),
        ([(10, 2), (20, 1)], "a larger field pays fewer places"),
        ([(10, 3)], "more places are paid than there are entries"),
    ],
)
def test_small_fields_must_pay_sensible_places(fields: list[tuple[int, int]], reason: str) -> None:
    rows = tuple(PaidPlaces(entries_max=entries, places=places) for entries, places in fields)
    assert found(changed("prizes", small_fields=rows)) == [("TAMB-41", "small_fields", reason)]


@pytest.mark.parametrize(
    ("payouts", "reason"),
    [
        ([(2, (100,))], "no payout for 5 seats"),
        ([(2, (100,)), (5, (65, 36))], "101 % is paid, not 100"),
        ([(2, (50, 30, 20)), (5, (65, 35))], "more places are paid than 2 seats"),
        ([(2, (100,)), (5, (100,)), (5, (65, 35))], "a number of seats is listed twice"),
    ],
)
def test_sit_and_go_splits_must_fit_their_seats(payouts: list[Any], reason: str) -> None:
    rows = tuple(SngPayout(seats=seats, percents=percents) for seats, percents in payouts)
    assert found(changed("prizes", sng_payouts=rows)) == [("TAMB-43", "sng_payouts", reason)]


def test_a_time_bank_must_start_between_its_floor_and_its_cap() -> None:
    bank = replace(tournament("en-2.2").timing.sng_bank, first_ms=31_000)
    broken = found(changed("timing", sng_bank=bank))
    assert broken == [("TTB-01", "sng_bank", "floor_ms, first_ms and cap_ms do not rise")]


def test_a_cancelled_hexapro_game_cannot_give_away_more_than_its_pool() -> None:
    seats = replace(tournament("en-2.7").hexapro, seats=4)
    rules = replace(changed("cancellation", hexapro_each_percent=33), hexapro=seats)
    reason = "4 players would get over 100 %"
    assert ("CXL-09", "hexapro_each_percent", reason) in found(rules)


def test_staff_are_alerted_before_an_incomplete_game_is_settled() -> None:
    reason = "alerts do not come one after the other in time"
    broken = changed("hexapro", staff_alerts_days=(1, 95))
    assert found(broken) == [("HEX-12", "staff_alerts_days", reason)]


def test_a_level_time_must_reach_the_highest_multiplier() -> None:
    times = (LevelTime(up_to_tenths=100, minutes=3),)
    broken = found(changed("hexapro", level_times=ByFamily(regular=times)))
    assert broken == [("HEX-09", "level_times", "no row reaches the multiplier 1000x")]
