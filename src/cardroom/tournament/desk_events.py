"""What happens at the registration desk: entries, refunds, re-buys, add-ons, closing."""

from typing import Literal

import msgspec

from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId, PersonId
from cardroom.units import Chips

CloseCause = Literal["scheduled", "early", "full", "cancelled"]
PurchaseKind = Literal["rebuy", "add_on"]


class Payment(msgspec.Struct, frozen=True):
    """How an entry was paid: cash, a ticket, a seat won in a satellite (TRN-13), or not at all."""

    means: Literal["cash", "ticket", "seat", "none"]
    ticket: Ticket | None = None


class DeskEvent(TournamentEvent, frozen=True):
    """Something about entries and purchases."""


class Registered(DeskEvent, frozen=True, tag="registered"):
    """A player has an entry (TRN-11); `purchase` numbers what was bought in this tournament.

    `person` is who holds the account; None is the account itself.
    """

    entry: EntryId
    player: PlayerId
    price: Price
    payment: Payment
    stack: Chips
    purchase: int
    at_ms: int
    person: PersonId | None = None


class Unregistered(DeskEvent, frozen=True, tag="unregistered"):
    """An entry was given back in kind (TRN-12, TRN-13, CXL-02); `refund` says in which."""

    entry: EntryId
    at_ms: int
    refund: Payment


class ChipsBought(DeskEvent, frozen=True, tag="chips_bought"):
    """A re-buy or an add-on was paid (TYP-08, TAMB-69)."""

    entry: EntryId
    kind: PurchaseKind
    price: Price
    chips: Chips
    purchase: int
    at_ms: int


class RebuyAsked(DeskEvent, frozen=True, tag="rebuy_asked"):
    """Asked for during a hand, executed after it if the stack then allows it (TAMB-69)."""

    entry: EntryId


class RebuyDropped(DeskEvent, frozen=True, tag="rebuy_dropped"):
    """What was asked for during the hand is not legal after it: no charge (TAMB-69)."""

    entry: EntryId


class RebuyOffered(DeskEvent, frozen=True, tag="rebuy_offered"):
    """A player without chips may buy back until then; the table waits (TAMB-69)."""

    entry: EntryId
    until_ms: int


class RebuyDeclined(DeskEvent, frozen=True, tag="rebuy_declined"):
    """The offer was refused or ran out."""

    entry: EntryId


class RegistrationClosed(DeskEvent, frozen=True, tag="registration_closed"):
    """No more entries (TRN-09, TRN-10)."""

    cause: CloseCause
    at_ms: int


class RebuysClosed(DeskEvent, frozen=True, tag="rebuys_closed"):
    """The re-buy window is over; add-ons may follow (TAMB-69)."""

    at_ms: int


class PurchasesClosed(DeskEvent, frozen=True, tag="purchases_closed"):
    """No more re-buys and add-ons (TAMB-46)."""

    at_ms: int
