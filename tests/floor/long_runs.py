"""Thousands of evenings on the floor, one per seed: `make simulate-floor`."""

import argparse
import random

from rich.progress import track

from tests.floor.evenings import play_evening

PLAYERS_MAX = 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args()
    entries = undone = 0
    for seed in track(range(args.seed, args.seed + args.count), "Evenings"):
        players = 5 + int(random.Random(seed).paretovariate(0.8) * 4) % PLAYERS_MAX
        try:
            room = play_evening(seed, players)
        except Exception:
            print(f"seed {seed} with {players} players")
            raise
        entries += room.log.last
        undone += room.log.last - len(list(room.log.active()))
    print(f"{args.count:,} evenings, {entries:,} entries of the log, {undone:,} of them undone.")


if __name__ == "__main__":
    main()
