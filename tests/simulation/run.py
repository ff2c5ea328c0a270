"""Runs simulated rooms, one per seed: `python -m tests.simulation.run --seeds 20000`.

Every core plays its share. `--until-broken` ends at the first seed that finds something, and prints
as one line of JSON which seed and what; that is what `make mutants` asks for.
"""

import argparse
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

from cardroom.room.incidents import log
from tests.room.virtual import run
from tests.simulation.evening import spend
from tests.simulation.world import World

SHARD = 20
"""Seeds that one process plays before it says how far it is."""
LONGEST_S = 120
"""One seed takes a fraction of a second; what takes so long never ends."""


class Outcome(NamedTuple):
    """What one seed led to."""

    trace: str
    frames: int
    hands: int
    crashes: int
    voided: int


class Shard(NamedTuple):
    """What some seeds led to, or the first of them that found something."""

    seeds: int
    hands: int
    crashes: int
    voided: int
    broken: int = -1
    why: str = ""
    trace: str = ""


async def _evening(seed: int) -> Outcome:
    world = World(seed)
    await spend(world)
    return Outcome(
        trace=world.trace.digest,
        frames=world.trace.count,
        hands=world.books.hands,
        crashes=world.process - 1,
        voided=world.voided,
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


def _endless(*_: object) -> None:
    raise TimeoutError(f"the evening does not end in {LONGEST_S} s")


def play(seeds: range) -> Shard:
    """Some seeds in this process, until one of them finds something."""
    hands = crashes = voided = 0
    signal.signal(signal.SIGALRM, _endless)
    for seed in seeds:
        signal.alarm(LONGEST_S)
        try:
            outcome = simulate(seed)
        except Exception as error:  # noqa: BLE001 - told by whoever asked for the seeds
            why = f"{type(error).__name__}: {error}"
            trace = "".join(traceback.format_exception(error))
            return Shard(seed - seeds.start, hands, crashes, voided, seed, why, trace)
        hands, crashes = hands + outcome.hands, crashes + outcome.crashes
        voided += outcome.voided
    signal.alarm(0)
    return Shard(len(seeds), hands, crashes, voided)


def shards(first: int, seeds: int, workers: int, size: int) -> Iterator[Shard]:
    """All seeds on all cores, shard by shard, as they are done."""
    parts = [
        range(start, min(start + size, first + seeds))
        for start in range(first, first + seeds, size)
    ]
    if workers == 1:
        yield from map(play, parts)
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            for done in as_completed([pool.submit(play, part) for part in parts]):
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def main() -> int:
    """Simulate many seeds, with a line of progress."""
    parser = argparse.ArgumentParser(description="Rooms on a virtual clock, one per seed")
    parser.add_argument("--seeds", type=int, default=20_000, help="how many (20000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes at once"
    )
    parser.add_argument("--until-broken", action="store_true", help="say what was found as JSON")
    options = parser.parse_args()
    started, total = time.monotonic(), Shard(0, 0, 0, 0)
    size = SHARD // 5 if options.until_broken else SHARD
    for shard in shards(options.first, options.seeds, options.workers, size):
        total = Shard(
            total.seeds + shard.seeds,
            total.hands + shard.hands,
            total.crashes + shard.crashes,
            total.voided + shard.voided,
        )
        if shard.broken >= 0:
            found = {"seed": shard.broken, "why": shard.why}
            print(json.dumps(found) if options.until_broken else f"\n{shard.trace}", flush=True)
            return 1
        rate = total.seeds / (time.monotonic() - started)
        line = f"{total.seeds} of {options.seeds} seeds, {total.hands} hands"
        line += f", {total.crashes} crashes, {total.voided} void, {rate:.1f} seeds/s "
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.until_broken:
        print(json.dumps({"seed": -1, "why": ""}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
