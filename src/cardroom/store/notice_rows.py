"""The rows of notices to players, which a step of a tournament writes as well."""

import msgspec

from cardroom.room.noticeboard import PlayerNotice
from cardroom.store.databases.database import Row, insertion

NOTICES = insertion(
    "player_notices",
    {"key": "text", "player": "bigint", "at_ms": "bigint", "content": "bytea"},
    " on conflict (key) do nothing",
)
_json = msgspec.json.Encoder()


def notice_row(notice: PlayerNotice) -> Row:
    """The row of a notice that nobody has seen yet."""
    return notice.key, notice.player, notice.at_ms, _json.encode(notice.about)
