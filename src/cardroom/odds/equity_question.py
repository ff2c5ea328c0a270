"""What equity is asked about: hole cards, board and dead cards, and what may still come."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from cardroom.cards import DECK, UNKNOWN, Card, card_name, card_names

BOARD_SIZE = 5
HANDS_MAX = 10
NEVER = 6
"""More suited cards than a board has."""


class EquityQuestion(NamedTuple):
    """Cards that were verified: all known, all different, as many as the game deals."""

    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    stub: tuple[Card, ...]
    """The cards that may still come."""
    omaha: bool

    @property
    def to_come(self) -> int:
        """How many cards the board lacks."""
        return BOARD_SIZE - len(self.board)

    @property
    def boards(self) -> int:
        """How many ways there are to run the board out."""
        return comb(len(self.stub), self.to_come)

    def suited_needed(self, suit: int) -> int:
        """How many cards of a suit the board must have before anybody can make a flush."""
        held = max(sum(card & 3 == suit for card in hand) for hand in self.hands)
        if self.omaha:
            return 3 if held >= 2 else NEVER
        return BOARD_SIZE - held


def verified(
    hands: Sequence[Sequence[Card]], board: Sequence[Card], dead: Sequence[Card], *, omaha: bool
) -> EquityQuestion:
    """The question, or a ValueError that says in a sentence what is wrong with it (OMA-01)."""
    if not 2 <= len(hands) <= HANDS_MAX:
        raise ValueError(f"equity is shared by 2 to {HANDS_MAX} hands, not {len(hands)}")
    held = 4 if omaha else 2
    for hand in hands:
        if len(hand) != held:
            game = "Omaha" if omaha else "hold'em"
            raise ValueError(f"'{card_names(hand)}' are not the {held} hole cards of {game}")
    if len(board) > BOARD_SIZE:
        raise ValueError(f"a board has {BOARD_SIZE} cards at most, not {len(board)}")
    seen = [card for cards in (*hands, board, dead) for card in cards]
    verify_cards(seen)
    stub = tuple(card for card in DECK if card not in seen)
    question = EquityQuestion(tuple(tuple(hand) for hand in hands), tuple(board), stub, omaha)
    if len(stub) < question.to_come:
        raise ValueError(f"{len(stub)} cards are left for {question.to_come} on the board")
    return question


def verify_cards(cards: Sequence[Card]) -> None:
    """Raise a ValueError unless all cards are known and different."""
    if UNKNOWN in cards:
        raise ValueError("every card must be known, '??' is not")
    for card in cards:
        if card not in DECK:
            raise ValueError(f"{card} is no card")
        if cards.count(card) > 1:
            raise ValueError(f"'{card_name(card)}' is there {cards.count(card)} times")
