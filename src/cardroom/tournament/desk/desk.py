"""The registration desk: who may enter, how it is paid, what comes back (TRN-09 to TRN-15).

Every decision verifies first, then records an event and the transfer that belongs to it; what is
refused has changed nothing.
"""

from collections.abc import Callable, Mapping

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.accounts import player_tickets
from cardroom.ledger.hexapro import enter_hexapro, pay_hexapro
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.tournament.definition import ANY_TOURNAMENT, Definition
from cardroom.tournament.desk.conditions import verify_conditions
from cardroom.tournament.desk.entries import Entry, Survivor
from cardroom.tournament.desk.purchases import Balance, Purchases
from cardroom.tournament.desk_events import (
    CloseCause,
    Payment,
    Registered,
    RegistrationClosed,
    Unregistered,
)
from cardroom.tournament.ids import EntryId, PersonId
from cardroom.tournament.terms import Terms
from cardroom.units import Cents, Chips

CASH = Payment("cash")
WON_SEAT = Payment("seat")
NOTHING = Payment("none")

Takes = Callable[[Ticket], bool]
"""Whether any other tournament takes a ticket: asked when this one is cancelled (TAMB-87)."""


class Desk(Purchases):
    """Entries of one tournament, from the first registration to the last refund."""

    def __init__(
        self,
        terms: Terms,
        definition: Definition,
        money: TournamentMoney,
        *,
        balance: Balance,
        takes: Takes,
        carried: Price | None = None,
    ) -> None:
        """`carried` are the pools of all first phases, at the desk of the second (TAMB-76)."""
        super().__init__(
            terms, definition, money, balance=balance, carried=carried or Price(0, 0, 0)
        )
        self.takes = takes
        self.starts_ms = terms.starts_ms
        """When it starts by now: entries can be given back until shortly before (TRN-12)."""
        self._is_second_phase = carried is not None
        self._phased = terms.rules.phased

    @property
    def is_full(self) -> bool:
        """A Sit & Go or HexaPro game starts now (TYP-02, TAMB-79)."""
        return len(self.entries) >= self.definition.registration.entries_max

    # Entering

    def register(
        self,
        player: PlayerId,
        at_ms: int,
        *,
        started: bool,
        price: Cents | None = None,
        ticket: Ticket | None = None,
        facts: Mapping[str, int] | None = None,
        won_seat: bool = False,
        survivor: Survivor | None = None,
        person: PersonId | None = None,
    ) -> EntryId:
        """Enter for cash or a ticket; `price` is a picked one, `facts` what a freeroll asks.

        `person` is who holds the account: nobody enters with two of them (TRN-11).

        A seat won in a satellite was paid by it (TRN-14), a survivor of a first phase brings their
        stack to the second one (TYP-12).
        """
        if survivor is None and self._is_second_phase and not self._phased.direct_entry:
            raise EntryRefused("TYP-13", "no_direct_entry_to_the_second_phase")
        self._verify_entry(player, started)
        if self.has_other_account(player, person):
            raise EntryRefused("TRN-11", "entered_with_another_account")
        if survivor is not None:
            parts = Price(0, survivor.bounty, survivor.fees)
            return self._enter_player(player, parts, NOTHING, survivor.stack, at_ms, person=person)
        verify_conditions(self.definition.freeroll, facts or {})
        paid = self._picked(price)
        parts = self.definition.entry_price(paid)
        payment = WON_SEAT if won_seat else self._payment(player, paid, ticket)
        stack = self.definition.stack_for(paid)
        return self._enter_player(player, parts, payment, stack, at_ms, person=person)

    def _verify_entry(self, player: PlayerId, started: bool) -> None:
        """Open, not full, one entry per person unless re-entry is allowed (TRN-09 to TRN-11)."""
        said = self.definition.registration
        if not self.registration_open:
            raise EntryRefused("TRN-09", "registration_is_closed")
        if self.is_full:
            raise EntryRefused("TRN-09", "tournament_is_full", {"at_most": said.entries_max})
        self.verify_not_barred(player)
        if player in self.living:
            raise EntryRefused("TRN-11", "already_registered")
        if self.definition.is_hexapro and self.has_unregistered(player):
            # A player pays a game's buy-in once; another game takes them (TAMB-79).
            raise EntryRefused("TAMB-79", "left_this_game")
        before = self.entries_of(player)
        if before and said.max_entries == 1:
            raise EntryRefused("TRN-11", "one_entry_per_person")
        if before >= said.max_entries:
            raise EntryRefused("TAMB-70", "no_entries_left", {"at_most": said.max_entries})
        if started and not said.late_levels:
            raise EntryRefused("TRN-09", "no_late_registration")

    def _picked(self, price: Cents | None) -> Cents:
        """The price: fixed, or any whole cent of the range (TYP-07, TAMB-77)."""
        minimum, maximum = self.definition.price_cents, self.definition.price_max
        if price is None:
            return minimum
        if type(price) is not int or not minimum <= price <= maximum:
            raise EntryRefused("TYP-07", "price_out_of_range", {"from": minimum, "to": maximum})
        return price

    def _payment(self, player: PlayerId, paid: Cents, ticket: Ticket | None) -> Payment:
        """Verify that players have what they want to pay with (TRN-13)."""
        if ticket is not None:
            self._verify_ticket(player, paid, ticket)
            return Payment("ticket", ticket)
        self.verify_cash(player, paid)
        return CASH if paid else NOTHING

    def _verify_ticket(self, player: PlayerId, paid: Cents, ticket: Ticket) -> None:
        """A ticket is worth the price and good for this tournament (TYP-04, TRN-13)."""
        if self.definition.is_hexapro or paid == 0:
            raise EntryRefused("TRN-13", "no_tickets_here")
        words = {ANY_TOURNAMENT, self.definition.ticket_word}
        if ticket.target not in words or ticket.currency != self.money.currency:
            raise EntryRefused("TRN-13", "ticket_for_another_tournament")
        if ticket.value != paid:
            raise EntryRefused("TRN-13", "ticket_of_another_value", {"value": paid})
        self._verify_balance(player_tickets(player, ticket.asset), 1)

    def _enter_player(
        self,
        player: PlayerId,
        parts: Price,
        payment: Payment,
        stack: Chips,
        at_ms: int,
        *,
        person: PersonId | None,
    ) -> EntryId:
        entry = EntryId(self._entry_numbers + 1)
        number = self._purchase_numbers + 1
        event = Registered(entry, player, parts, payment, stack, number, at_ms, person)
        transfer = self._entry_fee(event)
        self.journal.record(event)
        if transfer is not None:
            self.journal.pay(transfer)
        return entry

    def _entry_fee(self, event: Registered) -> Transfer | None:
        """What the player pays now; a won seat was paid by the satellite."""
        payment, price = event.payment, event.price
        if payment.means in {"none", "seat"}:
            return None
        number, at_ms = event.purchase, event.at_ms
        if self.definition.is_hexapro:
            currency = self.money.currency
            return enter_hexapro(self.money.id, event.player, price.total, currency, at_ms=at_ms)
        if payment.ticket is None:
            return self.money.enter(event.player, price, purchase=number, at_ms=at_ms)
        return self.money.enter_by_ticket(
            event.player, price, payment.ticket, purchase=number, at_ms=at_ms
        )

    # Leaving

    def unregister(
        self, player: PlayerId, at_ms: int, *, started: bool, by_house: bool = False
    ) -> None:
        """Give an entry back before the closing time, in the form it was paid (TRN-12, TRN-13).

        The closing time binds players, not the house (TAMB-102).
        """
        number = self.living.get(player)
        if number is None:
            raise EntryRefused("TRN-12", "not_registered")
        if started or self._is_second_phase:
            raise EntryRefused("TRN-12", "tournament_has_started")
        if not by_house:
            self._verify_unregistration(at_ms)
        entry = self.entries[number]
        self._give_entry_back(entry, self._in_kind(entry), at_ms)

    def _verify_unregistration(self, at_ms: int) -> None:
        said, starts_ms = self.definition.registration, self.starts_ms
        if not said.unregistration:
            raise EntryRefused("TRN-12", "no_unregistration")
        if starts_ms is None:
            # A Sit & Go lets nobody go once its last seat is filled (TAMB-46, TAMB-79).
            if self.is_full:
                raise EntryRefused("TRN-12", "last_seat_is_filled")
            return
        until_ms = starts_ms - 1000 * said.unregistration_closes_s
        if at_ms >= until_ms:
            raise EntryRefused("TRN-12", "unregistration_is_closed", {"until_ms": until_ms})

    def refund_all(self, at_ms: int) -> None:
        """Cancelled before the start: everything back, in kind where it is of use (CXL-02)."""
        for entry in list(self.entries.values()):
            self._give_entry_back(entry, self._of_use(entry, self._in_kind(entry)), at_ms)

    def _in_kind(self, entry: Entry) -> Payment:
        """As paid; a won seat comes back as a ticket for this tournament, not money (TRN-13)."""
        if entry.payment.means != "seat":
            return entry.payment
        word = self.definition.ticket_word
        return Payment("ticket", Ticket(self.money.currency, entry.price.total, word))

    def _of_use(self, entry: Entry, refund: Payment) -> Payment:
        """A ticket nobody else takes becomes an equivalent one, else cash (CXL-02, TAMB-87)."""
        if refund.ticket is None or self.takes(refund.ticket):
            return refund
        equivalent = Ticket(self.money.currency, entry.price.total, ANY_TOURNAMENT)
        return Payment("ticket", equivalent) if self.takes(equivalent) else CASH

    def _give_entry_back(self, entry: Entry, refund: Payment, at_ms: int) -> None:
        transfer = self._refund(entry, refund, at_ms)
        self.journal.record(Unregistered(entry.id, at_ms, refund))
        if transfer is not None:
            self.journal.pay(transfer)

    def _refund(self, entry: Entry, refund: Payment, at_ms: int) -> Transfer | None:
        player, price, number = entry.player, entry.price, entry.purchase
        if refund.means == "none":
            return None
        if self.definition.is_hexapro:
            currency = self.money.currency
            return pay_hexapro(self.money.id, player, price.total, currency, at_ms=at_ms)
        if refund.ticket is None:
            return self.money.refund(player, price, purchase=number, at_ms=at_ms)
        if refund == entry.payment:
            return self.money.refund_ticket(
                player, price, refund.ticket, purchase=number, at_ms=at_ms
            )
        return self.money.refund_as_ticket(
            player, price, refund.ticket, purchase=number, at_ms=at_ms
        )

    # Closing

    def close_registration(self, cause: CloseCause, at_ms: int) -> None:
        """No more entries; an early close ends re-buys and add-ons too (TRN-10, TAMB-46)."""
        if self.registration_open:
            self.journal.record(RegistrationClosed(cause, at_ms))
        if cause == "early" and self.terms.rules.registration.early_close_ends_purchases:
            self.close_purchases(at_ms)
