"""What a player may do with a seat: sit down, enter, top up, sit out, come back, leave."""

from collections.abc import Callable

from cardroom.cash.banzai import verify_banzai_top_up
from cardroom.cash.events import (
    AutoTopUpSet,
    CameBack,
    EntryChosen,
    LeaveAfterSet,
    LeaveAsked,
    LeaveCause,
    Left,
    OutCause,
    PostingSet,
    SatDown,
    SatOut,
    SitOutAsked,
    StackTaken,
    ToppedUp,
    TopUpAsked,
    TopUpDropped,
    TopUpRefused,
)
from cardroom.cash.occupant import Occupant
from cardroom.cash.offers import BuyInOffer
from cardroom.cash.state import TableState
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.units import Cents, Seat

Balance = Callable[[PlayerId], Cents]
"""What a player can spend, asked when money is to move."""


class Seats(TableState):
    """The decisions about seats; each is verified, recorded and applied, or refused unchanged."""

    def sit_down(
        self,
        player: PlayerId,
        seat: Seat,
        amount: Cents,
        offer: BuyInOffer,
        at_ms: int,
        *,
        reset: bool = False,
    ) -> None:
        """Take a free seat with a legal stack (CASH-16, RAT-02, BANZ-02); one seat a person."""
        self.verify_sit_down(player, seat, amount, offer, reset=reset)
        self._record(SatDown(seat, player, amount, at_ms))

    def verify_sit_down(
        self, player: PlayerId, seat: Seat, amount: Cents, offer: BuyInOffer, *, reset: bool
    ) -> None:
        """Refuse a second seat, a seat that is taken, and an amount that is not legal."""
        if self.has(player):
            raise SeatRefused("CASH-04", "already_seated_here")
        if seat not in self.free_seats:
            raise SeatRefused("CASH-05", "seat_is_not_free", {"free": self.free_seats})
        offer.verify(amount, reset=reset)

    def post_or_wait(self, player: PlayerId, *, post: bool) -> None:
        """Choose between posting and waiting for the big blind (CASH-14, SIT-07)."""
        occupant = self.occupant(player)
        if occupant.standing not in {"waiting", "posting"}:
            raise SeatRefused("CASH-14", "already_in_the_game")
        if post:
            self._verify_may_post(occupant)
        self._record(EntryChosen(occupant.seat, post))

    def _verify_may_post(self, occupant: Occupant) -> None:
        if not self.may_post(occupant):
            rule = "SIT-07" if self._must_wait(occupant) else "CASH-14"
            raise SeatRefused(rule, "wait_for_the_big_blind")

    def may_post(self, occupant: Occupant) -> bool:
        """Whether a player may post instead of waiting for the big blind (CASH-14, SIT-07)."""
        allowed = self.stake.game in self.rules.entry.newcomer_may_post
        return allowed and not self._must_wait(occupant)

    def _must_wait(self, occupant: Occupant) -> bool:
        return occupant.missed_blind and self.stake.game in self.rules.entry.missed_blind_must_wait

    # Money

    def top_up(self, player: PlayerId, amount: object, balance: Cents) -> None:
        """Add money: at once when not in a hand, otherwise after it (AMB-40, AMB-68)."""
        occupant = self.occupant(player)
        if type(amount) is not int:
            raise SeatRefused("AMB-40", "amount_is_not_a_whole_number", {"at_least": 1})
        self._verify_top_up(occupant, amount, balance)
        if self.is_dealt_in(occupant):
            self._record(TopUpAsked(occupant.seat, amount))
        else:
            self._record(ToppedUp(occupant.seat, amount))

    def _verify_top_up(self, occupant: Occupant, amount: Cents, balance: Cents) -> None:
        if amount < 1:
            raise SeatRefused("AMB-40", "amount_is_not_a_whole_number", {"at_least": 1})
        if self.stake.format == "banzai":
            verify_banzai_top_up(self.rules.banzai, self.stake, occupant.stack, amount)
        else:
            minimum = self.stake.min_buy_in if occupant.stack == 0 else 1
            maximum = self.stake.max_buy_in - occupant.stack
            if not minimum <= amount <= maximum:
                raise SeatRefused("AMB-40", "top_up_out_of_range", {"from": minimum, "to": maximum})
        if amount > balance:
            raise SeatRefused("AMB-40", "not_enough_money", {"balance": balance})

    def take_from_stack(self, player: PlayerId, amount: Cents) -> None:
        """Take part of a stack between hands: its player owes it elsewhere (CASH-01, AMB-24)."""
        occupant = self.occupant(player)
        assert not self.is_dealt_in(occupant), "a hand is in progress"
        assert 0 < amount <= occupant.stack, "so much is not there"
        self._record(StackTaken(occupant.seat, amount))

    def refuse_top_up(self, player: PlayerId, amount: Cents, rule: str, reason: str) -> None:
        """The money of a top-up was not there after all: the stack is as before it (AMB-40)."""
        occupant = self.occupant(player)
        assert not self.is_dealt_in(occupant), "a hand is in progress"
        assert 0 < amount <= occupant.stack, "so much is not there"
        self._record(TopUpRefused(occupant.seat, amount, rule, reason))

    def set_auto_top_up(self, player: PlayerId, *, on: bool) -> None:
        """Change the setting, where the rules have it (CASH-17)."""
        if not self.rules.buy_in.auto_top_up:
            raise SeatRefused("CASH-17", "no_auto_top_up_here")
        self._record(AutoTopUpSet(self.occupant(player).seat, on))

    # Sitting out, coming back, leaving

    def sit_out(
        self,
        player: PlayerId,
        at_ms: int,
        *,
        until_ms: int | None = None,
        cause: OutCause = "player",
    ) -> None:
        """Sit out now, or after the hand in progress (SIT-01, SIT-04).

        `until_ms` is the deadline of a global sit-out; an earlier one of this table stays (AMB-61).
        """
        occupant = self.occupant(player)
        if occupant.is_out:
            if until_ms is not None:
                earliest = _earlier(occupant.out_until_ms, until_ms)
                since = occupant.out_since_ms
                assert since is not None
                self._record(SatOut(occupant.seat, since, occupant.out_cause or cause, earliest))
        elif self.is_dealt_in(occupant):
            self._record(SitOutAsked(occupant.seat, "after_this_hand", until_ms))
        else:
            self._record(SatOut(occupant.seat, at_ms, cause, until_ms))

    def sit_out_next_big_blind(self, player: PlayerId, *, on: bool) -> None:
        """Sit out when about to become the big blind of this table, or not after all (SIT-05)."""
        occupant = self.occupant(player)
        if occupant.is_out:
            raise SeatRefused("SIT-05", "sitting_out_already")
        if on:
            self._record(SitOutAsked(occupant.seat, "next_big_blind"))
        elif occupant.sit_out == "next_big_blind":
            self._record(SitOutAsked(occupant.seat, "not"))

    def come_back(self, player: PlayerId, at_ms: int) -> None:
        """Return from sitting out, or stay in after all (SIT-02, AMB-62)."""
        occupant = self.occupant(player)
        if occupant.sit_out == "after_this_hand":
            self._record(SitOutAsked(occupant.seat, "not"))
            return
        if not occupant.is_out:
            raise SeatRefused("SIT-02", "not_sitting_out")
        if occupant.stack == 0:
            raise SeatRefused("AMB-68", "no_chips", {"from": self.stake.min_buy_in})
        self._record(CameBack(occupant.seat, at_ms))

    def leave(self, player: PlayerId, at_ms: int, *, cause: LeaveCause = "player") -> None:
        """Give up the seat, after the hand if the player is in one (AMB-67)."""
        occupant = self.occupant(player)
        if self.is_dealt_in(occupant):
            self._record(LeaveAsked(occupant.seat, cause))
        else:
            self._depart(occupant, at_ms, cause)

    def leave_after(self, player: PlayerId, at_ms: int, *, on: bool) -> None:
        """Leave when the hand is over, playing it to its end; at once without one (AMB-67)."""
        occupant = self.occupant(player)
        if on and not self.is_dealt_in(occupant):
            self._depart(occupant, at_ms, "player")
        elif occupant.leaves_after != on:
            self._record(LeaveAfterSet(occupant.seat, on))

    def set_posting(self, player: PlayerId, *, by_hand: bool) -> None:
        """Have big blinds posted as they come, or sit out before each unless the player says that
        they post it (SIT-05)."""
        occupant = self.occupant(player)
        if occupant.posts_by_hand != by_hand:
            self._record(PostingSet(occupant.seat, by_hand))
        if by_hand and occupant.standing == "playing":
            self._wait_for_word(occupant)
        elif not by_hand and occupant.sit_out == "next_big_blind":
            self._record(SitOutAsked(occupant.seat, "not"))

    def _wait_for_word(self, occupant: Occupant) -> None:
        """Who posts by hand sits out at the next big blind, unless they take that back (SIT-05)."""
        if occupant.may_sit_out_later and occupant.sit_out == "not":
            self._record(SitOutAsked(occupant.seat, "next_big_blind"))

    # Between two hands

    def tidy(self, at_ms: int, balance: Balance) -> None:
        """Everything that waits for the end of a hand, in its order, before the next deal."""
        assert self.deal is None, "a hand is in progress"
        for occupant in self.in_order():
            if occupant.is_settled:
                continue
            if occupant.leaving is not None or occupant.leaves_after:
                self._depart(occupant, at_ms, occupant.leaving or "player")
            else:
                self._top_up_between_hands(occupant, balance)
                self._sit_out_between_hands(occupant, at_ms)
                due = self.removal_due_ms(occupant)
                if due is not None and at_ms >= due:
                    self._depart(occupant, at_ms, "sat_out_too_long")

    def _top_up_between_hands(self, occupant: Occupant, balance: Balance) -> None:
        """What was asked for, then what the setting adds from the rest of the balance."""
        if not occupant.top_up and not occupant.auto_top_up:
            return
        spendable = balance(occupant.player)
        if occupant.top_up:
            amount = occupant.top_up
            try:
                self._verify_top_up(occupant, amount, spendable)
            except SeatRefused as refusal:
                self._record(TopUpDropped(occupant.seat, refusal.rule, refusal.reason))
            else:
                self._record(ToppedUp(occupant.seat, amount))
                spendable -= amount
        if occupant.auto_top_up:
            amount = self._automatic_top_up(occupant, spendable)
            if amount > 0:
                self._record(ToppedUp(occupant.seat, amount, automatic=True))

    def _automatic_top_up(self, occupant: Occupant, spendable: Cents) -> Cents:
        """What the setting adds after a hand, within the balance (CASH-17, AMB-41)."""
        buy_in = self.rules.buy_in
        target = occupant.initial_buy_in
        within = buy_in.auto_top_up_target == "initial_buy_in_within_standard_maximum"
        if within or self.stake.format == "banzai":
            target = min(target, self.stake.max_buy_in)
        missing = target - occupant.stack
        busted = occupant.stack == 0 and buy_in.auto_top_up_rebuys_busted
        sitting_out = occupant.is_out or occupant.sit_out == "after_this_hand"
        if missing <= 0 or (sitting_out and not buy_in.auto_top_up_sitting_out and not busted):
            return 0
        whole = buy_in.auto_top_up_short_of_money == "all_or_nothing" or (
            self.stake.format == "banzai" and self.rules.banzai.auto_top_up_is_all_or_nothing
        )
        amount = min(missing, spendable)
        too_little = occupant.stack == 0 and amount < self.stake.min_buy_in
        return 0 if too_little or (whole and amount < missing) else amount

    def _sit_out_between_hands(self, occupant: Occupant, at_ms: int) -> None:
        if occupant.is_out:
            return
        if occupant.sit_out == "after_this_hand":
            cause = occupant.out_cause or "player"
            self._record(SatOut(occupant.seat, at_ms, cause, occupant.out_until_ms))
        elif occupant.stack == 0:
            self._record(SatOut(occupant.seat, at_ms, "busted"))

    def _depart(self, occupant: Occupant, at_ms: int, cause: LeaveCause) -> None:
        self._record(Left(occupant.seat, occupant.player, occupant.stack, at_ms, cause))


def _earlier(one: int | None, other: int) -> int:
    return other if one is None else min(one, other)
