"""A hand turn by turn: whose turn it is, which choices are legal, and what a choice does.

Which bets are legal comes from the engine's `Options` alone; no rule is repeated here. This module
is compiled, so it knows no numpy.
"""

from typing import Final

from cardroom.engine.events import HandStarted
from cardroom.engine.hand import Hand
from cardroom.rl.observations import NOBODY, Observer, Turn
from cardroom.rulebook import HandRules
from cardroom.units import Seat

FOLD: Final = 0
CALL: Final = 1
LEAST: Final = 2
HALF_POT: Final = 3
POT: Final = 4
MOST: Final = 5
CHOICES: Final = 6


class Turns:
    """One hand after the other, for seats that count from 1; `hand` is the first of them."""

    def __init__(self, rules: HandRules, hand: Hand) -> None:
        stacks: tuple[int, ...] = hand.started.stacks
        self._rules = rules
        self._observer = Observer(len(stacks), sum(stacks))
        self._totals: list[int] = [0] * CHOICES
        """What each legal bet or raise is, as a total on the street."""
        self.hand = hand
        self.turn = Turn()
        self.legal = 0
        """The choices that are legal now, as bits."""
        self._find_turn()

    def __reduce__(self) -> tuple[object, tuple[HandRules, Hand]]:
        """Copy and pickle the hand; the rest follows from it."""
        return Turns, (self._rules, self.hand)

    def deal(self, started: HandStarted, deck: list[int]) -> None:
        """Begin the next hand."""
        self.hand = Hand(self._rules, started, deck)
        self._observer.start()
        self._find_turn()

    def act(self, choice: int) -> bool:
        """Do what was chosen by the seat whose turn it is; False, and nothing, if it is not legal.

        The engine verifies it once more.
        """
        if not (0 <= choice < CHOICES and self.legal >> choice & 1):
            return False
        hand = self.hand
        seat = self.turn.seat
        if choice == FOLD:
            hand.fold(seat)
        elif choice != CALL:
            hand.raise_to(seat, self._totals[choice])
        elif self.turn.call:
            hand.call(seat)
        else:
            hand.check(seat)
        self._observer.note_action(seat)
        self._find_turn()
        return True

    def look(self, seat: Seat) -> bytearray:
        """What a seat sees, as the memory of an array of numbers."""
        return self._observer.look(self.hand, seat, self.turn)

    def _find_turn(self) -> None:
        """Find whose turn it is, and what is legal then."""
        hand = self.hand
        options = hand.options
        while options is None and not hand.is_over:
            # Where a hand may be mucked at the showdown (LIVE-39.p4), everybody shows.
            shows = hand.actor
            assert shows is not None, "a whole deck leaves only decisions open"
            hand.show(shows)
        turn = self.turn
        if options is None:
            turn.seat = NOBODY
            self.legal = 0
            return
        turn.seat = options.seat
        turn.call = options.call
        turn.least = options.raise_from
        turn.most = options.raise_to
        self.legal = 1 << CALL | self._raises(turn)
        if turn.call or self._rules.fold_instead_of_check:
            self.legal |= 1 << FOLD

    def _raises(self, turn: Turn) -> int:
        """The legal bets or raises, each size once."""
        least = turn.least
        most = turn.most
        if least == 0:
            return 0
        totals = self._totals
        totals[LEAST] = least
        if most <= least:
            return 1 << LEAST
        totals[MOST] = most
        legal = 1 << LEAST | 1 << MOST
        _, bet, _ = self.hand.seat_state(turn.seat)
        called = bet + turn.call
        pot = self.hand.chips_in + turn.call
        if least < called + pot // 2 < most:
            totals[HALF_POT] = called + pot // 2
            legal |= 1 << HALF_POT
        if least < called + pot < most:
            totals[POT] = called + pot
            legal |= 1 << POT
        return legal
