"""The store hears that this process is alive: what a restart knows of a crash (TAMB-100)."""

import asyncio

from cardroom.errors import Unavailable
from cardroom.room.tournaments.services import TournamentServices

BEAT_S = 5


class Heartbeat:
    """A note to the store every few seconds, whatever the tournaments wait for."""

    def __init__(self, services: TournamentServices) -> None:
        self._services = services

    async def run(self) -> None:
        """Beat for as long as the room runs."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self.beat()
            except Unavailable:
                # Nothing is stored meanwhile either: the last step is late enough.
                continue

    async def beat(self) -> None:
        """Note that the process is alive now."""
        now, owner = self._services.clock.now_ms(), self._services.owner
        await self._services.store.beat(owner, now)
