"""HexaPro and HexaPro Extreme as data: draws, splits, fees and the arithmetic of the tables."""

import re
from fractions import Fraction

import pytest

from cardroom.rulebook.texts import rule_texts
from cardroom.rulebook.tournament import HexaProGame
from cardroom.rulebook.tournament.hexapro_game import OUTCOMES, Code
from tests.rule import rule
from tests.rulebook.tournament_catalogue import number, tables, tenths, whole
from tests.rulebook.tournament_editions import ONLINE, game, prize, tournament

TABLES: dict[str, list[HexaProGame]] = {
    "A": [game(name) for name in ("en-2.2", "en-2.7", "fr-2.2")],
    "B": [game("nl-3.0")],
    "C": [game("nl-3.0", "hexapro_highroller")],
    "X": [game(name, "hexapro_extreme") for name in ("en-2.7", "fr-2.2", "nl-3.0")],
}


def shares(name: str, code: Code, buy_in: int, multiplier: int) -> list[Fraction]:
    """What the places get in euros, for a buy-in in euros and a multiplier."""
    kept = game(name, code)
    drawn = prize(kept, multiplier * 10)
    pool = kept.pool(drawn, buy_in * 100)
    return [Fraction(pool * percent, 100 * 100) for percent in kept.percents(drawn)]


def test_every_game_with_a_drawn_pool_has_its_table_in_the_catalogue() -> None:
    games = [kept for name in ONLINE for kept in tournament(name).hexapro_games]
    listed = [kept for kept_games in TABLES.values() for kept in kept_games]
    assert len(games) == len(listed)
    assert all(kept in listed for kept in games)


@rule("HEX-04", "HXT-03", "TAMB-34")
@pytest.mark.parametrize("table", TABLES)
def test_probabilities_fill_100000_draws_and_the_rake_they_imply_is_the_stated_one(
    table: str,
) -> None:
    check = tables("HEX-04")[3]
    row = next(row for row in check if row[0].split()[0] == table)
    for kept in TABLES[table]:
        paid = sum(drawn.multiplier * drawn.probability for drawn in kept.prizes)
        assert sum(drawn.probability for drawn in kept.prizes) == OUTCOMES == whole(row[1])
        assert paid == whole(row[2])
        assert paid / OUTCOMES == number(row[3])
        assert kept.implied_rake == 1 - paid / OUTCOMES / 3 == number(row[4]) / 100
        assert kept.stated_rake == kept.implied_rake == number(row[5]) / 100
        assert whole(row[6]) == 0


@rule("HEX-04", "HXT-03", "TAMB-07")
def test_the_rake_printed_with_each_table_is_the_stated_one() -> None:
    printed = re.findall(r"Table (\w):[^|]*?([\d.]+) %", rule_texts()["HEX-04"].text)
    printed += re.findall(r"table (\w)\.\**[^|]*?([\d.]+) %", full_text("HXT-03"))
    assert {table: Fraction(rake) / 100 for table, rake in printed} == {
        table: games[0].stated_rake for table, games in TABLES.items()
    }
    for games in TABLES.values():
        assert len({kept.rake_per_100000 for kept in games}) == 1


def full_text(rule_id: str) -> str:
    return f"{rule_texts()[rule_id].title}. {rule_texts()[rule_id].text}"


@rule("TAMB-34")
def test_swapping_the_two_odd_looking_extreme_probabilities_would_break_the_stated_rake() -> None:
    kept = game("en-2.7", "hexapro_extreme")
    likely, rare = prize(kept, 1250), prize(kept, 200)
    difference = (likely.multiplier - rare.multiplier) * (likely.probability - rare.probability)
    paid = sum(drawn.multiplier * drawn.probability for drawn in kept.prizes)
    assert (paid - difference) / OUTCOMES == Fraction("2.68731")


@rule("THC-39", "HEX-04")
@pytest.mark.parametrize("table", TABLES)
def test_the_draws_of_the_hard_case_give_its_multipliers(table: str) -> None:
    cases = re.search(rf" {table}: ([^.]*(?:\.5x)?[^.]*)\.", rule_texts()["THC-39"].text)
    assert cases
    draws = re.findall(r"(\d+) ([\d.]+x)", cases[1])
    assert len(draws) == {"A": 9, "B": 5, "C": 4, "X": 6}[table]
    for kept in TABLES[table]:
        for drawn, multiplier in draws:
            assert kept.draw(int(drawn)).multiplier_tenths == tenths(multiplier)


@pytest.mark.parametrize("table", TABLES)
def test_every_number_of_the_draw_wins_and_each_prize_as_often_as_printed(table: str) -> None:
    kept = TABLES[table][0]
    won = [kept.draw(drawn).multiplier_tenths for drawn in range(OUTCOMES)]
    assert won == sorted(won, reverse=True)
    for row in kept.prizes:
        assert won.count(row.multiplier_tenths) == row.probability


@pytest.mark.parametrize("outside", [-1, OUTCOMES])
def test_a_number_outside_the_draw_is_our_own_mistake(outside: int) -> None:
    with pytest.raises(AssertionError):
        game("en-2.7").draw(outside)


@rule("THC-40", "HEX-05")
def test_the_splits_of_the_hard_case() -> None:
    assert shares("en-2.2", "hexapro", 10, 25) == [250]
    assert shares("en-2.7", "hexapro", 10, 25) == [200, 30, 20]
    assert shares("fr-2.2", "hexapro", 10, 25) == [200, 30, 20]
    assert shares("nl-3.0", "hexapro", 10, 10) == [100]
    assert shares("nl-3.0", "hexapro_highroller", 25, 10) == [200, 25, 25]
    assert shares("nl-3.0", "hexapro_highroller", 25, 5) == [125]
    assert shares("nl-3.0", "hexapro_highroller", 25, 100) == [2000, 300, 200]


@rule("HEX-05")
def test_the_splits_that_the_payout_rule_gives_as_examples() -> None:
    assert shares("nl-3.0", "hexapro_highroller", 100, 10) == [800, 100, 100]
    kept = game("en-2.7", "hexapro_extreme")
    drawn = prize(kept, 1250)
    pool = kept.pool(drawn, 50)
    assert [pool * percent // 100 for percent in kept.percents(drawn)] == [5000, 1000, 250]


@rule("HEX-05", "HXT-04")
@pytest.mark.parametrize("table", TABLES)
def test_every_split_is_exact_in_cents_for_every_buy_in(table: str) -> None:
    for kept in TABLES[table]:
        for drawn in kept.prizes:
            for buy_in in kept.buy_ins_cents:
                pool = kept.pool(drawn, buy_in)
                assert all(pool * percent % 100 == 0 for percent in kept.percents(drawn))
                assert sum(pool * percent // 100 for percent in kept.percents(drawn)) == pool


@rule("TAMB-21")
def test_the_fee_of_a_cancelled_game_is_the_stated_rake_of_the_buy_in() -> None:
    text = rule_texts()["TAMB-21"].text
    printed, _, highroller = text.partition("Highroller")
    for fees, kept in (
        (printed, game("en-2.7", "hexapro_extreme")),
        (printed, game("en-2.2")),
        (highroller, game("nl-3.0", "hexapro_highroller")),
    ):
        listed = {
            int(Fraction(price) * 100): int(Fraction(fee) * 100)
            for price, fee in re.findall(r"([\d.]+)→(\d+\.\d\d)", fees)
        }
        assert set(kept.buy_ins_cents) <= set(listed)
        assert {buy_in: kept.fee(buy_in) for buy_in in kept.buy_ins_cents} == {
            buy_in: listed[buy_in] for buy_in in kept.buy_ins_cents
        }


@rule("HXT-02", "TAMB-06")
def test_an_extreme_pool_is_the_multiplier_times_one_buy_in() -> None:
    kept = game("en-2.7", "hexapro_extreme")
    assert kept.pool(prize(kept, 200), 10_00) == 200_00


@rule("HEX-01")
def test_three_play_for_multipliers_from_the_range_that_the_edition_names() -> None:
    ranges = {name: multiplier_range(game(name)) for name in ONLINE}
    old, new = (Fraction(3, 2), Fraction(1000)), (Fraction(2), Fraction(1000))
    assert ranges == {"en-2.2": old, "en-2.7": old, "fr-2.2": old, "nl-3.0": new}
    for kept in TABLES["X"]:
        assert multiplier_range(kept) == (Fraction(1), Fraction(1000))
    assert {kept.seats for games in TABLES.values() for kept in games} == {3}


def multiplier_range(kept: HexaProGame) -> tuple[Fraction, Fraction]:
    found = [row.multiplier for row in kept.prizes]
    return min(found), max(found)


@rule("TAMB-31")
def test_high_multipliers_have_the_long_time_bank() -> None:
    timing = tournament("nl-3.0").timing
    high = {
        row.multiplier_tenths // 10
        for kept in tournament("nl-3.0").hexapro_games
        for row in kept.prizes
        if timing.hexapro_bank_for(row.multiplier_tenths) == timing.hexapro_high_bank
    }
    assert high == {100, 125, 1000}
    assert tournament("en-2.7").timing.hexapro_bank_for(250).cap_ms == 60_000
    assert tournament("en-2.7").timing.hexapro_bank_for(200).cap_ms == 20_000


@rule("TAMB-05")
def test_extreme_is_one_game_that_is_also_found_under_its_old_name() -> None:
    for name in ONLINE:
        extreme = tournament(name).extreme
        assert (extreme.code, extreme.search_aliases) == ("hexapro_extreme", ("banzai",))


def test_what_the_oldest_edition_does_not_describe_is_not_offered_under_it() -> None:
    offered = {
        name: (rules.bounty.offered, rules.phased.offered, rules.extreme.offered)
        for name in ONLINE
        for rules in [tournament(name)]
    }
    assert offered.pop("en-2.2") == (False, False, False)
    assert set(offered.values()) == {(True, True, True)}
    assert tournament("en-2.2").hexapro_game("hexapro_extreme") is None


def test_after_the_last_level_its_blinds_go_on() -> None:
    kept = game("en-2.7")
    assert kept.level(1) == kept.blinds[0]
    assert kept.level(28) == kept.level(29) == kept.level(500) == kept.blinds[-1]


@pytest.mark.parametrize("table", TABLES)
def test_the_rows_by_multiplier_end_at_printed_multipliers(table: str) -> None:
    for kept in TABLES[table]:
        drawn = {row.multiplier_tenths for row in kept.prizes}
        for rows in (kept.payouts, kept.stacks, kept.level_times):
            assert {row.up_to_tenths for row in rows} <= drawn
