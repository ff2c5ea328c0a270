"""A tournament with draws that players verify, on the real store, as an image of its database.

Its start was drawn twice, because somebody was silent; players were moved and tables broken.
"""

import asyncio
from functools import cache
from random import Random
from typing import Any

from cardroom.ledger import PlayerId
from cardroom.ledger.banking import deposit
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.room.fair_rooms import fair_house
from tests.room.tournaments.drawing_players import DrawingPlayer
from tests.room.tournaments.rooms import EUR, TournamentRoom, format_of
from tests.room.virtual import run
from tests.simulation.database import DatabaseRoom, MemoryDatabase

PLAYERS = 12
HOURS = 3_600


class DatabaseTournaments(StoredTournaments):
    """The real store in the place of that in memory."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.money: Any = DatabaseRoom(store)


@cache
def drawn_room() -> bytes:
    """The database after a tournament of twelve at tables of three."""
    return run(_play())


async def _play() -> bytes:
    database = MemoryDatabase(lambda _: None)
    store = await Store.open(database)
    fair = fair_house(3, StoredDeckLog(store))
    room = TournamentRoom(3, store=DatabaseTournaments(store), fair=fair)  # type: ignore[arg-type]
    players = [DrawingPlayer(room, number) for number in range(1, PLAYERS + 1)]
    actor = await room.announce(format_of("freezeout", seats=3), in_s=60)
    playing = []
    for player in players:
        await store.register(player.viewer, player.caller.name, 1)
        reference = str(player.viewer)
        await store.transfer(
            deposit(PlayerId(player.viewer), 100_000, EUR, reference=reference, at_ms=1)
        )
        player.listen("me")
        player.reveals = player.viewer != 4
        await player.register(actor.id)
        playing.append(asyncio.create_task(player.play_on(Random(player.viewer))))
    async with asyncio.timeout(60 * HOURS):
        await actor.done()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await fair.log.close()
    await room.crash()
    return database.raw.serialize()
