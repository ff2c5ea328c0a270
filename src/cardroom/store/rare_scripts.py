"""What is written rarely, beside hands and transfers: a script each, in its turn to write."""

from collections.abc import Sequence

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.ledger.invariants import Invariant
from cardroom.store.databases.database import Each, One, Script
from cardroom.store.daybook import dealt_in, verify_owner
from cardroom.store.postings import Claim, hand_row, record_of
from cardroom.store.writing import DEALT_IN, HANDS


def claim(table: TableId, owner: str) -> Script[object]:
    """Give a table to a process: all earlier claims end (CRASH-01)."""
    found = yield One("select epoch from tables where id = $1", (table,))
    epoch = found[0][0] + 1 if found else 1
    if found:
        yield One("update tables set epoch = $2, owner = $3 where id = $1", (table, epoch, owner))
    else:
        values = (table, epoch, owner)
        yield One("insert into tables (id, epoch, owner) values ($1, $2, $3)", values)
    return Claim(table, epoch)


def void(hand: SettledHand, under: Claim) -> Script[object]:
    """Keep the record of a hand that was rolled back; it moves nothing (AMB-69, CRASH-02).

    The owner of the table writes it, also about a hand that its last owner left behind.
    """
    record = record_of(hand)
    epochs = yield One("select epoch from tables where id = $1", (hand.table,))
    known = yield One("select status, digest from hands where key = $1", (hand.key,))
    if known:
        if known[0] != ("void", record.digest):
            raise TransferRefused(Invariant.KEY_ONCE, "key_with_another_content", {"key": hand.key})
        return None
    verify_owner(under, epochs[0][0] if epochs else 0)
    yield One("update ledger_head set hands = hands + 1 where id = 1")
    ((number,),) = yield One("select hands from ledger_head where id = 1")
    yield Each(HANDS, [hand_row(number, hand, record, None, is_void=True)])
    yield Each(DEALT_IN, dealt_in(number, hand.seats.values()))
    return None


def register(player: PlayerId, name: str, at_ms: int) -> Script[object]:
    """Keep a player's name and say whether it is theirs; the same again changes nothing."""
    known = yield One("select id, name from players where id = $1 or name = $2", (player, name))
    if not known:
        values = (player, name, at_ms)
        yield One("insert into players (id, name, since_ms) values ($1, $2, $3)", values)
    return not known or known == [(player, name)]


def mark_delivered(ids: Sequence[int], at_ms: int) -> Script[object]:
    """Note that messages of the outbox have arrived; a second time changes nothing."""
    yield One(
        "update outbox set delivered_ms = $2 where delivered_ms is null and id = any($1)",
        (list(ids), at_ms),
    )
    return None
