"""What is stored about tournaments beside their events: terms, steps, prizes in kind, schedules."""

from typing import Literal, NamedTuple

import msgspec

from cardroom.ledger import (
    Account,
    FloorId,
    Message,
    PlayerId,
    SettledHand,
    TableId,
    TournamentId,
    Transfer,
)
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price
from cardroom.room.noticeboard import PlayerNotice
from cardroom.room.records import FOR_EVER_MS, Receipt
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.units import Cents

TournamentState = Literal["announced", "running", "finished", "cancelled"]
"""How far a tournament has come, by its stored events."""
EntitlementState = Literal["open", "seated", "ticket", "cash"]
"""What became of a seat that was won in a satellite (TAMB-68)."""
OccurrenceState = Literal["opened", "held", "missed", "cancelled"]
"""What became of one start of a schedule; a missed one waits for nobody, a held one was late."""
VoucherState = Literal["open", "fulfilled"]
DrawState = Literal["listed", "failed", "void", "drawn"]
"""What became of a draw: its list waits for players' seeds; one of them never came; it was given
up, because its question or its key is no more; it counts."""


class OccurrenceKey(NamedTuple):
    """One start of a schedule: its name, the local date, and which start of that day, from 1."""

    schedule: str
    date: str
    ordinal: int

    def __str__(self) -> str:
        return f"{self.schedule}/{self.date}/{self.ordinal}"


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """A start that was dealt with: never a second time, and never silently left out."""

    key: OccurrenceKey
    starts_ms: int
    state: OccurrenceState
    at_ms: int
    tournament: TournamentId | None = None


class NewTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament to be announced.

    `key` makes it once: an occurrence, a place in a queue, a request. `template` is what it was
    made from, by which open games of an offer are found. `definition` and `terms` are bytes of the
    room's own making; equal ones are stored once.
    """

    key: str
    name: str
    template: str
    definition: bytes
    terms: bytes
    currency: str
    created_ms: int
    starts_ms: int | None = None
    flights: tuple[TournamentId, ...] = ()
    """The first phases that lead to this one (TAMB-76)."""
    occurrence: Occurrence | None = None
    """Written with it; its `tournament` is filled in."""


class StoredTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is stored, without its events and papers."""

    id: TournamentId
    key: str
    name: str
    template: str
    currency: str
    created_ms: int
    starts_ms: int | None
    flights: tuple[TournamentId, ...]
    state: TournamentState
    registration_open: bool
    is_done: bool
    """Whether nothing follows any more: over, paid, and not restored again."""
    steps: int
    events: int
    last_ms: int
    """When its last step was taken; the creation before the first."""
    entries: int
    """Entries that were not given back."""
    started_ms: int = 0
    ended_ms: int = 0


class Papers(NamedTuple):
    """Definition and terms as they were at the creation."""

    definition: bytes
    terms: bytes


class Claimed(NamedTuple):
    """A tournament that is ours, with its tables.

    `last_ms` is the last moment that is stored of it: the heartbeat of its former owner, or its
    last step. The new owner's clock starts at the later of its own time and this.
    """

    tournament: TournamentId
    epoch: int
    last_ms: int


class SeatWon(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in another tournament, paid by the satellite's step that writes it (TRN-14).

    `key` is the satellite's prize (`prize:SATELLITE:ENTRY`): each is given and taken once.
    """

    key: str
    satellite: TournamentId
    target: TournamentId
    player: PlayerId
    price: Price
    person: int | None = None


class StoredSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that was won, and what the target made of it."""

    won: SeatWon
    state: EntitlementState
    at_ms: int


class SeatTaken(NamedTuple):
    """What a target makes of a seat, in its own step: an entry, else a ticket or cash (TAMB-68)."""

    key: str
    state: Literal["seated", "ticket", "cash"]
    entry: EntryId | None = None


class TicketGrant(NamedTuple):
    """A ticket that a player gets with a step or a booking, and until when it is good; 0 is always.

    Of equal tickets the one that expires first is used first.
    """

    player: PlayerId
    ticket: Ticket
    expires_ms: int = 0


class HeldTicket(NamedTuple):
    """A ticket in a player's wallet: one piece, its face value and its expiry (0: none)."""

    account: Account
    ticket: Ticket
    expires_ms: int
    grant: int = 0
    """The number of the grant that it came with."""


class NewVoucher(msgspec.Struct, frozen=True, kw_only=True):
    """A package for a live tournament, won with a ticket of its value (TYP-05)."""

    key: str
    """The prize that it is, `prize:SATELLITE:ENTRY`: one voucher each."""
    player: PlayerId
    tournament: TournamentId
    package: str
    ticket: Ticket


class Voucher(msgspec.Struct, frozen=True, kw_only=True):
    """A voucher as it is stored; `by` and `note` say who fulfilled it and how."""

    number: int
    new: NewVoucher
    issued_ms: int
    state: VoucherState = "open"
    by: str = ""
    note: str = ""
    fulfilled_ms: int = 0


class LiveEntry(NamedTuple):
    """An entry of a live tournament that a voucher pays, and its price."""

    floor: FloorId
    entry: EntryId
    price: Cents

    def __str__(self) -> str:
        return f"floor {self.floor}, entry {self.entry}"


class TournamentDraw(msgspec.Struct, frozen=True, kw_only=True):
    """One draw of a tournament, written with the step that it belongs to (CASH-02).

    `content` is JSON: a signed list, a `FailedDraw`, or the `DrawProof` of one that counts.
    """

    number: int
    state: DrawState
    kind: str
    content: bytes


class StepToWrite(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a tournament: stored as a whole or not at all, once, and in its order.

    `number` counts the steps of the tournament from 1, `first_event` its events; both follow on
    from what is stored. A step may have no events (the closing of a satellite's money).
    """

    tournament: TournamentId
    epoch: int
    number: int
    first_event: int
    at_ms: int
    events: tuple[TournamentEvent, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    tables: tuple[tuple[TableNumber, TableId], ...] = ()
    """The tables that it opens, under numbers that the store has given out."""
    hand: SettledHand | None = None
    """The hand that it commits; `hand.chips` says of which tournament and level."""
    void_hands: tuple[SettledHand, ...] = ()
    """Hands that were rolled back and are kept as void (AMB-69)."""
    messages: tuple[Message, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    """The requests that it carries out; each id once."""
    seats_won: tuple[SeatWon, ...] = ()
    seats_taken: tuple[SeatTaken, ...] = ()
    tickets: tuple[TicketGrant, ...] = ()
    vouchers: tuple[NewVoucher, ...] = ()
    notices: tuple[PlayerNotice, ...] = ()
    """What players must hear of it, also at their next login; each key once."""
    draws: tuple[TournamentDraw, ...] = ()
    """What chance had to decide for it, with the proofs."""
    is_last: bool = False
    """Nothing follows: the tournament is over and need not be restored again."""


class PlayerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a player in a tournament, and its result as far as it is known."""

    tournament: TournamentId
    name: str
    state: TournamentState
    entry: EntryId
    player: PlayerId
    registered_ms: int
    paid: Cents
    """Entry, re-buys and add-ons."""
    is_given_back: bool = False
    place: int = 0
    prize: Cents = 0
    """Of a seat its price; of a cancelled tournament the share."""
    bounties: Cents = 0
    is_held: bool = False


class TournamentFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which tournaments a page shows: newest first, before one of them."""

    states: tuple[TournamentState, ...] = ("announced", "running", "finished", "cancelled")
    template: str = ""
    unfinished: bool = False
    """Only those that are not done: what a new owner restores."""
    before: int = FOR_EVER_MS
    limit: int = 100
