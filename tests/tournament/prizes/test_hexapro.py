"""HexaPro, Highroller and Extreme: draws from chance, splits in cents, games left open."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from cardroom.rulebook.tournament.hexapro_game import OUTCOMES, Code
from cardroom.tournament.prizes.awards import Structure
from cardroom.tournament.prizes.hexapro import DAY_MS, draw, hexapro_structure, open_game
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, game, prize, tournament
from tests.simulation.tournament.hexapro_games import standard_error

TABLES = {
    "A": game("en-2.7"),
    "B": game("nl-3.0"),
    "C": game("nl-3.0", "hexapro_highroller"),
    "X": game("en-2.7", "hexapro_extreme"),
}
DRAWS = 1_000_000
GAMES = 100_000
CHI_SQUARE_6 = 22.46
"""Six degrees of freedom; one honest draw in a thousand is further off."""


def fixed(number: int) -> Callable[[int], int]:
    """A chance that is asked for one of 100,000 numbers and always gives this one."""

    def below(limit: int) -> int:
        assert limit == OUTCOMES
        return number

    return below


def won(name: str, code: Code, buy_in: int, multiplier: int) -> list[int]:
    kept = game(name, code)
    return in_cents(hexapro_structure(kept, prize(kept, multiplier * 10), buy_in))


def in_cents(structure: Structure) -> list[int]:
    return [award.cents for award in structure]


@rule("THC-39", "TAMB-79", "TAMB-95")
@pytest.mark.parametrize(
    ("table", "number", "tenths"),
    [
        *[("A", 0, 10_000), ("A", 5, 1_000), ("A", 6, 250), ("A", 105, 250), ("A", 106, 100)],
        *[("A", 4706, 50), ("A", 18706, 30), ("A", 43705, 30), ("A", 43706, 15)],
        *[("B", 6, 100), ("B", 3006, 50), ("B", 5506, 40), ("B", 11506, 30), ("B", 45959, 20)],
        *[("C", 2, 1_000), ("C", 3, 100), ("C", 4003, 50), ("C", 41809, 20)],
        *[("X", 1, 1_250), ("X", 202, 1_250), ("X", 203, 200), ("X", 303, 100)],
        *[("X", 57624, 30), ("X", 57625, 10)],
    ],
)
def test_the_number_drawn_decides_the_multiplier(table: str, number: int, tenths: int) -> None:
    found = draw(TABLES[table], fixed(number))
    assert (found.number, found.prize.multiplier_tenths) == (number, tenths)


@rule("THC-40", "HEX-05", "TAMB-23")
def test_who_takes_how_much_of_the_pool() -> None:
    assert won("en-2.2", "hexapro", 10_00, 25) == [250_00]
    assert won("en-2.7", "hexapro", 10_00, 25) == [200_00, 30_00, 20_00]
    assert won("fr-2.2", "hexapro", 10_00, 25) == [200_00, 30_00, 20_00]
    assert won("nl-3.0", "hexapro", 10_00, 10) == [100_00]
    assert won("nl-3.0", "hexapro_highroller", 25_00, 10) == [200_00, 25_00, 25_00]
    assert won("nl-3.0", "hexapro_highroller", 25_00, 5) == [125_00]
    assert won("nl-3.0", "hexapro_highroller", 25_00, 100) == [2_000_00, 300_00, 200_00]
    assert won("nl-3.0", "hexapro_highroller", 100_00, 10) == [800_00, 100_00, 100_00]


@rule("HXT-01", "HXT-02", "HXT-04")
def test_extreme_splits_the_two_highest_pools_only() -> None:
    for name in ("en-2.7", "fr-2.2", "nl-3.0"):
        assert won(name, "hexapro_extreme", 10_00, 20) == [200_00]
        assert won(name, "hexapro_extreme", 10_00, 1000) == [8_000_00, 1_200_00, 800_00]
        assert won(name, "hexapro_extreme", 50, 125) == [50_00, 10_00, 2_50]
    assert tournament("en-2.2").hexapro_game("hexapro_extreme") is None


@rule("HEX-01", "HEX-05", "HXT-02", "HXT-04", "TAMB-40")
@pytest.mark.parametrize("name", ONLINE)
def test_every_pool_of_every_buy_in_is_paid_to_the_cent(name: str) -> None:
    for kept in tournament(name).hexapro_games:
        for row in kept.prizes:
            for buy_in in kept.buy_ins_cents:
                found = in_cents(hexapro_structure(kept, row, buy_in))
                assert sum(found) == row.multiplier * buy_in
                assert found == sorted(found, reverse=True)
                assert 0 < len(found) <= kept.seats
                assert min(found) > 0


@rule("TAMB-32", "HEX-01", "HEX-09")
@pytest.mark.parametrize("name", ONLINE)
def test_one_plays_for_up_to_a_thousand_buy_ins_and_low_multipliers_are_faster(name: str) -> None:
    for kept in tournament(name).hexapro_games:
        by_multiplier = sorted(kept.prizes, key=lambda row: row.multiplier)
        assert by_multiplier[-1].multiplier == 1000
        lengths = [kept.level_s(row) for row in by_multiplier]
        assert lengths == sorted(lengths)
        assert lengths[0] < lengths[-1]


@rule("HEX-12")
@pytest.mark.parametrize("name", ONLINE)
def test_a_game_left_open_alerts_staff_twice_and_is_shared_out_after_ninety_days(name: str) -> None:
    found = open_game(tournament(name).hexapro, 1_000)
    assert found.alerts_ms == (1_000 + DAY_MS, 1_000 + 80 * DAY_MS)
    assert found.shared_out_ms == 1_000 + 90 * 24 * 3600 * 1000


@rule("HEX-04", "HXT-03", "TAMB-79")
@pytest.mark.parametrize("table", TABLES)
def test_a_million_draws_agree_with_the_printed_probabilities(table: str) -> None:
    kept = TABLES[table]
    below = Random(f"draws of table {table}").randrange
    seen = Counter(draw(kept, below).prize.multiplier_tenths for _ in range(DRAWS))
    expected = {row.multiplier_tenths: DRAWS * row.probability / OUTCOMES for row in kept.prizes}
    assert set(seen) <= set(expected)
    distance = sum((seen[tenths] - wanted) ** 2 / wanted for tenths, wanted in expected.items())
    assert len(expected) == 7
    assert distance < CHI_SQUARE_6


@rule("HEX-04", "HXT-03", "TAMB-40")
@pytest.mark.parametrize("table", TABLES)
def test_a_hundred_thousand_draws_leave_the_house_its_stated_rake(table: str) -> None:
    """Within three standard errors of what the prize table itself lets one expect."""
    kept = TABLES[table]
    buy_in = kept.buy_ins_cents[-1]
    below = Random(f"games of table {table}").randrange
    structures = {row: hexapro_structure(kept, row, buy_in) for row in kept.prizes}
    paid = 0
    for _ in range(GAMES):
        paid += sum(award.cents for award in structures[draw(kept, below).prize])
    received = GAMES * kept.seats * buy_in
    off = (received - paid) / received - float(kept.stated_rake)
    assert abs(off) < 3 * standard_error(kept, GAMES)
