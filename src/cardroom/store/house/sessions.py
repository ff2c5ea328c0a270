"""Sessions in the database."""

from cardroom.ledger import PlayerId
from cardroom.room.records import Session
from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store

_INSERT = (
    "insert into sessions (token_hash, family, player, kind, scopes, created_ms, expires_ms)"
    " values ($1, $2, $3, $4, $5, $6, $7)"
)
_VISITED = "insert into visits (player, at_ms, family) values ($1, $2, $3) on conflict do nothing"
_FIND = (
    "select token_hash, family, player, kind, scopes, created_ms, expires_ms"
    " from sessions where token_hash = $1"
)


class StoredSessions:
    """The sessions of the store, behind the port of the server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, session: Session) -> None:
        """Keep a session; the same again changes nothing."""
        await self._store.run_script(lambda: _begin(session))

    async def find(self, token_hash: bytes) -> Session | None:
        return await self._store.ask(lambda: _find(token_hash))

    async def expire(self, token_hash: bytes, at_ms: int) -> None:
        """Let a session end at a moment; it never ends later than it would have."""
        sql = "update sessions set expires_ms = $2 where token_hash = $1 and expires_ms > $2"
        await self._store.run_script(lambda: _run(sql, token_hash, at_ms))

    async def end_all(self, player: PlayerId, but: str = "") -> None:
        """End all sessions of a player, but those of one family."""
        sql = "delete from sessions where player = $1 and family <> $2"
        await self._store.run_script(lambda: _run(sql, player, but))

    async def visits(self, player: PlayerId, limit: int) -> list[int]:
        """When a player came in, newest first; kept when the sessions are gone (FAIR-03)."""
        return await self._store.ask(lambda: _visits(player, limit))

    async def forget_expired(self, before_ms: int) -> None:
        sql = "delete from sessions where expires_ms <= $1"
        await self._store.run_script(lambda: _run(sql, before_ms))


def _begin(session: Session) -> Script[object]:
    known = yield One("select 1 from sessions where token_hash = $1", (session.token_hash,))
    if not known:
        values = (
            session.token_hash,
            session.family,
            session.player,
            session.kind,
            " ".join(sorted(session.scopes)),
            session.created_ms,
            session.expires_ms,
        )
        yield One(_INSERT, values)
        yield One(_VISITED, (session.player, session.created_ms, session.family))
    return None


def _find(token_hash: bytes) -> Script[Session | None]:
    rows = yield One(_FIND, (token_hash,))
    if not rows:
        return None
    kept, family, player, kind, scopes, created_ms, expires_ms = rows[0]
    return Session(
        token_hash=bytes(kept),
        family=family,
        player=PlayerId(player),
        kind=kind,
        scopes=frozenset(scopes.split()),
        created_ms=created_ms,
        expires_ms=expires_ms,
    )


def _visits(player: PlayerId, limit: int) -> Script[list[int]]:
    sql = "select at_ms from visits where player = $1 order by at_ms desc limit $2"
    rows = yield One(sql, (player, limit))
    return [at_ms for (at_ms,) in rows]


def _run(sql: str, *values: object) -> Script[object]:
    yield One(sql, values)
    return None
