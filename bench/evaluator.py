"""Ranking made hands: seven cards and Omaha, one call each and in batches."""

import random
from importlib import import_module
from itertools import chain, combinations
from math import comb
from typing import Any

from bench.harness import Check, Contender, Goal, Task, Work, both_builds

NOTES = """
- Every contender gets the same random deals in the form its library likes best (card objects are
  made before the clock runs). The Python loop around single calls is part of every figure.
- `phevaluator` is measured twice: as documented, and through its undocumented C function, which
  skips the conversion of cards. No peer but `poker-equity` takes batches; that one takes text only.
- The deals are 5,000 random ones over and over. Many more would measure how fast deals come from
  memory (all slow down, the compiled one most); the same few would stay in the innermost cache.
- Our tables are built at the first hand (0.2 s, not in the figures); an Omaha row is built when
  its board's ranks are seen for the first time (50 µs, warmed before the clock runs).
- One Omaha call at a time is 5x the documented call of the fastest peer, but not 5x its
  undocumented C function: handing over nine cards and taking back an answer is already a third of
  that function's time. Batches are about 5x. Tried: rows of numbers instead of bytes (8 MB;
  half as fast where the cache is busy), native integers (`i64`) in the compiled code (no gain),
  a dictionary of sums instead of two short tables (half as slow again compiled, a tenth faster
  pure).
"""

HANDS = 5_000
BATCH = 1_000_000
KNOWN_COUNTS = [
    *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
    *(4_047_644, 3_473_184, 224_848, 41_584),
]


def deals(size: int, part: int = 1) -> list[list[int]]:
    """Random deals; a slow library gets only a part of them."""
    chance = random.Random(size)
    return [chance.sample(range(52), size) for _ in range(HANDS // part)]


def name(card: int) -> str:
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


def cardroom_single() -> Work:
    from cardroom.odds.ranking import strength

    return one_by_one(strength, deals(7))


def one_by_one(rank: Any, hands: list[Any]) -> Work:
    def work() -> int:
        for hand in hands:
            rank(hand)
        return len(hands)

    return work


def spread(rank: Any, hands: list[Any]) -> Work:
    """The same for functions that take their cards as arguments of their own."""

    def work() -> int:
        for hand in hands:
            rank(*hand)
        return len(hands)

    return work


def eval7_single() -> Work:
    import eval7

    return one_by_one(eval7.evaluate, [[eval7.Card(name(c)) for c in hand] for hand in deals(7)])


def phevaluator_single() -> Work:
    from phevaluator import evaluate_cards

    return spread(evaluate_cards, deals(7))


def phevaluator_inner() -> Work:
    return spread(import_module("phevaluator._pheval").evaluate_7cards, deals(7))


def treys_single() -> Work:
    from treys import Card, Evaluator

    hands = [[Card.new(name(card)) for card in hand] for hand in deals(7)]
    return spread(Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in hands])


def texasholdem_single() -> Work:
    from texasholdem.card.card import Card
    from texasholdem.evaluator import evaluate

    hands = [[Card(name(card)) for card in hand] for hand in deals(7, 10)]
    return spread(evaluate, [(hand[:2], hand[2:]) for hand in hands])


def pokerkit_single() -> Work:
    from pokerkit import Card, StandardHighHand

    hands = [[next(Card.parse(name(c))) for c in hand] for hand in deals(7, 100)]
    return spread(StandardHighHand.from_game, [(hand[:2], hand[2:]) for hand in hands])


def clubs_evaluator(mandatory: int) -> Any:
    import clubs

    return clubs.poker.Evaluator(4, 13, 5, mandatory)


def clubs_single() -> Work:
    import clubs

    hands = [[clubs.Card(name(card)) for card in hand] for hand in deals(7, 10)]
    return spread(clubs_evaluator(0).evaluate, [(hand[:2], hand[2:]) for hand in hands])


def array(size: int) -> Any:
    """This many random deals as rows."""
    import numpy as np

    order = np.random.default_rng(1).random((BATCH // 10, 52)).argpartition(size, axis=1)
    return np.tile(order[:, :size].astype(np.int8), (10, 1))


def cardroom_batch() -> Work:
    from cardroom.odds.batches import strengths

    hands = array(7)
    return lambda: len(strengths(hands))


def poker_equity_batch() -> Work:
    from poker_equity import score_batch

    hands = ["".join(map(name, hand)) for hand in deals(7)]
    return lambda: len(score_batch("high", hands))


def split(hands: list[list[int]]) -> list[tuple[list[int], list[int]]]:
    return [(hand[:4], hand[4:]) for hand in hands]


def cardroom_omaha() -> Work:
    from cardroom.odds.ranking import omaha_strength

    return spread(omaha_strength, split(deals(9)))


def cardroom_omaha_batch() -> Work:
    from cardroom.odds.batches import omaha_strengths

    cards = array(9)
    holes, boards = cards[:, :4].copy(), cards[:, 4:].copy()
    return lambda: len(omaha_strengths(holes, boards))


def phevaluator_omaha() -> Work:
    from phevaluator import evaluate_omaha_cards

    return spread(evaluate_omaha_cards, [hand[4:] + hand[:4] for hand in deals(9)])


def phevaluator_omaha_inner() -> Work:
    rank = import_module("phevaluator._pheval").evaluate_omaha_cards
    return spread(rank, [hand[4:] + hand[:4] for hand in deals(9)])


def pokerkit_omaha() -> Work:
    from pokerkit import Card, OmahaHoldemHand

    hands = [[next(Card.parse(name(c))) for c in hand] for hand in deals(9, 100)]
    return spread(OmahaHoldemHand.from_game, [(hand[:4], hand[4:]) for hand in hands])


def clubs_omaha() -> Work:
    import clubs

    hands = [[clubs.Card(name(card)) for card in hand] for hand in deals(9, 100)]
    return spread(clubs_evaluator(2).evaluate, [(hand[:4], hand[4:]) for hand in hands])


INNER = "undocumented C function"

TASKS = [
    Task(
        "Seven cards, one call each",
        "hand",
        [
            *both_builds(cardroom_single),
            Contender("eval7", eval7_single),
            Contender("phevaluator", phevaluator_single),
            Contender("phevaluator", phevaluator_inner, INNER),
            Contender("treys", treys_single),
            Contender("texasholdem", texasholdem_single),
            Contender("pokerkit", pokerkit_single),
            Contender("clubs", clubs_single),
        ],
        [Goal("cardroom compiled", 1)],
    ),
    Task(
        "Seven cards, many at once",
        "hand",
        [
            *both_builds(cardroom_batch),
            Contender("poker-equity", poker_equity_batch),
            Contender("eval7", eval7_single, "one call each"),
            Contender("phevaluator", phevaluator_inner, f"one call each, {INNER}"),
        ],
        [Goal("cardroom compiled", 1)],
    ),
    Task(
        "Omaha, one call each",
        "hand",
        [
            *both_builds(cardroom_omaha),
            Contender("phevaluator", phevaluator_omaha),
            Contender("phevaluator", phevaluator_omaha_inner, INNER),
            Contender("pokerkit", pokerkit_omaha),
            Contender("clubs", clubs_omaha),
        ],
        [Goal("cardroom compiled", 5, "phevaluator"), Goal("cardroom compiled", 5)],
    ),
    Task(
        "Omaha, many at once",
        "hand",
        [
            *both_builds(cardroom_omaha_batch),
            Contender("phevaluator", phevaluator_omaha, "one call each"),
            Contender("phevaluator", phevaluator_omaha_inner, f"one call each, {INNER}"),
        ],
        [Goal("cardroom compiled", 5)],
    ),
]


def all_seven_card_hands() -> str:
    """Every hand of seven cards, by category."""
    import numpy as np

    from cardroom.odds.batches import strengths
    from cardroom.odds.ranking import category

    cards = chain.from_iterable(combinations(range(52), 5))
    fives = np.fromiter(cards, dtype=np.int8, count=5 * comb(52, 5)).reshape(-1, 5)
    found = np.zeros(7463, dtype=np.int64)
    for first, second in combinations(range(47), 2):
        # In their order, the fives that come after the second card are the last ones.
        rest = fives[len(fives) - comb(51 - second, 5) :]
        two = np.broadcast_to(np.array([first, second], dtype=np.int8), (len(rest), 2))
        found += np.bincount(strengths(np.hstack([two, rest])), minlength=7463)
    counts = [0] * 9
    for strength in range(1, 7463):
        counts[category(strength)] += int(found[strength])
    assert counts == KNOWN_COUNTS, counts
    return f"{sum(counts):,} hands, straight flush to high card: " + ", ".join(
        f"{count:,}" for count in reversed(counts)
    )


CHECKS = [
    Check("All seven-card hands give the known counts", all_seven_card_hands),
]
