"""Places of the cash lobby in the database: written by the owner of their pool alone.

A buy-in marks the offered seat in its own transaction (`store/writing.py`). The table's next record
has the seat, and the place is gone with it: a crash in between loses neither seat nor money.
"""

from collections.abc import Iterable, Sequence

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import read_stake
from cardroom.store.databases.database import One, Row, Script, Statement
from cardroom.store.ownership import UnitClaim, verify_unit

_KEEP = (
    "insert into lobby_places (number, unit, epoch, player, table_id, seat, until_ms)"
    " values ($1, $2, $3, $4, $5, $6, $7) on conflict (number) do update set"
    " table_id = excluded.table_id, seat = excluded.seat, until_ms = excluded.until_ms"
)
BOUGHT = Statement("update lobby_places set bought = 1 where table_id = $1 and player = $2")
"""The offered seat of a player is paid."""
_IN_ORDER = (
    "select number, unit, player, table_id, seat, until_ms, bought from lobby_places"
    " order by unit, epoch, number"
)


def keep(place: LobbyPlace, claim: UnitClaim) -> Script[object]:
    """Keep a new place, or one that has changed, while its pool is ours."""
    yield from verify_unit(claim)
    offered = (place.table or 0, place.seat, place.until_ms)
    yield One(_KEEP, (place.number, str(claim.unit), claim.epoch, place.player, *offered))
    return None


def drop(number: EntryNumber, claim: UnitClaim) -> Script[object]:
    """Nobody waits here any more, nor is the seat offered; a seat that is paid stays."""
    yield from verify_unit(claim)
    yield One("delete from lobby_places where number = $1 and bought = 0", (number,))
    return None


def taken_over(table: TableId, arrived: Sequence[PlayerId]) -> Script[None]:
    """The record of a table has the seats that these players have bought there."""
    if arrived:
        sql = "delete from lobby_places where table_id = $1 and bought = 1 and player = any($2)"
        yield One(sql, (table, list(arrived)))


def drop_all(table: TableId) -> Script[None]:
    """There is no such table any more."""
    there = yield One("select 1 from lobby_places where table_id = $1", (table,))
    if there:
        yield One("delete from lobby_places where table_id = $1", (table,))


def read() -> Script[list[LobbyPlace]]:
    """All places; at each stake in the order in which their players came."""
    rows = yield One(_IN_ORDER)
    return list(_places(rows))


def _places(rows: Iterable[Row]) -> Iterable[LobbyPlace]:
    for number, unit, player, table, seat, until_ms, bought in rows:
        stake = read_stake(unit.removeprefix("pool:"))
        assert stake is not None, unit
        yield LobbyPlace(
            number=EntryNumber(number),
            player=PlayerId(player),
            stake=stake,
            table=TableId(table) if table else None,
            seat=seat,
            until_ms=until_ms,
            is_bought=bool(bought),
        )
