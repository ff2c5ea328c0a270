"""Complete HexaPro games return their rake; `make simulate-hexapro` plays 100,000 of each table."""

from typing import Any

import msgspec
import pytest

from cardroom.rulebook.tournament.hexapro_game import OUTCOMES
from cardroom.tournament.prizes.hexapro import hexapro_structure
from tests.rule import rule
from tests.simulation.tournament.hexapro_games import (
    PRIZE_TABLES,
    Job,
    definition_of_table,
    is_exact,
    jobs_of,
    nothing,
    play,
    reported,
    rules_of_table,
)

GAMES = 250


@rule("HEX-04", "HEX-05", "HXT-03", "HXT-04", "TAMB-40")
@pytest.mark.parametrize("table", PRIZE_TABLES)
def test_complete_games_return_the_stated_rake_and_pay_what_was_drawn(table: str) -> None:
    report = reported(table, play(Job(table, GAMES, f"games of table {table}")))
    assert (report.games, report.received) == (GAMES, GAMES * 3 * report.price)
    assert report.exact_given_the_draws
    assert not report.is_breach


@rule("HEX-04", "HXT-03")
@pytest.mark.parametrize("table", PRIZE_TABLES)
def test_draws_as_often_as_printed_return_the_stated_rake_exactly(table: str) -> None:
    game, price = rules_of_table(table), definition_of_table(table).price_cents
    returned = nothing()
    returned.games, returned.received = OUTCOMES, OUTCOMES * 3 * price
    for row in game.prizes:
        returned.drawn[row.multiplier_tenths] = row.probability
        for place, award in enumerate(hexapro_structure(game, row, price), start=1):
            returned.places[place] += award.cents * row.probability
    returned.paid = returned.places.total()
    report = reported(table, returned)
    assert report.exact_given_the_draws
    assert (report.standard_errors, report.rake_percent) == (0.0, report.stated_percent)
    returned.places[1] -= 1
    assert not is_exact(game, price, returned)
    assert reported(table, returned).is_breach


@rule("HEX-04")
def test_a_rake_too_far_from_the_stated_one_is_a_breach() -> None:
    report = reported("B", play(Job("B", 3, "some")))
    near = msgspec.structs.replace(report, standard_errors=-3.0)
    far = msgspec.structs.replace(report, standard_errors=3.01)
    assert (near.is_breach, far.is_breach) == (False, True)


@rule("HEX-05")
def test_a_place_that_is_paid_another_part_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def reversed_structure(*terms: Any) -> Any:
        return hexapro_structure(*terms)[::-1]

    monkeypatch.setattr("cardroom.tournament.prizes.hexapro.OUTCOMES", 1)
    honest = reported("A", play(Job("A", 2, "some")))
    assert honest.drawn == {"1000x": 2}
    assert honest.exact_given_the_draws
    monkeypatch.setattr("cardroom.tournament.prizes.payouts.hexapro_structure", reversed_structure)
    assert not reported("A", play(Job("A", 2, "some"))).exact_given_the_draws


def test_every_portion_of_the_games_has_a_seed_of_its_own() -> None:
    jobs = jobs_of("AB", 600, seed=5)
    assert [job.games for job in jobs] == [250, 250, 100] * 2
    assert len({job.seed for job in jobs}) == 6
