"""The audit: reads everything that is stored, from zero, and names the first that is wrong.

It is fed record by record and keeps balances, what is set aside, the last hand of each table and
the keys of transfers that are no hands; hands themselves leave nothing behind.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE, CardroomError, TransferRefused
from cardroom.ledger import findings
from cardroom.ledger.accounts import Account, PlayerId, escrow, find_account
from cardroom.ledger.books import Books
from cardroom.ledger.findings import Breach
from cardroom.ledger.hands import SettledHand, Statistic
from cardroom.ledger.hashing import GENESIS, chain
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.keys import Keys
from cardroom.ledger.settling import settle_hand
from cardroom.ledger.transfers import DAY_MS, HAND_KEY, Entry, Reason, Transfer, read_transfer
from cardroom.ledger.verifying import verify_reversal
from cardroom.units import Cents

BREACHES_TOLD = 100


class Replayed(NamedTuple):
    """A stored hand played again: what it led to, its cap of rake, what it counts if asked."""

    deltas: Mapping[PlayerId, Cents]
    rake_cap: Cents
    counted: Callable[[], tuple[Statistic, ...]] = tuple


Replay = Callable[[SettledHand], Replayed]
"""Plays a stored hand again."""


class Record(NamedTuple):
    """One stored transfer: its canonical bytes, its hash, its entries as they are booked.

    `hand` is the stored hand that points to the transfer, if there is one. `position` is where it
    is stored; without one, transfers are counted. `reversed` is the content of the transfer that it
    takes back, if that was stored before it.
    """

    content: bytes
    hash: bytes
    entries: tuple[Entry, ...]
    hand: SettledHand | None
    position: int = 0
    reversed: bytes | None = None


class Fed(NamedTuple):
    """What the audit made of a record: its transfer, and its hand played again."""

    transfer: Transfer
    replayed: Replayed | None


class Totals(NamedTuple):
    """What is stored beside the transfers, of the moment at which reading them began."""

    transfers: int
    hands: int
    head: bytes
    balances: Mapping[Account, Cents]


class Report(msgspec.Struct, frozen=True):
    """What the audit read and found; `breaches` tells the first hundred of `breaches_found`."""

    transfers: int
    hands: int
    hands_replayed: int
    accounts: int
    head: str
    breaches_found: int
    breaches: tuple[Breach, ...]
    hands_taken_back: int = 0
    """Hands that were paid and are void since (AMB-24)."""
    tournaments: int = 0
    chip_hands: int = 0
    """Hands that were played for chips, and moved no money."""
    seals: int = 0
    seal_head: str = ""
    """The last hash of the second chain, over what is kept beside the money."""
    floors: int = 0
    floor_entries: int = 0
    """Live tournaments that were followed, and the entries of their logs."""


class Audit:
    """Feed it every record in order, then what is stored beside them: it verifies I1 to I12.

    `noted` are hashes that somebody wrote down from earlier reports: the chain must pass through
    them.
    """

    def __init__(self, replay: Replay | None = None, noted: Iterable[bytes] = ()) -> None:
        self._replay = replay
        self._missed = set(noted) - {GENESIS}
        self._books = Books()
        self._keys = Keys()
        self._head = GENESIS
        self._position = 0
        self._read = 0
        self._hands = 0
        self._replayed = 0
        self._taken_back = 0
        self._tournaments = 0
        self._chip_hands = 0
        self._floors = 0
        self._floor_entries = 0
        self._day = 0
        self._overdue: set[str] = set()
        self._seals = 0
        self._seal_head = GENESIS
        self._breaches: list[Breach] = []
        self._found = 0

    @property
    def read(self) -> int:
        """How many transfers it was fed."""
        return self._read

    def feed(self, record: Record) -> Fed | None:
        """Take in the next transfer and verify everything that it can break."""
        self._read += 1
        before, self._position = self._position, record.position or self._read
        expected = chain(self._head, record.content)
        self._head = record.hash
        self._missed.discard(record.hash)
        try:
            transfer = read_transfer(record.content)
        except UNREADABLE as error:
            self.find(Invariant.CHAIN_HOLDS, "", "unreadable", f"its content is none: {error}")
            return None
        self._verify_chain(transfer.key, before, record.hash, expected)
        self._verify_key(transfer)
        self._end_days(transfer.at_ms)
        self._verify_money(transfer, record)
        replayed = None
        if record.hand is not None:
            replayed = self._verify_hand(transfer, record.hand)
        elif transfer.reason is Reason.HAND_SETTLED:
            missing = "the record of the hand that it settled is missing or cannot be read"
            self.find(Invariant.REPLAY_AGREES, transfer.key, "hand_missing", missing)
        return Fed(transfer, replayed)

    def finish(self, totals: Totals, *, now_ms: int) -> Report:
        """Compare with the stored head, balances and number of hands; tell what was found."""
        self._day = max(self._day, now_ms // DAY_MS)
        self._verify_suspense()
        self._verify_head(totals)
        self._verify_balances(totals.balances)
        if totals.hands != self._hands:
            detail = f"{totals.hands} settled hands are stored, but transfers lead to {self._hands}"
            self.find_at_end(Invariant.REPLAY_AGREES, "hands_without_transfer", detail)
        return self.report()

    def report(self) -> Report:
        """What was read and found so far."""
        return Report(
            transfers=self._read,
            hands=self._hands,
            hands_replayed=self._replayed,
            accounts=len(self._books.balances),
            head=self._head.hex(),
            breaches_found=self._found,
            breaches=tuple(self._breaches),
            hands_taken_back=self._taken_back,
            tournaments=self._tournaments,
            chip_hands=self._chip_hands,
            seals=self._seals,
            seal_head=self._seal_head.hex(),
            floors=self._floors,
            floor_entries=self._floor_entries,
        )

    def pass_through(self, found: bytes) -> None:
        """A chain beside that of the transfers has this hash: a noted one may be of it."""
        self._missed.discard(found)

    def count_tournament(self, hands: int) -> None:
        """One more tournament was followed, with this many hands for chips."""
        self._tournaments += 1
        self._chip_hands += hands

    def count_floor(self, entries: int) -> None:
        """One more live tournament was followed, with this many entries of its log."""
        self._floors += 1
        self._floor_entries += entries

    def seal(self, seals: int, head: bytes) -> None:
        """How far the second chain goes."""
        self._seals, self._seal_head = seals, head

    def _verify_chain(self, key: str, before: int, found: bytes, expected: bytes) -> None:
        """No transfer is missing before this one, and its hash follows (I12)."""
        missing = self._position - before - 1
        if missing:
            detail = f"{missing} before it are missing, the last one is transfer {before:,}"
            self.find(Invariant.CHAIN_HOLDS, key, "transfers_missing", detail)
        if found != expected:
            hashes = f"{findings.short(expected)}, but stored is {findings.short(found)}"
            detail = f"the hash before it and its content give {hashes}"
            self.find(Invariant.CHAIN_HOLDS, key, "hash_does_not_follow", detail)

    def _verify_key(self, transfer: Transfer) -> None:
        """Each key once (I7)."""
        if not self._keys.add(transfer):
            is_hand = transfer.reason is Reason.HAND_SETTLED
            detail = "a hand with this or a later number" if is_hand else "a transfer with this key"
            self.find(
                Invariant.KEY_ONCE, transfer.key, "key_again", f"{detail} was applied before it"
            )

    def _verify_money(self, transfer: Transfer, record: Record) -> None:
        """The transfer is right by itself and for the balances it finds (I1, I2, I4, I8, I11)."""
        if record.entries != transfer.entries:
            detail = f"booked is {findings.entries_differ(transfer.entries, record.entries)}"
            self.find(Invariant.BALANCE_IS_ITS_ENTRIES, transfer.key, "entries_differ", detail)
        try:
            self._books.verify(transfer)
            if transfer.reason is Reason.REVERSED:
                verify_reversal(transfer, _readable(record.reversed))
                self._taken_back += transfer.reverses.startswith(HAND_KEY)
        except TransferRefused as refusal:
            opened = self._books.open.get(transfer.closes)
            detail = findings.refused(refusal, transfer, opened)
            self.find(refusal.rule, transfer.key, refusal.reason, detail)
        self._books.apply(transfer)

    def _verify_hand(self, transfer: Transfer, hand: SettledHand) -> Replayed | None:
        """The hand adds up, moved what it says, and left the stacks it says (I5, I6, I10)."""
        self._hands += 1
        try:
            said = settle_hand(hand)
        except TransferRefused as refusal:
            detail = findings.hand_refused(refusal, hand)
            self.find(refusal.rule, transfer.key, refusal.reason, detail)
            return None
        self._verify_settled(transfer, said)
        for player, stack in hand.stacks.items():
            account = escrow(hand.table, player, hand.currency)
            has = self._books.balance(account)
            if has != stack:
                detail = f"after it {account} is {has}, but player {player} was left with {stack}"
                self.find(Invariant.ESCROW_IS_STACKS, transfer.key, "stack_of_player", detail)
        return None if self._replay is None else self._verify_replay(self._replay, hand)

    def _verify_settled(self, transfer: Transfer, said: Transfer) -> None:
        """The transfer is the one that its hand makes (I10)."""
        key = transfer.key
        if (said.key, said.at_ms) != (key, transfer.at_ms):
            detail = f"its hand is {said.key} of {said.at_ms} ms, and not of {transfer.at_ms} ms"
            self.find(Invariant.REPLAY_AGREES, key, "another_hand", detail)
        if said.entries != transfer.entries:
            detail = f"it moves {findings.entries_differ(said.entries, transfer.entries)}"
            detail = f"{detail} by the record of its hand"
            self.find(Invariant.REPLAY_AGREES, key, "not_what_the_hand_says", detail)
        if said.record != transfer.record:
            detail = "history, edition, stake or seats of its hand were changed: their hash is"
            hashes = f"{said.record[:16]} and not {transfer.record[:16]}"
            self.find(Invariant.REPLAY_AGREES, key, "record_changed", f"{detail} {hashes}")

    def _verify_replay(self, replay: Replay, hand: SettledHand) -> Replayed | None:
        """Played again from its history, the hand gives the same deltas and cap (I6, I10)."""
        self._replayed += 1
        try:
            replayed = replay(hand)
        except Exception as error:  # noqa: BLE001 - a damaged record may lead to anything
            why = str(error) if isinstance(error, CardroomError) else type(error).__name__
            detail = f"its hand cannot be played again: {why}".removesuffix(".")
            self.find(Invariant.REPLAY_AGREES, hand.key, "history_unreadable", detail)
            return None
        if dict(replayed.deltas) != hand.deltas:
            detail = (
                f"played again, it gives {findings.deltas_differ(hand.deltas, replayed.deltas)}"
            )
            self.find(Invariant.REPLAY_AGREES, hand.key, "replay_differs", detail)
        if replayed.rake_cap != hand.rake_cap:
            detail = f"its rake was capped at {replayed.rake_cap}, its record says {hand.rake_cap}"
            self.find(Invariant.HAND_ADDS_UP, hand.key, "another_rake_cap", detail)
        return replayed

    def _end_days(self, now_ms: int) -> None:
        """When a day is over, nothing is in suspense that was due before (I9, CRASH-04)."""
        day = now_ms // DAY_MS
        if day > self._day:
            self._day = day
            self._verify_suspense()

    def _verify_suspense(self) -> None:
        """What fell due before this day is in suspense no longer, whenever it came there (I9)."""
        for key, item in self._books.open.items():
            overdue = item.reason is Reason.SUSPENDED and item.due_ms < self._day * DAY_MS
            if overdue and key not in self._overdue:
                self._overdue.add(key)
                self._tell_overdue(item)

    def _tell_overdue(self, item: Transfer) -> None:
        aside = ", ".join(
            f"{amount} on {account}" for account, amount in item.entries if amount > 0
        )
        detail = f"{item.key}, {aside}, was due to charity at {item.due_ms} ms, on day"
        detail = f"{detail} {item.due_ms // DAY_MS}, and is still in suspense on day {self._day}"
        self.find(Invariant.SUSPENSE_IS_CLEARED, item.key, "overdue_for_charity", detail)

    def _verify_head(self, totals: Totals) -> None:
        """The chain ends where the head says, and passes through what was noted (I12)."""
        if (totals.transfers, totals.head) != (self._read, self._head):
            kept = f"{totals.transfers:,} transfers up to {findings.short(totals.head)}"
            read = f"{self._read:,} up to {findings.short(self._head)}"
            self.find_at_end(
                Invariant.CHAIN_HOLDS, "head_differs", f"the head is {kept}, read {read}"
            )
        for hashed in sorted(self._missed):
            detail = (
                f"no transfer has the noted hash {hashed.hex()}: the past was rewritten, or cut"
            )
            self.find_at_end(Invariant.CHAIN_HOLDS, "noted_hash_missing", detail)

    def _verify_balances(self, stored: Mapping[Account, Cents]) -> None:
        """The stored balances are the sums of the entries and sum to zero (I3, I4)."""
        computed = self._books.balances
        for account in sorted(stored.keys() | computed.keys()):
            has, should = stored.get(account, 0), computed.get(account, 0)
            if has != should:
                detail = f"{account} is {has}, its entries are {should}"
                self.find_at_end(Invariant.BALANCE_IS_ITS_ENTRIES, "balance_differs", detail)
        sums: dict[str, int] = {}
        for account, has in stored.items():
            parts = find_account(account)
            asset = str(parts.asset if parts else account)
            sums[asset] = sums.get(asset, 0) + has
        for asset in sorted(asset for asset, total in sums.items() if total):
            detail = f"the balances in {asset} sum to {sums[asset]} and not to 0"
            self.find_at_end(Invariant.ALL_IS_ZERO, "does_not_sum_to_zero", detail)

    def find(self, rule: str, key: str, what: str, detail: str) -> None:
        """Add a finding about the transfer that was fed last."""
        where = f"Transfer {self._position:,}"
        sentence = f"{where} ({key}): {detail}." if key else f"{where}: {detail}."
        self._add(Breach(str(rule), key, self._position, what, sentence))

    def find_at_end(self, rule: str, what: str, detail: str) -> None:
        """Add a finding about what is stored beside the transfers."""
        self._add(Breach(str(rule), "", 0, what, f"At the end: {detail}."))

    def _add(self, breach: Breach) -> None:
        self._found += 1
        if len(self._breaches) < BREACHES_TOLD:
            self._breaches.append(breach)


def _readable(content: bytes | None) -> Transfer | None:
    """A transfer that another one names, if it is there."""
    try:
        return None if content is None else read_transfer(content)
    except UNREADABLE:
        return None
