"""Complete HexaPro games: do they return the rake that their prize table states (HEX-04, HXT-03)?

`python -m tests.simulation.tournament.hexapro_games` is `make simulate-hexapro`. Every game is
played hand by hand by the tournament engine, from the registrations to the last prize, and every
cent is counted from the ledger's transfers. Two things are asked of each prize table:

- Given what was drawn, every place must have been paid to the cent.
- The rake over all games must lie within three standard errors of the stated one. One standard
  error would be missed by every third honest run, three by one in a hundred: a pool of 1000x is
  drawn about once in 100,000 games and moves the rake by nearly a standard error.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import NamedTuple

import msgspec

from cardroom.rulebook import edition
from cardroom.rulebook.tournament import HexaProGame
from cardroom.rulebook.tournament.hexapro_game import OUTCOMES
from cardroom.simulation.tournament.disruptions import CALM
from cardroom.simulation.tournament.play import Play
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.events import MultiplierDrawn, PrizeWon, TournamentEvent
from cardroom.units import Cents, euros
from tests.simulation.tournament.parallel import in_parallel

PRIZE_TABLES = {
    "A": ("hexapro", "en-2.7"),
    "B": ("hexapro", "nl-3.0"),
    "C": ("highroller", "nl-3.0"),
    "X": ("extreme", "en-2.7"),
}
"""The packaged format and the edition of each printed prize table (HEX-04, HXT-03)."""
STANDARD_ERRORS_MAX = 3
GAMES_PER_JOB = 250


class Job(NamedTuple):
    """Some games of one prize table, from a seed of their own."""

    table: str
    games: int
    seed: str


class Returned(msgspec.Struct, kw_only=True):
    """What games have taken in, drawn and paid."""

    games: int = 0
    hands: int = 0
    received: Cents = 0
    paid: Cents = 0
    drawn: Counter[int]
    """Games by multiplier, in tenths."""
    places: Counter[int]
    """Cents by place."""

    def watch(self, event: TournamentEvent) -> None:
        """Count a draw or a prize."""
        match event:
            case MultiplierDrawn(multiplier_tenths=tenths):
                self.drawn[tenths] += 1
            case PrizeWon(place=place, award=award):
                self.places[place] += award.cents

    def add(self, other: "Returned") -> None:
        """Take in what other games returned."""
        self.games += other.games
        self.hands += other.hands
        self.received += other.received
        self.paid += other.paid
        self.drawn.update(other.drawn)
        self.places.update(other.places)


class Report(msgspec.Struct, kw_only=True):
    """How far the games of a prize table are from its stated rake."""

    table: str
    format: str
    edition: str
    price: Cents
    games: int
    hands: int
    received: Cents
    paid: Cents
    drawn: dict[str, int]
    stated_percent: float
    rake_percent: float
    standard_error_percent: float
    standard_errors: float
    """The deviation; below zero the players were lucky."""
    exact_given_the_draws: bool

    @property
    def is_breach(self) -> bool:
        """Whether a place was paid wrongly, or the rake is too far off."""
        return not self.exact_given_the_draws or abs(self.standard_errors) > STANDARD_ERRORS_MAX


def nothing() -> Returned:
    """Before the first game."""
    return Returned(drawn=Counter(), places=Counter())


def definition_of_table(table: str) -> Definition:
    """The game that draws from a prize table."""
    name, where = PRIZE_TABLES[table]
    return definition_of(name, {"edition": where})


def rules_of_table(table: str) -> HexaProGame:
    """The prize table with its splits and its stated rake."""
    definition = definition_of_table(table)
    found = terms_of(definition, edition(definition.edition), starts_ms=None).hexapro
    assert found is not None
    return found


def play(job: Job) -> Returned:
    """Play complete games; nothing goes wrong in them, because a cancelled game returns its fee."""
    definition = definition_of_table(job.table)
    returned = nothing()

    def opened(one: Play) -> None:
        one.watchers.append(returned.watch)

    rules, chance = edition(definition.edition), Random(job.seed)
    scenario = Scenario(definition, rules, chance=chance, disruptions=CALM, opened=opened)
    for _ in range(job.games):
        scenario.play(definition.seats)
    summary = scenario.summary
    assert (summary.tournaments, summary.cancelled) == (job.games, 0)
    assert summary.refunds == summary.fees == summary.bounties == 0
    returned.games, returned.hands = summary.tournaments, summary.hands
    returned.received, returned.paid = summary.received, summary.prizes
    return returned


def standard_error(game: HexaProGame, games: int) -> float:
    """Of the rake in this many games: the spread of the multipliers over the root of the games."""
    mean = sum(row.multiplier * row.probability for row in game.prizes) / OUTCOMES
    square = sum(row.multiplier**2 * row.probability for row in game.prizes) / OUTCOMES
    return sqrt((square - mean**2) / games) / game.seats


def is_exact(game: HexaProGame, price: Cents, returned: Returned) -> bool:
    """Whether each place was paid its part of every pool that was drawn, to the cent (HEX-05)."""
    due: Counter[int] = Counter()
    for row in game.prizes:
        pools = returned.drawn[row.multiplier_tenths] * row.multiplier * price
        for place, percent in enumerate(game.percents(row), start=1):
            due[place] += pools * percent / 100  # type: ignore[assignment]
    return (
        sum(returned.drawn.values()) == returned.games
        and +due == +returned.places
        and returned.paid == returned.places.total()
        and returned.received == returned.games * game.seats * price
    )


def reported(table: str, returned: Returned) -> Report:
    """Compare what was returned with what is stated."""
    name, where = PRIZE_TABLES[table]
    game, price = rules_of_table(table), definition_of_table(table).price_cents
    rake = 1 - Fraction(returned.paid, returned.received)
    error = standard_error(game, returned.games)
    return Report(
        table=table,
        format=name,
        edition=where,
        price=price,
        games=returned.games,
        hands=returned.hands,
        received=returned.received,
        paid=returned.paid,
        drawn={f"{tenths / 10:g}x": count for tenths, count in sorted(returned.drawn.items())},
        stated_percent=round(100 * float(game.stated_rake), 3),
        rake_percent=round(100 * float(rake), 3),
        standard_error_percent=round(100 * error, 3),
        standard_errors=round(float(rake - game.stated_rake) / error, 2),
        exact_given_the_draws=is_exact(game, price, returned),
    )


def jobs_of(tables: Iterable[str], games: int, seed: int) -> list[Job]:
    """All games in portions, each with a seed of its own."""
    found = []
    for table in tables:
        for begin in range(0, games, GAMES_PER_JOB):
            some = min(GAMES_PER_JOB, games - begin)
            found.append(Job(table, some, f"{seed}, table {table}, game {begin}"))
    return found


def main() -> int:
    """Play, compare, and fail when a prize table does not return its rake."""
    parser = argparse.ArgumentParser(description="Complete HexaPro games against the stated rake")
    parser.add_argument("--games", type=int, default=100_000, help="of each prize table (100000)")
    parser.add_argument("--tables", default="ABCX", help="the prize tables of HEX-04 (ABCX)")
    parser.add_argument("--seed", type=int, default=2026, help="the first game (2026)")
    parser.add_argument("--json", action="store_true", help="print for programs")
    options = parser.parse_args()
    returned = {table: nothing() for table in options.tables}
    jobs = jobs_of(returned, options.games, options.seed)
    breaches = 0
    for job, result in in_parallel(play, jobs, weight=lambda job: job.games, unit="games"):
        so_far = returned[job.table]
        so_far.add(result)
        if so_far.games == options.games:
            report = reported(job.table, so_far)
            print(msgspec.json.encode(report).decode() if options.json else _lines(report))
            breaches += report.is_breach
    return 1 if breaches else 0


def _lines(report: Report) -> str:
    drawn = ", ".join(f"{name} {count:,}" for name, count in report.drawn.items())
    exact = "to the cent" if report.exact_given_the_draws else "NOT to the cent"
    verdict = "BREACH" if report.is_breach else "no breach"
    return (
        f"Table {report.table}: {report.format}, {report.edition}, {euros(report.price)}: "
        f"{report.games:,} games, {report.hands:,} hands\n"
        f"  received {euros(report.received)}, paid {euros(report.paid)}; drawn {drawn}\n"
        f"  given the draws every place was paid {exact}\n"
        f"  rake {report.rake_percent:.3f} %, stated {report.stated_percent:.3f} %, standard error "
        f"{report.standard_error_percent:.3f} %: off by {report.standard_errors:+.2f} standard "
        f"errors (at most {STANDARD_ERRORS_MAX}): {verdict}"
    )


if __name__ == "__main__":
    sys.exit(main())
