"""Money that players have at the tables, when the house needs it outside of them (AMB-70)."""

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.office.voiding import held
from cardroom.room.ports import Answer
from cardroom.room.room import Room
from cardroom.room.tables.task import DONE
from cardroom.units import Cents


class StackDesk:
    """Brings parts of stacks to their players' cash, between two hands."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def bring_to_cash(self, player: PlayerId, amount: Cents) -> None:
        """Take so much from a player's stacks that an amount is in the cash.

        Refused while nothing has moved when cash and stacks together are less.
        """
        lobby, wallets = self._room.lobby, self._room.services.wallets
        balance = await wallets.look_up(player)
        stacks = {one.table: one.occupant(player).stack for one in lobby.tables_of(player)}
        if balance + sum(stacks.values()) < amount:
            details = {"balance": balance, "stacks": sum(stacks.values())}
            raise TransferRefused("I2", "not_enough_money", details)
        for table in stacks:
            if wallets.balance(player) < amount:
                await self._take(player, table, amount)

    async def _take(self, player: PlayerId, table: TableId, amount: Cents) -> None:
        task = await self._room.task_of(table)
        lobby, wallets = self._room.lobby, self._room.services.wallets

        def take(at_ms: int) -> Answer:
            lacking = amount - wallets.balance(player)
            stack = task.table.occupant(player).stack if task.table.has(player) else 0
            if min(lacking, stack) > 0:
                lobby.take_from_stack(player, table, min(lacking, stack), at_ms)
                self._room.publish_events()
            return DONE

        async with held(task):
            await task.ask(take)
