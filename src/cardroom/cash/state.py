"""What a cash table is: a reading of its events. Questions change nothing, `_apply` trusts."""

from typing import NamedTuple

import msgspec

from cardroom.cash.dealing import is_between
from cardroom.cash.events import (
    AutoTopUpSet,
    CameBack,
    ConnectionBack,
    ConnectionLost,
    EntryChosen,
    HandDealt,
    HandFinished,
    HandRolledBack,
    LeaveAfterSet,
    LeaveAsked,
    Left,
    PostingSet,
    SatDown,
    SatOut,
    ServerDecided,
    SitOutAsked,
    StackTaken,
    TableEvent,
    ToppedUp,
    TopUpAsked,
    TopUpDropped,
    TopUpRefused,
)
from cardroom.cash.occupant import Kept, Occupant
from cardroom.cash.positions import HandPositions
from cardroom.cash.terms import bank_terms
from cardroom.engine.timebank import TimeBank
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Seat


class LeftBank(NamedTuple):
    """A timebank that waits for its player to come back to this table (AMB-60)."""

    left_ms: int
    hands: int
    at_ms: int


class TableState:
    """Everything that the events of one cash table say."""

    def __init__(self, table: TableId, stake: Stake, rules: CashRules) -> None:
        self.table = table
        self.stake = stake
        self.rules = rules
        self.occupants: dict[Seat, Occupant] = {}
        self.last: HandPositions | None = None
        """The last hand that was paid: button, blinds and players."""
        self.deal: HandPositions | None = None
        """The hand in progress."""
        self.number = 0
        self.bank_terms = bank_terms(rules.clock)
        self._seat_of: dict[PlayerId, Seat] = {}
        self._kept: dict[Seat, Kept] = {}
        self.redeal: HandPositions | None = None
        """A hand that never was is dealt again with its button and blinds (AMB-69).

        Nobody is dealt in where not all can be as before: then only the button is kept.
        """
        self._left_banks: dict[PlayerId, LeftBank] = {}
        self._news: list[TableEvent] = []

    # Questions

    def occupant(self, player: PlayerId) -> Occupant:
        """The player's seat; refused for someone who does not sit here."""
        seat = self._seat_of.get(player)
        if seat is None:
            raise SeatRefused("CASH-04", "not_seated_here", {"player": player})
        return self.occupants[seat]

    def seat_of(self, player: PlayerId) -> Seat:
        """Where the player sits; refused for someone who does not sit here."""
        return self.occupant(player).seat

    def has(self, player: PlayerId) -> bool:
        """Whether the player sits here."""
        return player in self._seat_of

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who sits here, in the order of arrival."""
        return tuple(self._seat_of)

    @property
    def free_seats(self) -> list[Seat]:
        """Seats are numbered from 1 (CASH-05)."""
        return [seat for seat in range(1, self.stake.seats + 1) if seat not in self.occupants]

    def is_dealt_in(self, occupant: Occupant) -> bool:
        """Whether the player is part of the hand in progress."""
        return self.deal is not None and occupant.seat in self.deal.dealt_in

    def removal_due_ms(self, occupant: Occupant) -> int | None:
        """When a player who sits out is removed, if nothing happens before (SIT-03, SIT-06)."""
        if occupant.out_since_ms is None:
            return None
        own = occupant.out_since_ms + self.rules.sitting_out.removed_after_s * 1000 + 1
        return own if occupant.out_until_ms is None else min(own, occupant.out_until_ms)

    def before_hand(self, seat: Seat) -> Kept:
        """What a rollback would give back to a seat: as it is now, when no hand is in progress."""
        return self._kept.get(seat) or Kept(self.occupants[seat])

    def restore_seat(self, occupant: Occupant) -> None:
        """Seat a player as before a restart; nothing of it is news."""
        assert occupant.seat not in self.occupants, "the seat is taken"
        self._seat(occupant)

    def restore_arrival(self, arrival: SatDown) -> None:
        """Seat a newcomer who had paid before a restart; nothing of it is news."""
        self._apply_arrival(arrival)

    def catch_up(self, number: int, deal: HandPositions) -> None:
        """Count a hand that was paid after the table was last kept: who played, and whose blind
        went by (AMB-36)."""
        self._apply_deal(number, deal)
        self.last, self.deal, self.redeal = deal, None, None
        self._kept.clear()

    def left_bank(self, player: PlayerId) -> LeftBank | None:
        """The timebank that waits here for a player to come back (AMB-60)."""
        return self._left_banks.get(player)

    def restore_left_bank(self, player: PlayerId, bank: LeftBank) -> None:
        """Keep a timebank for a player who left before a restart (AMB-60)."""
        self._left_banks[player] = bank

    def leave_redeal(self, player: PlayerId) -> None:
        """A player of the hand that never was has left: it is not dealt again as it was."""
        if self.redeal is not None and player in self.redeal.dealt_in.values():
            self.redeal = msgspec.structs.replace(self.redeal, dealt_in={})

    @property
    def has_news(self) -> bool:
        """Whether something happened since the last `take_news`."""
        return bool(self._news)

    def take_news(self) -> list[TableEvent]:
        """The events since the last call, for those who watch and for the store."""
        news, self._news = self._news, []
        return news

    # What a recorded event changes

    def _record(self, event: TableEvent) -> None:
        self._apply(event)
        self._news.append(event)

    def _apply(self, event: TableEvent) -> None:
        match event:
            case HandDealt():
                self._apply_deal(event.number, event.deal)
            case HandFinished():
                self._apply_finish(event)
            case HandRolledBack():
                self._apply_roll_back()
            case SatDown():
                self._apply_arrival(event)
            case Left():
                self._apply_departure(event)
            case _:
                self._apply_to_occupant(event)

    def _apply_to_occupant(self, event: TableEvent) -> None:
        occupant = self.occupants[event.seat]  # type: ignore[attr-defined]
        match event:
            case EntryChosen():
                occupant.standing = "posting" if event.post else "waiting"
            case AutoTopUpSet():
                occupant.auto_top_up = event.on
            case TopUpAsked():
                occupant.top_up = event.amount
            case ToppedUp():
                occupant.stack += event.amount
                occupant.top_up = 0
            case TopUpDropped():
                occupant.top_up = 0
            case StackTaken() | TopUpRefused():
                occupant.stack -= event.amount
            case SitOutAsked():
                occupant.sit_out = event.when
                occupant.out_until_ms = event.until_ms
                occupant.out_cause = None
            case SatOut():
                self._apply_sit_out(occupant, event)
            case CameBack():
                self._apply_return(occupant)
            case LeaveAsked():
                occupant.leaving = event.cause
            case LeaveAfterSet():
                occupant.leaves_after = event.on
            case PostingSet():
                occupant.posts_by_hand = event.by_hand
            case ConnectionLost():
                occupant.connection.lost_at_ms = event.at_ms
            case ConnectionBack():
                occupant.connection.lost_at_ms = None
            case _:
                assert isinstance(event, ServerDecided), f"no such event at a table: {event}"
                occupant.sit_out = "after_this_hand"
                occupant.out_cause = "server_decision"

    def _apply_arrival(self, event: SatDown) -> None:
        occupant = Occupant(
            seat=event.seat,
            player=event.player,
            stack=event.stack,
            bank=self._bank_of(event.player, event.at_ms),
            auto_top_up=self.rules.buy_in.auto_top_up and self.rules.buy_in.auto_top_up_preset,
        )
        entry = self.rules.entry
        if entry.entry_default == "post" and self.stake.game in entry.newcomer_may_post:
            occupant.standing = "posting"
        self._seat(occupant)

    def _seat(self, occupant: Occupant) -> None:
        """Give a player the seat; seats stay in the order of their numbers."""
        taken = [*self.occupants.values(), occupant]
        self.occupants = {one.seat: one for one in sorted(taken, key=lambda one: one.seat)}
        self._seat_of[occupant.player] = occupant.seat

    def _bank_of(self, player: PlayerId, at_ms: int) -> TimeBank:
        """A new bank, or the one left at this table a short while ago (AMB-60)."""
        kept = self._left_banks.get(player)
        if kept and at_ms - kept.at_ms <= self.rules.clock.bank_kept_after_leaving_s * 1000:
            return TimeBank(self.bank_terms, left_ms=kept.left_ms, hands=kept.hands)
        return TimeBank(self.bank_terms)

    def _apply_departure(self, event: Left) -> None:
        bank = self.occupants.pop(event.seat).bank
        self._kept.pop(event.seat, None)
        del self._seat_of[event.player]
        self.leave_redeal(event.player)
        oldest = event.at_ms - self.rules.clock.bank_kept_after_leaving_s * 1000
        self._left_banks = {
            player: kept for player, kept in self._left_banks.items() if kept.at_ms >= oldest
        }
        self._left_banks[event.player] = LeftBank(bank.left_ms, bank.hands, event.at_ms)

    def _apply_sit_out(self, occupant: Occupant, event: SatOut) -> None:
        occupant.out_since_ms = event.at_ms
        occupant.out_until_ms = event.until_ms
        occupant.out_cause = event.cause
        occupant.sit_out = "not"

    def _apply_return(self, occupant: Occupant) -> None:
        """A player who missed a blind enters like a new player; others play on (AMB-36).

        Who was back before a hand was dealt has missed nothing and owes the small blind after the
        big one like everybody (CASH-10).
        """
        occupant.out_since_ms = occupant.out_until_ms = occupant.out_cause = None
        occupant.sit_out = "not"
        if occupant.missed_blind:
            occupant.standing = "waiting"
        elif occupant.standing == "playing" and not self._played_last(occupant):
            occupant.standing = "returning"
        self._note_return(occupant)

    def _note_return(self, occupant: Occupant) -> None:
        """A return in mid-hand counts even if that hand is rolled back (AMB-36, AMB-69)."""
        kept = self._kept.get(occupant.seat)
        if kept is None:
            return
        played = self.last is not None and self.last.dealt_in.get(occupant.seat) == occupant.player
        if kept.missed_blind:
            kept.standing = "waiting"
        elif kept.standing == "playing" and not played:
            kept.standing = "returning"

    def _played_last(self, occupant: Occupant) -> bool:
        """Whether no hand was dealt since the one that the player was part of."""
        last = self.last if self.deal is None else self.deal
        return last is not None and last.dealt_in.get(occupant.seat) == occupant.player

    def _apply_deal(self, number: int, deal: HandPositions) -> None:
        self.number = number
        self.deal = deal
        dealt_in = deal.dealt_in
        for seat, occupant in self.occupants.items():
            self._kept[seat] = Kept(occupant)
            if seat in dealt_in:
                occupant.standing = "playing"
                occupant.missed_blind = False
                occupant.bank.start_hand()
                occupant.connection.start_hand()
            elif self._misses_blind(occupant, deal):
                occupant.missed_blind = True
                if not occupant.is_out:
                    occupant.standing = "waiting"
            elif occupant.standing == "playing" and not occupant.is_out:
                # Back too late for a hand that is dealt again: the next one is entered like any.
                occupant.standing = "returning"

    def _misses_blind(self, occupant: Occupant, deal: HandPositions) -> bool:
        """Whether a blind goes by a player who played before (SIT-07, AMB-36).

        Such a player sits out, or came back too late for a hand that is dealt again (AMB-69).
        """
        if self.last is None or occupant.standing == "waiting":
            return False
        if occupant.standing == "posting" and not occupant.is_out:
            return False
        counted = self.rules.entry.missed_blinds
        had_big_blind = self.last.dealt_in[self.last.big_blind] == occupant.player
        if had_big_blind and "small_blind_after_own_big_blind" in counted:
            return True
        passed = is_between(occupant.seat, self.last.big_blind, deal.big_blind)
        return passed and "big_blind" in counted

    def _apply_finish(self, event: HandFinished) -> None:
        assert self.deal is not None
        banks_ms = event.banks_ms
        for seat, stack in event.stacks.items():
            occupant = self.occupants[seat]
            occupant.stack = stack
            occupant.bank.left_ms = banks_ms[seat]
            occupant.bank.finish_hand()
        self.last, self.deal = self.deal, None
        self.redeal = None
        self._kept.clear()

    def _apply_roll_back(self) -> None:
        """Standing, missed blinds and timebanks return to the start of the hand (AMB-69)."""
        assert self.deal is not None
        for seat, kept in self._kept.items():
            kept.restore(self.occupants[seat])
        self.redeal, self.deal = self.deal, None
        self._kept.clear()

    def in_order(self) -> list[Occupant]:
        """The taken seats by number."""
        return list(self.occupants.values())
