"""The audit: reads everything that is stored, from zero, and names the first that is wrong.

It is fed record by record and keeps balances, what is set aside, the last hand of each table and
the keys of transfers that are no hands; hands themselves leave nothing behind.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from cardroom.errors import CardroomError, TransferRefused
from cardroom.ledger.accounts import Account, PlayerId, escrow, find_account
from cardroom.ledger.books import Books
from cardroom.ledger.hands import SettledHand
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.keys import Keys
from cardroom.ledger.settling import settle_hand
from cardroom.ledger.transfers import DAY_MS, GENESIS, Entry, Reason, Transfer, chain, read_transfer
from cardroom.units import Cents

BREACHES_TOLD = 100

Replay = Callable[[SettledHand], Mapping[PlayerId, Cents]]
"""Plays a stored hand again and tells what each player won or lost."""


class Record(NamedTuple):
    """One stored transfer: its canonical bytes, its hash, its entries as they are booked.

    `hand` is the stored hand that points to the transfer, if there is one. `position` is where it
    is stored; without one, transfers are counted.
    """

    content: bytes
    hash: bytes
    entries: tuple[Entry, ...]
    hand: SettledHand | None
    position: int = 0


class Totals(NamedTuple):
    """What is stored beside the transfers, of the moment at which reading them began."""

    transfers: int
    hands: int
    head: bytes
    balances: Mapping[Account, Cents]


class Breach(msgspec.Struct, frozen=True):
    """Something that is wrong: which rule, at which transfer, and what.

    Positions count from 1; 0 is the end, where the sum of everything is compared.
    """

    rule: str
    key: str
    position: int
    what: str


class Report(msgspec.Struct, frozen=True):
    """What the audit read and found; `breaches` tells the first hundred of `breaches_found`."""

    transfers: int
    hands: int
    hands_replayed: int
    accounts: int
    head: str
    breaches_found: int
    breaches: tuple[Breach, ...]


class Audit:
    """Feed it every record in order, then what is stored beside them: it verifies I1 to I12."""

    def __init__(self, replay: Replay | None = None) -> None:
        self._replay = replay
        self._books = Books()
        self._keys = Keys()
        self._head = GENESIS
        self._position = 0
        self._read = 0
        self._hands = 0
        self._replayed = 0
        self._day = 0
        self._overdue: set[str] = set()
        self._breaches: list[Breach] = []
        self._found = 0

    @property
    def read(self) -> int:
        """How many transfers it was fed."""
        return self._read

    def feed(self, record: Record) -> None:
        """Take in the next transfer and verify everything that it can break."""
        self._read += 1
        self._position = record.position or self._read
        self._head, expected = record.hash, chain(self._head, record.content)
        try:
            transfer = read_transfer(record.content)
        except msgspec.DecodeError as error:
            self._tell(Invariant.CHAIN_HOLDS, "", f"unreadable: {error}")
            return
        if record.hash != expected:
            self._tell(Invariant.CHAIN_HOLDS, transfer.key, "hash_does_not_follow")
        self._verify_key(transfer)
        self._end_days(transfer.at_ms)
        self._verify_money(transfer, record.entries)
        if record.hand is not None:
            self._verify_hand(transfer, record.hand)
        elif transfer.reason is Reason.HAND_SETTLED:
            self._tell(Invariant.REPLAY_AGREES, transfer.key, "hand_missing")

    def finish(self, totals: Totals, *, now_ms: int) -> Report:
        """Compare with the stored head, balances and number of hands; tell what was found."""
        self._end_days(now_ms)
        if (totals.transfers, totals.head) != (self._read, self._head):
            missing = totals.transfers - self._read
            self._tell_end(Invariant.CHAIN_HOLDS, f"head_differs: {missing} transfers missing")
        self._verify_balances(totals.balances)
        if totals.hands != self._hands:
            what = f"hands_without_transfer: {totals.hands - self._hands}"
            self._tell_end(Invariant.REPLAY_AGREES, what)
        return Report(
            transfers=self._read,
            hands=self._hands,
            hands_replayed=self._replayed,
            accounts=len(self._books.balances),
            head=self._head.hex(),
            breaches_found=self._found,
            breaches=tuple(self._breaches),
        )

    def _verify_key(self, transfer: Transfer) -> None:
        """Each key once (I7)."""
        if not self._keys.add(transfer):
            self._tell(Invariant.KEY_ONCE, transfer.key, "key_again")

    def _verify_money(self, transfer: Transfer, booked: tuple[Entry, ...]) -> None:
        """The transfer is right by itself and for the balances it finds (I1, I2, I4, I8, I11)."""
        if booked != transfer.entries:
            self._tell(Invariant.BALANCE_IS_ITS_ENTRIES, transfer.key, "entries_differ")
        try:
            self._books.verify(transfer)
        except TransferRefused as refusal:
            self._tell(refusal.rule, transfer.key, refusal.reason)
        self._books.apply(transfer)

    def _verify_hand(self, transfer: Transfer, hand: SettledHand) -> None:
        """The hand adds up, moved what it says, and left the stacks it says (I5, I6, I10)."""
        self._hands += 1
        try:
            said = settle_hand(hand)
        except TransferRefused as refusal:
            self._tell(refusal.rule, transfer.key, refusal.reason)
            return
        if (said.key, said.entries) != (transfer.key, transfer.entries):
            self._tell(Invariant.REPLAY_AGREES, transfer.key, "not_what_the_hand_says")
        if said.record != transfer.record:
            self._tell(Invariant.REPLAY_AGREES, transfer.key, "record_changed")
        for player, stack in hand.stacks.items():
            if self._books.balance(escrow(hand.table, player, hand.currency)) != stack:
                self._tell(Invariant.ESCROW_IS_STACKS, transfer.key, f"stack_of_player: {player}")
        if self._replay is not None:
            self._verify_replay(self._replay, hand)

    def _verify_replay(self, replay: Replay, hand: SettledHand) -> None:
        """Played again from its history, the hand gives the same deltas (I10)."""
        self._replayed += 1
        try:
            again = dict(replay(hand))
        except CardroomError as error:
            self._tell(Invariant.REPLAY_AGREES, hand.key, f"history_unreadable: {error}")
            return
        if again != hand.deltas:
            self._tell(Invariant.REPLAY_AGREES, hand.key, "replay_differs")

    def _end_days(self, now_ms: int) -> None:
        """When a day is over, nothing is in suspense that was due before (I9, CRASH-04)."""
        day = now_ms // DAY_MS
        if day <= self._day:
            return
        self._day = day
        for key, item in self._books.open.items():
            overdue = item.reason is Reason.SUSPENDED and item.due_ms < day * DAY_MS
            if overdue and key not in self._overdue:
                self._overdue.add(key)
                self._tell(Invariant.SUSPENSE_IS_CLEARED, key, "overdue_for_charity")

    def _verify_balances(self, stored: Mapping[Account, Cents]) -> None:
        """The stored balances are the sums of the entries and sum to zero (I3, I4)."""
        computed = self._books.balances
        for account in sorted(stored.keys() | computed.keys()):
            has, should = stored.get(account, 0), computed.get(account, 0)
            if has != should:
                what = f"{account} is {has}, its entries are {should}"
                self._tell_end(Invariant.BALANCE_IS_ITS_ENTRIES, what)
        sums: dict[str, int] = {}
        for account, has in stored.items():
            parts = find_account(account)
            asset = str(parts.asset if parts else account)
            sums[asset] = sums.get(asset, 0) + has
        for asset in sorted(asset for asset, total in sums.items() if total):
            self._tell_end(Invariant.ALL_IS_ZERO, f"{asset} sums to {sums[asset]}")

    def _tell(self, rule: str, key: str, what: str) -> None:
        self._add(Breach(str(rule), key, self._position, what))

    def _tell_end(self, rule: str, what: str) -> None:
        self._add(Breach(str(rule), "", 0, what))

    def _add(self, breach: Breach) -> None:
        self._found += 1
        if len(self._breaches) < BREACHES_TOLD:
            self._breaches.append(breach)
