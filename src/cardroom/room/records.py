"""What the server keeps about accounts and sessions, and the pages it reads from the room."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.ledger import PlayerId
from cardroom.room.people import AccountKind, Role, Scope
from cardroom.units import Cents

FOR_EVER_MS = 2**53
ReasonText = Annotated[str, msgspec.Meta(min_length=3, max_length=500)]
"""Why somebody of the house does something; the server strips it before it is measured."""
HandForm = Literal["events", "text", "ohh", "phh"]
"""The replayer's events, PokerStars-style text, Open Hand History, Poker Hand History."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """One account. `barred_until_ms` and `muted_until_ms` are 0 when nothing is barred or muted.

    `owner` is the person who answers for a program.
    """

    player: PlayerId
    name: str
    kind: AccountKind
    role: Role
    password_hash: str | None
    created_ms: int
    owner: PlayerId | None = None
    barred_until_ms: int = 0
    bar_reason: str = ""
    muted_until_ms: int = 0

    def is_barred(self, at_ms: int) -> bool:
        return at_ms < self.barred_until_ms


class NewAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account to be made; `name_key` is what must be unique."""

    name: str
    name_key: str
    kind: AccountKind
    created_ms: int
    role: Role = "player"
    password_hash: str | None = None
    owner: PlayerId | None = None


class AccountChange(msgspec.Struct, frozen=True, kw_only=True):
    """What changes about an account; what is unset stays."""

    name: str | UnsetType = UNSET
    name_key: str | UnsetType = UNSET
    kind: AccountKind | UnsetType = UNSET
    role: Role | UnsetType = UNSET
    password_hash: str | UnsetType = UNSET
    barred_until_ms: int | UnsetType = UNSET
    bar_reason: str | UnsetType = UNSET
    muted_until_ms: int | UnsetType = UNSET


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is logged in. The token itself is not kept, only its hash.

    `family` stays the same when the token is changed; a bearer session belongs to a program.
    """

    token_hash: bytes
    family: str
    player: PlayerId
    kind: Literal["cookie", "bearer"]
    scopes: frozenset[Scope]
    created_ms: int
    expires_ms: int


class StatementLine(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer in or out of a player's cash; `seq` is where the next page goes on.

    `balance` is what there was after it; `table` and `tournament` are where it came from or went.
    """

    seq: int
    at_ms: int
    reason: str
    amount: Cents
    balance: Cents
    table: int = 0
    tournament: int = 0
    note: str = ""
    hand: str = ""
    """The hand that was taken back (AMB-24)."""


HoldingKind = Literal["table", "tickets", "held", "withdrawal", "suspense"]


class Holding(msgspec.Struct, frozen=True, kw_only=True):
    """Money or tickets of a player that are not in their cash.

    `place` is the number of the table or of the case, 0 where there is none; `asset` the currency,
    or the kind of ticket, of which there are `amount`.
    """

    kind: HoldingKind
    place: int
    asset: str
    amount: int


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is a player's, in one place."""

    currency: str
    balance: Cents
    elsewhere: list[Holding]


class CashierOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An administrator's booking; `reference` makes it happen once.

    An adjustment may be negative: then the house takes money back.
    """

    kind: Literal["deposit", "withdrawal", "adjustment"]
    player: PlayerId
    amount: Cents
    reference: str
    reason: ReasonText


OrderKind = Literal["deposit", "withdrawal"]
Outcome = Literal["pending", "confirmed", "refused"]


class MoneyOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What a player asked of the operator's own cashier, under the reference that both know.

    `handed_ms` is when the room last began to send it to the cashier, `told_ms` when they took it,
    `closed_ms` when it was answered for good; each is 0 before. `parked` says why the room no
    longer sends it. `is_booked` says that the ledger has followed; `pay_at` is the page where the
    player pays.
    """

    reference: str
    kind: OrderKind
    player: PlayerId
    amount: Cents
    currency: str
    asked_ms: int
    handed_ms: int = 0
    told_ms: int = 0
    pay_at: str = ""
    outcome: Outcome = "pending"
    said: str = ""
    closed_ms: int = 0
    is_booked: bool = False
    parked: str = ""


class Handed(NamedTuple):
    """An order that is sent to the cashier now, and when it was sent before, if it was."""

    order: MoneyOrder
    before_ms: int


class Receipt(NamedTuple):
    """That a request was carried out: whose, its id, a hash over its content, and when."""

    player: PlayerId
    request: str
    digest: bytes
    at_ms: int


class CashierAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The signed word of the operator's cashier about an order: in an answer or by a call."""

    reference: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    outcome: Outcome
    said: Annotated[str, msgspec.Meta(max_length=200)] = ""
    pay_at: Annotated[str, msgspec.Meta(max_length=500, pattern=r"^(https?://\S+)?\Z")] = ""
    payer: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What the cashier knows who paid by, best a hash; the room keeps a hash of it (FAIR-03)."""


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A file to be fetched."""

    body: bytes
    media_type: str
    name: str


class OutboxMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message to the operator's systems, sent at least once; `id` is always the same."""

    id: int
    subject: str
    body: bytes
