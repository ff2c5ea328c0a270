"""Receipts of requests that moved money, written in the transaction that moves it."""

from collections.abc import Iterable, Sequence

from cardroom.ledger import PlayerId
from cardroom.room.receipts import verify_same
from cardroom.room.records import Receipt
from cardroom.store.databases.database import Each, One, Script, insertion

RECEIPTS = insertion(
    "receipts", {"player": "bigint", "request": "text", "digest": "bytea", "at_ms": "bigint"}
)
"""A second one with the same id is refused by the database, and its money with it."""


def find(player: PlayerId, request: str) -> Script[bytes | None]:
    """The hash over the content that was carried out under an id."""
    sql = "select digest from receipts where player = $1 and request = $2"
    rows = yield One(sql, (player, request))
    return bytes(rows[0][0]) if rows else None


def note(receipts: Iterable[Receipt]) -> Script[None]:
    """Write receipts that are not written yet; refused when an id belongs to something else."""
    yield from write((yield from unwritten(receipts)))


def unwritten(receipts: Iterable[Receipt]) -> Script[list[Receipt]]:
    """Receipts that are not written yet; refused when an id belongs to something else.

    Ask before anything is written: a refusal does not undo what a transaction wrote before it.
    """
    found: list[Receipt] = []
    for receipt in receipts:
        known = yield from find(receipt.player, receipt.request)
        if not verify_same(receipt, known):
            found.append(receipt)
    return found


def write(receipts: Sequence[Receipt]) -> Script[None]:
    """Write receipts that `unwritten` has found."""
    if receipts:
        yield Each(RECEIPTS, [tuple(receipt) for receipt in receipts])


def forget(before_ms: int) -> Script[object]:
    """Forget receipts that are older."""
    yield One("delete from receipts where at_ms < $1", (before_ms,))
    return None
