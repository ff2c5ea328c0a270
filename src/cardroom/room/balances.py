"""What players can spend, as far as this process knows: a guess that the store corrects."""

from collections.abc import Mapping, Sequence

from cardroom.errors import TransferRefused
from cardroom.ledger import Kind, PlayerId, Transfer, read_account
from cardroom.ledger.accounts import player_cash
from cardroom.room.ports import MoneyStore
from cardroom.units import Cents


class Balances:
    """Balances of the players who were looked up, and what of them is not stored yet."""

    def __init__(self, store: MoneyStore, currency: str) -> None:
        self._store = store
        self._currency = currency
        self._balances: dict[PlayerId, Cents] = {}
        self._unwritten: dict[PlayerId, Cents] = {}

    def of(self, player: PlayerId) -> Cents:
        """What a player can spend; the player was looked up before."""
        return self._balances[player]

    def knows(self, player: PlayerId) -> bool:
        """Whether the player was looked up."""
        return player in self._balances

    async def look_up(self, player: PlayerId) -> Cents:
        """What a player can spend, from the store the first time."""
        if player not in self._balances:
            stored = await self.stored(player)
            self._balances.setdefault(player, stored)
        return self._balances[player]

    async def stored(self, player: PlayerId) -> Cents:
        """What the store has for a player."""
        return await self._store.balance(player_cash(player, self._currency))

    async def read_again(self, player: PlayerId) -> bool:
        """Take a balance from the store, whoever has moved money; whether it was another one."""
        before = self._balances[player] - self._unwritten.get(player, 0)
        stored = await self.stored(player)
        self.count({player: stored - before})
        return stored != before

    # Changes

    def changes(self, transfer: Transfer) -> dict[PlayerId, Cents]:
        """What a transfer changes for the players who were looked up."""
        changes: dict[PlayerId, Cents] = {}
        for account, amount in transfer.entries:
            parts = read_account(account)
            if parts.kind is Kind.PLAYER_CASH and parts.ids[0] in self._balances:
                changes[PlayerId(parts.ids[0])] = amount
        return changes

    def sum(self, transfers: Sequence[Transfer]) -> dict[PlayerId, Cents]:
        """What several transfers together change for the players who were looked up."""
        changes: dict[PlayerId, Cents] = {}
        for transfer in transfers:
            for player, amount in self.changes(transfer).items():
                changes[player] = changes.get(player, 0) + amount
        return changes

    def verify(self, changes: Mapping[PlayerId, Cents]) -> None:
        """Nobody spends more than there is (I2)."""
        for player, amount in changes.items():
            if self._balances[player] + amount < 0:
                raise TransferRefused("I2", "not_enough_money", {"balance": self._balances[player]})

    def count(self, changes: Mapping[PlayerId, Cents]) -> None:
        """Count what the store has already."""
        for player, amount in changes.items():
            self._balances[player] += amount

    def count_unwritten(self, changes: Mapping[PlayerId, Cents]) -> None:
        """Count what is on its way to the store."""
        self.count(changes)
        self._note_unwritten(changes, 1)

    def forget_unwritten(self, changes: Mapping[PlayerId, Cents]) -> None:
        """It is on its way no more: the store has it or has refused it."""
        self._note_unwritten(changes, -1)

    def _note_unwritten(self, changes: Mapping[PlayerId, Cents], sign: int) -> None:
        for player, amount in changes.items():
            unwritten = self._unwritten.get(player, 0) + sign * amount
            if unwritten:
                self._unwritten[player] = unwritten
            else:
                self._unwritten.pop(player, None)
