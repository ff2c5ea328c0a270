"""Plays one simulated pool, reviews it and says what became of every pair and player."""

import time
import tracemalloc
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import count
from math import log10, sqrt
from random import Random

import msgspec

from cardroom.engine.events import Game
from cardroom.integrity.p_values import below_from
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import SUPERUSER_P, Scan, is_alert
from cardroom.rulebook import HandRules, edition
from cardroom.simulation.population.mixing import SUPERUSER, mixed_pool
from cardroom.simulation.population.pool import Pool, PoolHand

PLAYERS = 8
PLANTED = ("player 1", "player 2")
HELD_OUT = 5_000_000
"""Seeds from here on were never looked at while the detectors were made. Those from a million on
were the held-out ones until 2026-11-18; the detectors were changed after that."""
WARM_UP = 20
WEAKEST, STRONGEST = 0, 10_000


class Job(msgspec.Struct, frozen=True):
    """One kind of pool: who cheats how often in a thousand, how many hands, how many pools."""

    kind: str
    """Of colluders or programs, the superuser, or `honest`; `people` are honest and timed."""
    intensity: int
    hands: int
    pools: int
    game: Game = "nl-holdem"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What one pool came to; strengths are -100 times the logarithm of p, 600 is 1e-6."""

    hands: int
    honest: list[int]
    """Strengths of pairs in which nobody cheats."""
    false_alerts: int
    mixed_pairs: int
    """Pairs with one colluder."""
    mixed_alerts: int
    planted: int
    """The strength of the pair who cheat, of the superuser or of the program."""
    found: bool
    players: int
    """Honest players who were tried alone: as superusers, or as programs where times are known."""
    false_players: int
    play_cpu_s: float
    scan_cpu_s: float


def rules() -> HandRules:
    """What hands are played by."""
    return edition("en-2.7").hand


def strength(p: float) -> int:
    """A chance on a scale of whole numbers."""
    return min(STRONGEST, max(WEAKEST, round(-100 * log10(max(p, 1e-100)))))


def review(job: Job, seed: int) -> Outcome:
    """Play and review one pool; a superuser's ends with so many hands of their own."""
    chance = Random(HELD_OUT + seed)
    kind = None if job.kind == "honest" else job.kind
    terms = mixed_pool(chance, players=PLAYERS, kind=kind, intensity=job.intensity, game=job.game)
    length = 3 * job.hands if kind == SUPERUSER else job.hands
    pool = Pool(terms, rules(), chance, hands=length)
    started = time.process_time()
    played = list(_until(pool.play(), job))
    began = time.process_time()
    scan = Scan()
    for one in played:
        hand = reviewed_hand(one.hand.events, one.names, key=str(one.number))
        assert hand is not None
        scan.add(hand)
    judged = scan.judged(below_from(Random(seed).random))
    supers = {one.player: one.p for one in scan.superuser_chances()}
    spent = time.process_time() - began
    cheats = {SUPERUSER: PLANTED[:1]}.get(job.kind, PLANTED if kind else ())
    by_cheats: dict[int, list[tuple[int, bool]]] = {0: [], 1: [], 2: []}
    for pair in judged:
        names = {scan.names[one] for one in pair.players}
        by_cheats[len(names & set(cheats))].append((strength(pair.p), is_alert(pair)))
    honest = [p for player, p in supers.items() if scan.names[player] not in cheats]
    planted = max([value for value, _ in by_cheats[2]], default=0)
    found = any(alert for _, alert in by_cheats[2])
    if kind == SUPERUSER:
        p = next((p for player, p in supers.items() if scan.names[player] in cheats), 1.0)
        planted, found = strength(p), p <= SUPERUSER_P
    return Outcome(
        hands=len(played),
        honest=[value for value, _ in by_cheats[0]],
        false_alerts=sum(alert for _, alert in by_cheats[0]),
        mixed_pairs=len(by_cheats[1]),
        mixed_alerts=sum(alert for _, alert in by_cheats[1]),
        planted=planted,
        found=found,
        players=len(honest),
        false_players=sum(p <= SUPERUSER_P for p in honest),
        play_cpu_s=began - started,
        scan_cpu_s=spent,
    )


def bytes_held(hands: int, seed: int) -> int:
    """What a review holds in memory after so many hands, which it reads one by one."""
    # What is made once for all hands, such as the values of cards, is nothing of the review's.
    _scanned(WARM_UP, seed)
    tracemalloc.start()
    scan = _scanned(hands, seed)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert scan.hands == hands
    return held


def _scanned(hands: int, seed: int) -> Scan:
    chance = Random(HELD_OUT + seed)
    terms = mixed_pool(chance, players=PLAYERS)
    scan = Scan()
    for one in Pool(terms, rules(), chance, hands=hands).play():
        hand = reviewed_hand(one.hand.events, one.names, key=str(one.number))
        assert hand is not None
        scan.add(hand)
    return scan


def _until(hands: Iterator[PoolHand], job: Job) -> Iterator[PoolHand]:
    """All hands, or those until a superuser was dealt into enough."""
    own = count(1)
    for one in hands:
        yield one
        is_own = job.kind == SUPERUSER and PLANTED[0] in one.names.values()
        if is_own and next(own) >= job.hands:
            return


def wilson(found: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson)."""
    if of == 0:
        return 0.0, 1.0
    z = 1.96
    rate = found / of
    middle = rate + z * z / (2 * of)
    wide = z * sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return max(0.0, (middle - wide) / (1 + z * z / of)), (middle + wide) / (1 + z * z / of)


def auc(planted: list[int], honest: list[int]) -> float:
    """How often a cheating pair is stronger than an honest one, of all couples of both."""
    if not planted or not honest:
        return 0.5
    ranked = sorted(honest)
    total = 0.0
    for one in planted:
        below, equal = _place(ranked, one)
        total += below + equal / 2
    return total / (len(planted) * len(honest))


def _place(ranked: list[int], one: int) -> tuple[int, int]:
    left, right = bisect_left(ranked, one), bisect_right(ranked, one)
    return left, right - left
