"""What a learning player sees, as numbers from 0 to 1: made of what `engine.views` says that all
see, and of the seat's own cards, so that no card is in it that the seat may not see.

| from | how many | what |
|---|---|---|
| 0 | 52 | own hole cards, by card |
| 52 | 52 | the board, by card |
| 104 | 4 | the street: preflop, flop, turn, river |
| 108 | 4 | what is in the pot, to call, the least and the most to raise to, as parts of all chips |
| 112 | 6 a player | clockwise from oneself: stack, bet, live, all-in, button, to act |

This module is compiled, so it knows no numpy: an observation is the memory of an array.
"""

from functools import lru_cache
from typing import Final

from cardroom.cards import Card
from cardroom.engine.hand import Hand
from cardroom.engine.views import glance, own_hole
from cardroom.units import Seat

DECK_SIZE: Final = 52
STREETS: Final = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
BOARD: Final = DECK_SIZE
STREET: Final = BOARD + DECK_SIZE
AMOUNTS: Final = STREET + 4
PLAYERS: Final = AMOUNTS + 4
OF_PLAYER: Final = 6
BET: Final = 1
LIVE: Final = 2
ALL_IN: Final = 3
BUTTON: Final = 4
TO_ACT: Final = 5

NOBODY: Final = 0
"""The seat whose turn it is when a hand is over."""
NUMBER_BYTES: Final = 4
PLAYER_BYTES: Final = NUMBER_BYTES * OF_PLAYER
ZEROS: Final = bytes(3 * NUMBER_BYTES)
"""What to call, the least and the most are for an agent that has to wait."""
HOLES_KEPT: Final = 4096
"""More than the 2,652 ways to be dealt two cards."""


def size(players: int) -> int:
    """How many numbers an observation has."""
    return PLAYERS + OF_PLAYER * players


class Turn:
    """Whose turn it is, nobody's when the hand is over, and between what they choose."""

    def __init__(self) -> None:
        self.seat: Seat = NOBODY
        self.call = 0
        self.least = 0
        self.most = 0


class Observer:
    """Makes the observations of one hand after the other, for seats that count from 1.

    What all seats see is kept and brought up to date when somebody looks: a decision that does not
    end the street changes the pot and the seat that has acted, nothing else.
    """

    def __init__(self, players: int, chips: int) -> None:
        self._part = 1.0 / chips
        """Amounts are parts of all chips of the hand."""
        self._shared = bytearray(NUMBER_BYTES * (PLAYERS - BOARD))
        self._table = memoryview(self._shared).cast("f")
        """Board, street and amounts."""
        self._around = bytearray(PLAYER_BYTES * players)
        self._seats = memoryview(self._around).cast("f")
        """The numbers of the players, from seat 1 on."""
        self._own: list[bytes] = [b""] * (players + 1)
        """The cards of each seat that has looked at them in this hand."""
        self._street = ""
        self._to_act = 0
        self._acted: list[Seat] = []
        self._is_current = False

    def start(self) -> None:
        """Forget the last hand: another one was dealt."""
        self._own = [b""] * len(self._own)
        self._street = ""
        self._acted.clear()
        self._is_current = False

    def note_action(self, seat: Seat) -> None:
        """Note that a seat has acted."""
        self._acted.append(seat)
        self._is_current = False

    def look(self, hand: Hand, seat: Seat, turn: Turn) -> bytearray:
        """What a seat sees, and what it may do if it is its turn."""
        if not self._is_current:
            self._catch_up(hand, turn)
        own = self._own[seat]
        if not own:
            own = self._own[seat] = by_card(own_hole(hand, seat))
        around = self._around
        at = PLAYER_BYTES * (seat - 1)
        numbers = bytearray().join((own, self._shared, around[at:], around[:at]))
        if turn.seat != seat:
            numbers[NUMBER_BYTES * (AMOUNTS + 1) : NUMBER_BYTES * PLAYERS] = ZEROS
        return numbers

    def _catch_up(self, hand: Hand, turn: Turn) -> None:
        """Bring what all seats see up to date."""
        if turn.seat == NOBODY or hand.street != self._street:
            self._look_around(hand)
        else:
            self._follow(hand)
        self._acted.clear()
        self._is_current = True
        if turn.seat == NOBODY:
            return
        table = self._table
        part = self._part
        table[AMOUNTS - BOARD + 1] = turn.call * part
        table[AMOUNTS - BOARD + 2] = turn.least * part
        table[AMOUNTS - BOARD + 3] = turn.most * part
        self._to_act = OF_PLAYER * (turn.seat - 1) + TO_ACT
        self._seats[self._to_act] = 1.0

    def _follow(self, hand: Hand) -> None:
        """Write what the decisions since the last look have changed, on the same street."""
        seats = self._seats
        part = self._part
        seats[self._to_act] = 0.0
        self._table[AMOUNTS - BOARD] = hand.chips_in * part
        for seat in self._acted:
            stack, bet, live = hand.seat_state(seat)
            at = OF_PLAYER * (seat - 1)
            seats[at] = stack * part
            seats[at + BET] = bet * part
            if not live:
                seats[at + LIVE] = 0.0
            elif not stack:
                seats[at + ALL_IN] = 1.0

    def _look_around(self, hand: Hand) -> None:
        """Write everything again that all seats see."""
        table = self._table
        seats = self._seats
        part = self._part
        self._shared[:] = bytes(len(self._shared))
        self._around[:] = bytes(len(self._around))
        seen = glance(hand)
        self._street = seen.street
        for card in seen.board:
            table[card] = 1.0
        table[STREET - BOARD + STREETS[seen.street]] = 1.0
        table[AMOUNTS - BOARD] = seen.chips_in * part
        for seat, (stack, bet, live) in seen.seats.items():
            at = OF_PLAYER * (seat - 1)
            seats[at] = stack * part
            if bet:
                seats[at + BET] = bet * part
            if live:
                seats[at + LIVE] = 1.0
                if not stack:
                    seats[at + ALL_IN] = 1.0
        seats[OF_PLAYER * (seen.button - 1) + BUTTON] = 1.0


@lru_cache(maxsize=HOLES_KEPT)
def by_card(cards: tuple[Card, ...]) -> bytes:
    """Hole cards as numbers, 1 for each that is there."""
    memory = bytearray(NUMBER_BYTES * DECK_SIZE)
    numbers = memoryview(memory).cast("f")
    for card in cards:
        numbers[card] = 1.0
    return bytes(memory)
