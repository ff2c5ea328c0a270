"""Plays pools of people and one program whose times are known, and reviews them."""

import time
from random import Random

from bench.integrity.pools import HELD_OUT, PLANTED, Job, Outcome, rules, strength
from cardroom.integrity.p_values import below_from
from cardroom.integrity.program_watch import ProgramWatch
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import ROUNDS, is_program
from cardroom.simulation.population.mixing import mixed_pool
from cardroom.simulation.population.pool import Pool
from cardroom.simulation.population.tempo import BOTS

PEOPLE = "people"
"""A pool without a program."""
PLAYERS = 12
"""More than a pool of pairs has: a tempo is judged by those of at least eight others."""


def is_timed(job: Job) -> bool:
    """Whether a job is about the times of decisions."""
    return job.kind in (PEOPLE, *BOTS)


def review_programs(job: Job, seed: int) -> Outcome:
    """Play and review one pool; the first player is the program."""
    chance = Random(HELD_OUT + seed)
    kind = None if job.kind == PEOPLE else job.kind
    terms = mixed_pool(chance, players=PLAYERS, kind=kind)
    timing = Random(HELD_OUT + seed + 1)
    started = time.process_time()
    played = list(Pool(terms, rules(), chance, hands=job.hands, timing=timing).play())
    began = time.process_time()
    names = list(terms.styles)
    watch = ProgramWatch()
    for one in played:
        hand = reviewed_hand(
            one.hand.events, one.names, key=str(one.number), think_ms=one.think_ms,
            number=one.number,
        )  # fmt: skip
        assert hand is not None
        players = [names.index(name) for name in hand.players]
        watch.add(hand, one.number, players, [False] * len(players))
    findings = watch.findings(below_from(Random(seed).random), rounds=ROUNDS, is_alert=is_program)
    spent = time.process_time() - began
    cheats = PLANTED[:1] if kind else ()
    people = [one for one in findings if names[one.player] not in cheats]
    program = [one for one in findings if names[one.player] in cheats]
    return Outcome(
        hands=len(played),
        honest=[],
        false_alerts=0,
        mixed_pairs=0,
        mixed_alerts=0,
        planted=max([strength(one.p) for one in program], default=0),
        found=any(is_program(one.p, one.q) for one in program),
        players=len(people),
        false_players=sum(is_program(one.p, one.q) for one in people),
        play_cpu_s=began - started,
        scan_cpu_s=spent,
    )
