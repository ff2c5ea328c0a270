"""Who runs what: a process claims units as a whole, and numbers of tables come from the database.

A unit is a pool of cash tables of one stake, a tournament with its tables, or a job of the house.
Its epoch begins above that of every table and grows with each claim; its tables share it. Hand
keys, turns and channel numbers are made from it: none of them comes back under a new owner.
"""

from typing import Literal, NamedTuple

from cardroom.errors import OwnerChanged
from cardroom.ledger import TableId
from cardroom.store.databases.database import One, Script

UnitKind = Literal["pool", "tournament", "job"]
NUMBERS_MAX = 1000
"""Numbers of tables that one process reserves at once."""


class UnitName(NamedTuple):
    """What a unit is called: a pool by its stake, a tournament by its number, a job by its name."""

    kind: UnitKind
    of: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.of}"


class UnitClaim(NamedTuple):
    """The right to move a unit's money; a later claim by anybody ends it."""

    unit: UnitName
    epoch: int


def unit_epoch(unit: UnitName) -> Script[int]:
    """The epoch of a unit's present owner, 0 before the first."""
    found = yield One("select epoch from units where name = $1", (str(unit),))
    return int(found[0][0]) if found else 0


def units_of(kind: UnitKind) -> Script[list[str]]:
    """What the units of a kind are called."""
    found = yield One("select name from units where kind = $1 order by name", (kind,))
    return [str(name).partition(":")[2] for (name,) in found]


def claim_unit(unit: UnitName, owner: str, after: int) -> Script[object]:
    """Give a unit and all its tables to a process: all earlier claims end (CRASH-01).

    `after` is the epoch that the process has read. When somebody else has claimed the unit since,
    the answer is None: the claim of a process that died meanwhile may arrive late, and must not
    take the unit from the one that lives.
    """
    present = yield from unit_epoch(unit)
    if present != after:
        return None
    if present:
        epoch = present + 1
        sql = "update units set epoch = $2, owner = $3 where name = $1"
        yield One(sql, (str(unit), epoch, owner))
    else:
        ((last,),) = yield One("select coalesce(max(epoch), 0) from tables")
        epoch = last + 1
        sql = "insert into units (name, kind, epoch, owner) values ($1, $2, $3, $4)"
        yield One(sql, (str(unit), unit.kind, epoch, owner))
    sql = "update tables set epoch = $2, owner = $3 where unit = $1 and epoch < $2"
    yield One(sql, (str(unit), epoch, owner))
    return UnitClaim(unit, epoch)


def join(table: TableId, claim: UnitClaim, owner: str) -> Script[object]:
    """Make a table one of a unit, while the unit is ours; the table then has the unit's epoch."""
    yield from verify_unit(claim)
    name = str(claim.unit)
    found = yield One("select epoch, unit from tables where id = $1", (table,))
    if not found:
        sql = "insert into tables (id, epoch, owner, unit) values ($1, $2, $3, $4)"
        yield One(sql, (table, claim.epoch, owner, name))
    elif found[0] != (claim.epoch, name):
        sql = "update tables set epoch = $2, owner = $3, unit = $4 where id = $1"
        yield One(sql, (table, claim.epoch, owner, name))
    return claim.epoch


def verify_unit(claim: UnitClaim) -> Script[None]:
    """Only the present owner of a unit goes on with it (CRASH-01)."""
    verify_unit_epoch(claim, (yield from unit_epoch(claim.unit)))


def verify_unit_epoch(claim: UnitClaim, present: int) -> None:
    """Refuse what a former owner of a unit wants (CRASH-01)."""
    if present != claim.epoch:
        raise OwnerChanged(
            "CRASH-01", "unit_has_another_owner", {"unit": str(claim.unit), "epoch": present}
        )


def reserve_tables(count: int) -> Script[object]:
    """Take this many numbers of tables, which nobody else gets: the first of them."""
    assert 0 < count <= NUMBERS_MAX
    yield One("update ledger_head set tables = tables + $1 where id = 1", (count,))
    ((last,),) = yield One("select tables from ledger_head where id = 1")
    return TableId(last - count + 1)


def begin_run() -> Script[object]:
    """The number of one more start of a room; what it numbers in memory begins with it."""
    yield One("update ledger_head set runs = runs + 1 where id = 1")
    ((runs,),) = yield One("select runs from ledger_head where id = 1")
    return runs
