"""Notices to players in the database, until they were seen and after."""

from collections.abc import Sequence

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.noticeboard import AnyAbout, PlayerNotice
from cardroom.store.databases.database import Each, One, Row, Script
from cardroom.store.notice_rows import NOTICES, notice_row
from cardroom.store.store import Store

_about: msgspec.json.Decoder[AnyAbout] = msgspec.json.Decoder(AnyAbout)


class StoredNotices:
    """NoticeStore on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def post(self, notices: Sequence[PlayerNotice]) -> None:
        """Keep notices; one whose key is known is not kept again."""
        rows = [notice_row(one) for one in notices]
        if rows:
            await self._store.run_script(lambda: _post(rows))

    async def unseen(self, player: PlayerId, limit: int) -> list[PlayerNotice]:
        """What a player has not seen yet, oldest first."""
        return await self._store.ask(lambda: _unseen(player, limit))

    async def mark_seen(self, player: PlayerId, keys: Sequence[str], at_ms: int) -> None:
        """Notices of a player were seen; those of others and unknown ones are not touched."""
        await self._store.run_script(lambda: _mark_seen(player, list(keys), at_ms))


def _post(rows: list[Row]) -> Script[object]:
    yield Each(NOTICES, rows)
    return None


def _unseen(player: PlayerId, limit: int) -> Script[list[PlayerNotice]]:
    rows = yield One(
        "select key, at_ms, content from player_notices where player = $1 and seen_ms = 0"
        " order by at_ms, key limit $2",
        (player, limit),
    )
    return [
        PlayerNotice(key=key, player=player, at_ms=at_ms, about=_about.decode(bytes(content)))
        for key, at_ms, content in rows
    ]


def _mark_seen(player: PlayerId, keys: list[str], at_ms: int) -> Script[object]:
    yield One(
        "update player_notices set seen_ms = $3 where player = $1 and key = any($2)"
        " and seen_ms = 0",
        (player, keys, at_ms),
    )
    return None
