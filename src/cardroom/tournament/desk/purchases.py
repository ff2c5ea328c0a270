"""Chips bought during the event: re-buys in a window, add-ons in the pause after it (TYP-08)."""

from collections.abc import Callable

from cardroom.errors import EntryRefused, TransferRefused
from cardroom.ledger import Account, Invariant, PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk.entries import DeskState, Entry
from cardroom.tournament.desk_events import (
    ChipsBought,
    PurchaseKind,
    PurchasesClosed,
    RebuyAsked,
    RebuyDeclined,
    RebuyDropped,
    RebuyOffered,
    RebuysClosed,
)
from cardroom.tournament.events import PauseEnded
from cardroom.tournament.ids import EntryId
from cardroom.tournament.journal import Handlers, Journal
from cardroom.tournament.terms import Terms
from cardroom.units import Cents, Chips

Balance = Callable[[Account], Cents]
"""What an account has; asked before anything is recorded, so that no payment fails afterwards."""


class Purchases(DeskState):
    """Re-buys and add-ons. Neither changes the number of entries (TAMB-69)."""

    def __init__(
        self,
        terms: Terms,
        definition: Definition,
        money: TournamentMoney,
        *,
        balance: Balance,
        carried: Price,
    ) -> None:
        super().__init__(carried=carried)
        self.terms = terms
        self.definition = definition
        self.money = money
        self._balance = balance
        self._journal: Journal | None = None

    def bind(self, journal: Journal) -> None:
        """From now on decisions are recorded, applied and paid there."""
        self._journal = journal
        journal.subscribe(self.handlers)

    @property
    def journal(self) -> Journal:
        assert self._journal is not None, "a desk that is bound to a journal"
        return self._journal

    @property
    def count(self) -> int:
        """N: entries with re-entries, without re-buys and add-ons (TAMB-69, TAMB-70)."""
        rules = self.terms.rules
        entries = len(self.entries) if rules.registration.reentry_counts_as_entry else self.people
        return entries + (self.purchases if rules.rebuy.purchases_count_as_entries else 0)

    @property
    def handlers(self) -> Handlers:
        """Those of the desk's books, and a server crash, in which nobody could answer."""
        return {**super().handlers, PauseEnded: self._apply_pause_ended}

    def _apply_pause_ended(self, event: PauseEnded) -> None:
        """Who could not answer while the server was down is asked again (TAMB-69, TTB-07)."""
        if event.cause == "crash" and self.terms.rebuy is not None:
            self.offers = dict.fromkeys(self.offers, event.at_ms + self.terms.rebuy.answer_ms)

    # Re-buys

    def rebuy_offer(self, number: EntryId, dealt_level: int) -> bool:
        """Whether a player who is broke may buy back: the hand counts, not its end (TAMB-69)."""
        rebuy = self.definition.rebuy
        if rebuy is None or not self.purchases_open or dealt_level > rebuy.until_level:
            return False
        return self._has_rebuys_left(self.entries[number])

    def offer_rebuy(self, number: EntryId, until_ms: int) -> None:
        """The seat is held and the table waits for the answer (TAMB-69)."""
        self.journal.record(RebuyOffered(number, until_ms))

    def decline_rebuy(self, number: EntryId) -> None:
        """The answer is no, or none came in time."""
        if number not in self.offers:
            raise EntryRefused("TAMB-69", "no_rebuy_offered")
        self.journal.record(RebuyDeclined(number))

    def rebuy(self, number: EntryId, at_ms: int, *, stack: Chips, in_hand: bool) -> Chips:
        """Buy a starting stack; during a hand it is only asked for, which brings 0 (TAMB-69)."""
        entry = self.entries[number]
        self.verify_not_barred(entry.player)
        self._verify_rebuy(entry)
        if number not in self.offers:
            if not self.rebuys_open:
                raise EntryRefused("TAMB-69", "rebuys_are_closed")
            if in_hand:
                return self._ask(entry)
            if stack > entry.stack:
                raise EntryRefused("TAMB-69", "stack_above_starting_stack", {"to": entry.stack})
        return self._buy_chips(entry, "rebuy", entry.price, entry.stack, at_ms)

    def asked_rebuy(self, number: EntryId, at_ms: int, *, stack: Chips) -> Chips:
        """After the hand: buy what was asked for, or drop it free of charge (TAMB-69)."""
        entry = self.entries[number]
        cash = self._balance(player_cash(entry.player, self.money.currency))
        if stack > entry.stack or not self.purchases_open or cash < entry.price.total:
            self.journal.record(RebuyDropped(number))
            return 0
        return self._buy_chips(entry, "rebuy", entry.price, entry.stack, at_ms)

    def close_rebuys(self, at_ms: int) -> None:
        """The window is over; what was offered or asked for before still holds (TAMB-69)."""
        if self.rebuys_open:
            self.journal.record(RebuysClosed(at_ms))

    def _verify_rebuy(self, entry: Entry) -> None:
        rebuy = self.definition.rebuy
        if rebuy is None:
            raise EntryRefused("TYP-08", "no_rebuys")
        if not self._has_rebuys_left(entry):
            raise EntryRefused("TAMB-69", "no_rebuys_left", {"at_most": rebuy.rebuys_max})

    def _has_rebuys_left(self, entry: Entry) -> bool:
        rebuy = self.definition.rebuy
        assert rebuy is not None
        return not rebuy.rebuys_max or entry.rebuys < rebuy.rebuys_max

    def _ask(self, entry: Entry) -> Chips:
        if entry.id in self.asked:
            raise EntryRefused("TAMB-69", "already_asked")
        self.journal.record(RebuyAsked(entry.id))
        return 0

    # Add-ons

    def add_on(self, number: EntryId, at_ms: int) -> Chips:
        """Buy the chips of the pause, whatever the stack is (TAMB-69)."""
        entry, addon = self.entries[number], self.definition.addon
        if addon is None:
            raise EntryRefused("TYP-08", "no_add_ons")
        self.verify_not_barred(entry.player)
        if self.rebuys_open or not self.purchases_open:
            raise EntryRefused("TAMB-69", "not_the_pause_for_add_ons")
        maximum = self.terms.rules.rebuy.addons_per_entry
        if entry.addons >= maximum:
            raise EntryRefused("TAMB-69", "no_add_ons_left", {"at_most": maximum})
        return self._buy_chips(entry, "add_on", self.definition.addon_price(), addon.chips, at_ms)

    def close_purchases(self, at_ms: int) -> None:
        """Nothing more is sold (TAMB-46)."""
        if self.purchases_open:
            self.journal.record(PurchasesClosed(at_ms))

    # Money

    def _buy_chips(
        self, entry: Entry, kind: PurchaseKind, price: Price, chips: Chips, at_ms: int
    ) -> Chips:
        self.verify_cash(entry.player, price.total)
        number = self._purchase_numbers + 1
        self.journal.record(ChipsBought(entry.id, kind, price, chips, number, at_ms))
        self.journal.pay(self.money.enter(entry.player, price, purchase=number, at_ms=at_ms))
        return chips

    def verify_cash(self, player: PlayerId, amount: Cents) -> None:
        """Refuse what a player cannot pay, before anything is recorded (I2)."""
        self._verify_balance(player_cash(player, self.money.currency), amount)

    def _verify_balance(self, account: Account, needed: int) -> None:
        """Say what the ledger would say: nothing goes below zero (I2)."""
        has = self._balance(account)
        if has < needed:
            details = {"account": account, "at_most": has}
            raise TransferRefused(Invariant.NOT_BELOW_ZERO, "insufficient_funds", details)
