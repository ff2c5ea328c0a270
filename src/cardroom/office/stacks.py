"""Money that players have at the tables, when the house needs it outside of them (AMB-70)."""

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import table_address
from cardroom.room.cash.messages import BringToCash
from cardroom.room.room import Room
from cardroom.units import Cents


class StackDesk:
    """Brings parts of stacks to their players' cash, between two hands."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def bring_to_cash(self, player: PlayerId, amount: Cents) -> None:
        """Take so much from a player's stacks that an amount is in the cash.

        Refused while nothing has moved when cash and stacks together are less.
        """
        wallets, board = self._room.services.wallets, self._room.services.board
        balance = await wallets.look_up(player)
        stacks = {one.table: one.stack for one in board.seats_of(player)}
        if balance + sum(stacks.values()) < amount:
            details = {"balance": balance, "stacks": sum(stacks.values())}
            raise TransferRefused("I2", "not_enough_money", details)
        for table in stacks:
            if wallets.balance(player) < amount:
                await self._take(player, table, amount)

    async def _take(self, player: PlayerId, table: TableId, amount: Cents) -> None:
        async with self._room.operator.held(table):
            asked = BringToCash(player=player, amount=amount)
            await self._room.services.bus.ask(table_address(table), asked)
