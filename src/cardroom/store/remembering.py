"""What the room must remember about players, in the database: one row each.

A row is written with the transfer that changed it (`store/daybook.py`), alone when nothing moved.
Each has the version after the one it was made from: whoever decided from an older row is refused.
"""

from collections.abc import Iterable

import msgspec

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import PlayerChanged
from cardroom.ledger import PlayerId
from cardroom.ledger.transfers import TIME_MS_MAX
from cardroom.store.databases.database import Each, One, Row, Script, insertion

REMEMBERED = insertion(
    "remembered",
    {"player": "bigint", "until_ms": "bigint", "record": "bytea"},
    " on conflict (player) do update set until_ms = excluded.until_ms, record = excluded.record",
)

_json = msgspec.json.Encoder()
_record = msgspec.json.Decoder(PlayerRecord)


def row_of(record: PlayerRecord) -> Row:
    """The row of a player."""
    return record.player, record.until_ms, _json.encode(record)


def versions(players: Iterable[PlayerId]) -> Script[dict[PlayerId, int]]:
    """The version of each player's row, which nobody else changes in this transaction."""
    sql = "select player, record from remembered where player = any($1) order by player for update"
    rows = yield One(sql, (sorted(players),))
    return {PlayerId(player): _record.decode(bytes(record)).version for player, record in rows}


def verify_version(record: PlayerRecord, stored: int) -> None:
    """Refuse what was decided from another version than the stored one (RAT-02, BANZ-04)."""
    if record.version != stored + 1:
        about = {"player": record.player, "version": stored}
        raise PlayerChanged("RAT-02", "player_has_changed", about)


def write(record: PlayerRecord) -> Script[object]:
    """Keep what must be remembered about a player when no money moves; the same again is kept."""
    known = yield from read_one(record.player)
    if known == record:
        return None
    stored = yield from versions([record.player])
    verify_version(record, stored.get(record.player, 0))
    yield Each(REMEMBERED, [row_of(record)])
    return None


def exclude_from_banzai(player: PlayerId, *, excluded: bool) -> Script[None]:
    """Set the operator's flag in a player's record (BANZ-08).

    It is a version of its own: a buy-in that was decided before it is refused, and decided again.
    """
    yield from versions([player])
    known = yield from read_one(player)
    before = known or PlayerRecord(player=player, until_ms=0)
    if before.banzai_excluded != excluded:
        # Once lifted, the room's next record of the player says how long that one is good.
        record = msgspec.structs.replace(
            before,
            until_ms=TIME_MS_MAX,
            version=before.version + 1,
            banzai_excluded=excluded,
        )
        yield Each(REMEMBERED, [row_of(record)])


def read(at_ms: int) -> Script[list[PlayerRecord]]:
    """Everything that still has an effect at a moment."""
    sql = "select record from remembered where until_ms >= $1 order by player"
    rows = yield One(sql, (at_ms,))
    return [_record.decode(bytes(record)) for (record,) in rows]


def read_one(player: PlayerId) -> Script[PlayerRecord | None]:
    """What is stored about one player."""
    rows = yield One("select record from remembered where player = $1", (player,))
    return _record.decode(bytes(rows[0][0])) if rows else None
