"""Units of money as far as they determine their rows themselves, before the database is asked."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import TransferRefused
from cardroom.ledger import (
    Account,
    Message,
    Reason,
    SettledHand,
    Statistic,
    TableId,
    Transfer,
    canonical,
    settle_hand,
)
from cardroom.ledger.accounts import escrow
from cardroom.ledger.hands import ChipHand
from cardroom.ledger.hashing import hashed
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.verifying import verify_form
from cardroom.room.records import Receipt
from cardroom.store.databases.database import Row
from cardroom.store.ownership import UnitClaim
from cardroom.units import Cents

_json = msgspec.json.Encoder()


class Claim(NamedTuple):
    """The right to settle at a table; a later claim by anybody ends it."""

    table: TableId
    epoch: int


class Record(NamedTuple):
    """A hand as it is stored: what it led to, and a hash over everything that it says."""

    result: bytes
    digest: bytes


class Posting(NamedTuple):
    """One unit of money to write: a transfer, alone or with the hand that it settles."""

    transfer: Transfer
    content: bytes
    under: Claim | UnitClaim | None = None
    hand: SettledHand | None = None
    record: Record | None = None
    leaves: tuple[tuple[Account, Cents], ...] = ()
    """The stacks after the hand: what the balances of its escrows must then be (I5)."""
    messages: tuple[Message, ...] = ()
    """Messages to the rest of the house, sent once they are written (the outbox)."""
    player: PlayerRecord | None = None
    """What must be remembered about the player whose money it is (RAT-02, BANZ-06)."""
    receipt: Receipt | None = None
    """That the request was carried out which moves the money."""


class Settlement(NamedTuple):
    """A finished hand to write."""

    hand: SettledHand

    @property
    def rows(self) -> int:
        """About how many rows it writes: what a group is bounded by."""
        return 3 + 2 * len(self.hand.deltas) + len(self.hand.statistics)

    def posting(self) -> Posting:
        return posting_of_hand(self.hand)


class Order(NamedTuple):
    """A transfer to write, perhaps only while a claim holds, and who hears about it.

    `record` is what must be remembered about its player from then on, `receipt` says which request
    it carries out.
    """

    transfer: Transfer
    under: Claim | UnitClaim | None
    messages: tuple[Message, ...] = ()
    record: PlayerRecord | None = None
    receipt: Receipt | None = None

    @property
    def rows(self) -> int:
        return 2 + len(self.transfer.entries)

    def posting(self) -> Posting:
        posting = posting_of_transfer(self.transfer, self.under, self.messages)
        return posting._replace(player=self.record, receipt=self.receipt)


def posting_of_transfer(
    transfer: Transfer, under: Claim | UnitClaim | None, messages: tuple[Message, ...] = ()
) -> Posting:
    """A transfer to write; refused when it is wrong whatever the balances are."""
    verify_form(transfer)
    if transfer.reason is Reason.HAND_SETTLED:
        raise TransferRefused(Invariant.HAND_ADDS_UP, "hand_missing", {"key": transfer.key})
    return Posting(transfer, canonical(transfer), under, messages=messages)


def posting_of_hand(hand: SettledHand) -> Posting:
    """A finished hand to write; refused when it does not add up (I6)."""
    transfer = settle_hand(hand)
    return Posting(
        transfer,
        canonical(transfer),
        Claim(hand.table, hand.epoch),
        hand,
        record_of(hand),
        tuple((escrow(hand.table, who, hand.currency), has) for who, has in hand.stacks.items()),
        hand.outbox,
    )


def record_of(hand: SettledHand) -> Record:
    """The same for the same hand, whatever the order of its players.

    Counts are added up elsewhere and messages are sent on: the record holds neither.
    """
    said = msgspec.structs.replace(
        hand,
        chips=_sorted(hand.chips),
        deltas=dict(sorted(hand.deltas.items())),
        stacks=dict(sorted(hand.stacks.items())),
        seats=dict(sorted(hand.seats.items())),
        history=b"",
        statistics=(),
        outbox=(),
    )
    result = _json.encode(said)
    return Record(result, digest_of(result, hand.outbox, hand.statistics, hand.history))


def _sorted(chips: ChipHand | UnsetType) -> ChipHand | UnsetType:
    if chips is UNSET:
        return chips
    return msgspec.structs.replace(chips, bounties=dict(sorted(chips.bounties.items())))


def digest_of(
    result: bytes,
    outbox: tuple[Message, ...],
    statistics: tuple[Statistic, ...],
    history: bytes,
) -> bytes:
    """A hash over everything that a hand says."""
    return hashed(result, _json.encode(outbox), _json.encode(statistics), history)


def hand_row(
    number: int, hand: SettledHand, record: Record, seq: int | None, *, is_void: bool = False
) -> Row:
    """The row of a hand under its own number; one that is void or for chips has no transfer."""
    return (
        number,
        hand.key,
        hand.table,
        hand.epoch,
        hand.number,
        "void" if is_void else "settled",
        hand.plays_for,
        seq,
        hand.edition,
        hand.at_ms,
        record.result,
        hand.history,
        record.digest,
    )
