"""The proofs of the cards of one hand: which card is opened with which event, and to whom.

Cards are numbered as they are dealt: hole cards round by round, then the board, without burns.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.events import BoardDealt, Event, ForceShown, HoleDealt, Shown
from cardroom.engine.games import HOLE_CARDS
from cardroom.engine.hand import Hand
from cardroom.engine.starting import clockwise
from cardroom.fairness.proof import Opening
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import DeckProof
from cardroom.units import Seat

SHOWS_CARDS: Final = (HoleDealt, BoardDealt, Shown, ForceShown)
OPENING_BYTES_MAX: Final = 2 + 3 * 3 + (2 + 44) + 1 + (2 + 256) + 1
"""An opening in JSON: brackets, three numbers of two digits, salt and path in base64, commas."""


class OpenedCards(Opaque):
    """The deck of the hand on the felt, as far as its cards are turned over."""

    __slots__ = ("_board_at", "_count", "_hand", "_proof", "_seats")

    def __init__(self, hand: Hand | None, proof: DeckProof | None) -> None:
        self._hand = hand
        self._proof = None if hand is None else proof
        if hand is None:
            return
        started = hand.started
        self._seats = clockwise(started.seats, started.button)
        self._count = HOLE_CARDS[started.game]
        self._board_at = len(self._seats) * self._count

    @property
    def has_proof(self) -> bool:
        """Whether the cards of this hand can be proven."""
        return self._proof is not None

    @property
    def hole_bytes_max(self) -> int:
        """How long the openings of one hand can be, whatever its cards are."""
        return self._count * OPENING_BYTES_MAX

    def hole(self, seat: Seat, shown: Sequence[Card] = ()) -> tuple[Opening, ...]:
        """The cards of a seat; with `shown` only those that are known in it."""
        return self._open(self._hole_numbers(seat, shown))

    def shown_by(self, event: Event) -> tuple[Opening, ...]:
        """The cards that an event lays open for everybody."""
        return self._open(self._numbers(event))

    def seen(
        self,
        events: Sequence[Event],
        own: Seat | None,
        shown_later: Mapping[Seat, Sequence[Card]],
    ) -> tuple[Opening, ...]:
        """All cards that a seat, or the rail, has seen in these events and after them."""
        numbers = {number for event in events for number in self._numbers(event)}
        if own in self._seats and any(isinstance(event, HoleDealt) for event in events):
            numbers.update(self._hole_numbers(own))
        for seat, cards in shown_later.items():
            numbers.update(self._hole_numbers(seat, cards))
        return self._open(sorted(numbers))

    def _numbers(self, event: Event) -> list[int]:
        match event:
            case BoardDealt():
                return [self._board_at + place for place in self._board_places(event)]
            case Shown() | ForceShown():
                return self._hole_numbers(event.seat)
            case _:
                return []

    def _board_places(self, event: BoardDealt) -> Sequence[int]:
        assert self._hand is not None
        before = 0
        for one in self._hand.events:
            if one is event:
                break
            if isinstance(one, BoardDealt):
                before += len(one.cards)
        return range(before, before + len(event.cards))

    def _hole_numbers(self, seat: Seat, shown: Sequence[Card] = ()) -> list[int]:
        place, seats = self._seats.index(seat), len(self._seats)
        rounds = range(self._count)
        known = [turn for turn in rounds if not shown or shown[turn] != UNKNOWN]
        return [turn * seats + place for turn in known]

    def _open(self, numbers: Sequence[int]) -> tuple[Opening, ...]:
        assert self._proof is not None
        return tuple(self._proof.open(number) for number in numbers)
