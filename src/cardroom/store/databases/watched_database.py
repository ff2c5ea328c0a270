"""What keeps the database from answering, as far as what was asked of it has shown."""

from collections.abc import Awaitable
from typing import Literal, NamedTuple

from cardroom.errors import InvalidFile, UsageError
from cardroom.store.databases.database import Database, Obstacle, Script, T, TransientError

Direction = Literal["reading", "writing"]


class Found(NamedTuple):
    """What is wrong, as a word and in the words of the database."""

    obstacle: Obstacle
    text: str


class WatchedDatabase:
    """A database that remembers how the last attempts to read and to write went.

    An answer ends what was wrong in its direction. A damaged file stays damaged: that another
    part of it can be read mends nothing.
    """

    def __init__(self, database: Database) -> None:
        self.dialect = database.dialect
        self.touch = database.touch
        self._database = database
        self._found: dict[Direction, Found] = {}
        self._damage: Found | None = None

    @property
    def obstacle(self) -> Found | None:
        """What is wrong now; None while the database answers."""
        return self._damage or self._found.get("writing") or self._found.get("reading")

    async def transact(self, script: Script[T]) -> T:
        return await self._watched("writing", self._database.transact(script))

    async def read(self, script: Script[T]) -> T:
        return await self._watched("reading", self._database.read(script))

    async def close(self) -> None:
        await self._database.close()

    async def _watched(self, direction: Direction, answer: Awaitable[T]) -> T:
        try:
            result = await answer
        except TransientError as error:
            self._note(direction, Found(error.obstacle, str(error)))
            raise
        except (InvalidFile, UsageError) as broken:
            # It was whole when it was opened.
            self._damage = Found("damaged", str(broken))
            raise
        self._found.pop(direction, None)
        return result

    def _note(self, direction: Direction, found: Found) -> None:
        if found.obstacle == "damaged":
            self._damage = found
        elif found.obstacle != "busy":
            self._found[direction] = found
