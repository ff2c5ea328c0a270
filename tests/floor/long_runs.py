"""Thousands of evenings on the floor, one per seed: `make simulate-floor`."""

import argparse
import sys
import traceback
from collections import Counter
from random import Random

from rich.progress import track

from tests.floor.simulated.evening import play_evening

FIELDS = ((0.05, 2, 3), (0.95, 3, 41), (0.995, 41, 151), (1.0, 151, 1001))
"""Up to which share of the evenings, and how many players: small fields are more common."""


def players_of(seed: int) -> int:
    """2 to 1,000 players."""
    chance = Random(seed)
    share = chance.random()
    low, high = next((low, high) for upto, low, high in FIELDS if share < upto)
    return chance.randrange(low, high)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args()
    found: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    breaches: list[str] = []
    seeds = range(args.seed, args.seed + args.count)
    for seed in track(seeds, "Evenings", disable=not sys.stderr.isatty()):
        players = players_of(seed)
        try:
            evening = play_evening(seed, players)
        except Exception:  # noqa: BLE001 - a breach is told with its seed, and the run goes on
            breaches.append(f"seed {seed} with {players} players")
            print(breaches[-1], traceback.format_exc(), sep="\n", flush=True)
            continue
        found["entries of the log"] += evening.floor.log.last
        found["undone"] += evening.undone
        found["players"] += evening.second.entries
        found["hands"] += evening.second.hands
        found["balancing moves"] += evening.second.moves
        found["refused commands"] += evening.refusals.total()
        found["largest field"] = max(found["largest field"], players)
        found[f"day {evening.floor.days.day} was the last"] += 1
        kinds.update({type(entry.event).__name__ for entry in evening.floor.log.active()})
    told = f"{len(breaches):,} breaches: {', '.join(breaches)}" if breaches else "no breach"
    print(f"{args.count:,} evenings, {told}.")
    for name, count in found.items():
        print(f"{count:>12,}  {name}")
    print("Evenings with:", ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common()))
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
