"""Which pools are played, and what the figures ought to be."""

from typing import NamedTuple

from bench.integrity.pools import Job
from cardroom.simulation.population.colluding import KINDS
from cardroom.simulation.population.mixing import SUPERUSER

INTENSITIES = (100, 250, 500, 1000)
SHARED = 500
"""Colluders always sit together: the hands of their pool are the hands that they share."""
LENGTHS = (100, 300, 1_000, 3_000, 10_000)
CURVES = {"dump": 500, "soft": 1000, "isolate": 500}
"""The kinds that the detectors were tried on while they were made, and their intensities here."""
UNTRIED = tuple(kind for kind in KINDS if kind not in CURVES)
SUPERUSER_HANDS = 300
PAIRS_MIN = 100_000
FALSE_MAX_PER_1000 = 1.0
AUC_MIN = 0.95
HANDS_PER_CORE_HOUR = 1_000_000

HONEST = [Job("honest", 0, 150, 2_400), Job("honest", 0, 600, 1_500), Job("honest", 0, 2_000, 300)]
POWER = [Job(kind, part, SHARED, 100) for kind in KINDS for part in INTENSITIES]
BY_HANDS = [
    Job(kind, part, hands, 100 if hands <= 1_000 else 20)
    for kind, part in CURVES.items()
    for hands in LENGTHS
]
SUPERUSERS = [Job(SUPERUSER, part, SUPERUSER_HANDS, 100) for part in (500, 1000)]


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


def scaled(jobs: list[Job], percent: int) -> list[Job]:
    """A part of the pools, at least one of each."""
    return [
        Job(one.kind, one.intensity, one.hands, max(1, one.pools * percent // 100)) for one in jobs
    ]
