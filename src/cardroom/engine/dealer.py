"""The course of a hand: what follows from a decision by itself, until the next one is due.

Forced bets and cards, the next street, returned bets, open hands, the showdown and the payout are
recorded here; nobody decides them (CASH-15).
"""

from collections.abc import Sequence

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.events import (
    BoardDealt,
    HandStarted,
    HoleDealt,
    Posted,
    PotAwarded,
    Shown,
    UncalledReturned,
)
from cardroom.engine.games import FULL_BOARD, STREETS
from cardroom.engine.pots import layers, rake_of, shares
from cardroom.engine.refusals import verify_cards
from cardroom.engine.showdown import (
    best_of,
    is_known,
    showing_order,
    someone_is_all_in,
    strengths_of,
)
from cardroom.engine.state import HandState
from cardroom.rulebook import HandRules


class Dealer(HandState):
    """A hand that goes on by itself as far as it can."""

    def __init__(self, rules: HandRules, started: HandStarted, deck: Sequence[Card]) -> None:
        super().__init__(rules, started)
        self._deck: list[int] = list(deck[: len(started.seats) * self._hole_count + FULL_BOARD])
        # The whole deck is verified at once: a card twice must not turn up in the midst of a hand.
        verify_cards(self._deck)
        self._betting_ended = False

    def _begin(self) -> None:
        """Take the forced bets and deal the hole cards (CASH-13, CASH-15)."""
        for post in self.started.posts:
            place = self._place_of[post.seat]
            owed: int = post.amount
            by = min(owed, self._betting.stacks[place])
            if by > 0:
                self._events.append(Posted(post.seat, post.kind, by))
                self._apply_post(place, post.kind, by)
        hole = self._dealt_hole()
        self._events.append(HoleDealt(tuple(self._seats), hole))
        self._apply_hole(hole)

    def _dealt_hole(self) -> tuple[tuple[int, ...], ...]:
        """Deal one card at a time, first after the button first (LIVE-30)."""
        count = len(self._seats)
        missing = count * self._hole_count - len(self._deck)
        deck = self._deck + [UNKNOWN] * missing if missing > 0 else self._deck
        hands: list[tuple[int, ...]] = []
        for place in range(count):
            if self._hole_count == 2:
                hands.append((deck[place], deck[count + place]))
            else:
                hands.append(tuple(deck[place : self._hole_count * count : count]))
        return tuple(hands)

    def _advance(self) -> None:
        """Go on until somebody has to decide something or the hand is over."""
        betting = self._betting
        while betting.actor < 0 and not self._over:
            if not self._betting_ended and (betting.active <= 1 or betting.live == 1):
                self._end_betting()
            if betting.live == 1:
                self._award_last()
            elif len(self._board) == FULL_BOARD:
                if not self._show_down():
                    return
            elif not self._deal_street():
                return

    def _end_betting(self) -> None:
        """Nobody can bet any more: return what is uncalled, open the hands if cards are to come."""
        self._betting_ended = True
        self._return_uncalled()
        no_more_cards = len(self._board) == FULL_BOARD or self._betting.live == 1
        if not no_more_cards and self.rules.open_hands_when_betting_ends:
            self._open_hands()

    def _return_uncalled(self) -> None:
        """Give back the part of a bet that nobody matched (AMB-50)."""
        owner, excess = self._uncalled()
        if owner >= 0:
            self._events.append(UncalledReturned(self._seats[owner], excess))
            self._betting.return_uncalled(owner, excess)

    def _open_hands(self) -> None:
        """Open every live hand that is known before the next card (AMB-55, LIVE-39.b)."""
        for place in showing_order(self._betting):
            if not self._shown[place] and is_known(self._hole[place]):
                self._record_shown(place, self._hole[place])

    def _board_due(self) -> int:
        return 3 if not self._board else 1

    def _deal_street(self) -> bool:
        start = len(self._seats) * self._hole_count + len(self._board)
        end = start + self._board_due()
        cards = self._deck[start:end]
        if end > len(self._deck) or UNKNOWN in cards:
            self._wants_board = True
            return False
        self._record_board(tuple(cards))
        return True

    def _record_board(self, cards: tuple[int, ...]) -> None:
        street = STREETS[1] if not self._board else STREETS[len(self._board) - 1]
        self._events.append(BoardDealt(street, cards))
        self._apply_board(cards)

    def _record_shown(self, place: int, hole: tuple[int, ...]) -> None:
        self._events.append(Shown(self._seats[place], hole))
        self._apply_shown(place, hole)

    def _cards_dealt(self) -> set[int]:
        """Every card that somebody holds, that lies open, or that the deck will deal."""
        dealt = {card for hand in self._hole for card in hand}
        dealt.update(self._board)
        dealt.update(self._deck)
        return dealt

    def _claimants(self) -> list[int]:
        """The live places that have not mucked."""
        folded = self._betting.folded
        return [p for p in range(len(folded)) if not folded[p] and not self._mucked[p]]

    def _show_down(self) -> bool:
        """Show hand after hand; False while a seat has to decide or its cards are not known."""
        may_muck = self._may_muck()
        claiming = len(self._claimants())
        for place in showing_order(self._betting):
            if self._shown[place] or self._mucked[place]:
                continue
            if claiming == 1:
                break
            hole = self._hole[place]
            if may_muck or not is_known(hole):
                self._showing = place
                return False
            self._record_shown(place, hole)
        self._award_best()
        return True

    def _may_muck(self) -> bool:
        if not self.rules.may_muck_at_showdown:
            return False
        return self.rules.may_muck_beside_all_in or not someone_is_all_in(self._betting)

    def _award_best(self) -> None:
        """Pay each pot to the best hands among those who claim it (POT-03, LIVE-39.p5)."""
        betting = self._betting
        claiming = self._claimants()
        amounts, able = layers(betting.totals(), betting.folded, betting.dead)
        if len(claiming) == 1:
            # One who alone claims the pots wins them with cards that nobody has seen.
            self._award(amounts, [claiming for _ in amounts])
            return
        strengths = strengths_of(claiming, self._hole, self._board)
        self._award(amounts, [best_of(places, strengths) for places in able])

    def _award(self, amounts: list[int], winners: list[list[int]]) -> None:
        """Pay every pot that is not paid yet, each on its own (POT-03, AMB-52, LIVE-26.p1)."""
        rakes = self._rakes(amounts)
        unit: int = self.started.unit
        one_each: bool = self.rules.odd_units == "one_each_from_worst"
        for pot in range(self._pots_paid, len(amounts)):
            net = amounts[pot] - rakes[pot]
            places = winners[pot]
            parts = tuple(shares(net, len(places), unit, one_each=one_each))
            seats = tuple([self._seats[place] for place in places])
            self._events.append(PotAwarded(pot, net, rakes[pot], seats, parts))
            self._apply_award(seats, parts, rakes[pot])
        # Otherwise the hand would never end: who asks for it must stop it (CRASH-02).
        assert self._over, "the pots do not pay out what was put in"

    def _award_last(self) -> None:
        """Give everything to the one who is left, without a showdown (POT-06)."""
        betting = self._betting
        amounts, able = layers(betting.totals(), betting.folded, betting.dead)
        self._award(amounts, able)

    def _rakes(self, amounts: list[int]) -> list[int]:
        """What each pot pays; nothing without a flop (RAKE-02)."""
        rake = self.started.rake
        if rake is None or not self._board:
            return [0] * len(amounts)
        return rake_of(amounts, rake)
