"""The share of the pot that hole cards win on the boards that may still come.

Exact by counting every board, or sampled with its error stated. Chance is passed in: the engine
has none of its own.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from math import lcm, sqrt

import msgspec

from cardroom.cards import Card
from cardroom.odds.equity_question import HANDS_MAX, EquityQuestion, verified
from cardroom.odds.ranking import omaha_strength, strength
from cardroom.odds.runouts import Outcomes, Progress, count_outcomes, winners

EXACT_BOARDS_MAX = 2_000_000
"""More boards than this are sampled. Two known hands leave 1,712,304 at most."""
SAMPLES_MAX = 100_000_000
SAMPLES = 200_000
SAMPLES_PER_STEP = 1_000
"""How often progress is reported."""

_PARTS = lcm(*range(1, HANDS_MAX + 1))
"""A pot cut so that any number of hands can share it evenly."""

Sample = Callable[[Sequence[Card], int], Sequence[Card]]
"""Draws a number of different cards at random, as `random.Random(seed).sample` does."""


class HandEquity(msgspec.Struct, frozen=True):
    """What one hand wins: boards alone, boards shared, and its share of all pots (POT-04)."""

    hole: tuple[Card, ...]
    """The hole cards; none for a whole range."""
    wins: int
    ties: int
    share: Fraction
    error: float
    """The standard error of the share; 0 when every board was counted."""


class Equity(msgspec.Struct, frozen=True):
    """What all hands win on a number of boards, all of them or a sample."""

    hands: tuple[HandEquity, ...]
    boards: int
    exact: bool


def no_progress(done: int, total: int) -> None:
    """Tell nobody how far the count is."""


def equity(
    hands: Sequence[Sequence[Card]],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    *,
    omaha: bool = False,
    sample: Sample | None = None,
    samples: int = SAMPLES,
    limit: int = EXACT_BOARDS_MAX,
    progress: Progress = no_progress,
) -> Equity:
    """The equity of 2 to 10 hands: exact up to `limit` boards, above it from samples.

    A hand is two cards, or four with `omaha`. `sample` draws cards by chance, as
    `random.Random(seed).sample` does; `progress` gets the boards done and how many there are.
    Cards that are unknown, there twice or too many raise a ValueError.
    """
    question = verified(hands, board, dead, omaha=omaha)
    if question.boards <= limit:
        return equity_of_outcomes(question.hands, counted(question, progress), exact=True)
    if sample is None:
        raise ValueError(f"{question.boards} boards are more than {limit}: they must be sampled")
    if not 1 <= samples <= SAMPLES_MAX:
        raise ValueError(f"samples are 1 to {SAMPLES_MAX}, not {samples}")
    outcomes = _sampled(question, sample, samples, progress)
    return equity_of_outcomes(question.hands, outcomes, exact=False)


def counted(question: EquityQuestion, progress: Progress) -> Outcomes:
    """Count every board, with numpy where it is installed."""
    if not numpy_is_installed():
        return count_outcomes(question, progress)
    from cardroom.odds import runout_arrays

    return runout_arrays.count_outcomes(question, progress)


@cache
def numpy_is_installed() -> bool:
    """Whether the extra `fast` is there."""
    return find_spec("numpy") is not None


def _sampled(
    question: EquityQuestion, sample: Sample, samples: int, progress: Progress
) -> Outcomes:
    """Run the board out a number of times."""
    outcomes: Outcomes = {}
    stub = question.stub
    for done in range(1, samples + 1):
        board = [*question.board, *sample(stub, question.to_come)]
        if question.omaha:
            strengths = [omaha_strength(hand, board) for hand in question.hands]
        else:
            strengths = [strength([*hand, *board]) for hand in question.hands]
        mask = winners(strengths)
        outcomes[mask] = outcomes.get(mask, 0) + 1
        if done % SAMPLES_PER_STEP == 0:
            progress(done, samples)
    progress(samples, samples)
    return outcomes


def equity_of_outcomes(
    holes: Sequence[tuple[Card, ...]], outcomes: Outcomes, *, exact: bool
) -> Equity:
    """Turn boards won together into each hand's wins, ties and share of the pots."""
    boards = sum(outcomes.values())
    hands = tuple(
        _hand_equity(hole, place, outcomes, boards, exact) for place, hole in enumerate(holes)
    )
    assert sum(hand.share for hand in hands) == 1
    return Equity(hands, boards, exact)


def _hand_equity(
    hole: tuple[Card, ...], place: int, outcomes: Outcomes, boards: int, exact: bool
) -> HandEquity:
    wins = outcomes.get(1 << place, 0)
    # By number of hands that share the pot: the boards on which this hand is one of them.
    shared: dict[int, int] = {}
    for mask, count in outcomes.items():
        if mask >> place & 1:
            shared[mask.bit_count()] = shared.get(mask.bit_count(), 0) + count
    parts = sum(count * (_PARTS // ways) for ways, count in shared.items())
    share = Fraction(parts, _PARTS * boards)
    squares = sum(count / ways**2 for ways, count in shared.items()) / boards
    variance = max(0.0, squares - float(share) ** 2)
    error = 0.0 if exact else sqrt(variance / boards)
    return HandEquity(hole, wins, sum(shared.values()) - wins, share, error)
