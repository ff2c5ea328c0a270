"""A room that deals from decks that players verify, on the real store, as an image of its database.

It has hands with and without seeds, a withheld seed, a void hand, and a head of the deck log.
"""

import asyncio
from functools import cache

from cardroom.ledger.banking import deposit
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from tests.room.fair_rooms import SeedingClient, fair_house
from tests.room.rooms import EUR, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.simulation.database import DatabaseRoom, MemoryDatabase

PLAYERS = 3
HANDS = 5
"""Hands that are paid."""


@cache
def fair_room() -> bytes:
    """The database after a short evening."""
    return run(_play())


async def _play() -> bytes:
    database = MemoryDatabase(lambda _: None)
    store = await Store.open(database)
    house = fair_house(7, StoredDeckLog(store))
    shell = Shell(7, store=DatabaseRoom(store), fair=house)  # type: ignore[arg-type]
    clients = [SeedingClient(shell, number) for number in range(1, PLAYERS + 1)]
    for client in clients:
        await store.register(client.viewer, client.caller.name, 1)
        money = deposit(client.viewer, 100_000, EUR, reference=str(client.viewer), at_ms=1)
        await store.transfer(money)
    await asyncio.gather(*(client.sit() for client in clients))
    scene = Scene(shell, list(clients))
    for number in range(HANDS):
        clients[0].reveals = number != 2
        await scene.fold_to_one()
        if number == 3:
            await scene.turn()
            await shell.room.operator.freeze(TABLE)
            await shell.room.operator.unfreeze(TABLE)
    await shell.room.stop()
    await house.log.close()
    return database.raw.serialize()
