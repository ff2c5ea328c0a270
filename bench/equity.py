"""Equity by counting every board: hold'em with two and three hands, Omaha on the flop."""

from itertools import combinations
from typing import Any

from bench.harness import Contender, Goal, Task, Work, both_builds

NOTES = """
- All figures are for the exact answer. `eval7` calls a function exact that does not run the board
  out, so here it ranks every board one by one, as its user would have to; `phevaluator` and
  `pokerkit`, which count no equity, likewise.
- cardroom counts classes of boards (ranks, and suits only where a flush is possible) instead of
  boards: the saving is exact, but the peers' figures say little about their evaluators.
- On a flop few boards are left, and a call's fixed cost decides; that margin is the smallest.
- The first call of a process also builds tables (0.2 s; not in the figures).
"""

TWO = ("AhKh", "QsQd")
THREE = ("AhKh", "QsQd", "7c7d")
OMAHA = ("AhKhQd2c", "QsQhJdTd")
FLOP = "8h9h2d"
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def stub(hands: tuple[str, ...], board: str) -> list[str]:
    seen = {card for text in (*hands, board) for card in cards(text)}
    return [card for card in DECK if card not in seen]


def cardroom(hands: tuple[str, ...], board: str = "") -> Work:
    from cardroom.cards import parse_cards
    from cardroom.odds.equities import equity

    held = [parse_cards(hand) for hand in hands]
    shown = parse_cards(board)

    def work() -> int:
        assert equity(held, shown, omaha=len(held[0]) == 4).exact
        return 1

    return work


def cardroom_plain(hands: tuple[str, ...], board: str = "") -> Work:
    from cardroom.cards import parse_cards
    from cardroom.odds.equity_question import verified
    from cardroom.odds.runouts import count_outcomes

    held = [parse_cards(hand) for hand in hands]
    question = verified(held, parse_cards(board), (), omaha=len(held[0]) == 4)

    def work() -> int:
        count_outcomes(question, lambda *_: None)
        return 1

    return work


def poker_equity(game: str, hands: tuple[str, ...], board: str = "") -> Work:
    from poker_equity import exact_from_text

    def work() -> int:
        assert exact_from_text(game, list(hands), board)["exact"]
        return 1

    return work


def eval7_boards(hands: tuple[str, ...]) -> Work:
    """Rank this many boards; the unit of work is all of them."""
    import eval7

    held = [[eval7.Card(card) for card in cards(hand)] for hand in hands]
    left = [eval7.Card(card) for card in stub(hands, "")]
    return boards_one_by_one(eval7.evaluate, held, left)


def boards_one_by_one(rank: Any, held: list[list[Any]], left: list[Any]) -> Work:
    def work() -> int:
        wins = [0] * len(held)
        for rest in combinations(left, 5):
            board = list(rest)
            ranks = [rank(hand + board) for hand in held]
            wins[ranks.index(max(ranks))] += 1
        return 1

    return work


def phevaluator_omaha() -> Work:
    from phevaluator import evaluate_omaha_cards
    from phevaluator.card import Card

    held = [[Card.to_id(card) for card in cards(hand)] for hand in OMAHA]
    shown = [Card.to_id(card) for card in cards(FLOP)]
    left = [Card.to_id(card) for card in stub(OMAHA, FLOP)]

    def work() -> int:
        for rest in combinations(left, 2):
            [evaluate_omaha_cards(*shown, *rest, *hand) for hand in held]
        return 1

    return work


def pokerkit_omaha() -> Work:
    from pokerkit import Card, OmahaHoldemHand

    held = [list(Card.parse(hand)) for hand in OMAHA]
    shown = list(Card.parse(FLOP))
    left = [next(Card.parse(card)) for card in stub(OMAHA, FLOP)]

    def work() -> int:
        for rest in combinations(left, 2):
            [OmahaHoldemHand.from_game(hand, [*shown, *rest]) for hand in held]
        return 1

    return work


def ours(hands: tuple[str, ...], board: str = "") -> list[Contender]:
    return [
        *both_builds(lambda: cardroom(hands, board)),
        *both_builds(lambda: cardroom_plain(hands, board), "without numpy"),
    ]


TASKS = [
    Task(
        "Two hands before the flop, 1,712,304 boards",
        "answer",
        [
            *ours(TWO),
            Contender("poker-equity", lambda: poker_equity("holdem", TWO)),
            Contender("eval7", lambda: eval7_boards(TWO), "board by board"),
        ],
        [Goal("cardroom compiled", 1), Goal("cardroom pure, without numpy", 1)],
    ),
    Task(
        "Three hands before the flop, 1,370,754 boards",
        "answer",
        [*ours(THREE), Contender("poker-equity", lambda: poker_equity("holdem", THREE))],
        [Goal("cardroom compiled", 1), Goal("cardroom pure, without numpy", 1)],
    ),
    Task(
        "Omaha on the flop, 820 boards",
        "answer",
        [
            *ours(OMAHA, FLOP),
            Contender("poker-equity", lambda: poker_equity("omaha", OMAHA, FLOP)),
            Contender("phevaluator", phevaluator_omaha, "board by board"),
            Contender("pokerkit", pokerkit_omaha, "board by board"),
        ],
        [Goal("cardroom compiled", 1), Goal("cardroom pure", 1)],
    ),
    Task(
        "Omaha before the flop, 1,086,008 boards",
        "answer",
        [*ours(OMAHA), Contender("poker-equity", lambda: poker_equity("omaha", OMAHA))],
        [Goal("cardroom compiled", 1), Goal("cardroom pure, without numpy", 1)],
    ),
]
CHECKS: list[Any] = []
