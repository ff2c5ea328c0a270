"""What decks that players verify cost: processor time per hand, beside a room without them, and the
wait between hands.

    python -m bench.decks --hands 100 --rounds 40

All rooms are the same but for the decks, on a virtual clock and a store in memory, with six
players who read what they are sent. They take turns in one process, a short while each, so that all
meet the same machine; the figure is the median of the differences within each turn. It is the cost
of roots, list, signature, box, log, cut, proofs, frames and requests. It does not count the time in
which frames leave the sockets. What the players' own programs do with frames and answers (reading,
committing, revealing) is timed apart and taken off, in every room: it is not the server's. Nor is
what this timing costs itself. Memory is looked after as the server does it.

The wait is from a paid hand to the first decision of the next one. Virtual time counts every wait
of the room and no processor time. Players answer some milliseconds after they were asked, other
ones each time.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from cardroom.server.memory import spare_full_collections
from tests.room.fair_rooms import SeedingClient, fair_house
from tests.room.rooms import Shell
from tests.room.scenes import Scene
from tests.room.virtual import run

PLAYERS = 6
KINDS = ("off", "on, no seeds", "on, six seeds")
ANSWERS_MS = ((0, 0), (40, 60), (10, 90))
spent_by_players = 0.0
"""Processor seconds in the players' own programs."""
LOOKS = 20_000


def _cost_of_a_look() -> float:
    """How many processor seconds it takes to ask for the processor time."""
    begun = time.process_time()
    for _ in range(LOOKS):
        time.process_time()
    return (time.process_time() - begun) / LOOKS


A_LOOK_S = _cost_of_a_look()


class Timed(SeedingClient):
    """A player whose own work is timed."""

    def __init__(self, shell: Shell, player: int) -> None:
        super().__init__(shell, player)
        self.commits = False

    def deliver(self, frame: bytes) -> None:
        begun = time.process_time()
        self.hear(msgspec.json.decode(frame))
        self._count(begun)

    def _answered(self, task: "asyncio.Task[Any]") -> None:
        begun = time.process_time()
        super()._answered(task)
        self._count(begun)

    def _count(self, begun: float) -> None:
        global spent_by_players  # noqa: PLW0603 - one figure for all players of a run
        # Half of the first look and half of the second are outside of what they measure.
        spent_by_players += time.process_time() - begun + A_LOOK_S


class Seeding(Timed):
    """A player who contributes to every cut."""

    def __init__(self, shell: Shell, player: int) -> None:
        super().__init__(shell, player)
        self.commits = True


class Answering(SeedingClient):
    """A player who reveals after a while."""

    answers_ms = (0, 0)

    def _reveal(self, channel: str, listed: dict[str, Any]) -> None:
        later = asyncio.get_running_loop().call_later
        later(self.chance.uniform(*self.answers_ms) / 1000, super()._reveal, channel, listed)


async def _waits(kind: str, hands: int, answers_ms: tuple[int, int]) -> float:
    """The median of milliseconds from a paid hand to the first decision of the next one."""
    fair = None if kind == "off" else fair_house(1)
    scene = await Scene.open(1, PLAYERS, Answering, fair=fair)
    for client in scene.clients.values():
        assert isinstance(client, Answering)
        client.commits, client.answers_ms = kind.endswith("six seeds"), answers_ms
    found = []
    for _ in range(hands):
        await scene.fold_to_one()
        paid_ms = scene.now_ms
        await scene.turn()
        found.append(scene.now_ms - paid_ms)
    await scene.shell.room.stop()
    return median(found)


async def _play(kind: str, hands: int, seed: int) -> float:
    """Milliseconds of processor time for a hand in which all fold."""
    fair = None if kind == "off" else fair_house(seed)
    made = Seeding if kind.endswith("six seeds") else Timed
    scene = await Scene.open(seed, PLAYERS, made, fair=fair)
    await scene.fold_to_one()
    begun, players = time.process_time(), spent_by_players
    for _ in range(hands):
        await scene.fold_to_one()
    spent = time.process_time() - begun - (spent_by_players - players)
    await scene.shell.room.stop()
    return 1000 * spent / hands


async def _bounded(kind: str, hands: int, seed: int) -> float:
    async with asyncio.timeout(100_000 * hands):
        return await _play(kind, hands, seed)


def main() -> int:
    """Measure and print one line for each kind of room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=40)
    args = parser.parse_args()
    for least, most in ANSWERS_MS:
        waits = [f"{run(_waits(kind, args.hands, (least, most))):.0f} ms {kind}" for kind in KINDS]
        print(f"wait between hands, seeds after {least} to {most} ms: {'; '.join(waits)}")
    spare_full_collections()
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for seed in range(args.rounds):
        for kind in KINDS:
            found[kind].append(run(_bounded(kind, args.hands, seed + 1)))
    for kind in KINDS:
        added = [own - off for own, off in zip(found[kind], found["off"], strict=True)]
        low, middle, high = quantiles(added, n=4)
        print(
            f"{kind:16} {median(found[kind]):.3f} ms per hand, {middle:+.3f} ms"
            f" (half of the turns {low:+.3f} to {high:+.3f}), least {min(found[kind]):.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
