"""A cash table that plays: deals by the book, keeps the clocks, and says what a hand has moved."""

from collections.abc import Sequence

from cardroom.cards import Card
from cardroom.cash.dealing import first_deal, next_deal
from cardroom.cash.events import (
    ConnectionBack,
    ConnectionLost,
    HandDealt,
    HandFinished,
    HandRolledBack,
    LeaveCause,
    SatOut,
    ServerDecided,
)
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions
from cardroom.cash.rake import rakes_of
from cardroom.cash.seats import Seats
from cardroom.cash.terms import clock_terms
from cardroom.engine import arguments
from cardroom.engine.action_clock import ActionClock
from cardroom.engine.chance import RandBelow
from cardroom.engine.events import HandStarted, Post, PostKind, encode_events
from cardroom.engine.hand import Hand
from cardroom.engine.starting import forced_bets
from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.rulebook import HandRules
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents, Seat


class CashTable(Seats):
    """One table: its seats, and the hand in progress with its clock."""

    def __init__(
        self, table: TableId, stake: Stake, rules: CashRules, hand_rules: HandRules
    ) -> None:
        super().__init__(table, stake, rules)
        self.hand: Hand | None = None
        self.clock: ActionClock | None = None
        self._acting: Occupant | None = None
        """Whose decision the hand waits for."""
        self._hand_rules = hand_rules
        self._clock_terms = clock_terms(rules.clock)
        self._rakes = rakes_of(rules.rake, stake)

    # Questions

    @property
    def actor(self) -> PlayerId | None:
        """The player whose decision the hand waits for."""
        return None if self._acting is None else self._acting.player

    @property
    def deadline_ms(self) -> int | None:
        """When the server decides for the player whose turn it is."""
        return None if self.clock is None else self.clock.deadline_ms

    @property
    def needed(self) -> int:
        """Three ready players make a hand, two right after a hand of three (CASH-07, AMB-30).

        Everybody who does not sit out is ready, also those who wait for the big blind (AMB-31).
        """
        seating, last = self.rules.seating, self.last
        if last is None:
            return seating.players_to_start
        unlimited = seating.heads_up_continuation == "unlimited"
        goes_on = unlimited or len(last.dealt_in) >= seating.players_to_start
        return seating.fewest_dealt_in if goes_on else seating.players_to_start

    @property
    def ready(self) -> int:
        """How many players count toward the next hand."""
        return sum([occupant.is_ready for occupant in self.occupants.values()])

    def settlement(self, *, epoch: int, edition: str, currency: str, at_ms: int) -> SettledHand:
        """What the finished hand moves: the one thing to store before anyone is shown the award."""
        hand, deal = self.hand, self.deal
        assert hand is not None
        assert deal is not None
        assert hand.is_over
        after = hand.stacks
        deltas: dict[PlayerId, Cents] = {}
        stacks: dict[PlayerId, Cents] = {}
        for seat, player in deal.dealt_in.items():
            stack = stacks[player] = after[seat]
            deltas[player] = stack - self.occupants[seat].stack
        rake = hand.started.rake
        return SettledHand(
            table=self.table,
            epoch=epoch,
            number=self.number,
            edition=edition,
            currency=currency,
            at_ms=at_ms,
            deltas=deltas,
            rake=hand.rake,
            rake_cap=0 if rake is None else rake.cap,
            stacks=stacks,
            history=encode_events(hand.events),
            seats=deal.dealt_in,
        )

    # The deal

    def plan(self, at_ms: int, below: RandBelow) -> HandPositions | None:
        """Who would be dealt in now, and where the button is; None while too few are ready.

        A player who asked for it sits out when the big blind arrives, and it passes on (SIT-05).
        """
        assert self.deal is None, "a hand is in progress"
        while True:
            ready = [occupant for occupant in self.in_order() if occupant.is_ready]
            if len(ready) < self.needed:
                return None
            deal = self._positions(ready, below)
            occupant = self.occupants[deal.big_blind]
            if occupant.sit_out != "next_big_blind":
                return deal
            self._record(SatOut(occupant.seat, at_ms, "next_big_blind"))

    def _positions(self, ready: list[Occupant], below: RandBelow) -> HandPositions:
        if self.redeal is not None and self._is_dealt_again(self.redeal, ready):
            # Who came meanwhile waits for the next hand (AMB-69).
            return self.redeal
        if self.last is None or not any(self._played_last(one) for one in ready):
            return first_deal(ready, self._first_button([one.seat for one in ready], below))
        return next_deal(self.last, ready)

    def _is_dealt_again(self, void: HandPositions, ready: list[Occupant]) -> bool:
        """Whether all are there who were in a hand that never was, and post who posted (AMB-69)."""
        there = {one.seat: one.player for one in ready}
        if not void.dealt_in or not void.dealt_in.items() <= there.items():
            return False
        return all(self.occupants[seat].standing == "posting" for seat in void.posts)

    def _first_button(self, seats: list[Seat], below: RandBelow) -> Seat:
        """By chance; a hand that is dealt again keeps the button it had (CASH-08, AMB-69)."""
        if self.redeal is not None and self.redeal.button in seats:
            return self.redeal.button
        return seats[below(len(seats))]

    def start_hand(self, deal: HandPositions, deck: Sequence[Card], at_ms: int) -> None:
        """Deal a planned hand: blinds, posts, cards, and the first turn (CASH-13, CASH-15)."""
        assert self.deal is None, "a hand is in progress"
        self._record(HandDealt(self.number + 1, at_ms, deal))
        big_blind = self.occupants[deal.big_blind]
        if big_blind.posts_by_hand:
            self._wait_for_word(big_blind)
        started = self.starting(deal)
        self.hand = Hand(self._hand_rules, started, deck)
        self._next_turn(at_ms)

    def void_undealt(self, deal: HandPositions, at_ms: int, reason: str) -> None:
        """A planned hand gets no cards, and uses up its number all the same (AMB-69, CASH-02).

        Its deck may have been cut already, and neither deck nor number serve a second time.
        """
        assert self.deal is None, "a hand is in progress"
        self._record(HandDealt(self.number + 1, at_ms, deal))
        self.roll_back(reason)

    def starting(self, deal: HandPositions) -> HandStarted:
        """How a hand begins: seats, stacks, and what is owed before the cards."""
        seats = tuple(deal.dealt_in)
        stake, button = self.stake, deal.button
        big_blind = stake.big_blind
        return HandStarted(
            game=stake.game,
            button=button,
            seats=seats,
            stacks=tuple([self.occupants[seat].stack for seat in seats]),
            big_blind=big_blind,
            posts=forced_bets(
                self._hand_rules,
                seats=seats,
                button=button,
                small_blind=(deal.small_blind, stake.small_blind),
                big_blind=(deal.big_blind, big_blind),
                extra=self._entry_posts(deal.posts),
            ),
            rake=self._rakes[len(seats)],
        )

    def _entry_posts(self, seats: tuple[Seat, ...]) -> list[Post]:
        """What is posted out of position, by the rules of the edition (CASH-14, AMB-35)."""
        if not seats:
            return []
        entry = self.rules.entry
        amount = entry.post_in_big_blinds * self.stake.big_blind
        kind: PostKind = "post" if entry.post_is_live else "dead"
        return [Post(seat, kind, amount) for seat in seats]

    # The turns

    def act(self, player: PlayerId, action: str, to: arguments.Cents, at_ms: int) -> None:
        """A player's own decision: fold, check, call, or raise to a total (AMB-49)."""
        hand, acting = self.hand, self._acting
        occupant = acting if acting and acting.player == player else self.occupant(player)
        if hand is None:
            raise ActionRefused("AMB-49", "no_hand_in_progress")
        hand.act(occupant.seat, action, to)
        clock = self.clock
        if clock is not None:
            clock.stop(at_ms)
        self._next_turn(at_ms)

    def expire(self, at_ms: int) -> bool:
        """Decide for a player whose time is over: check if possible, else fold (TIME-02)."""
        if self.hand is None or self.clock is None or at_ms < self.clock.deadline_ms:
            return False
        seat = self.hand.actor
        assert seat is not None
        self._stop_clock(at_ms)
        self._check_or_fold(seat)
        if self.rules.clock.sits_out_after_server_decision:
            self._record(ServerDecided(seat))
        self._next_turn(at_ms)
        return True

    def _check_or_fold(self, seat: Seat) -> None:
        assert self.hand is not None
        if self.hand.to_call == 0:
            self.hand.check(seat)
        else:
            self.hand.fold(seat)

    def _stop_clock(self, at_ms: int) -> None:
        if self.clock is not None:
            self.clock.stop(at_ms)

    def _next_turn(self, at_ms: int) -> None:
        """Start the next player's clock; whoever is leaving checks or folds at once (AMB-67)."""
        hand = self.hand
        assert hand is not None
        while (seat := hand.actor) is not None:
            occupant = self.occupants[seat]
            if occupant.leaving is None:
                # One clock goes through a hand, from player to player.
                bank, connection = occupant.bank, occupant.connection
                self._acting = occupant
                if self.clock is None:
                    self.clock = ActionClock(self._clock_terms, bank, connection, start_ms=at_ms)
                else:
                    self.clock.restart(bank, connection, at_ms)
                return
            self._check_or_fold(seat)
        self._acting = None
        self.clock = None

    def leave(self, player: PlayerId, at_ms: int, *, cause: LeaveCause = "player") -> None:
        """Give up the seat; a turn that is due is over at once (AMB-67)."""
        super().leave(player, at_ms, cause=cause)
        if self.has(player) and self.actor == player:
            self._stop_clock(at_ms)
            self._next_turn(at_ms)

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """The player is out of reach; a running turn gets its extra time (TIME-01, TIME-02)."""
        occupant = self.occupant(player)
        if occupant.connection.is_lost:
            return
        self._record(ConnectionLost(occupant.seat, at_ms))
        if self.clock is not None and self.actor == player:
            self.clock.lose_connection(at_ms)

    def reconnect(self, player: PlayerId) -> None:
        """The player is in reach again; the running deadline stays (AMB-58)."""
        occupant = self.occupant(player)
        if occupant.connection.is_lost:
            self._record(ConnectionBack(occupant.seat))

    # The end of a hand

    def finish(self) -> None:
        """The hand is stored: its stacks are the players' stacks now."""
        hand = self.hand
        assert hand is not None
        assert hand.is_over
        stacks = hand.stacks
        banks = {seat: self.occupants[seat].bank.left_ms for seat in stacks}
        self._record(HandFinished(self.number, stacks, banks))
        self.hand = None

    def roll_back(self, reason: str) -> None:
        """The hand never was: stacks, banks and positions as before it (CRASH-01, AMB-69)."""
        if self.deal is None:
            raise ActionRefused("AMB-24", "no_hand_in_progress")
        if self.hand is not None and not self.hand.is_over:
            self.hand.void(reason)
        self._record(HandRolledBack(self.number, reason))
        self.hand = None
        self._acting = None
        self.clock = None
