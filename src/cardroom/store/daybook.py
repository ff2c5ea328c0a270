"""The daybook: decides in memory about a group of postings and collects the rows they write.

It is loaded with what the database knows of the keys, accounts and tables that the group names,
takes the postings one by one in their order, and refuses or applies each as if it were alone.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardroom.errors import OwnerChanged, TransferRefused
from cardroom.ledger import (
    Account,
    Answer,
    Kind,
    PlayerId,
    Reason,
    SettledHand,
    Statistic,
    Transfer,
    chain,
)
from cardroom.ledger.accounts import MAY_BE_NEGATIVE, read_account
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.reasons import CLOSES, SETS_ASIDE
from cardroom.ledger.transfers import read_transfer
from cardroom.ledger.verifying import (
    set_aside,
    tournament_closing_key,
    tournaments_touched,
    verify_balances,
    verify_closing,
    verify_reversal,
    verify_tournament_closing,
)
from cardroom.store.databases.database import Row
from cardroom.store.ownership import UnitClaim, verify_unit_epoch
from cardroom.store.postings import Claim, Posting, Record, hand_row
from cardroom.store.remembering import row_of, verify_version
from cardroom.store.savepoints import Savepoint
from cardroom.units import Cents

REMEMBERED_MAX = 100_000
"""Accounts that are remembered from one group to the next."""
BLOCK = 4096
"""Hands of one block of `dealt_in`, for ever: the schema says the same."""

OWNERS = (
    "select id, epoch, coalesce((select max(number) from hands"
    " where table_id = tables.id and hands.epoch = tables.epoch), 0)"
    " from tables where id = any($1)"
)
"""The present epoch of tables, and the last hand in it."""


class Known(NamedTuple):
    """A transfer that is written already."""

    seq: int
    content: bytes


class Owner(NamedTuple):
    """The present epoch of a table, and its last hand in it."""

    epoch: int
    hand: int


class Head(NamedTuple):
    """The row of the turnstile: how much is written so far, and the last hash."""

    transfers: int
    hash: bytes
    accounts: int
    messages: int
    hands: int


class DaybookCache:
    """Accounts as the last group left them, good for as long as the head of the chain is the same.

    The head's hash covers everything that was ever moved. If a commit came to nothing, or
    another process has written, the head is another one and all is forgotten.
    """

    def __init__(self) -> None:
        self.hash = b""
        self.ids: dict[Account, int] = {}
        self.balances: dict[Account, Cents] = {}

    def at(self, hashed: bytes) -> None:
        """Forget what does not belong to this head, and what has become too much."""
        if hashed != self.hash or len(self.ids) > REMEMBERED_MAX:
            self.ids, self.balances = {}, {}


class Daybook:
    """What a group of postings finds, and the rows that it leaves; the lists are for the writer."""

    def __init__(self, head: Head, memory: DaybookCache) -> None:
        self.seq, self.hash, self.last_account, self.last_message, self.last_hand = head
        memory.at(self.hash)
        self.ids, self.balances = memory.ids, memory.balances
        self.known: dict[str, Known] = {}
        self.hands_known: dict[str, tuple[str, bytes]] = {}
        self.owners: dict[int, Owner] = {}
        self.unit_epochs: dict[str, int] = {}
        self.new_accounts: list[Row] = []
        self.changes: dict[int, Cents] = {}
        self.entries: list[Row] = []
        self.transfers: list[Row] = []
        self.opened: list[Row] = []
        self.closed: list[Row] = []
        self.hands: list[Row] = []
        self.dealt_in: list[Row] = []
        self.statistics: dict[tuple[int, str], int] = {}
        self.counted: dict[str, tuple[Statistic, ...]] = {}
        """What hands have counted that somebody takes back, or that are in this group."""
        self.messages: list[Row] = []
        self.receipts: list[Row] = []
        self.players: dict[int, Row] = {}
        """What must be remembered about players; within a group the last word counts."""
        self.versions: dict[PlayerId, int] = {}
        """The version of each player's record, in the database or in this group."""
        self.bought: list[Row] = []
        """Offered seats that are paid: table and player."""

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

    def note(self, savepoint: Savepoint, postings: Sequence[Posting]) -> None:
        """Note everything that some transfers may change, here and in what is remembered.

        For transfers without a hand, that take nothing back.
        """
        accounts = {account for one in postings for account, _ in one.transfer.entries}
        savepoint.note_attributes(
            self, ("seq", "hash", "last_account", "last_message", "last_hand")
        )
        savepoint.note_lists(
            (
                self.new_accounts,
                self.entries,
                self.transfers,
                self.opened,
                self.closed,
                self.hands,
                self.dealt_in,
                self.messages,
                self.receipts,
                self.bought,
            )
        )
        numbers = [self.ids[account] for account in accounts if account in self.ids]
        new = range(self.last_account + 1, self.last_account + len(accounts) - len(numbers) + 1)
        savepoint.note_entries(self.changes, [*numbers, *new])
        savepoint.note_entries(self.ids, accounts)
        savepoint.note_entries(self.balances, accounts)
        savepoint.note_entries(self.known, [one.transfer.key for one in postings])

    def _is_known(self, posting: Posting) -> bool:
        """The same again is answered, another content under its key refused (I7, AMB-69)."""
        key = posting.transfer.key
        if posting.record is not None and key in self.hands_known:
            same = self.hands_known[key] == ("settled", posting.record.digest)
        elif key in self.known:
            same = self.known[key].content == posting.content
        else:
            return False
        if not same:
            raise TransferRefused(Invariant.KEY_ONCE, "key_with_another_content", {"key": key})
        return True

    def _verify(self, posting: Posting) -> None:
        transfer = posting.transfer
        if isinstance(posting.under, UnitClaim):
            verify_unit_epoch(posting.under, self.unit_epochs.get(str(posting.under.unit), 0))
        elif posting.under is not None:
            owner = self.owners.get(posting.under.table, Owner(0, 0))
            verify_owner(posting.under, owner.epoch)
            if posting.hand is not None:
                verify_order(posting.hand, owner.hand)
        if posting.player is not None:
            verify_version(posting.player, self.versions.get(posting.player.player, 0))
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
        """The escrow of every player is their stack after the hand (I5)."""
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
        self.seq += 1
        self.hash = chain(self.hash, content)
        self.known[transfer.key] = Known(self.seq, content)
        by_hand = int(posting.hand is not None)
        for account, amount in transfer.entries:
            number = self.ids.get(account) or self._new_account(account)
            self.balances[account] += amount
            self.changes[number] = self.changes.get(number, 0) + amount
            self.entries.append((self.seq, number, amount, by_hand))
        self.transfers.append((self.seq, transfer.key, content, self.hash))
        if transfer.reason in SETS_ASIDE:
            account, amount = set_aside(transfer)
            row = (self.seq, transfer.reason.value, self.ids[account], amount, transfer.due_ms)
            self.opened.append(row)
        elif transfer.reason in CLOSES:
            self.closed.append((self.known[transfer.closes].seq, self.seq))
        elif transfer.reason is Reason.REVERSED:
            self._count(self.counted.get(transfer.reverses, ()), -1)
        if posting.hand is not None and posting.record is not None:
            self._apply_hand(transfer.key, posting.hand, posting.record)
        if posting.receipt is not None:
            self.receipts.append(tuple(posting.receipt))
        if posting.player is not None:
            self.players[posting.player.player] = row_of(posting.player)
            self.versions[posting.player.player] = posting.player.version
        if transfer.reason is Reason.BOUGHT_IN:
            self.bought.append(_seat_bought(transfer))
        for message in posting.messages:
            self.last_message += 1
            self.messages.append((self.last_message, message.subject, message.body))

    def _new_account(self, account: Account) -> int:
        self.last_account += 1
        self.ids[account] = self.last_account
        self.balances[account] = 0
        parts = read_account(account)
        row = (self.last_account, account, parts.asset, int(parts.kind in MAY_BE_NEGATIVE))
        self.new_accounts.append(row)
        return self.last_account

    def _apply_hand(self, key: str, hand: SettledHand, record: Record) -> None:
        self.last_hand += 1
        number = self.last_hand
        self.hands_known[key] = ("settled", record.digest)
        self.owners[hand.table] = Owner(hand.epoch, hand.number)
        self.hands.append(hand_row(number, hand, record, self.seq))
        self.dealt_in += dealt_in(number, hand.deltas)
        self.counted[key] = hand.statistics
        self._count(hand.statistics, 1)

    def _count(self, statistics: tuple[Statistic, ...], sign: int) -> None:
        """Add what a hand counts; of one that is taken back, take it away again (AMB-24)."""
        counts = self.statistics
        for statistic in statistics:
            who = (statistic.player, statistic.name)
            counts[who] = counts.get(who, 0) + sign * statistic.add


def dealt_in(hand: int, players: Iterable[PlayerId]) -> list[Row]:
    """The rows by which players find a hand again."""
    return [(hand // BLOCK, player, hand) for player in players]


def _seat_bought(transfer: Transfer) -> Row:
    """The table and the player of a buy-in."""
    parts = (read_account(account) for account, _ in transfer.entries)
    return next(one.ids for one in parts if one.kind is Kind.ESCROW)


def verify_owner(claim: Claim, present: int) -> None:
    """Only the present owner of a table moves its money; others were rolled back (CRASH-01)."""
    if claim.epoch != present:
        raise OwnerChanged(
            "CRASH-01", "table_has_another_owner", {"table": claim.table, "epoch": present}
        )


def verify_order(hand: SettledHand, last: int) -> None:
    """The numbers of a table's hands grow within an epoch (I7)."""
    if hand.number <= last:
        raise TransferRefused(
            Invariant.KEY_ONCE, "hand_out_of_order", {"key": hand.key, "after": last}
        )


def pools_of(tournament: int) -> str:
    """How the names of a tournament's accounts begin."""
    return f"tournament:{tournament}:"
