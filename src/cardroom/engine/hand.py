"""What may be done in a hand: every decision is verified, recorded as an event, and applied.

A decision that is refused raises `ActionRefused` and changes nothing, whatever was passed as seat,
amount or card. What follows from a decision by itself (the next street, returned bets, the
showdown, the payout) is recorded with it.
"""

from collections.abc import Collection, Mapping, Sequence

from cardroom.cards import Card, card_names
from cardroom.engine.arguments import Cents, Seat, verify_text
from cardroom.engine.betting import NOBODY
from cardroom.engine.chance import RandBelow
from cardroom.engine.dealer import Dealer
from cardroom.engine.dealing import Cards, deck_of, hand_started, rules_of
from cardroom.engine.events import (
    Called,
    Checked,
    Event,
    Folded,
    ForceShown,
    HandKilled,
    HandStarted,
    HandVoided,
    HoleDealt,
    Mucked,
    Raised,
    Rake,
)
from cardroom.engine.pots import layers
from cardroom.engine.refusals import (
    muck_refusal,
    raise_refusal,
    turn_refusal,
    verify_new_cards,
    whole_amount,
)
from cardroom.engine.showdown import is_known
from cardroom.engine.starting import verify_start
from cardroom.errors import ActionRefused
from cardroom.rulebook import Edition, HandRules


class Hand(Dealer):
    """One hand, from the forced bets to the payout.

    `deck` holds the cards in the order in which they are dealt. Where it ends or names an unknown
    card, hole cards are unknown, and board cards are waited for (`deal_board`). `stored` are the
    events after `started` of a hand that is taken up again: they are trusted, not verified.
    """

    def __init__(
        self,
        rules: HandRules,
        started: HandStarted,
        deck: Sequence[Card] = (),
        stored: Sequence[Event] = (),
    ) -> None:
        verify_start(started)
        super().__init__(rules, started, deck)
        if stored and any(isinstance(event, HoleDealt) for event in stored):
            self._apply_stored(stored)
        else:
            self._begin()
        self._advance()

    def _apply_stored(self, stored: Sequence[Event]) -> None:
        for event in stored:
            self._events.append(event)
            self._apply(event)

    @staticmethod
    def deal(
        game: str,
        *,
        stacks: Sequence[int] | Mapping[int, int],
        blinds: Sequence[int],
        rules: HandRules | Edition | str,
        ante: Cents = 0,
        button: Seat | None = None,
        hole: Mapping[int, Cards] | Sequence[Cards] = (),
        board: Cards = (),
        deck: Cards | None = None,
        rand_below: RandBelow | None = None,
        rake: Rake | None = None,
        big_bet: Cents = 0,
    ) -> "Hand":
        """Start a hand: `Hand.deal("nl-holdem", stacks=[1000, 1000], blinds=(5, 10), rules=...)`.

        Stacks in a list are those of the seats 1, 2, 3 ...; the last seat has the button if none
        is named. `rules` are a `HandRules`, an edition or the name of one. Cards come from a whole
        `deck`, or from `hole` and `board`, by seat or in the order of the stacks; `rand_below`
        (such as `secrets.randbelow`) deals what is not given. Without it that is unknown.
        """
        hand_rules = rules_of(rules)
        started = hand_started(
            *(game, hand_rules, stacks, blinds),
            ante=ante,
            button=button,
            rake=rake,
            big_bet=big_bet,
        )
        cards = deck_of(started, hole=hole, board=board, deck=deck, rand_below=rand_below)
        return Hand(hand_rules, started, cards)

    def __reduce__(self) -> tuple[object, tuple[HandRules, tuple[Event, ...], tuple[Card, ...]]]:
        """Copy and pickle a hand as its rules, its events and its deck: they are replayed."""
        return replay, (self.rules, self.events, tuple(self._deck))

    def __repr__(self) -> str:
        """One line for people, without any hidden card."""
        seats = " ".join([str(seat) for seat in self._seats])
        board = f" {card_names(self._board)}" if self._board else ""
        head = f"Hand {self.started.game}, seats {seats}, {self.street}{board}"
        if self._void:
            return f"<{head}, void>"
        if self._over:
            won = ", ".join([f"seat {seat} wins {won}" for seat, won in self.payouts.items()])
            return f"<{head}, {won}>"
        turn = f"seat {self.actor} to act" if self.actor is not None else "a board card is due"
        return f"<{head}, pot {self.chips_in}, {turn}>"

    # Decisions of the seat to act

    def act(self, seat: Seat, action: str, to: Cents = 0) -> None:
        """Act by a word: fold, check, call or raise; `to` is the total of a raise (AMB-49)."""
        if action == "check":
            self.check(seat)
        elif action == "call":
            self.call(seat)
        elif action == "fold":
            self.fold(seat)
        elif action == "raise":
            self.raise_to(seat, to)
        else:
            verify_text(action)
            legal = "fold, check, call, raise"
            raise ActionRefused("AMB-49", "unknown_action", {"actions": legal})

    def fold(self, seat: Seat) -> None:
        """Give up the hand; also where a check would be free (BET-04, AMB-47)."""
        place = self._turn(seat)
        if self._betting.to_call(place) == 0 and not self.rules.fold_instead_of_check:
            raise ActionRefused("BET-04", "check_is_free")
        self._events.append(Folded(self._seats[place]))
        self._betting.fold(place)
        self._advance()

    def check(self, seat: Seat) -> None:
        """Pass the turn without betting (BET-05)."""
        place = self._turn(seat)
        betting = self._betting
        if betting.bets[place] < betting.current:
            owed = betting.to_call(place)
            raise ActionRefused("BET-05", "there_is_a_bet_to_call", {"call": owed})
        self._events.append(Checked(self._seats[place]))
        betting.check(place)
        if betting.actor < 0:
            self._advance()

    def call(self, seat: Seat) -> None:
        """Match the highest bet, or put in all of a smaller stack (BET-06, BET-11)."""
        place = self._turn(seat)
        betting = self._betting
        by = betting.to_call(place)
        if by == 0:
            raise ActionRefused("BET-06", "there_is_nothing_to_call")
        self._events.append(Called(self._seats[place], by))
        betting.call(place, by)
        if betting.actor < 0:
            self._advance()

    def raise_to(self, seat: Seat, to: Cents) -> None:
        """Bet or raise to a total on this street (BET-07..10, BET-12..14)."""
        place = self._turn(seat)
        total = whole_amount(to)
        minimum, maximum = self._betting.raise_bounds(place)
        if minimum == 0 or total < minimum or total > maximum:
            raise raise_refusal(self._betting, place, total)
        self._events.append(Raised(self._seats[place], total))
        self._betting.raise_to(place, total)
        if self._betting.actor < 0:
            self._advance()

    # Decisions at the showdown

    def show(self, seat: Seat, hole: Sequence[Card] = ()) -> None:
        """Table all hole cards; `hole` names cards that were unknown until now (LIVE-39.p1).

        A hand may be tabled before its turn to show, and as soon as no more betting is possible.
        """
        place = self._known_place(seat)
        if self._over or not self._may_show(place):
            raise ActionRefused("LIVE-39.p1", "not_at_showdown")
        cards = self._hole[place]
        if not is_known(cards):
            cards = tuple(hole)
            verify_new_cards(cards, self._hole_count, self._cards_dealt())
        elif hole and sorted(hole) != sorted(cards):
            raise ActionRefused("LIVE-39.a", "other_cards_were_dealt")
        self._record_shown(place, cards)
        self._advance()

    def muck(self, seat: Seat) -> None:
        """Give up an unseen hand at the showdown (LIVE-39.p4, LIVE-39.e)."""
        place = self._known_place(seat)
        if self._showing < 0:
            raise ActionRefused("LIVE-39.p4", "not_at_showdown")
        if place != self._showing:
            raise ActionRefused("LIVE-39.p2", "not_your_turn", {"turn": self.actor})
        refused = muck_refusal(self._betting, self._claimants(), place)
        if refused is not None:
            raise refused
        self._events.append(Mucked(self._seats[place]))
        self._mucked[place] = True
        self._advance()

    def award(self, winners: Sequence[Collection[Seat]]) -> None:
        """Say who wins each pot, main pot first, where hole cards stay unknown (CASH-01)."""
        if self._showing < 0:
            raise ActionRefused("CASH-01", "not_at_showdown")
        claiming = self._claimants()
        if all(is_known(self._hole[place]) for place in claiming):
            raise ActionRefused("LIVE-39.a", "cards_speak")
        betting = self._betting
        amounts, able = layers(betting.totals(), betting.folded, betting.dead)
        chosen: list[list[int]] = [
            sorted([self._known_place(seat) for seat in seats]) for seats in winners
        ]
        fits = len(chosen) == len(able)
        for places, possible in zip(chosen, able, strict=False):
            allowed = [place for place in possible if place in claiming]
            once = len(set(places)) == len(places) > 0
            fits = fits and once and all(place in allowed for place in places)
        if not fits:
            raise ActionRefused("POT-03", "cannot_win_this_pot", {"pots": len(able)})
        self._award(amounts, chosen)

    # Decisions of the floor, and cards from outside

    def deal_board(self, cards: Sequence[Card]) -> None:
        """Put the next board cards on the table where the deck does not name them (CASH-15)."""
        if self.waits_for != "board":
            raise ActionRefused("CASH-15", "no_board_card_is_due")
        verify_new_cards(cards, self._board_due(), self._cards_dealt())
        self._record_board(tuple(cards))
        self._advance()

    def kill(self, seat: Seat, rule: str) -> None:
        """Declare a live hand dead, on its turn or not; its bets stay (LIVE-27.p1, LIVE-32)."""
        verify_text(rule)
        place = self._known_place(seat)
        if self._over or self._betting.folded[place] or self._betting.live == 1:
            raise ActionRefused("BET-04", "hand_is_not_live")
        self._events.append(HandKilled(self._seats[place], rule))
        self._betting.fold(place)
        self._showing = NOBODY
        self._advance()

    def force_show(self, seat: Seat, reason: str) -> None:
        """Have a hand of the showdown shown although it claims nothing (LIVE-39.p4)."""
        verify_text(reason)
        place = self._known_place(seat)
        at_showdown = self._showing >= 0 or (self._over and not self._void)
        if not at_showdown or self._betting.folded[place] or self._shown[place]:
            raise ActionRefused("LIVE-39.p4", "nothing_to_show")
        if not is_known(self._hole[place]):
            raise ActionRefused("LIVE-39.p4", "cards_are_unknown")
        event = ForceShown(self._seats[place], self._hole[place], reason)
        self._events.append(event)
        self._apply(event)
        if not self._over:
            self._advance()

    def void(self, reason: str) -> None:
        """Cancel the hand and give everything back (CASH-03, CRASH-01); not after the payout."""
        verify_text(reason)
        if self._over:
            raise ActionRefused("AMB-24", "hand_is_over")
        self._events.append(HandVoided(reason))
        self._apply_voided()

    # What is verified

    def _turn(self, seat: object) -> int:
        place = self._betting.actor
        if place >= 0 and type(seat) is int:
            number: int = seat
            if number == self._seats[place]:
                return place
        self._known_place(seat)
        raise turn_refusal(self._over, self.actor if place >= 0 else None)

    def _known_place(self, seat: object) -> int:
        if type(seat) is not int or seat not in self._seats:
            raise ActionRefused("AMB-49", "unknown_seat", {"seats": self.seats})
        place: int = self._seats.index(seat)
        return place

    def _may_show(self, place: int) -> bool:
        betting = self._betting
        ended = self._showing >= 0 or (betting.actor < 0 and betting.active <= 1)
        return ended and place in self._claimants() and not self._shown[place]


def replay(rules: HandRules, events: Sequence[Event], deck: Sequence[Card] = ()) -> Hand:
    """Make the hand of these events again; with its deck it can be played on."""
    started = events[0]
    assert isinstance(started, HandStarted), "a hand begins with its start"
    return Hand(rules, started, deck, events[1:])
