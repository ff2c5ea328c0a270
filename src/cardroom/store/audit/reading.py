"""Questions of the audit to the store: everything that is written, in the order of the transfers.

What belongs to one transfer is read with it. What is kept beside them, counted or copied for other
questions, is read at one moment with the head, or in pages up to it, for it only grows.
"""

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.errors import UNREADABLE
from cardroom.ledger import Account, Entry, PlayerId, SettledHand
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.daybook import BLOCK
from cardroom.store.postings import record_of
from cardroom.store.reading import Standing, StoredMessage, standing, stored_hand
from cardroom.units import Cents

CHUNK = 500
"""Rows that the audit reads at once."""
BLOCKS = 16
"""Blocks of hands dealt that the audit counts at once."""


HAND_ROW = "id, key, table_id, epoch, number, status, plays_for, edition, at_ms, digest"


class HandRow(NamedTuple):
    """What is kept beside the record of a hand, for other questions."""

    id: int
    key: str
    table: int
    epoch: int
    number: int
    status: str
    plays_for: str
    edition: str
    at_ms: int
    digest: bytes


class AsideRow(NamedTuple):
    """What is noted about money that a transfer set aside; `closed` is where it was closed."""

    reason: str
    account: Account
    amount: Cents
    due_ms: int
    closed: int | None


class StoredTransfer(NamedTuple):
    """A transfer with all that the audit compares."""

    seq: int
    key: str
    content: bytes
    hash: bytes
    entries: tuple[Entry, ...] = ()
    by_hand: frozenset[int] = frozenset()
    """Whether its entries are marked as those of a hand."""
    hand: SettledHand | None = None
    hand_row: HandRow | None = None
    aside: AsideRow | None = None
    reversed: bytes | None = None
    taken_back: tuple[SettledHand, bytes] | None = None
    """The hand that it takes back, with the digest it was stored by."""


class AccountRow(NamedTuple):
    """What is noted about an account beside its name."""

    name: str
    asset: str
    may_be_negative: int


class Surroundings(NamedTuple):
    """What is stored beside the transfers at the moment of the head."""

    standing: Standing
    accounts: list[AccountRow]
    beyond: dict[str, int]
    """How many rows of a relation belong to no transfer up to the head."""
    numbered: tuple[int, int]
    """How many hands there are, and the number of the last."""
    epochs: list[tuple[int, int, int]]
    """Tables whose hands are of a later epoch than theirs: table, its epoch, that of the hand."""
    statistics: dict[tuple[PlayerId, str], int]
    counted: dict[str, tuple[int, int, int]]
    """What the head counts beside hands and transfers: its figure, rows, number of the last."""


def surroundings() -> Script[Surroundings]:
    """Everything beside the transfers, of one and the same moment."""
    stands = yield from standing()
    last = (stands.head.transfers,)
    accounts = yield One("select name, asset, may_be_negative from accounts order by name")
    beyond = {}
    for relation, column in (("transfers", "seq"), ("entries", "transfer"), ("hands", "transfer")):
        sql = f"select count(*) from {relation} where {column} > $1 or {column} < 1"  # noqa: S608
        ((beyond[relation],),) = yield One(sql, last)
    ((hands, last_hand),) = yield One("select count(*), coalesce(max(id), 0) from hands")
    epochs = yield One(
        "select id, epoch, of_hand from (select id, epoch, (select max(hands.epoch) from hands"
        " where table_id = tables.id) as of_hand from tables) as owned"
        " where of_hand > epoch order by id"
    )
    counted = yield One("select player, name, value from statistics")
    return Surroundings(
        stands,
        [AccountRow(*row) for row in accounts],
        beyond,
        (hands, last_hand),
        [(table, epoch, of_hand) for table, epoch, of_hand in epochs],
        {(PlayerId(player), name): value for player, name, value in counted},
        (yield from _head_counts()),
    )


def _head_counts() -> Script[dict[str, tuple[int, int, int]]]:
    """What the head counts, with what there is."""
    found = {}
    for relation in ("accounts", "tournaments"):
        ((figure,),) = yield One(f"select {relation} from ledger_head where id = 1")  # noqa: S608
        sql = f"select count(*), coalesce(max(id), 0) from {relation}"  # noqa: S608
        ((rows, last),) = yield One(sql)
        found[relation] = figure, rows, last
    return found


def chunk(after: int, last: int) -> Script[list[StoredTransfer]]:
    """The next transfers of the chain with their entries, hands and what they set aside."""
    bounds = (after, min(last, after + CHUNK))
    rows = yield One(
        "select seq, key, content, hash from transfers where seq > $1 and seq <= $2 order by seq",
        bounds,
    )
    if not rows and bounds[1] < last:
        return (yield from _after_a_gap(bounds[1], last))
    sides = yield One(
        "select transfer, name, amount, by_hand from entries join accounts on id = account"
        " where transfer > $1 and transfer <= $2 order by transfer, name",
        bounds,
    )
    hands = yield One(
        f"select transfer, result, history, status, {HAND_ROW} from hands"  # noqa: S608
        " where transfer > $1 and transfer <= $2",
        bounds,
    )
    asides = yield One(
        "select opened, reason, name, amount, due_ms, closed from set_aside"
        " join accounts on id = account where opened > $1 and opened <= $2",
        bounds,
    )
    # Not by the index of the keys: there are few reversals, and a chunk is short.
    backs = yield One(
        "select back.seq, original.content, result, history, status, digest"
        " from transfers back join transfers original"
        " on original.key = substr(back.key, 10) and original.seq < back.seq"
        " left join hands on hands.key = original.key"
        " where back.seq > $1 and back.seq <= $2 and substr(back.key, 1, 9) = 'reversed:'",
        bounds,
    )
    return _put_together(rows, sides, hands, asides, backs)


def _after_a_gap(after: int, last: int) -> Script[list[StoredTransfer]]:
    """Go on where the next transfer is, however many are missing before it."""
    sql = "select min(seq) from transfers where seq > $1 and seq <= $2"
    ((found,),) = yield One(sql, (after, last))
    return [] if found is None else (yield from chunk(found - 1, last))


def _put_together(
    rows: Iterable[Row],
    sides: Iterable[Row],
    hands: list[Row],
    asides: Iterable[Row],
    backs: Iterable[Row],
) -> list[StoredTransfer]:
    entries: dict[int, list[Entry]] = {}
    marks: dict[int, list[int]] = {}
    for seq, name, amount, by_hand in sides:
        entries.setdefault(seq, []).append((name, amount))
        marks.setdefault(seq, []).append(by_hand)
    settled = {row[0]: _readable_hand(row[1:4]) for row in hands}
    beside = {row[0]: HandRow(*row[4:]) for row in hands}
    opened = {row[0]: AsideRow(*row[1:]) for row in asides}
    reversed_by = {row[0]: row for row in backs}
    return [
        StoredTransfer(
            seq,
            key,
            content,
            hashed,
            tuple(entries.get(seq, ())),
            frozenset(marks.get(seq, ())),
            settled.get(seq),
            beside.get(seq),
            opened.get(seq),
            *_reversed(reversed_by.get(seq)),
        )
        for seq, key, content, hashed in rows
    ]


def _reversed(row: Row | None) -> tuple[bytes | None, tuple[SettledHand, bytes] | None]:
    """What a transfer takes back, and the hand with its digest if that was one."""
    if row is None:
        return None, None
    _, content, *of_hand, digest = row
    hand = None if digest is None else _readable_hand(tuple(of_hand))
    return content, None if hand is None else (hand, digest)


def unpaid_hands(after: int, last: int) -> Script[list[tuple[HandRow, SettledHand | None]]]:
    """The next hands that moved no money: void ones, and those for chips."""
    rows = yield One(
        f"select result, history, status, {HAND_ROW} from hands"  # noqa: S608
        " where transfer is null and id > $1 and id <= $2 order by id limit $3",
        (after, last, CHUNK),
    )
    return [(HandRow(*row[3:]), _readable_hand(row[:3])) for row in rows]


def hands_counted(block: int, last: int) -> Script[list[tuple[PlayerId, int, int]]]:
    """How many hands players find again in some blocks, and the sum of their numbers."""
    rows = yield One(
        "select player, count(*), sum(hand) from dealt_in where block >= $1 and block < $2"
        " and hand <= $3 and block = hand / $4 group by player",
        (block, block + BLOCKS, last, BLOCK),
    )
    return [(PlayerId(player), count, int(total)) for player, count, total in rows]


def messages(after: int, last: int) -> Script[list[StoredMessage]]:
    """The next messages of the outbox, delivered or not."""
    rows = yield One(
        "select id, subject, body from outbox where id > $1 and id <= $2 order by id limit $3",
        (after, last, CHUNK),
    )
    return [StoredMessage(number, subject, bytes(body)) for number, subject, body in rows]


def contents(keys: list[str]) -> Script[list[Row]]:
    """The transfers under some keys: key, position, content."""
    return (yield One("select key, seq, content from transfers where key = any($1)", (keys,)))


def results(keys: list[str]) -> Script[list[Row]]:
    """What some settled hands led to: key, position, result."""
    sql = "select key, transfer, result from hands where status = 'settled' and key = any($1)"
    return (yield One(sql, (keys,)))


def guards(dialect: str) -> Script[dict[str, str]]:
    """The guards that the database has and obeys, by name, each with what it does."""
    if dialect == "sqlite":
        # SQLite writes the first words of a statement in capitals.
        sql = "'create trigger' || substr(sql, 15)"
        rows = yield One(f"select name, {sql} from sqlite_master where type = 'trigger'")  # noqa: S608
        return dict(rows)
    rows = yield One(
        "select tgname::text, prosrc from pg_trigger join pg_proc on pg_proc.oid = tgfoid"
        " join pg_class on pg_class.oid = tgrelid"
        " where not tgisinternal and tgenabled in ('O', 'A')"
        " and relnamespace = current_schema()::regnamespace"
    )
    return dict(rows)


def _readable_hand(row: Row) -> SettledHand | None:
    """A hand for the audit: one that cannot be read is missing there, and found (I10).

    A record that the room would not write like this is none: a name that is misspelt is passed
    over by the reader, and its value with it.
    """
    try:
        hand = stored_hand(row).hand
    except UNREADABLE:
        return None
    return hand if record_of(hand).result == bytes(row[0]) else None
