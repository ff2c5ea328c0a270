"""Who knocked whom out and what that earned, judged again from the cards (TYP-09 to TYP-11)."""

from collections.abc import Sequence
from typing import NamedTuple

from cardroom.engine.events import BoardDealt, Event, Folded, HandStarted, HoleDealt, PotAwarded
from cardroom.engine.showdown import made_strength
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.tournament.definition import Bounty
from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import (
    BountyTaken,
    Disqualified,
    HandDealt,
    HandFinished,
    PlaceTaken,
    SharePaid,
    TournamentEvent,
    VipBountyPending,
    VipBountyVoid,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.units import Cents, Chips, Seat


class Earned(NamedTuple):
    """What one player gets of a bounty: cash, and what goes on their own head."""

    cash: Cents
    added: Cents


class BountyChecks:
    """Every bounty is followed from the price it was cut from to whoever won the deciding pot."""

    def __init__(self, bounty: Bounty | None = None) -> None:
        """`bounty` is what the tournament's definition says of it."""
        self._terms = bounty
        self._players: dict[EntryId, PlayerId] = {}
        self._bounties: dict[EntryId, Cents] = {}
        self._deals: dict[TableNumber, HandDealt] = {}
        self._hands: dict[TableNumber, Sequence[Event]] = {}
        self._due: dict[tuple[EntryId, EntryId], Earned] = {}
        """By victim and taker: what must be paid before anything else is dealt."""
        self._winners: dict[EntryId, tuple[EntryId, ...]] = {}
        """By victim: who won the deciding pot of the last hand, clockwise from the button."""
        self._ticket_winners: dict[EntryId, tuple[EntryId, ...]] = {}
        """Those of them with the most chips (TAMB-74)."""
        self._vip_due: dict[EntryId, Cents] = {}
        self._may_keep: set[EntryId] = set()
        """Placed or disqualified: their own bounty is paid (TAMB-75, TAMB-89)."""

    def play_out(self, table: TableNumber, hand: Sequence[Event]) -> None:
        """Take in a hand that is about to be committed."""
        if self._terms is not None:
            self._hands[table] = hand

    def read(self, event: TournamentEvent) -> None:
        """Follow one event; complain about a bounty that somebody else should have."""
        if self._terms is None:
            assert not isinstance(event, BountyTaken), f"no bounties here: {event}"
            return
        match event:
            case Registered(entry=entry, player=player, price=price, payment=payment):
                self._players[entry], self._bounties[entry] = player, price.bounty
                if payment.means != "none":
                    self._verify_price(price, self._terms.percent)
            case Unregistered(entry=entry):
                del self._bounties[entry]
            case ChipsBought(entry=entry, kind=kind, price=price):
                carries = kind == "rebuy" or self._terms.on_addons
                self._verify_price(price, self._terms.percent if carries else 0)
                self._bounties[entry] += price.bounty
            case HandDealt(table=table):
                self.verify()
                self._deals[table] = event
            case HandFinished():
                self._finish(event, self._terms)
            case PlaceTaken(entry=entry) | Disqualified(entry=entry):
                self._may_keep.add(entry)
            case SharePaid(entry=entry, bounty=bounty):
                assert bounty == self._bounties[entry], f"not the bounty: {event}"
            case _:
                self._read_taken(event)

    def _read_taken(self, event: TournamentEvent) -> None:
        match event:
            case BountyTaken(vip=True):
                due = self._vip_due.pop(event.by, None)
                assert due == event.cash, f"not the VIP's bounty (TAMB-74): {event}"
            case BountyTaken(victim=victim, by=by, cash=cash, added=added):
                self._verify_taken(event)
                self._bounties[victim] -= cash + added
                self._bounties[by] += added
            case VipBountyPending():
                self._expect_vip(event)
            case VipBountyVoid():
                self._vip_due = {}

    def verify(self) -> None:
        """Whoever knocked somebody out has been paid (TAMB-72)."""
        assert not self._due, f"bounties not paid: {self._due}"

    def _verify_price(self, price: Price, percent: int) -> None:
        """The bounty is cut from what the fee leaves (TAMB-71)."""
        cut = (price.total - price.fee) * percent // 100
        assert price.bounty == cut, f"the bounty in a price should be {cut} (TAMB-71): {price}"

    # Knock-outs

    def _finish(self, event: HandFinished, terms: Bounty) -> None:
        hand = Played(self._hands.pop(event.table), dict(event.stacks))
        entries = dict(self._deals[event.table].dealt_in)
        for seat in hand.busted:
            victim, winners = entries[seat], hand.knocked_out_by(seat)
            most = max(hand.began[winner] for winner in winners)
            richest = [winner for winner in winners if hand.began[winner] == most]
            self._winners[victim] = tuple(entries[winner] for winner in winners)
            self._ticket_winners[victim] = tuple(entries[winner] for winner in richest)
            self._expect(victim, terms)

    def _expect(self, victim: EntryId, terms: Bounty) -> None:
        """Shared first, then split into cash and what is added (TAMB-72, TAMB-73)."""
        winners = self._winners[victim]
        percent = terms.added_percent if terms.style == "progressive" else 0
        shares = _evenly(self._bounties[victim], len(winners))
        for winner, share in zip(winners, shares, strict=True):
            added = share * percent // 100
            if share:
                self._due[victim, winner] = Earned(share - added, added)

    def _verify_taken(self, event: BountyTaken) -> None:
        victim, by = event.victim, event.by
        earned = Earned(event.cash, event.added)
        if victim == by:
            assert victim in self._may_keep, f"not out and not a winner: {event}"
            assert earned == Earned(self._bounties[victim], 0), f"not their own bounty: {event}"
            return
        due = self._due.pop((victim, by), None)
        assert due is not None, f"{self._winners.get(victim)} knocked out (TAMB-72): {event}"
        assert earned == due, f"should be {due} (TAMB-73): {event}"

    def _expect_vip(self, event: VipBountyPending) -> None:
        """Nobody but those who knocked the VIP out; a ticket is one player's (TAMB-74)."""
        assert self._terms is not None
        vip, victim, takers = self._terms.vip, event.victim, event.takers
        assert vip is not None, f"no VIP here: {event}"
        assert self._players[victim] == vip.player, f"not the VIP: {event}"
        if vip.ticket is None:
            assert takers == self._winners[victim], f"{self._winners[victim]} did: {event}"
        else:
            (taker,) = takers
            assert taker in self._ticket_winners[victim], f"not the most chips: {event}"
        shares = _evenly(vip.extra_cents, len(takers))
        self._vip_due = dict(zip(takers, shares, strict=True))


class Played:
    """A finished hand: what everybody put in, and who was best."""

    def __init__(self, events: Sequence[Event], stacks: dict[Seat, Chips]) -> None:
        started = events[0]
        assert isinstance(started, HandStarted)
        self.began = dict(zip(started.seats, started.stacks, strict=True))
        self.busted = [seat for seat, stack in stacks.items() if stack == 0]
        self._button = started.button
        self._put_in = {seat: self.began[seat] - stack for seat, stack in stacks.items()}
        self._hole: dict[Seat, tuple[int, ...]] = {}
        self._board: list[int] = []
        for event in events:
            self._read(event)

    def _read(self, event: Event) -> None:
        match event:
            case HoleDealt(seats=seats, hole=hole):
                self._hole = dict(zip(seats, hole, strict=True))
            case BoardDealt(cards=cards):
                self._board += cards
            case Folded(seat=seat):
                del self._hole[seat]
            case PotAwarded(seats=seats, shares=shares):
                for seat, share in zip(seats, shares, strict=True):
                    self._put_in[seat] += share

    def knocked_out_by(self, victim: Seat) -> list[Seat]:
        """The best hands of those who put in as much as the victim: they could win the last pot
        that they could win (TAMB-72). Clockwise from the button."""
        able = [seat for seat in self._hole if self._put_in[seat] >= self._put_in[victim]]
        made = {seat: made_strength(self._hole[seat], self._board) for seat in able}
        winners = [seat for seat in able if made[seat] == max(made.values())]
        assert victim not in winners, f"the best hand is out: {victim}"
        return sorted(winners, key=lambda seat: (seat <= self._button, seat))


def _evenly(amount: Cents, count: int) -> list[Cents]:
    """Odd cents go to the first ones (TAMB-72)."""
    return [(amount + count - 1 - place) // count for place in range(count)]
