"""The bounties on the players' heads: what a knockout pays and what it adds (TYP-09 to TYP-11)."""

from collections.abc import Iterable

import msgspec

from cardroom.engine.chance import RandBelow
from cardroom.engine.events import HandStarted
from cardroom.engine.hand import Hand
from cardroom.ledger.tickets import Ticket
from cardroom.rulebook.tournament.bounty import BountyRules
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import (
    BountyTaken,
    SharePaid,
    VipBountyPending,
    VipBountyVoid,
)
from cardroom.tournament.ids import EntryId
from cardroom.tournament.journal import Handlers, Journal
from cardroom.tournament.prizes.bounties import (
    Return,
    indivisible,
    knocked_out_by,
    progressive,
    shares,
    voids_vip,
)
from cardroom.tournament.prizes.holds import Holds
from cardroom.tournament.prizes.payouts import VIP_MONEY
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Terms
from cardroom.units import Cents, Chips, Seat


def _rules_of(terms: Terms, desk: Desk) -> BountyRules:
    """The edition's rules, with the tournament's own part that goes on a bounty (TAMB-73)."""
    own = desk.definition.bounty
    if own is None:
        return terms.rules.bounty
    percent = own.added_percent
    return msgspec.structs.replace(terms.rules.bounty, progressive_added_percent=percent)


def _chips(hand: Hand, seats: Iterable[Seat]) -> dict[Seat, Chips]:
    """What some players had at the start of a hand."""
    started = hand.events[0]
    assert isinstance(started, HandStarted)
    stacks = dict(zip(started.seats, started.stacks, strict=True))
    return {seat: stacks[seat] for seat in seats}


class BountyBook:
    """How much each player is worth to whoever knocks them out."""

    def __init__(
        self,
        terms: Terms,
        desk: Desk,
        journal: Journal,
        rand_below: RandBelow,
        holds: Holds,
    ) -> None:
        self._rand_below = rand_below
        self._holds = holds
        self._terms = terms
        self._desk = desk
        self._journal = journal
        self._money = desk.money
        self._rules = _rules_of(terms, desk)
        self.bounties: dict[EntryId, Cents] = {}
        self.pending: tuple[EntryId, tuple[EntryId, ...]] | None = None
        """The VIP who was knocked out and may come back, and by whom (TAMB-74)."""
        self._vip_is_taken = False
        self._payments = 0

    @property
    def is_on(self) -> bool:
        return self._terms.bounty != "none"

    # Decisions

    def take_bounty(self, table: Table, hand: Hand, victim: Entrant, at_ms: int) -> None:
        """Whoever wins the deciding pot takes the bounty (TAMB-72, TAMB-73)."""
        seats = knocked_out_by(hand, victim.seat)
        takers = tuple(table.seats[seat].entry for seat in seats)
        amounts = shares(self.bounties[victim.entry], len(takers))
        for taker, share in zip(takers, amounts, strict=True):
            cash, added = share, 0
            if self._terms.bounty == "progressive":
                cash, added = progressive(self._rules, share)
            self._take(victim.entry, taker, cash, added, at_ms)
        vip = self._terms.vip
        if vip is None or victim.player != vip.player or self._vip_is_taken:
            return
        if self.pending is None:
            if vip.ticket is not None:
                takers = (table.seats[indivisible(_chips(hand, seats), self._rand_below)].entry,)
            self._journal.record(VipBountyPending(victim.entry, takers))

    def _take(self, victim: EntryId, taker: EntryId, cash: Cents, added: Cents, at_ms: int) -> None:
        if not cash and not added:
            return
        self._journal.record(BountyTaken(victim, taker, cash, added, self._payments + 1))
        self._pay(taker, cash, at_ms)

    def _pay(self, entry: EntryId, cash: Cents, at_ms: int) -> None:
        if not cash:
            return
        if self._holds.case_of(entry) is not None:
            pool = self._money.bounties
            number = self._payments
            self._holds.set_aside(entry, cash, pool, of="bounty", number=number, at_ms=at_ms)
            return
        player = self._desk.player_of(entry)
        transfer = self._money.pay_bounty(player, cash, number=self._payments, at_ms=at_ms)
        self._journal.pay(transfer)

    def pay_own(self, entry: EntryId, at_ms: int) -> None:
        """Winners get their own bounty in full; a disqualified player's is held (TAMB-75)."""
        self._take(entry, entry, self.bounties.get(entry, 0), 0, at_ms)

    def void_vip(self, back: Return) -> None:
        """The VIP came back: the knockout earns no extra bounty (TYP-11, TAMB-24)."""
        if self.pending is not None and voids_vip(self._rules, back):
            self._journal.record(VipBountyVoid(self.pending[0]))

    def pay_vip(self, at_ms: int) -> None:
        """The VIP cannot come back any more: the house pays the extra bounty (TAMB-74)."""
        vip = self._terms.vip
        if self.pending is None or vip is None:
            return
        victim, takers = self.pending
        transfer = self._money.add_house_money(
            self._money.bounties, vip.bounty, number=VIP_MONEY, at_ms=at_ms
        )
        self._journal.pay(transfer)
        for taker, cash in zip(takers, shares(vip.bounty, len(takers)), strict=True):
            ticket = self._ticket_for(taker)
            number = self._payments + 1
            self._journal.record(
                BountyTaken(victim, taker, cash, 0, number, vip=True, ticket=ticket)
            )
            if ticket is None:
                self._pay(taker, cash, at_ms)
            else:
                player = self._desk.player_of(taker)
                self._journal.pay(
                    self._money.pay_bounty_ticket(player, ticket, number=number, at_ms=at_ms)
                )

    def _ticket_for(self, taker: EntryId) -> Ticket | None:
        """The prize in kind; held, or where nobody takes the ticket, its face value is paid."""
        assert self._terms.vip is not None
        ticket = self._terms.vip.ticket
        if ticket is None or self._holds.case_of(taker) is not None:
            return None
        return ticket if self._desk.takes(ticket) else None

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """What puts a bounty on a head, and what takes it."""
        return {
            Registered: self._apply_entry,
            Unregistered: self._apply_given_back,
            ChipsBought: self._apply_chips_bought,
            BountyTaken: self._apply_taken,
            VipBountyPending: self._apply_pending,
            VipBountyVoid: self._apply_void,
            SharePaid: self._apply_share,
        }

    def _apply_entry(self, event: Registered) -> None:
        """Every purchase carries a bounty: fresh after a bust, else on top (TAMB-71)."""
        self.bounties[event.entry] = event.price.bounty

    def _apply_given_back(self, event: Unregistered) -> None:
        del self.bounties[event.entry]

    def _apply_chips_bought(self, event: ChipsBought) -> None:
        self.bounties[event.entry] += event.price.bounty

    def _apply_taken(self, event: BountyTaken) -> None:
        self._payments = event.number
        if event.vip:
            self._vip_is_taken = True
            self.pending = None
        else:
            self.bounties[event.victim] -= event.cash + event.added
            self.bounties[event.by] += event.added

    def _apply_pending(self, event: VipBountyPending) -> None:
        self.pending = event.victim, event.takers

    def _apply_void(self, _: VipBountyVoid) -> None:
        self.pending = None

    def _apply_share(self, event: SharePaid) -> None:
        self.bounties[event.entry] -= event.bounty
