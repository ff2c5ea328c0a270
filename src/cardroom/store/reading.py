"""Questions to the store: scripts that change nothing."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cardroom.errors import UsageError
from cardroom.ledger import Account, PlayerId, Reason, SettledHand, TableId, Transfer
from cardroom.ledger.accounts import read_account
from cardroom.ledger.hashing import GENESIS
from cardroom.ledger.transfers import read_transfer
from cardroom.room.hand_pages import StoredHand
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.daybook import BLOCK, Head
from cardroom.store.writing import HEAD, accounts_named
from cardroom.units import Cents

PAGE_MAX = 1000
"""Rows that one question may ask for."""
BLOCKS_MAX = 64
"""Blocks that one question looks through for the hands of a player."""

HAND_COLUMNS = (
    "result, history, status,"
    " (select content from transfers where transfers.key = 'reversed:' || hands.key), hands.id"
)
"""What a hand is read from, with the transfer that took it back (AMB-24) and its number."""

_hand = msgspec.json.Decoder(SettledHand)


class StoredLine(NamedTuple):
    """A line of an account's statement with the balance after it; `seq` is where a page goes on."""

    seq: int
    transfer: Transfer
    amount: Cents
    balance: Cents


class StoredMessage(NamedTuple):
    """A message of the outbox that has not arrived yet."""

    id: int
    subject: str
    body: bytes


class Standing(NamedTuple):
    """The state of the store at one moment: the last hash, every balance, settled hands."""

    head: Head
    balances: dict[Account, Cents]
    hands: int


def balances(accounts: Sequence[Account]) -> Script[dict[Account, Cents]]:
    """The balances of some accounts; one that was never moved has none."""
    sql = "select name, balance from accounts where name = any($1)"
    found: dict[Account, Cents] = dict((yield One(sql, (list(accounts),))))
    return {account: found.get(account, 0) for account in accounts}


def stacks(table: TableId) -> Script[dict[PlayerId, Cents]]:
    """The stacks at a table: the escrows after its last settled hand (CRASH-01)."""
    rows = yield accounts_named(f"table:{table}:escrow:")
    return {PlayerId(read_account(name).ids[1]): balance for name, _, balance in rows if balance}


def epoch(table: TableId) -> Script[int]:
    """The present epoch of a table, 0 before its first claim."""
    rows = yield One("select epoch from tables where id = $1", (table,))
    return int(rows[0][0]) if rows else 0


def transfer(key: str) -> Script[Transfer | None]:
    """The transfer that was applied under a key."""
    rows = yield One("select content from transfers where key = $1", (key,))
    return read_transfer(rows[0][0]) if rows else None


def statement(account: Account, before: int, limit: int) -> Script[list[StoredLine]]:
    """The last transfers that moved an account, newest first; hands are found as hands."""
    rows = yield One(
        "select transfers.seq, transfers.content, entries.amount from entries"
        " join accounts on accounts.id = entries.account"
        " join transfers on transfers.seq = entries.transfer"
        " where accounts.name = $1 and entries.by_hand = 0 and entries.transfer < $2"
        " order by entries.transfer desc limit $3",
        (account, before, min(limit, PAGE_MAX)),
    )
    ((balance,),) = yield One(
        "select coalesce(sum(entries.amount), 0) from entries"
        " join accounts on accounts.id = entries.account"
        " where accounts.name = $1 and entries.by_hand = 0 and entries.transfer < $2",
        (account, before),
    )
    lines: list[StoredLine] = []
    for seq, content, amount in rows:
        lines.append(StoredLine(seq, read_transfer(content), amount, int(balance)))
        balance -= amount
    return lines


def owned(player: PlayerId) -> Script[dict[Account, int]]:
    """What a player has beside their stacks: cash, tickets, withdrawals, suspense, what is held."""
    own = yield accounts_named(f"player:{player}:")
    held = yield One(
        "select accounts.name, sum(set_aside.amount) from set_aside"
        " join accounts on accounts.id = set_aside.account"
        " where set_aside.closed is null and set_aside.reason = $1 group by accounts.name",
        (Reason.HOLD_PLACED.value,),
    )
    found = {Account(name): int(balance) for name, _, balance in own if balance}
    mine = {
        Account(name): int(amount) for name, amount in held if read_account(name).ids[-1] == player
    }
    return found | mine


def set_aside(reason: Reason, due_ms: int, limit: int) -> Script[list[Transfer]]:
    """What was set aside for a reason, is open and due by a moment, oldest first (AMB-23)."""
    rows = yield One(
        "select transfers.content from set_aside join transfers on transfers.seq = set_aside.opened"
        " where set_aside.closed is null and set_aside.reason = $1 and set_aside.due_ms <= $2"
        " order by set_aside.due_ms, set_aside.opened limit $3",
        (reason.value, due_ms, min(limit, PAGE_MAX)),
    )
    return [read_transfer(content) for (content,) in rows]


def hand(key: str) -> Script[StoredHand | None]:
    """The hand that was written under a key."""
    rows = yield One(f"select {HAND_COLUMNS} from hands where key = $1", (key,))  # noqa: S608
    return stored_hand(rows[0]) if rows else None


def hands_of_table(table: TableId, limit: int) -> Script[list[StoredHand]]:
    """The last hands of a table, newest first, with the voided ones."""
    rows = yield One(
        f"select {HAND_COLUMNS} from hands where table_id = $1"  # noqa: S608
        " order by epoch desc, number desc limit $2",
        (table, min(limit, PAGE_MAX)),
    )
    return [stored_hand(row) for row in rows]


def hands_of_player(
    player: PlayerId, before: int, limit: int, *, with_void: bool = False
) -> Script[list[tuple[int, StoredHand]]]:
    """The last hands that a player was dealt into, newest first, before one with a number.

    Void ones are listed only if asked for (AMB-69). It looks through the blocks from the newest,
    more of them at once the fewer hands it finds.
    """
    ((last,),) = yield One("select hands from ledger_head where id = 1")
    top, width, wanted = min(before - 1, last) // BLOCK, 1, min(limit, PAGE_MAX)
    found: list[Row] = []
    while top >= 0 and len(found) < wanted:
        blocks = list(range(max(top - width + 1, 0), top + 1))
        found += yield One(
            f"select hands.id, {HAND_COLUMNS} from dealt_in"  # noqa: S608
            " join hands on hands.id = dealt_in.hand"
            " where dealt_in.block = any($1) and dealt_in.player = $2 and dealt_in.hand < $3"
            " and (hands.status <> 'void' or $4 = 1) order by dealt_in.hand desc limit $5",
            (blocks, player, before, int(with_void), wanted - len(found)),
        )
        top, width = top - width, min(4 * width, BLOCKS_MAX)
    return [(row[0], stored_hand(row[1:])) for row in found]


def own_hands(
    player: PlayerId, before: int, limit: int, *, tournament: int
) -> Script[list[tuple[int, StoredHand]]]:
    """The last settled hands of a player, of one tournament unless it is 0, newest first."""
    if not tournament:
        return (yield from hands_of_player(player, before, limit))
    rows = yield One(
        f"select hands.id, {HAND_COLUMNS} from tournament_tables"  # noqa: S608
        " join hands on hands.table_id = tournament_tables.table_id"
        " join dealt_in on dealt_in.block = hands.id / $1 and dealt_in.player = $2"
        " and dealt_in.hand = hands.id"
        " where tournament_tables.tournament = $3 and hands.id < $4 and hands.status <> 'void'"
        " order by hands.id desc limit $5",
        (BLOCK, player, tournament, before, min(limit, PAGE_MAX)),
    )
    return [(row[0], stored_hand(row[1:])) for row in rows]


def last_number(table: TableId) -> Script[int]:
    """The number of the last hand of a table, settled or void; 0 before the first."""
    rows = yield One(
        "select number from hands where table_id = $1 order by epoch desc, number desc limit 1",
        (table,),
    )
    return int(rows[0][0]) if rows else 0


def statistics(player: PlayerId) -> Script[dict[str, int]]:
    """What is counted about a player; what a hand that was taken back has left at 0 is nothing."""
    sql = "select name, value from statistics where player = $1 and value <> 0"
    return dict((yield One(sql, (player,))))


def waiting_messages(limit: int) -> Script[list[StoredMessage]]:
    """The oldest messages of the outbox that have not arrived."""
    rows = yield One(
        "select id, subject, body from outbox where delivered_ms is null order by id limit $1",
        (min(limit, PAGE_MAX),),
    )
    return [StoredMessage(*row) for row in rows]


def standing() -> Script[Standing]:
    """The head of the chain and all balances, of one and the same moment."""
    heads = yield One(HEAD)
    if not heads:
        raise UsageError("This is no whole database of cardroom: the head of the ledger is gone.")
    rows = yield One("select name, balance from accounts")
    ((hands,),) = yield One("select count(transfer) from hands")
    return Standing(Head(*heads[0]), dict(rows), hands)


def end() -> Script[str]:
    """What is wrong with the end of the chain, in a few words; nothing if all is well."""
    heads = yield One("select transfers, hash from ledger_head where id = 1")
    if not heads:
        return "the head of the ledger is gone"
    ((count, hashed),) = heads
    last = yield One("select seq, hash from transfers order by seq desc limit 1")
    if (count, bytes(hashed)) != ((last[0][0], bytes(last[0][1])) if last else (0, GENESIS)):
        return "the last transfer is not the one that the head of the ledger names"
    return ""


def stored_hand(row: Row) -> StoredHand:
    """A hand out of its result, history and status, the transfer that took it back, its number."""
    result, history, status, *more = row
    back, number = more or (None, 0)
    taken_back = None if back is None else read_transfer(back)
    hand = msgspec.structs.replace(_hand.decode(result), history=history)
    return StoredHand(hand, status == "void", taken_back, number)
