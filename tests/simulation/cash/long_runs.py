"""Long simulations of every cash game: `make simulate-cash` runs this file.

Each game and format of each edition is played by `cardroom simulate cash` in a process of its own,
one after the other. Its summary is printed as a line of JSON; any breach fails the whole.
"""

import argparse
import subprocess
import sys
from typing import NamedTuple

import msgspec

from cardroom.rulebook.cash import Stake
from cardroom.units import euros
from tests.cash.tables import ONLINE, cash_rules


class Run(NamedTuple):
    """One simulation: an edition and the stake that is played."""

    edition: str
    stake: Stake

    def __str__(self) -> str:
        return f"{self.edition} {self.stake.game} {self.stake.format} {self.blinds}"

    @property
    def blinds(self) -> str:
        return f"{euros(self.stake.small_blind)}/{euros(self.stake.big_blind)}"


def offered() -> list[Run]:
    """Every game and format of every edition, at its second stake or its only one."""
    found: list[Run] = []
    for name in ONLINE:
        stakes: dict[tuple[str, str], list[Stake]] = {}
        for stake in cash_rules(name).stakes:
            stakes.setdefault((stake.game, stake.format), []).append(stake)
        found += [Run(name, some[:2][-1]) for some in stakes.values()]
    return found


def simulate(run: Run, hands: int, seed: int) -> str | None:
    """The summary of a simulation as JSON; None when it has ended with a breach."""
    stake = run.stake
    words = ["simulate", "cash", "--edition", run.edition, "--game", stake.game]
    words += ["--format", stake.format, "--stake", run.blinds, "--json"]
    words += ["--hands", str(hands), "--seed", str(seed)]
    command = [sys.executable, "-m", "cardroom.commands.main", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def main() -> int:
    """Play all of them; what went wrong is named again at the end."""
    parser = argparse.ArgumentParser(description="Long simulations of every cash game")
    parser.add_argument("--hands", type=int, default=100_000, help="of each game (100000)")
    parser.add_argument("--seed", type=int, default=2026, help="the first hand (2026)")
    options = parser.parse_args()
    runs, broken = offered(), []
    for number, run in enumerate(runs, start=1):
        report_progress(f"{number} of {len(runs)}: {run} ...")
        report = simulate(run, options.hands, options.seed)
        if report is None:
            broken.append(str(run))
            continue
        said = msgspec.json.decode(report)
        print(msgspec.json.encode(said).decode(), flush=True)
        report_progress(f"{said['summary']['hands']:,} hands in {said['cpu_s']:.0f} s, no breach")
    for name in broken:
        report_progress(f"Breach: {name}")
    return 1 if broken else 0


def report_progress(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
