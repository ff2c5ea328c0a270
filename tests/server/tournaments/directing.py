"""A tournament that is played over HTTP by script: who is to shove shoves, the others fold."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.server.open_servers import OpenServer
from tests.server.tournaments.players import LATE, fresh_id, person

LOOK_S = 0.02
Shoving = Callable[[Sequence[RoomClient]], Collection[RoomClient]]
"""Who of the players left goes all-in, in the order in which they were given."""


def nobody(_left: Sequence[RoomClient]) -> Collection[RoomClient]:
    """Everybody checks or folds."""
    return ()


def everybody(left: Sequence[RoomClient]) -> Collection[RoomClient]:
    """Everybody goes all-in."""
    return left


class Director:
    """Answers every turn of every player, by questions and requests alone."""

    def __init__(self, tournament: int, players: Sequence[RoomClient], shoving: Shoving) -> None:
        self.tournament = tournament
        self.players = players
        self.shoving = shoving

    async def left(self) -> list[RoomClient]:
        """Who is still in."""
        path = f"/api/tournaments/{self.tournament}"
        owns = [(one, (await one.get(path))["me"]) for one in self.players]
        return [one for one, own in owns if own is not None and own["table"] is not None]

    async def play(self) -> None:
        """Answer whatever is asked, until cancelled."""
        while True:
            acted = False
            left = await self.left()
            shoving = self.shoving(left)
            for one in left:
                acted |= await self._act(one, all_in=one in shoving)
            if not acted:
                await asyncio.sleep(LOOK_S)

    async def _act(self, player: RoomClient, *, all_in: bool) -> bool:
        own = (await player.get(f"/api/tournaments/{self.tournament}"))["me"]
        if own is None or own["table"] is None:
            return False
        table = own["table"]
        try:
            turn = (await player.get(f"/api/table/{table}"))["turn"]
            if turn is None:
                return False
            wanted: dict[str, Any] = {"a": "check" if turn["check"] else "fold"}
            if all_in:
                shove = {"a": "raise", "to": turn["raise_to"]}
                wanted = shove if turn["raise_to"] else {"a": "check" if turn["check"] else "call"}
            path = f"/api/table/{table}/act"
            await player.post(path, id=fresh_id(), hand=turn["hand"], turn=turn["turn"], **wanted)
        except RoomSaidNo as no:
            # The clock was faster, or the table is gone.
            assert no.status == 404 or no.reason in LATE, no  # noqa: PT017
            return False
        return True


@asynccontextmanager
async def directed(
    tournament: int, players: Sequence[RoomClient], shoving: Shoving
) -> AsyncIterator[Director]:
    """Play in the background meanwhile."""
    director = Director(tournament, players, shoving)
    task = asyncio.create_task(director.play())
    try:
        yield director
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def people_in(server: OpenServer, *names: str) -> AsyncIterator[list[RoomClient]]:
    """People with accounts and a connection each: who has none counts as absent."""
    people = [await person(server, name) for name in names]
    lines = [await one.connect() for one in people]
    try:
        yield people
    finally:
        for line in lines:
            await line.close()


async def enter(tournament: int, people: Sequence[RoomClient]) -> None:
    """Everybody registers, in this order."""
    for one in people:
        await one.post(f"/api/tournaments/{tournament}/register", id=fresh_id())
