"""What decks that players verify cost: processor time per hand, beside a room without them.

    python -m bench.decks --hands 2000 --rounds 5

Both rooms are the same but for the decks, on a virtual clock and a store in memory, with six
players whose frames nobody reads. They take turns in one process, so that both meet the same
machine. The difference is the cost of roots, list, signature, box, log, cut, proofs and frames. It
does not count the time in which frames leave the sockets. What the players' own programs do with
their frames (reading, committing, revealing) is timed apart and taken off: it is not the server's.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.room.fair_rooms import SeedingClient, fair_house
from tests.room.rooms import Client
from tests.room.scenes import Scene
from tests.room.virtual import run

PLAYERS = 6
KINDS = ("off", "on, no seeds", "on, six seeds")
spent_by_players = 0.0
"""Processor seconds in the players' own programs."""


class Deaf(Client):
    """A player whose frames are counted and not read."""

    def deliver(self, frame: bytes) -> None:
        self.frames.append(frame)


class Timed(SeedingClient):
    """A player who contributes to every cut, and whose own work is timed."""

    def deliver(self, frame: bytes) -> None:
        global spent_by_players  # noqa: PLW0603 - one figure for all players of a run
        begun = time.process_time()
        super().deliver(frame)
        spent_by_players += time.process_time() - begun


async def _play(kind: str, hands: int, seed: int) -> float:
    """Milliseconds of processor time for a hand in which all fold."""
    fair = None if kind == "off" else fair_house(seed)
    made = Timed if kind.endswith("six seeds") else Deaf
    scene = await Scene.open(seed, PLAYERS, made, fair=fair)
    await scene.fold_to_one()
    begun, players = time.process_time(), spent_by_players
    for _ in range(hands):
        await scene.fold_to_one()
    spent = time.process_time() - begun - (spent_by_players - players)
    await scene.shell.room.stop()
    return 1000 * spent / hands


async def _bounded(kind: str, hands: int, seed: int) -> float:
    return await asyncio.wait_for(_play(kind, hands, seed), 100_000 * hands)


def main() -> int:
    """Measure and print one line for each kind of room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for seed in range(args.rounds):
        for kind in KINDS:
            found[kind].append(run(_bounded(kind, args.hands, seed + 1)))
    off = median(found["off"])
    for kind in KINDS:
        each = median(found[kind])
        print(f"{kind:16} {each:.3f} ms per hand, {each - off:+.3f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
