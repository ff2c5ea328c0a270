"""The daybook: decides in memory about a group of postings and collects the rows they write.

It is loaded with what the database knows of the keys, accounts and tables that the group names,
takes the postings one by one in their order, and refuses or applies each as if it were alone.
"""

from hashlib import sha256
from typing import NamedTuple

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger import (
    Account,
    Answer,
    Reason,
    SettledHand,
    TableId,
    Transfer,
    canonical,
    chain,
    settle_hand,
)
from cardroom.ledger.accounts import MAY_BE_NEGATIVE, escrow, read_account
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.reasons import CLOSES, SETS_ASIDE
from cardroom.ledger.transfers import read_transfer
from cardroom.ledger.verifying import (
    set_aside,
    tournament_closing_key,
    tournaments_touched,
    verify_balances,
    verify_closing,
    verify_form,
    verify_reversal,
    verify_tournament_closing,
)
from cardroom.store.database import Row
from cardroom.units import Cents

_whole = msgspec.msgpack.Encoder(order="deterministic")
_result = msgspec.json.Encoder()


class Claim(NamedTuple):
    """The right to settle at a table; a later claim by anybody ends it."""

    table: TableId
    epoch: int


class Posting(NamedTuple):
    """One unit of money to write: a transfer, alone or with the hand that it settles."""

    transfer: Transfer
    content: bytes
    under: Claim | None = None
    hand: SettledHand | None = None
    digest: bytes = b""
    leaves: tuple[tuple[Account, Cents], ...] = ()
    """The stacks after the hand: what the balances of its escrows must then be (I5)."""


def posting_of_transfer(transfer: Transfer, under: Claim | None) -> Posting:
    """A transfer to write; refused when it is wrong whatever the balances are."""
    verify_form(transfer)
    if transfer.reason is Reason.HAND_SETTLED:
        raise TransferRefused(Invariant.HAND_ADDS_UP, "hand_missing", {"key": transfer.key})
    return Posting(transfer, canonical(transfer), under)


def posting_of_hand(hand: SettledHand) -> Posting:
    """A finished hand to write; refused when it does not add up (I6)."""
    transfer = settle_hand(hand)
    verify_form(transfer)
    return Posting(
        transfer,
        canonical(transfer),
        Claim(hand.table, hand.epoch),
        hand,
        digest_of(hand),
        tuple((escrow(hand.table, who, hand.currency), has) for who, has in hand.stacks.items()),
    )


class Known(NamedTuple):
    """A transfer that is written already."""

    seq: int
    content: bytes


class Head(NamedTuple):
    """The row of the turnstile: how much is written so far, and the last hash."""

    transfers: int
    hash: bytes
    accounts: int
    messages: int


class Daybook:
    """What a group of postings finds, and the rows that it leaves; the lists are for the writer."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.known: dict[str, Known] = {}
        self.hands_known: dict[str, tuple[str, bytes]] = {}
        self.epochs: dict[int, int] = {}
        self.ids: dict[Account, int] = {}
        self.balances: dict[Account, Cents] = {}
        self.new_accounts: list[Row] = []
        self.changes: dict[int, Cents] = {}
        self.entries: list[Row] = []
        self.transfers: list[Row] = []
        self.opened: list[Row] = []
        self.closed: list[Row] = []
        self.hands: list[Row] = []
        self.hands_of_player: list[Row] = []
        self.statistics: dict[tuple[int, str], int] = {}
        self.messages: list[Row] = []

    def take(self, posting: Posting) -> Answer | TransferRefused:
        """Apply a posting once; a refusal has changed nothing (I7)."""
        try:
            if self._is_known(posting):
                return Answer.ALREADY_APPLIED
            self._verify(posting)
        except TransferRefused as refusal:
            return refusal
        self._apply(posting)
        return Answer.APPLIED

    def _is_known(self, posting: Posting) -> bool:
        """The same again is answered, another content under its key refused (I7, AMB-69)."""
        key = posting.transfer.key
        if posting.hand is not None and key in self.hands_known:
            same = self.hands_known[key] == ("settled", posting.digest)
        elif key in self.known:
            same = self.known[key].content == posting.content
        else:
            return False
        if not same:
            raise TransferRefused(Invariant.KEY_ONCE, "key_with_another_content", {"key": key})
        return True

    def _verify(self, posting: Posting) -> None:
        transfer = posting.transfer
        if posting.under is not None:
            verify_owner(posting.under, self.epochs)
        if transfer.reason in CLOSES:
            verify_closing(transfer, self._transfer(transfer.closes))
        elif transfer.reason is Reason.REVERSED:
            verify_reversal(transfer, self._transfer(transfer.reverses))
        verify_balances(transfer, self.balances)
        if posting.hand is None:
            self._verify_pools(transfer)
        else:
            self._verify_stacks(posting)

    def _transfer(self, key: str) -> Transfer | None:
        known = self.known.get(key)
        return read_transfer(known.content) if known else None

    def _verify_pools(self, transfer: Transfer) -> None:
        """A closed tournament is not moved again; one that closes is empty after it (I8)."""
        for tournament in tournaments_touched(transfer):
            if tournament_closing_key(tournament) in self.known:
                raise TransferRefused(
                    Invariant.POOL_IS_PAID_OUT, "tournament_is_closed", {"key": transfer.key}
                )
        if transfer.reason is Reason.TOURNAMENT_CLOSED:
            of_it = pools_of(transfer.tournament)
            pools = {name: has for name, has in self.balances.items() if name.startswith(of_it)}
            verify_tournament_closing(transfer, pools)

    def _verify_stacks(self, posting: Posting) -> None:
        """The escrow of every player is his stack after the hand (I5)."""
        moved = dict(posting.transfer.entries)
        for account, stack in posting.leaves:
            has = self.balances.get(account, 0) + moved.get(account, 0)
            if has != stack:
                raise TransferRefused(
                    Invariant.ESCROW_IS_STACKS,
                    "escrow_is_not_stack",
                    {"key": posting.transfer.key, "account": account, "escrow": has},
                )

    def _apply(self, posting: Posting) -> None:
        transfer, content = posting.transfer, posting.content
        seq = self.head.transfers + 1
        hashed = chain(self.head.hash, content)
        self.head = self.head._replace(transfers=seq, hash=hashed)
        self.known[transfer.key] = Known(seq, content)
        for account, amount in transfer.entries:
            number = self._id(account)
            self.balances[account] += amount
            self.changes[number] = self.changes.get(number, 0) + amount
            self.entries.append((seq, number, amount))
        self.transfers.append((seq, transfer.key, content, hashed))
        if transfer.reason in SETS_ASIDE:
            account, amount = set_aside(transfer)
            at_ms, reason = transfer.at_ms, transfer.reason.value
            self.opened.append((seq, reason, self._id(account), amount, at_ms))
        elif transfer.reason in CLOSES:
            self.closed.append((self.known[transfer.closes].seq, seq))
        if posting.hand is not None:
            self._apply_hand(posting.hand, seq, posting.digest)

    def _id(self, account: Account) -> int:
        """The number of an account; a new account gets the next one."""
        if account not in self.ids:
            self.head = self.head._replace(accounts=self.head.accounts + 1)
            self.ids[account] = self.head.accounts
            self.balances[account] = 0
            kind, _, asset = read_account(account)
            row = (self.head.accounts, account, asset, int(kind in MAY_BE_NEGATIVE))
            self.new_accounts.append(row)
        return self.ids[account]

    def _apply_hand(self, hand: SettledHand, seq: int, digest: bytes) -> None:
        self.hands_known[hand.key] = ("settled", digest)
        self.hands.append(hand_row(hand, seq, digest))
        self.hands_of_player += [(player, seq) for player in hand.deltas]
        for player, name, add in ((s.player, s.name, s.add) for s in hand.statistics):
            self.statistics[player, name] = self.statistics.get((player, name), 0) + add
        for message in hand.outbox:
            self.head = self.head._replace(messages=self.head.messages + 1)
            self.messages.append((self.head.messages, message.subject, message.body))


def verify_owner(claim: Claim, epochs: dict[int, int]) -> None:
    """Only the present owner of a table moves its money; others were rolled back (CRASH-01)."""
    present = epochs.get(claim.table, 0)
    if claim.epoch != present:
        raise TransferRefused(
            "CRASH-01", "table_has_another_owner", {"table": claim.table, "epoch": present}
        )


def digest_of(hand: SettledHand) -> bytes:
    """A hash over everything that a hand says, whatever the order of its players."""
    return sha256(_whole.encode(hand)).digest()


def hand_row(hand: SettledHand, seq: int | None, digest: bytes) -> Row:
    """The row of a hand; a voided one has no transfer."""
    result = msgspec.structs.replace(hand, history=b"", outbox=())
    return (
        hand.key,
        hand.table,
        hand.epoch,
        hand.number,
        "void" if seq is None else "settled",
        seq,
        hand.edition,
        hand.at_ms,
        _result.encode(result),
        hand.history,
        digest,
    )


def pools_of(tournament: int) -> str:
    """How the names of a tournament's accounts begin."""
    return f"tournament:{tournament}:"
