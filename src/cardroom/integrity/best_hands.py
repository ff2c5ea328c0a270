"""The five hands of a pair that a reviewer should open first."""

from collections.abc import Sequence

from cardroom.integrity.alerts import BestHand
from cardroom.integrity.hands import CALL, FOLD
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import EVENTS

BEST = 5
EVENT_WEIGHT = 4.0
"""A rare event counts as much as so many big blinds."""
STRONG = 0.7
"""With such a hand players bet, and hardly ever fold."""


def best_hands(spots: Sequence[Spot], kind: str, keys: Sequence[str]) -> tuple[BestHand, ...]:
    """The hands in which the pair did most of what the alert is about."""
    scores: dict[int, float] = {}
    gains: dict[int, float] = {}
    reasons: dict[int, dict[str, None]] = {}
    for spot in spots:
        gains[spot.hand] = gains.get(spot.hand, 0.0) + spot.gain
        score = max(0.0, spot.gain)
        for number, name in enumerate(EVENTS):
            if spot.events >> number & 1:
                score += EVENT_WEIGHT * (3 if name == kind else 1)
                reasons.setdefault(spot.hand, {})[name] = None
        if _is_of(kind, spot):
            score += EVENT_WEIGHT
            reasons.setdefault(spot.hand, {})[kind] = None
        scores[spot.hand] = scores.get(spot.hand, 0.0) + score
    first = sorted(scores, key=lambda hand: (-scores[hand], hand))[:BEST]
    return tuple(
        BestHand(
            key=keys[hand],
            why=tuple(reasons.get(hand, {})),
            big_blinds=round(gains[hand], 2),
        )
        for hand in first
    )


def _is_of(kind: str, spot: Spot) -> bool:
    """Tests that count ordinary actions: the actions that they counted."""
    if kind == "shared_folds":
        return spot.act == FOLD and spot.held > STRONG
    return kind == "soft_play" and spot.act == CALL and spot.held > STRONG
