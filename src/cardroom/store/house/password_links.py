"""Links for forgotten passwords in the database: each step reads and writes in one transaction."""

from collections.abc import Sequence
from typing import cast

from cardroom.ledger import PlayerId
from cardroom.office.entrance.password_links import PasswordLink
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.store import Store

_LINK = "select id, player, issued_by, issued_ms, expires_ms, ended, ended_ms from password_links"
_END = "update password_links set ended = $2, ended_ms = $3 where player = $1 and ended = ''"


class StoredPasswordLinks:
    """PasswordLinkStore on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def issue(
        self, player: PlayerId, secret: bytes, by: PlayerId, at_ms: int, expires_ms: int
    ) -> PasswordLink:
        """Keep a new link; older links of the player end."""
        kept = await self._store.run_script(lambda: _issue(player, secret, by, at_ms, expires_ms))
        return cast("PasswordLink", kept)

    async def find(self, secret: bytes) -> PasswordLink | None:
        return await self._store.ask(lambda: _find(secret))

    async def of_player(self, player: PlayerId, limit: int) -> Sequence[PasswordLink]:
        """A player's links, newest first."""
        return await self._store.ask(lambda: _of_player(player, limit))

    async def use(self, secret: bytes, password_hash: str, at_ms: int) -> PasswordLink | None:
        """Set the password, end the link and every session of its player."""
        used = await self._store.run_script(lambda: _use(secret, password_hash, at_ms))
        return cast("PasswordLink | None", used)

    async def end_open(self, player: PlayerId, at_ms: int) -> bool:
        """Revoke the open link of a player; whether there was one."""
        return cast("bool", await self._store.run_script(lambda: _end_open(player, at_ms)))


def _issue(
    player: PlayerId, secret: bytes, by: PlayerId, at_ms: int, expires_ms: int
) -> Script[object]:
    known = yield from _find(secret)
    if known is not None:
        # The same once more, after an unknown commit.
        return known
    yield One(_END, (player, "replaced", at_ms))
    ((last,),) = yield One("select coalesce(max(id), 0) from password_links")
    yield One(
        "insert into password_links (id, player, secret, issued_by, issued_ms, expires_ms)"
        " values ($1, $2, $3, $4, $5, $6)",
        (last + 1, player, secret, by, at_ms, expires_ms),
    )
    return (yield from _find(secret))


def _use(secret: bytes, password_hash: str, at_ms: int) -> Script[object]:
    link = yield from _find(secret)
    if link is None:
        return None
    if (link.ended, link.ended_ms) == ("used", at_ms):
        # The same once more, after an unknown commit: only if it set this very password.
        ((kept,),) = yield One(
            "select password_hash from profiles where player = $1", (link.player,)
        )
        return link if kept == password_hash else None
    if not link.is_open(at_ms):
        return None
    yield One(_END, (link.player, "used", at_ms))
    yield One(
        "update profiles set password_hash = $2 where player = $1", (link.player, password_hash)
    )
    yield One("delete from sessions where player = $1", (link.player,))
    return (yield from _find(secret))


def _end_open(player: PlayerId, at_ms: int) -> Script[object]:
    rows = yield One(
        "select 1 from password_links where player = $1 and ended = '' and expires_ms > $2",
        (player, at_ms),
    )
    if rows:
        yield One(_END, (player, "revoked", at_ms))
    return bool(rows)


def _find(secret: bytes) -> Script[PasswordLink | None]:
    rows = yield One(f"{_LINK} where secret = $1", (secret,))
    return _link(rows[0]) if rows else None


def _of_player(player: PlayerId, limit: int) -> Script[list[PasswordLink]]:
    rows = yield One(f"{_LINK} where player = $1 order by id desc limit $2", (player, limit))
    return [_link(row) for row in rows]


def _link(row: Row) -> PasswordLink:
    return PasswordLink(**dict(zip(PasswordLink.__struct_fields__, row, strict=True)))
