"""Which pools are played, and what the figures ought to be."""

from typing import NamedTuple

from msgspec.structs import replace

from bench.integrity.pools import Job
from bench.integrity.programs import PEOPLE
from cardroom.simulation.population.colluding import KINDS
from cardroom.simulation.population.mixing import SUPERUSER
from cardroom.simulation.population.tempo import BOTS

INTENSITIES = (100, 250, 500, 1000)
SHARED = 500
"""Colluders always sit together: the hands of their pool are the hands that they share."""
LENGTHS = (100, 300, 1_000, 3_000, 10_000)
CURVES = {"dump": 500, "soft": 1000, "isolate": 500}
"""The kinds that the detectors were tried on while they were made, and their intensities here."""
UNTRIED = tuple(kind for kind in KINDS if kind not in CURVES)
LOOKED_AT = ("share", "best_hand")
"""Of them, those whose development pools decided how the test of hidden cards is made."""
SUPERUSER_HANDS = 300
PAIRS_MIN = 100_000
FALSE_MAX_PER_1000 = 1.0
AUC_MIN = 0.95
HANDS_PER_CORE_HOUR = 1_000_000

CURVES_POOLS = {100: 60, 300: 60, 1_000: 40, 3_000: 12, 10_000: 5}
"""How many pools a point of a curve gets, by its hands: what must reach a target gets more."""
POINT, UNTRIED_POINT, TARGET = 30, 60, 100

HONEST = [Job("honest", 0, 150, 3_020), Job("honest", 0, 600, 1_000), Job("honest", 0, 2_000, 250)]
"""About 22 pairs of a pool of 150 hands have met often enough to be judged, and all 28 of longer
ones: some 101,000."""
BY_HANDS = [
    Job(kind, part, hands, CURVES_POOLS[hands])
    for kind, part in CURVES.items()
    for hands in LENGTHS
]
SUPERUSERS = [
    Job(SUPERUSER, 500, SUPERUSER_HANDS, TARGET // 2),
    Job(SUPERUSER, 1000, SUPERUSER_HANDS, TARGET),
]
OMAHA_HONEST = Job("honest", 0, SHARED, 200, "pl-omaha")
OMAHA = [OMAHA_HONEST, *(Job(kind, part, SHARED, 40, "pl-omaha") for kind, part in CURVES.items())]
TIMED_HANDS = 600
"""Six of twelve sit at the table: half of the hands are a player's own."""
PROGRAMS = [Job(PEOPLE, 0, TIMED_HANDS, 200), *(Job(kind, 0, TIMED_HANDS, 60) for kind in BOTS)]


def _pools(kind: str, part: int) -> int:
    if CURVES.get(kind) == part:
        return TARGET
    return UNTRIED_POINT if kind in UNTRIED and part == INTENSITIES[-1] else POINT


POWER = [Job(kind, part, SHARED, _pools(kind, part)) for kind in KINDS for part in INTENSITIES]


class Target(NamedTuple):
    """What a share of cheats ought to be found."""

    job: Job
    power: float


TARGETS = [
    Target(next(job for job in POWER if (job.kind, job.intensity) == ("dump", 500)), 0.9),
    Target(next(job for job in POWER if (job.kind, job.intensity) == ("soft", 1000)), 0.9),
    Target(next(job for job in POWER if (job.kind, job.intensity) == ("isolate", 500)), 0.95),
    Target(SUPERUSERS[1], 0.95),
]


def in_order() -> list[Job]:
    """All pools, those first that a target hangs on: a run that is stopped has most of them."""
    first = [target.job for target in TARGETS]
    rest = (*SUPERUSERS, *PROGRAMS, *OMAHA, *POWER, *BY_HANDS)
    return [*first, *HONEST, *(one for one in rest if one not in first)]


def scaled(jobs: list[Job], percent: int) -> list[Job]:
    """A part of the pools, at least one of each."""
    return [replace(one, pools=max(1, one.pools * percent // 100)) for one in jobs]
