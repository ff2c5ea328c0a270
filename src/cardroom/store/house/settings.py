"""What administrators have set about the house, in the database."""

from collections.abc import Sequence

from cardroom.ledger import PlayerId
from cardroom.office.entrance.house_settings import StoredSetting
from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store

_PUT = (
    "insert into house_settings (name, value, set_by, set_ms) values ($1, $2, $3, $4)"
    " on conflict (name) do update set value = excluded.value, set_by = excluded.set_by,"
    " set_ms = excluded.set_ms"
)


class StoredSettings:
    """SettingStore on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> Sequence[StoredSetting]:
        return await self._store.ask(_all)

    async def put(self, settings: Sequence[StoredSetting]) -> None:
        """Keep settings, each in the place of an older one."""
        await self._store.run_script(lambda: _put(settings))

    async def remove(self, names: Sequence[str]) -> None:
        """Go back to what the file says."""
        await self._store.run_script(lambda: _remove(names))


def _all() -> Script[list[StoredSetting]]:
    rows = yield One("select name, value, set_by, set_ms from house_settings order by name")
    return [
        StoredSetting(name=name, value=value, set_by=PlayerId(set_by), set_ms=set_ms)
        for name, value, set_by, set_ms in rows
    ]


def _put(settings: Sequence[StoredSetting]) -> Script[object]:
    for one in settings:
        yield One(_PUT, (one.name, one.value, one.set_by, one.set_ms))
    return None


def _remove(names: Sequence[str]) -> Script[object]:
    for name in names:
        yield One("delete from house_settings where name = $1", (name,))
    return None
