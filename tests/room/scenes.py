"""A table with players who do as the test says: arranged by playing, not by setting fields."""

import asyncio
from typing import Any

import msgspec

from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.ports import Answer
from cardroom.room.requests import Act, Action, AnyRequest
from tests.room.rooms import NL10, Client, Shell

TABLE = TableId(1)


class Scene:
    """One table and its players, from the first request on."""

    def __init__(self, shell: Shell, clients: list[Client]) -> None:
        self.shell = shell
        self.clients = {client.viewer: client for client in clients}
        self._sent = 0

    @classmethod
    async def open(
        cls, seed: int = 1, players: int = 3, made: type[Client] = Client, **shell: Any
    ) -> "Scene":
        """Everybody asks for a seat, sits down with 10.00 and waits for the first turn."""
        opened = Shell(seed, **shell)
        clients = [made(opened, number) for number in range(1, players + 1)]
        for client in clients:
            opened.fund(client.viewer)
        await asyncio.gather(*(client.sit() for client in clients))
        scene = cls(opened, clients)
        await scene.turn()
        return scene

    @property
    def task(self) -> CashTableTask:
        return self.shell.room.tasks[TABLE]

    @property
    def now_ms(self) -> int:
        return self.shell.room.services.clock.now_ms()

    async def turn(self) -> Client:
        """Wait for the next decision, also while all look at a new street: whose is it?"""
        while self._asked is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        return self._asked

    @property
    def _asked(self) -> Client | None:
        actor = self.task.table.actor
        if actor is None or self.task.channel.pending(actor) is None:
            return None
        return self.clients[actor]

    async def ask(self, player: int, request: AnyRequest) -> Answer:
        """Have a player send a request."""
        return await self.shell.room.ask(self.clients[PlayerId(player)].caller, request)

    async def act(
        self, action: Action, to: int = 0, *, player: int | None = None, turn: int | None = None
    ) -> None:
        """Have the player whose turn it is, or another, send an action."""
        client = await self.turn()
        pending = self.task.channel.pending(client.viewer)
        assert pending is not None
        self._sent += 1
        request = Act(
            id=f"x{self._sent}",
            ch=f"table:{TABLE}",
            hand=pending.hand,
            turn=pending.turn if turn is None else turn,
            a=action,
            to=to,
        )
        await self.ask(client.viewer if player is None else player, request)

    async def fold_to_one(self) -> None:
        """Everybody folds until the hand, or the next one, is over and paid."""
        await self.turn()
        number = self.task.table.number
        while self.task.table.number == number and self.task.table.actor is not None:
            await self.act("fold")
            await asyncio.sleep(0)
        while self.task.table.deal is not None and self.task.table.number == number:  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    def events(self, player: int, kind: str = "") -> list[dict[str, Any]]:
        """What a player was told at the table, all of it or of one kind."""
        frames = [msgspec.json.decode(frame) for frame in self.clients[PlayerId(player)].frames]
        events = [frame["d"] for frame in frames if frame["t"] == "event" and frame["ch"] != "me"]
        return [event for event in events if not kind or event["type"] == kind]

    def money(self) -> dict[int, int]:
        """What everybody has, at the table and beside it, by the store."""
        escrow = self.shell.store.escrow(TABLE)
        cash = self.shell.store.ledger.balances
        return {
            player: escrow.get(player, 0) + cash[f"player:{player}:cash:EUR"]  # type: ignore[index]
            for player in self.clients
        }


__all__ = ["NL10", "TABLE", "Scene"]
