"""Long simulations of every format: `python -m tests.simulation.tournament.long_runs`.

Every packaged format is played under every edition that offers it, with fields of 2 to 5,000
players and trouble of every kind (`make simulate-tournaments`). Each tournament has a seed of its
own: one that shows a breach is named at once, and played again by the words printed with it.
"""

import argparse
import sys
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from cardroom.errors import InvalidFile
from cardroom.rulebook import edition
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.simulation.tournament.fields import field_size
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.simulation.tournament.summary import HAPPENINGS
from cardroom.tournament.definition.examples import FORMATS, definition_of, target_of
from tests.cash.tables import ONLINE
from tests.simulation.tournament.parallel import in_parallel

FIELD_MAX = 5_000
WIDTH = 110


class Pair(NamedTuple):
    """A packaged format under an edition."""

    format: str
    edition: str


class Run(NamedTuple):
    """One event: a tournament, a satellite with its target, or all phases of one."""

    pair: Pair
    number: int
    seed: int
    players: int

    @property
    def chance(self) -> Random:
        """The chance of this event and no other."""
        return Random(f"{self.seed}, {self.pair.format}, {self.pair.edition}, {self.number}")

    @property
    def rerun(self) -> str:
        """The words that play it once more."""
        format_, where = self.pair
        words = f"--format {format_} --edition {where} --number {self.number} --seed {self.seed}"
        return f"python -m tests.simulation.tournament.long_runs {words}"


class Seen(msgspec.Struct, kw_only=True):
    """What one event, or all of a pair, has shown."""

    events: int = 0
    tournaments: int = 0
    cancelled: int = 0
    players: int = 0
    largest: int = 0
    hands: int = 0
    coverage: dict[str, int] = {}
    """How often the rarer things were played, by their names in `HAPPENINGS`."""
    breaches: list[str] = []

    def add(self, other: "Seen") -> None:
        """Take in what another has shown."""
        self.events += other.events
        self.tournaments += other.tournaments
        self.cancelled += other.cancelled
        self.players += other.players
        self.largest = max(self.largest, other.largest)
        self.hands += other.hands
        for name, count in other.coverage.items():
            self.coverage[name] = self.coverage.get(name, 0) + count
        self.breaches = [*self.breaches, *other.breaches]


def offered() -> list[Pair]:
    """Every format under every edition that has it."""
    return [Pair(name, where) for name in FORMATS for where in ONLINE if _has(where, name)]


def _has(where: str, name: str) -> bool:
    try:
        definition_of(name, {"edition": where})
    except InvalidFile:
        return False
    return True


def runs_of(pair: Pair, numbers: Iterable[int], seed: int) -> list[Run]:
    """Some events of a pair, each with a field of its own size."""
    definition = definition_of(pair.format, {"edition": pair.edition})
    found = []
    for number in numbers:
        chance = Random(f"{seed}, {pair.format}, {pair.edition}, field {number}")
        found.append(Run(pair, number, seed, field_size(definition, chance, maximum=FIELD_MAX)))
    return found


def play(run: Run) -> Seen:
    """Play one event; whatever is wrong with it becomes a sentence."""
    definition = definition_of(run.pair.format, {"edition": run.pair.edition})
    scenario = Scenario(
        definition,
        edition(definition.edition),
        chance=run.chance,
        disruptions=Disruptions(),
        target=target_of(definition),
    )
    breaches = []
    try:
        scenario.play(run.players)
    except Exception as error:  # noqa: BLE001 - whatever it is, the others are played all the same
        breaches.append(f"{type(error).__name__}: {error}: {run.rerun}")
    summary = scenario.summary
    return Seen(
        events=1,
        tournaments=summary.tournaments,
        cancelled=summary.cancelled,
        players=run.players,
        largest=run.players,
        hands=summary.hands,
        coverage=summary.coverage,
        breaches=breaches,
    )


def main() -> int:
    """Play all of them, or those asked for; what goes wrong is named at once."""
    parser = argparse.ArgumentParser(description="Long simulations of every tournament format")
    parser.add_argument("--count", type=int, default=160, help="of each format and edition (160)")
    parser.add_argument("--seed", type=int, default=2026, help="all tournaments (2026)")
    parser.add_argument("--format", choices=FORMATS, help="only this format")
    parser.add_argument("--edition", choices=ONLINE, help="only this edition")
    parser.add_argument("--number", type=int, help="only this tournament of each")
    parser.add_argument("--json", action="store_true", help="print for programs")
    options = parser.parse_args()
    numbers = range(options.count) if options.number is None else [options.number]
    seen = {
        pair: Seen()
        for pair in offered()
        if options.format in {None, pair.format} and options.edition in {None, pair.edition}
    }
    runs = [run for pair in seen for run in runs_of(pair, numbers, options.seed)]
    for run, result in in_parallel(play, runs, weight=lambda run: run.players, unit="players"):
        seen[run.pair].add(result)
        for breach in result.breaches:
            print(f"Breach: {breach}", file=sys.stderr, flush=True)
    _show_json(seen) if options.json else _show(seen)
    return 1 if any(one.breaches for one in seen.values()) else 0


def _show_json(seen: dict[Pair, Seen]) -> None:
    for pair, one in seen.items():
        line = {"format": pair.format, "edition": pair.edition, **msgspec.to_builtins(one)}
        print(msgspec.json.encode(line).decode())


def _show(seen: dict[Pair, Seen]) -> None:
    """A row for each pair, and one for all."""
    grid = Table(title="Simulated tournaments", title_justify="left")
    grid.add_column("format")
    grid.add_column("edition")
    for heading in ("tournaments", "cancelled", "players", "largest field", "hands", "breaches"):
        grid.add_column(heading, justify="right")
    together = Seen()
    for (name, where), one in seen.items():
        together.add(one)
        grid.add_row(name, where, *_figures(one))
    grid.add_section()
    grid.add_row("all", "", *_figures(together))
    console = Console(file=sys.stdout, width=WIDTH)
    console.print(grid)
    console.print(_coverage(together))


def _coverage(together: Seen) -> Table:
    """What was really played, all formats together; a line with "never" shows a gap."""
    grid = Table(title="Coverage", title_justify="left")
    grid.add_column("what happened")
    grid.add_column("how often", justify="right")
    for name, words in HAPPENINGS.items():
        count = together.coverage.get(name, 0)
        grid.add_row(words, f"{count:,}" if count else "never")
    return grid


def _figures(one: Seen) -> list[str]:
    counts = (one.tournaments, one.cancelled, one.players, one.largest, one.hands)
    return [f"{count:,}" for count in (*counts, len(one.breaches))]


if __name__ == "__main__":
    sys.exit(main())
