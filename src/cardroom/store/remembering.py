"""What the room must remember about players, in the database: one row each, the last word counts.

A row is written with the transfer that changed it (`store/daybook.py`), alone when nothing moved.
"""

import msgspec

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.ledger import PlayerId
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


def write(record: PlayerRecord) -> Script[object]:
    """Keep what must be remembered about a player when no money moves."""
    yield Each(REMEMBERED, [row_of(record)])
    return None


def read(at_ms: int) -> Script[list[PlayerRecord]]:
    """Everything that still has an effect at a moment."""
    sql = "select record from remembered where until_ms >= $1 order by player"
    rows = yield One(sql, (at_ms,))
    return [_record.decode(bytes(record)) for (record,) in rows]


def read_one(player: PlayerId) -> Script[PlayerRecord | None]:
    """What is stored about one player."""
    rows = yield One("select record from remembered where player = $1", (player,))
    return _record.decode(bytes(rows[0][0])) if rows else None
