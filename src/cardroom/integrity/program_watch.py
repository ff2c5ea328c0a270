"""Gathers what the test for programs needs while hands are read, and writes its alerts."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import log2
from statistics import median

from cardroom.engine.chance import RandBelow
from cardroom.integrity.alerts import AlikeAccount, BotAlert, QuickHand, TempoEvidence
from cardroom.integrity.decision_times import TimedDecision, timed_decisions
from cardroom.integrity.detectors.bots import BotFinding, bot_findings
from cardroom.integrity.hands import ReviewedHand

BREAK_MS = 20 * 60_000
"""Who is not dealt in for so long has taken a break."""
HOUR_MS = 3_600_000
ALIKE_MAX = 3
ALIKE_MIN = 100
"""Accounts with fewer common decisions are not compared."""
HANDS_SHOWN = 5

Choices = dict[int, Counter[int]]


class ProgramWatch:
    """Timed decisions by player; the memory grows with them, and is nothing without times."""

    def __init__(self) -> None:
        self._decisions: dict[int, list[TimedDecision]] = {}

    def add(
        self, hand: ReviewedHand, number: int, players: Sequence[int], is_old: Sequence[bool]
    ) -> None:
        """Read one hand; times that were evidence against a player before are left out."""
        for place, timed in timed_decisions(hand, number):
            if not is_old[place]:
                self._decisions.setdefault(players[place], []).append(timed)

    def findings(
        self, below: RandBelow, *, rounds: int, is_alert: Callable[[float, float], bool]
    ) -> list[BotFinding]:
        """Every player with enough times, the likeliest program first."""
        return bot_findings(self._decisions, below, rounds=rounds, is_alert=is_alert)

    def alerts(
        self,
        names: Sequence[str],
        keys: Sequence[str],
        below: RandBelow,
        *,
        rounds: int,
        is_alert: Callable[[float, float], bool],
    ) -> tuple[BotAlert, ...]:
        """Those whom a person should look at."""
        found = self.findings(below, rounds=rounds, is_alert=is_alert)
        return tuple(self._alert(one, names, keys) for one in found if is_alert(one.p, one.q))

    def _alert(self, found: BotFinding, names: Sequence[str], keys: Sequence[str]) -> BotAlert:
        held = self._decisions[found.player]
        usual_ms = median([one.ms for one in held])
        longest_ms, hours = _attendance(sorted({one.at_ms for one in held}))
        return BotAlert(
            player=names[found.player],
            p=found.p,
            q=found.q,
            decisions=found.decisions,
            median_ms=round(usual_ms),
            evidence=tuple(
                TempoEvidence(test=one.test, observed=one.observed, usual=one.usual, p=one.p)
                for one in found.tests
            ),
            hands=_quick_hands(held, usual_ms, keys),
            longest_h=round(longest_ms / HOUR_MS, 1),
            hours_of_day=hours,
            alike=self._alike(found.player, names),
        )

    def _alike(self, player: int, names: Sequence[str]) -> tuple[AlikeAccount, ...]:
        """The accounts whose choices are nearest: one program may play under several names."""
        held = self._decisions[player]
        mine, own = choices(held), apart(choices(held[::2]), choices(held[1::2]))
        rows = []
        for other, theirs in self._decisions.items():
            if other != player and len(theirs) >= ALIKE_MIN:
                rows.append((apart(mine, choices(theirs)), names[other]))
        return tuple(
            AlikeAccount(player=name, distance=round(far, 4), own=round(own, 4))
            for far, name in sorted(rows)[:ALIKE_MAX]
        )


def choices(decisions: Sequence[TimedDecision]) -> Choices:
    """How often a player folds, calls and raises in every kind of spot."""
    found: Choices = {}
    for one in decisions:
        found.setdefault(one.stratum, Counter())[one.act] += 1
    return found


def apart(one: Choices, other: Choices) -> float:
    """How far apart two players' choices are, 0 to 1 (Jensen-Shannon, over common spots)."""
    total, weight = 0.0, 0
    for stratum in one.keys() & other.keys():
        a, b = one[stratum], other[stratum]
        both = min(a.total(), b.total())
        total += both * _divergence(a, b)
        weight += both
    return total / weight if weight else 1.0


def _divergence(one: Counter[int], other: Counter[int]) -> float:
    found = 0.0
    for mine, theirs in ((one, other), (other, one)):
        for act, count in mine.items():
            share = count / mine.total()
            middle = (share + theirs[act] / theirs.total()) / 2
            found += share * log2(share / middle) / 2
    return found


def _quick_hands(
    held: Sequence[TimedDecision], usual_ms: float, keys: Sequence[str]
) -> tuple[QuickHand, ...]:
    """The largest pots in which the player took no longer than usual, one decision of each hand."""
    quick: dict[int, TimedDecision] = {}
    for one in held:
        largest = quick.get(one.hand)
        if one.ms <= usual_ms and (largest is None or one.pot > largest.pot):
            quick[one.hand] = one
    first = sorted(quick.values(), key=lambda one: (-one.pot, one.hand))[:HANDS_SHOWN]
    return tuple(
        QuickHand(key=keys[one.hand], think_ms=one.ms, big_blinds=round(2**one.pot - 1, 1))
        for one in first
    )


def _attendance(times_ms: Sequence[int]) -> tuple[int, int]:
    """The longest time without a break, and in how many hours of the day there was play."""
    longest = start = 0
    for place, at_ms in enumerate(times_ms):
        if place and at_ms - times_ms[place - 1] > BREAK_MS:
            start = place
        longest = max(longest, at_ms - times_ms[start])
    return longest, len({at_ms // HOUR_MS % 24 for at_ms in times_ms})
