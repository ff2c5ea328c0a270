"""Runs simulated rooms, one per seed: `python -m tests.simulation.run --seeds 20000`.

Every core plays its share, and the first seed that finds something ends the run. `--until-broken`
prints as one line of JSON which seed and what; that is what `make mutants` asks for. `--go-on`
plays all seeds, and lists at the end those that found something.
"""

import argparse
import gc
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from typing import NamedTuple

from cardroom.room.incidents import log
from tests.room.virtual import run
from tests.simulation.evening import spend
from tests.simulation.world import World

SHARD = 20
"""Seeds that one process plays before it says how far it is."""
LONGEST_S = 120
"""One seed takes a fraction of a second: one that computes or idles for longer never ends."""
IDLE_S = 0.005
"""Who computes less than this in that time waits for nothing that comes."""


class Outcome(NamedTuple):
    """What one seed led to."""

    trace: str
    frames: int
    faults: frozenset[str]
    """The kinds that struck."""
    hands: int
    crashes: int
    voided: int
    tournaments: int = 0
    """Tournaments that somebody entered; every second room holds some."""
    chip_hands: int = 0


class Finding(NamedTuple):
    """A seed that found something."""

    seed: int
    why: str
    trace: str


class Shard(NamedTuple):
    """What some seeds led to, and those that found something."""

    seeds: int = 0
    hands: int = 0
    crashes: int = 0
    voided: int = 0
    tournaments: int = 0
    chip_hands: int = 0
    findings: tuple[Finding, ...] = ()

    def plus(self, other: "Shard") -> "Shard":
        """Both together."""
        return Shard(
            self.seeds + other.seeds,
            self.hands + other.hands,
            self.crashes + other.crashes,
            self.voided + other.voided,
            self.tournaments + other.tournaments,
            self.chip_hands + other.chip_hands,
            self.findings + other.findings,
        )


async def _evening(seed: int) -> Outcome:
    world = World(seed)
    await spend(world)
    contests = None if world.hall is None else world.hall.contests
    return Outcome(
        trace=world.trace.digest,
        frames=world.trace.count,
        faults=frozenset(world.struck),
        hands=world.books.hands,
        crashes=world.process - 1,
        voided=world.voided,
        tournaments=0 if contests is None else len(contests.by_number),
        chip_hands=0 if contests is None else contests.hands,
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


class Endless(KeyboardInterrupt):
    """A seed that never ends. An event loop lets this through wherever it is raised."""


class Patience:
    """Ends a seed that never ends; one that waits for a busy machine goes on."""

    def __init__(self) -> None:
        signal.signal(signal.SIGALRM, self._look)
        self.start()

    def start(self) -> None:
        """A seed begins."""
        self._begun_s = self._seen_s = time.process_time()
        signal.alarm(LONGEST_S)

    def stop(self) -> None:
        """No seed runs any more."""
        signal.alarm(0)

    def _look(self, *_: object) -> None:
        used_s = time.process_time()
        if used_s - self._begun_s > LONGEST_S or used_s - self._seen_s < IDLE_S:
            raise Endless(f"the evening does not end in {LONGEST_S} s")
        self._seen_s = used_s
        signal.alarm(LONGEST_S)


def play(seeds: range, *, go_on: bool = False) -> Shard:
    """Some seeds in this process, until one of them finds something or to the last."""
    total = Shard()
    # An evening leaves little behind: collected less often, a seed takes a tenth less time.
    gc.set_threshold(20_000, 20, 50)
    patience = Patience()
    for seed in seeds:
        patience.start()
        try:
            outcome = simulate(seed)
        except (Exception, Endless) as error:  # noqa: BLE001 - told by whoever asked for the seeds
            why = f"{type(error).__name__}: {error}"
            trace = "".join(traceback.format_exception(error))
            total = total.plus(Shard(findings=(Finding(seed, why, trace),)))
            if not go_on:
                break
        else:
            total = total.plus(Shard(1, *outcome[3:]))
    patience.stop()
    return total


def shards(options: argparse.Namespace) -> Iterator[Shard]:
    """All seeds on all cores, shard by shard, as they are done."""
    size = SHARD // 5 if options.until_broken else SHARD
    end = options.first + options.seeds
    parts = [range(at, min(at + size, end)) for at in range(options.first, end, size)]
    some = partial(play, go_on=options.go_on)
    if options.workers == 1:
        yield from map(some, parts)
        return
    with ProcessPoolExecutor(options.workers) as pool:
        try:
            for done in as_completed([pool.submit(some, part) for part in parts]):
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
    after = parser.add_mutually_exclusive_group()
    after.add_argument("--until-broken", action="store_true", help="say what was found as JSON")
    after.add_argument("--go-on", action="store_true", help="play all seeds, list the findings")
    options = parser.parse_args()
    started, total = time.monotonic(), Shard()
    for shard in shards(options):
        total = total.plus(shard)
        for found in shard.findings:
            print(_text_of(found, as_json=options.until_broken), flush=True)
        if shard.findings and not options.go_on:
            return 1
        rate = total.seeds / (time.monotonic() - started)
        line = f"{total.seeds} of {options.seeds} seeds, {total.hands} hands"
        line += f", {total.tournaments} tournaments, {total.chip_hands} hands for chips"
        line += f", {total.crashes} crashes, {total.voided} void, {rate:.1f} seeds/s "
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if options.until_broken:
        print(json.dumps({"seed": -1, "why": ""}))
    for found in sorted(total.findings):
        print(f"seed {found.seed}: {found.why}")
    return 1 if total.findings else 0


def _text_of(found: Finding, *, as_json: bool) -> str:
    return json.dumps({"seed": found.seed, "why": found.why}) if as_json else f"\n{found.trace}"


if __name__ == "__main__":
    sys.exit(main())
