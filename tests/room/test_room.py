"""A room that plays: from the first request to money in the ledger."""

import asyncio
from random import Random

from cardroom.ledger import TableId
from cardroom.ledger.accounts import escrow
from tests.room.rooms import EUR, Client, Shell
from tests.room.virtual import run


async def evening(seed: int, players: int, seconds: float) -> Shell:
    shell = Shell(seed)
    clients = []
    for number in range(1, players + 1):
        shell.fund(number)
        client = Client(shell, number)
        clients.append(client)
    playing = [
        asyncio.create_task(client.play_on(Random(seed * 100 + client.viewer)))
        for client in clients
    ]
    sitting = [asyncio.create_task(client.sit()) for client in clients]
    await asyncio.gather(*sitting)
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await shell.room.stop()
    return shell


def test_four_players_ask_for_seats_and_are_dealt_hands() -> None:
    shell = run(evening(1, 4, 60))
    hands = shell.store.hands[TableId(1)]
    assert len(hands) > 5
    assert sum(shell.store.ledger.balances.values()) == 0
    table = shell.room.lobby.table(TableId(1))
    for occupant in table.in_order():
        assert (
            shell.store.ledger.balance(escrow(table.table, occupant.player, EUR)) == occupant.stack
        )
