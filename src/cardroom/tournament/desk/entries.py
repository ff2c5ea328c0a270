"""What the registration desk knows: entries, what they have paid, what may still be bought."""

from collections.abc import Mapping

import msgspec

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price
from cardroom.tournament.desk_events import (
    ChipsBought,
    DeskEvent,
    Payment,
    PurchasesClosed,
    RebuyAsked,
    RebuyDeclined,
    RebuyDropped,
    RebuyOffered,
    RebuysClosed,
    Registered,
    RegistrationClosed,
    Unregistered,
)
from cardroom.tournament.events import Disqualified, KnockedOut
from cardroom.tournament.ids import EntryId, PersonId
from cardroom.tournament.journal import Handlers
from cardroom.units import Cents, Chips

DESK_EVENTS = (
    Registered,
    Unregistered,
    ChipsBought,
    RebuyAsked,
    RebuyDropped,
    RebuyOffered,
    RebuyDeclined,
    RegistrationClosed,
    RebuysClosed,
    PurchasesClosed,
)


class Entry(msgspec.Struct, kw_only=True):
    """One paid start with all that was bought for it (TAMB-88)."""

    id: EntryId
    player: PlayerId
    price: Price
    payment: Payment
    stack: Chips
    """The starting stack; a re-buy brings as much (TAMB-69, TAMB-77)."""
    purchase: int
    places: Cents
    bounty: Cents
    fees: Cents
    person: PersonId | None = None
    rebuys: int = 0
    addons: int = 0


class Survivor(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry of a first phase has when that phase is over (TYP-12, TAMB-76)."""

    player: PlayerId
    stack: Chips
    bounty: Cents
    """What is on the player's head now."""
    fees: Cents
    """All fees of the entry, for a cancellation of the second phase (TAMB-88)."""
    person: PersonId | None = None


def person_of(player: PlayerId, person: PersonId | None) -> PersonId:
    """Who plays; an account of which the room knows no more is a person of its own (TRN-11)."""
    return PersonId(player) if person is None else person


class DeskState:
    """Everything that follows from the desk's events; `carried` are the pools of earlier phases.

    An entry that was given back is forgotten, but its number is never used again.
    """

    def __init__(self, *, carried: Price) -> None:
        self.entries: dict[EntryId, Entry] = {}
        self.living: dict[PlayerId, EntryId] = {}
        """The players who are registered or still in, and the entry they play."""
        self.asked: dict[EntryId, None] = {}
        """Re-buys asked for during a hand, in order (TAMB-69)."""
        self.offers: dict[EntryId, int] = {}
        """Players without chips who may buy back, and until when."""
        self.pool: Cents = carried.places
        """What players have paid for places, without anything that the house adds."""
        self.bounties: Cents = 0
        """What players have paid for bounties here, those included that were taken."""
        self.fees: Cents = carried.fee
        self.registration_open = True
        self.rebuys_open = True
        self.purchases_open = True
        self.purchases = 0
        """Re-buys and add-ons."""
        self._entry_numbers = 0
        self._purchase_numbers = 0
        self._used_tickets: dict[Ticket, int] = {}
        self._entries_of: dict[PlayerId, int] = {}
        self._accounts: dict[PersonId, PlayerId] = {}
        """The account that a person has entered with last."""
        self._gone: set[PlayerId] = set()
        self._barred: set[PlayerId] = set()

    @property
    def is_closed(self) -> bool:
        """Whether registration and purchases are closed (TAMB-46)."""
        return not self.registration_open and not self.purchases_open

    def player_of(self, entry: EntryId) -> PlayerId:
        """Who holds an entry."""
        return self.entries[entry].player

    @property
    def people(self) -> int:
        """How many players have entered, however often."""
        return sum(1 for entries in self._entries_of.values() if entries)

    @property
    def paid_entries(self) -> int:
        """Entries that brought money; survivors of a first phase have paid there (TAMB-76)."""
        return sum(1 for entry in self.entries.values() if entry.payment.means != "none")

    @property
    def used_tickets(self) -> Mapping[Ticket, int]:
        """The tickets that were paid in and not given back."""
        return {ticket: count for ticket, count in self._used_tickets.items() if count}

    def entries_of(self, player: PlayerId) -> int:
        """How many entries a player has, those that are out included (TRN-11)."""
        return self._entries_of.get(player, 0)

    def has_other_account(self, player: PlayerId, person: PersonId | None) -> bool:
        """Whether a person has entered with another account, in or out (TRN-11)."""
        account = self._accounts.get(person_of(player, person), player)
        return account != player and self.entries_of(account) > 0

    def has_unregistered(self, player: PlayerId) -> bool:
        """Whether a player has given an entry back."""
        return player in self._gone

    @property
    def given_back(self) -> frozenset[PlayerId]:
        """The players who have given an entry back."""
        return frozenset(self._gone)

    def is_barred(self, player: PlayerId) -> bool:
        """Whether a player was disqualified here (TRN-23)."""
        return player in self._barred

    def verify_not_barred(self, player: PlayerId) -> None:
        """A disqualified player has no part in this tournament any more (TRN-23, TAMB-89)."""
        if self.is_barred(player):
            raise EntryRefused("TRN-23", "disqualified")

    def last_entry_of(self, player: PlayerId) -> EntryId | None:
        """The latest entry of a player, whether it is in, out or not yet seated."""
        entries = [entry.id for entry in self.entries.values() if entry.player == player]
        return entries[-1] if entries else None

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """What happens at the desk, and what ends a player's right to buy there."""
        return {
            **dict.fromkeys(DESK_EVENTS, self._apply),
            KnockedOut: self._apply_knocked_out,
            Disqualified: self._apply_disqualified,
        }

    def _apply_knocked_out(self, event: KnockedOut) -> None:
        """The player may re-enter where that is allowed (TAMB-70)."""
        self.offers.pop(event.entry, None)
        self.asked.pop(event.entry, None)
        del self.living[self.entries[event.entry].player]

    def _apply_disqualified(self, event: Disqualified) -> None:
        """The player buys nothing and enters no more (TRN-23)."""
        self._barred.add(self.entries[event.entry].player)

    def _apply(self, event: DeskEvent) -> None:
        match event:
            case Registered():
                self._enter(event)
            case Unregistered(entry=number, refund=refund):
                self._give_back(self.entries.pop(number), refund)
            case ChipsBought():
                self._buy(event)
            case RebuyAsked(entry=number):
                self.asked[number] = None
            case RebuyDropped(entry=number):
                del self.asked[number]
            case RebuyOffered(entry=number, until_ms=until_ms):
                self.offers[number] = until_ms
            case RebuyDeclined(entry=number):
                del self.offers[number]
            case RegistrationClosed():
                self.registration_open = False
            case RebuysClosed():
                self.rebuys_open = False
            case PurchasesClosed():
                self.rebuys_open = self.purchases_open = False
            case _:
                raise AssertionError(f"no event of the desk: {event}")

    def _enter(self, event: Registered) -> None:
        price = event.price
        self._entry_numbers, self._purchase_numbers = event.entry, event.purchase
        self.entries[event.entry] = Entry(
            id=event.entry,
            player=event.player,
            price=price,
            payment=event.payment,
            stack=event.stack,
            purchase=event.purchase,
            places=price.places,
            bounty=price.bounty,
            fees=price.fee,
            person=event.person,
        )
        self._accounts[person_of(event.player, event.person)] = event.player
        self.living[event.player] = event.entry
        self._entries_of[event.player] = self.entries_of(event.player) + 1
        if event.payment.means != "none":
            self.pool += price.places
            self.bounties += price.bounty
            self.fees += price.fee
        self._count_ticket(event.payment, 1)

    def _give_back(self, entry: Entry, refund: Payment) -> None:
        del self.living[entry.player]
        self._entries_of[entry.player] -= 1
        self._gone.add(entry.player)
        if entry.payment.means != "none":
            self.pool -= entry.places
            self.bounties -= entry.bounty
            self.fees -= entry.fees
        if refund == entry.payment:
            self._count_ticket(refund, -1)

    def _count_ticket(self, payment: Payment, by: int) -> None:
        if payment.ticket is not None:
            self._used_tickets[payment.ticket] = self._used_tickets.get(payment.ticket, 0) + by

    def _buy(self, event: ChipsBought) -> None:
        entry, price = self.entries[event.entry], event.price
        self._purchase_numbers = event.purchase
        self.purchases += 1
        entry.places += price.places
        entry.bounty += price.bounty
        entry.fees += price.fee
        self.pool += price.places
        self.bounties += price.bounty
        self.fees += price.fee
        if event.kind == "add_on":
            entry.addons += 1
            return
        entry.rebuys += 1
        self.asked.pop(event.entry, None)
        self.offers.pop(event.entry, None)
