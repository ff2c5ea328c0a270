"""The cards of a hand as each format tells them, in the one form that a proof is compared with."""

from cardroom.cards import Card
from cardroom.engine.starting import clockwise
from cardroom.fairness.recorded import RecordedCards
from cardroom.history.dealt import board_cards, hole_cards
from cardroom.history.narrated import NarratedHand, place_of
from cardroom.history.record import HandRecord
from cardroom.history.setup import GAMES
from cardroom.units import Seat

KEY = "_key"
"""The field with the room's own key of a hand, in every format."""


def told_cards(narrated: NarratedHand) -> RecordedCards:
    """The cards of a hand that is about to be written as text or Open Hand History."""
    started = narrated.started
    return recorded_cards(
        place_of(narrated.hand.key, narrated.hand.number),
        game=started.game,
        button=started.button,
        seats=tuple(clockwise(started.seats, started.button)),
        hole={**narrated.shown, **narrated.dealt},
        board=narrated.board,
    )


def cards_of_record(record: HandRecord) -> RecordedCards | None:
    """The cards of a PHH record; None where it has no number or no seats."""
    number = record.other.get("hand")
    game = GAMES.get(record.variant)
    if not isinstance(number, int) or number < 0 or record.seats is None or game is None:
        return None
    seats = dict(enumerate(record.seats, 1))
    return recorded_cards(
        place_of(str(record.other.get(KEY, "")), number),
        game=game,
        button=None,
        seats=record.seats,
        hole={seats[player]: cards for player, cards in hole_cards(record).items()},
        board=board_cards(record),
    )


def recorded_cards(
    place: tuple[int, int, int],
    *,
    game: str,
    button: Seat | None,
    seats: tuple[Seat, ...],
    hole: dict[Seat, tuple[Card, ...]],
    board: tuple[Card, ...],
    counts_from_one: bool = False,
) -> RecordedCards:
    """The form that proofs are compared with; the place is table, epoch and number."""
    table, epoch, hand = place
    return RecordedCards(
        table=table,
        epoch=epoch,
        hand=hand,
        game=game,
        button=button,
        seats=seats,
        hole=hole,
        board=board,
        counts_from_one=counts_from_one,
    )
