"""The audit of live tournaments: every entry of their logs beside the money that it moved.

What a log says was paid, kept or paid out, the ledger says too, transfer by transfer; no transfer
moves the pools of a live tournament beside its log. Chips and money are counted again from the log.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE, CardroomError
from cardroom.floor.floor import Floor
from cardroom.floor.log import LogEntry
from cardroom.floor.money.prizes import results
from cardroom.floor.money.transfers import transfers_of
from cardroom.floor.paper import decode_paper, open_floor
from cardroom.ledger import Account, FloorId, Invariant, Kind, Transfer
from cardroom.ledger.accounts import FLOOR_POOLS, floor_pool, read_account
from cardroom.ledger.audit import Audit
from cardroom.ledger.findings import differences
from cardroom.ledger.floors import FloorMoney
from cardroom.ledger.reasons import MOVES_FLOORS
from cardroom.ledger.transfers import canonical
from cardroom.store.audit.floor_count import FloorCount
from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store
from cardroom.units import Cents

CHUNK = 500
"""Entries of a log that are read at once."""
MONEY = Invariant.POOL_IS_PAID_OUT
POOL_KINDS = {
    "prize": Kind.FLOOR_PLACES,
    "bounty": Kind.FLOOR_BOUNTIES,
    "fee": Kind.FLOOR_FEES,
    "staff": Kind.FLOOR_STAFF,
}
_entry = msgspec.json.Decoder(LogEntry)


class FloorRow(NamedTuple):
    """A live tournament at the moment of the head."""

    id: FloorId
    currency: str
    paper: bytes
    entries: int


class LogRow(NamedTuple):
    """A stored entry of a log."""

    key: str
    number: int
    content: bytes


def opened() -> Script[list[FloorRow]]:
    """Every live tournament with the length of its log, of one moment."""
    rows = yield One(
        "select id, currency, paper, (select coalesce(max(number), 0) from floor_log"
        " where floor = floors.id) from floors order by id"
    )
    return [
        FloorRow(FloorId(number), currency, bytes(paper), last)
        for number, currency, paper, last in rows
    ]


def log_page(floor: FloorId, after: int, last: int) -> Script[list[LogRow]]:
    """The next entries of a log."""
    rows = yield One(
        "select key, number, content from floor_log where floor = $1 and number > $2"
        " and number <= $3 order by number limit $4",
        (floor, after, last, CHUNK),
    )
    return [LogRow(key, number, bytes(content)) for key, number, content in rows]


class FloorMoves:
    """Which transfers of the chain moved the money of live tournaments, in their order."""

    def __init__(self) -> None:
        self._moved: dict[int, dict[str, bytes]] = {}

    def see(self, transfer: Transfer) -> None:
        """Keep what belongs to a live tournament, by its name or by its pools."""
        floors = {transfer.floor} - {0}
        if transfer.reason in MOVES_FLOORS:
            parts = [read_account(account) for account, _ in transfer.entries]
            floors |= {part.ids[0] for part in parts if part.kind in FLOOR_POOLS}
        for floor in floors:
            self._moved.setdefault(floor, {})[transfer.key] = canonical(transfer)

    def take(self, floor: int) -> dict[str, bytes]:
        """The transfers of one tournament, by key."""
        return self._moved.pop(floor, {})

    def left(self) -> list[int]:
        """Tournaments whose money was moved and that are not there."""
        return sorted(self._moved)


class FloorAudit:
    """Follows one live tournament after the other."""

    def __init__(self, audit: Audit, moves: FloorMoves, balances: Mapping[Account, Cents]) -> None:
        self._audit = audit
        self._moves = moves
        self._balances = balances

    async def follow(self, store: Store, row: FloorRow) -> None:
        """Read a whole log and compare it with the ledger, and with what it shows."""
        log = await self._read(store, row)
        moved = self._moves.take(row.id)
        try:
            floor = open_floor(decode_paper(row.paper), log)
            expected = transfers_of(FloorMoney(row.id, row.currency), log, log)
            flaws = [*self._money_differs(expected, moved), *self._count(row, floor)]
        except (*UNREADABLE, CardroomError, AssertionError, LookupError, TypeError) as error:
            flaw = f"its log cannot be followed: {type(error).__name__} {error}"
            self._tell(row, Invariant.CHAIN_HOLDS, "floor_log_unreadable", flaw.strip())
            return
        for rule, what, flaw in flaws:
            self._tell(row, rule, what, flaw)
        self._audit.count_floor(len(log))

    async def _read(self, store: Store, row: FloorRow) -> list[LogEntry]:
        """The log up to its first entry that is missing or cannot be read."""
        log: list[LogEntry] = []
        while page := await store.ask(partial(log_page, row.id, len(log), row.entries)):
            for stored in page:
                entry = self._readable(row, stored, len(log) + 1)
                if entry is None:
                    return log
                log.append(entry)
        return log

    def _readable(self, row: FloorRow, stored: LogRow, number: int) -> LogEntry | None:
        try:
            entry = _entry.decode(stored.content)
        except UNREADABLE as error:
            flaw = f"entry {stored.number} of its log is none: {error}"
            self._tell(row, Invariant.CHAIN_HOLDS, "floor_log_unreadable", flaw)
            return None
        if (stored.key, stored.number, entry.number) != (f"{row.id}:{number}", number, number):
            flaw = f"its log goes on with entry {entry.number} where {number} is due"
            self._tell(row, Invariant.CHAIN_HOLDS, "floor_log_differs", flaw)
            return None
        return entry

    def _money_differs(
        self, expected: list[Transfer], moved: dict[str, bytes]
    ) -> Iterator[tuple[Invariant, str, str]]:
        """Every transfer of the log is in the chain as it says, in its order, and no other."""
        wanted = {transfer.key: transfer for transfer in expected}
        for key, transfer in wanted.items():
            if key not in moved:
                flaw = f"its log says that {key} was booked ({transfer.reason.value}), it was not"
                yield MONEY, "floor_money_differs", flaw
            elif moved[key] != canonical(transfer):
                found = msgspec.json.decode(moved[key])
                said = msgspec.json.decode(canonical(transfer))
                flaw = f"{key} has {differences(said, found)} by its log"
                yield MONEY, "floor_money_differs", flaw
        beside = [key for key in moved if key not in wanted]
        for key in beside:
            yield MONEY, "floor_money_beside_log", f"{key} moved its money, its log does not say so"
        if not beside and [*wanted] != [*moved] and set(wanted) == set(moved):
            flaw = "its transfers were booked in another order than its log has"
            yield MONEY, "floor_money_differs", flaw

    def _count(self, row: FloorRow, floor: Floor) -> Iterator[tuple[Invariant, str, str]]:
        """Chips and money again from the log: beside the ledger, and beside what is shown."""
        count = FloorCount(decode_paper(row.paper).terms)
        for entry in floor.log.active():
            for flaw in count.read(entry):
                detail = f"with entry {entry.number} of its log, {flaw}"
                yield Invariant.REPLAY_AGREES, "floor_differs", detail
        for flaw in count.finish((one.entry, one.place, one.prize) for one in results(floor)):
            yield Invariant.REPLAY_AGREES, "floor_differs", flaw
        shown = {"chips in play": floor.chip_count.in_play}
        shown |= {f"the pool for {part}": getattr(floor.till.pools, part) for part in POOL_KINDS}
        counted = {"chips in play": count.in_play}
        counted |= {f"the pool for {part}": count.pools[part] for part in POOL_KINDS}
        if shown != counted:
            flaw = f"it is shown with {differences(counted, shown)}"
            yield Invariant.REPLAY_AGREES, "floor_differs", flaw
        for part, kind in POOL_KINDS.items():
            account = floor_pool(kind, row.id, row.currency)
            has = self._balances.get(account, 0)
            if has != count.pools[part]:
                flaw = f"{account} has {has}, by its log it should have {count.pools[part]}"
                yield MONEY, "floor_money_differs", flaw

    def _tell(self, row: FloorRow, rule: Invariant, what: str, flaw: str) -> None:
        self._audit.find_at_end(rule, what, f"of live tournament {row.id}, {flaw}")


async def audit_floors(
    store: Store,
    audit: Audit,
    found: list[FloorRow],
    moves: FloorMoves,
    balances: Mapping[Account, Cents],
) -> None:
    """Follow all live tournaments; then every transfer of such money belonged to one of them."""
    floors = FloorAudit(audit, moves, balances)
    for row in found:
        await floors.follow(store, row)
    for number in moves.left():
        flaw = f"money of live tournament {number} was moved, which is not there"
        audit.find_at_end(MONEY, "floor_money_beside_log", flaw)
