"""What a hand history says about the cards of one hand: the part that a proof must agree with."""

from msgspec import Struct

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.games import FULL_BOARD, HOLE_CARDS
from cardroom.units import Seat


class RecordedCards(Struct, frozen=True, kw_only=True):
    """Who was dealt what, as one player's file tells it; unknown cards are UNKNOWN.

    `seats` is the order of the deal. `counts_from_one` says that the file has moved up all seats
    where the table has a seat 0. A file that does not name the button has None.
    """

    table: int
    epoch: int
    hand: int
    game: str
    button: Seat | None
    seats: tuple[Seat, ...]
    hole: dict[Seat, tuple[Card, ...]]
    board: tuple[Card, ...]
    counts_from_one: bool = False

    @property
    def dealt(self) -> list[Card] | None:
        """Every card by its number in the deal; None where a hand has too few or too many.

        Hole cards are dealt round by round, then the board, without burns.
        """
        count = HOLE_CARDS.get(self.game, 0)
        hands = [self.hole.get(seat, (UNKNOWN,) * count) for seat in self.seats]
        if any(len(hand) != count for hand in hands) or len(self.board) > FULL_BOARD:
            return None
        rounds = [hand[turn] for turn in range(count) for hand in hands]
        return [*rounds, *self.board, *[UNKNOWN] * (FULL_BOARD - len(self.board))]

    @property
    def known(self) -> set[int]:
        """The numbers of the dealt cards that the file shows."""
        cards = self.dealt or ()
        return {number for number, card in enumerate(cards) if card != UNKNOWN}
