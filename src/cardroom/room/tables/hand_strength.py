"""Reading the cards for a viewer: what made hands lie there, and what they win at an all-in.

It is asked for, not told: who wants the words asks, and a program that needs none costs nothing.
Only what the viewer may see is read (`engine/views.py` decides), so nothing hidden is given away.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.events import BoardDealt, Event, Shown
from cardroom.engine.views import HandView, SeatView
from cardroom.odds.equities import equity
from cardroom.odds.made_hands import made_hand
from cardroom.room.shuffle import Bits, below
from cardroom.units import Seat

Cards = tuple[Card, ...]
FLOP = 3
EXACT_BOARDS_MAX = 2_000
SAMPLES = 400
"""Before the flop the equities are sampled: a table cannot wait for millions of boards."""

CategoryWord = Literal[
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
]


class ReadHand(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's hand on a board; `five` has what decides first.

    Before the flop there is no made hand; `share_permille` is there when all hands lie open.
    """

    seat: Seat
    category: CategoryWord | None = None
    five: Cards = ()
    share_permille: int | None = None


class ReadBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The hands with a number of board cards on the table."""

    cards: int
    hands: tuple[ReadHand, ...]


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The hands that a viewer may see: on the board, and on every street of a run-out."""

    hand: int
    boards: tuple[ReadBoard, ...]


class HandStrength:
    """Reads for everybody at one table; the equities of a hand are found once."""

    def __init__(self, bits: Bits) -> None:
        self._bits = bits
        self._shares: dict[tuple[int, int], dict[Seat, int]] = {}

    def read(self, number: int, seen: HandView, events: Sequence[Event]) -> Reading:
        """Read what a viewer sees of a hand, as far as it was sent."""
        seats = [seat for seat in seen.seats if seat.hole and UNKNOWN not in seat.hole]
        live = [seat for seat in seen.seats if seat.live]
        all_open = len(live) > 1 and all(seat.open for seat in live)
        first = _board_when_opened(events) if all_open else len(seen.board)
        contested = {seat.seat: seat.hole for seat in live} if all_open else {}
        omaha = seen.game == "pl-omaha"
        boards = []
        for length in (0, 3, 4, 5):
            if first <= length <= len(seen.board):
                board = seen.board[:length]
                shares = self._shares_of(number, contested, board, omaha=omaha)
                boards.append(_read_board(seats, board, shares, omaha=omaha))
        return Reading(hand=number, boards=tuple(boards))

    def _shares_of(
        self, number: int, holes: Mapping[Seat, Cards], board: Cards, *, omaha: bool
    ) -> dict[Seat, int]:
        if not holes:
            return {}
        key = number, len(board)
        if key not in self._shares:
            self._shares = {one: kept for one, kept in self._shares.items() if one[0] == number}
            self._shares[key] = _shares(holes, board, omaha=omaha, bits=self._bits)
        return self._shares[key]


def _board_when_opened(events: Sequence[Event]) -> int:
    """How many cards lay there when the first hand was shown."""
    length = 0
    for event in events:
        if isinstance(event, Shown):
            break
        if isinstance(event, BoardDealt):
            length += len(event.cards)
    return length


def _read_board(
    seats: Sequence[SeatView], board: Cards, shares: Mapping[Seat, int], *, omaha: bool
) -> ReadBoard:
    hands = []
    for seat in seats:
        share = shares.get(seat.seat)
        if len(board) < FLOP:
            hands.append(ReadHand(seat=seat.seat, share_permille=share))
            continue
        made = made_hand(seat.hole, board, omaha=omaha)
        word: CategoryWord = made.category.name.lower()  # type: ignore[assignment]
        hands.append(ReadHand(seat=seat.seat, category=word, five=made.five, share_permille=share))
    return ReadBoard(cards=len(board), hands=tuple(hands))


def _shares(
    holes: Mapping[Seat, Cards], board: Cards, *, omaha: bool, bits: Bits
) -> dict[Seat, int]:
    """Everybody's share of the pot in thousandths."""

    def sample(stub: Sequence[Card], count: int) -> list[Card]:
        cards = list(stub)
        for place in range(count):
            other = place + below(bits, len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]
        return cards[:count]

    hands = list(holes.values())
    found = equity(
        hands, board, omaha=omaha, sample=sample, samples=SAMPLES, limit=EXACT_BOARDS_MAX
    )
    return {seat: round(1000 * hand.share) for seat, hand in zip(holes, found.hands, strict=True)}
