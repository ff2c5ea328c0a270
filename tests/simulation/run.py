"""Runs simulated rooms, one per seed: `python -m tests.simulation.run --seeds 10000`."""

import argparse
import sys
import time
from typing import NamedTuple

from cardroom.room.trouble import log
from tests.room.virtual import run
from tests.simulation.world import World


class Outcome(NamedTuple):
    """What one seed led to."""

    trace: str
    frames: int
    hands: int
    crashes: int
    voided: int


async def _evening(seed: int) -> Outcome:
    world = World(seed)
    await world.evening()
    return Outcome(
        trace=world.trace.digest,
        frames=world.trace.count,
        hands=world.hands,
        crashes=world.process - 1,
        voided=len(world.store.voided),
    )


def simulate(seed: int) -> Outcome:
    """One evening; what goes wrong names the seed. The faults that it makes are not logged."""
    log.disabled = True
    try:
        return run(_evening(seed))
    except BaseException as error:
        error.add_note(f"seed {seed}: python -m tests.simulation.run --first {seed} --seeds 1")
        raise
    finally:
        log.disabled = False


def main() -> int:
    """Simulate many seeds, with a line of progress."""
    parser = argparse.ArgumentParser(description="Rooms on a virtual clock, one per seed")
    parser.add_argument("--seeds", type=int, default=10_000, help="how many (10000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    options = parser.parse_args()
    started, hands, crashes, voided = time.monotonic(), 0, 0, 0
    for seed in range(options.first, options.first + options.seeds):
        outcome = simulate(seed)
        hands, crashes = hands + outcome.hands, crashes + outcome.crashes
        voided += outcome.voided
        done = seed - options.first + 1
        rate = done / (time.monotonic() - started)
        line = f"{done} of {options.seeds} seeds, {hands} hands, {crashes} crashes, {voided} void"
        print(f"\r{line}, {rate:.1f} seeds/s ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
