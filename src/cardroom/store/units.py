"""The units that a group commits, and the script that applies them in their order."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import Refused, TransferRefused
from cardroom.ledger import Message, PlayerId, SettledHand, TableId, Transfer
from cardroom.ledger.invariants import Invariant
from cardroom.room.records import Receipt
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store.databases.database import Each, GuardRefused, One, Script
from cardroom.store.daybook import DaybookCache, dealt_in, verify_owner
from cardroom.store.ownership import UnitClaim
from cardroom.store.postings import (
    Claim,
    Posting,
    hand_row,
    posting_of_hand,
    posting_of_transfer,
    record_of,
)
from cardroom.store.tournaments.steps import Steps, prepare
from cardroom.store.tournaments.steps import rows_of as rows_of_step
from cardroom.store.writing import DEALT_IN, HANDS, TURN, post


class Settlement(NamedTuple):
    """A finished hand to write."""

    hand: SettledHand

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

    def posting(self) -> Posting:
        posting = posting_of_transfer(self.transfer, self.under, self.messages)
        return posting._replace(player=self.record, receipt=self.receipt)


class StepUnit(NamedTuple):
    """Steps of tournaments to write, all or nothing; a room that `tells` has messages for money.

    Large ones come `prepared`: whoever waits for the writer does not wait for that, too.
    """

    steps: tuple[StepToWrite, ...]
    tells: bool = False
    prepared: Steps | None = None

    def posting(self) -> Steps:
        return self.prepared or self.prepare().posting()

    def prepare(self) -> "StepUnit":
        """The same with everything done that does not depend on what is stored."""
        steps = Steps(tuple([prepare(step, tells=self.tells) for step in self.steps]))
        return self._replace(prepared=steps)


class ScriptUnit(NamedTuple):
    """A rare unit: a script of its own, that verifies before it writes."""

    script: Callable[[], Script[object]]


Post = Callable[[Transfer, tuple[Message, ...]], Script[None]]
"""Posts a transfer inside a script; what refuses it leaves nothing of the script behind."""


class Booking(NamedTuple):
    """A rare unit that moves money together with something else, all or nothing."""

    script: Callable[[Post], Script[object]]


Unit = Settlement | Order | StepUnit | ScriptUnit | Booking
SCRIPT_ROWS = 8
"""What a rare unit is counted as; it writes a few rows."""


def rows_of(unit: Unit) -> int:
    """About how many rows a unit writes: what a group is bounded by."""
    match unit:
        case Settlement(hand=hand):
            return 3 + 2 * len(hand.deltas) + len(hand.statistics)
        case Order(transfer=transfer):
            return 2 + len(transfer.entries)
        case StepUnit(steps=steps):
            return sum(map(rows_of_step, steps))
    return SCRIPT_ROWS


def apply(units: Sequence[Unit], memory: DaybookCache) -> Script[list[object]]:
    """Apply the units in order: neighbours that move money together, scripts one by one."""
    outcomes: list[object] = []
    for is_script, run in groupby(units, key=lambda unit: isinstance(unit, ScriptUnit | Booking)):
        if is_script:
            for unit in run:
                assert isinstance(unit, ScriptUnit | Booking)
                outcomes.append((yield from _go(unit, memory)))
        else:
            outcomes += yield from _move([_prepared(unit) for unit in run], memory)
    return outcomes


def _prepared(unit: Unit) -> Posting | Steps | TransferRefused:
    """The rows of a unit as far as it determines them itself; here, off the event loop."""
    assert not isinstance(unit, ScriptUnit | Booking)
    try:
        return unit.posting()
    except TransferRefused as refusal:
        return refusal


def _move(
    prepared: Sequence[Posting | Steps | TransferRefused], memory: DaybookCache
) -> Script[list[object]]:
    orders = [order for order in prepared if not isinstance(order, TransferRefused)]
    answers = iter((yield from post(orders, memory)))
    return [one if isinstance(one, TransferRefused) else next(answers) for one in prepared]


def _go(unit: ScriptUnit | Booking, memory: DaybookCache) -> Script[object]:
    yield TURN
    try:
        if isinstance(unit, ScriptUnit):
            return (yield from unit.script())
        return (yield from unit.script(_poster(memory)))
    except Refused as refusal:
        return refusal


def _poster(memory: DaybookCache) -> Post:
    posted: list[Transfer] = []

    def post_one(transfer: Transfer, messages: tuple[Message, ...]) -> Script[None]:
        (outcome,) = yield from _move([posting_of_transfer(transfer, None, messages)], memory)
        if isinstance(outcome, Exception):
            if posted:
                # What was posted before it must go, too: only a failure undoes a transaction.
                raise GuardRefused(f"{transfer.key} is refused after {posted[-1].key}")
            raise outcome
        posted.append(transfer)

    return post_one


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
