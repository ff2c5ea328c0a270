"""The processes of a room that has several: the room's key, and the public key of each."""

from typing import cast

from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store

KEPT_MS = 30 * 86_400_000
"""How long a process that may still run stays in the list after its start."""


class StoredProcesses:
    """Where processes learn each other's keys, and not from NATS."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def room_key(self, fresh: bytes) -> bytes:
        """The room's key; the fresh one where there is none yet."""
        return cast("bytes", await self._store.run_script(lambda: _room_key(fresh)))

    async def has_keys(self, decks: bytes) -> bool:
        """Whether a hash of the keys of the decks is that of the other processes, if any."""
        return cast("bytes", await self._store.run_script(lambda: _decks(decks))) == decks

    async def register(
        self, name: str, public_key: bytes, *, roles: str, machine: str, at_ms: int
    ) -> None:
        """A process has started."""
        row = (name, public_key, roles, machine, at_ms)
        await self._store.run_script(lambda: _register(row))

    async def public_key(self, process: str) -> bytes | None:
        """The key of a process; None when no such process was ever registered."""
        return await self._store.ask(lambda: _public_key(process))


def _room_key(fresh: bytes) -> Script[object]:
    yield One("insert into room_key (id, key) values (1, $1) on conflict (id) do nothing", (fresh,))
    ((key,),) = yield One("select key from room_key where id = 1")
    return bytes(key)


def _decks(decks: bytes) -> Script[object]:
    yield One("update room_key set decks = $1 where id = 1 and decks is null", (decks,))
    found = yield One("select decks from room_key where id = 1")
    return bytes(found[0][0]) if found else decks


def _register(row: tuple[object, ...]) -> Script[object]:
    *_, at_ms = row
    assert isinstance(at_ms, int)
    yield One("delete from processes where at_ms < $1", (at_ms - KEPT_MS,))
    yield One(
        "insert into processes (name, public_key, roles, machine, at_ms)"
        " values ($1, $2, $3, $4, $5) on conflict (name) do nothing",
        row,
    )
    return None


def _public_key(process: str) -> Script[bytes | None]:
    found = yield One("select public_key from processes where name = $1", (process,))
    return bytes(found[0][0]) if found else None
