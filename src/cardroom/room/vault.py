"""The money of the running room: what players can spend, and what is on its way to the store.

A transfer counts here at once, so that nobody spends a cent twice; nobody is told of it before the
store has it. Transfers are written in the order in which they were made.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from cardroom.errors import TransferRefused, Unavailable
from cardroom.ledger import Answer, Kind, PlayerId, TableId, Transfer, read_account
from cardroom.ledger.accounts import player_cash
from cardroom.room.ports import MoneyStore
from cardroom.units import Cents

RETRY_S = 0.5
RETRY_S_MAX = 10.0


class Pending(Protocol):
    """Something that is written to the store after what was made before it."""

    def __call__(self) -> Awaitable[object]: ...


class Vault:
    """Balances of the players who were looked up, kept in step with every transfer."""

    def __init__(
        self, store: MoneyStore, currency: str, epoch_of: Callable[[TableId], int | None]
    ) -> None:
        self._store = store
        self._currency = currency
        self._epoch_of = epoch_of
        self._balances: dict[PlayerId, Cents] = {}
        self._queue: asyncio.Queue[tuple[Pending, asyncio.Future[None]]] = asyncio.Queue()
        self._last: asyncio.Future[None] | None = None

    # Questions

    def balance(self, player: PlayerId) -> Cents:
        """What a player can spend; the player was looked up before."""
        return self._balances[player]

    async def look_up(self, player: PlayerId) -> Cents:
        """What a player can spend, from the store the first time."""
        if player not in self._balances:
            stored = await self._store.balance(player_cash(player, self._currency))
            self._balances.setdefault(player, stored)
        return self._balances[player]

    # Moving money

    def move(self, transfer: Transfer) -> None:
        """Count a transfer now and write it soon; refused when a player has too little."""
        self._count(self._changes(transfer))
        under = self._table_of(transfer)
        self._write(lambda: self._store.move(transfer, under))

    async def book(self, transfer: Transfer) -> bool:
        """Store a transfer from outside the tables now; False when it was stored before."""
        changes = self._changes(transfer)
        self._count(changes)
        try:
            answer = await self._store.move(transfer, None)
        except BaseException:
            self._count({player: -amount for player, amount in changes.items()}, force=True)
            raise
        if answer is Answer.ALREADY_APPLIED:
            self._count({player: -amount for player, amount in changes.items()}, force=True)
            return False
        return True

    def _count(self, changes: dict[PlayerId, Cents], *, force: bool = False) -> None:
        """Change balances, or refuse when one would fall below zero (I2)."""
        for player, amount in changes.items():
            if self._balances[player] + amount < 0 and not force:
                balance = self._balances[player]
                raise TransferRefused("I2", "not_enough_money", {"balance": balance})
        for player, amount in changes.items():
            self._balances[player] += amount

    def write(self, pending: Pending) -> None:
        """Write something else after everything that was made so far."""
        self._write(pending)

    def _write(self, pending: Pending) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(_take_note)
        self._last = done
        self._queue.put_nowait((pending, done))

    async def flush(self) -> None:
        """Wait until everything made so far is stored."""
        if self._last is not None and not self._last.done():
            await asyncio.shield(self._last)

    async def run(self) -> None:
        """Write for ever; a store out of reach is tried again until it answers."""
        while True:
            pending, done = await self._queue.get()
            try:
                await self._until_stored(pending)
            except Exception as error:  # noqa: BLE001 - handed to whoever waits for it
                done.set_exception(error)
            else:
                done.set_result(None)

    async def _until_stored(self, pending: Pending) -> None:
        wait_s = RETRY_S
        while True:
            try:
                await pending()
            except Unavailable:
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, RETRY_S_MAX)
            else:
                return

    def _changes(self, transfer: Transfer) -> dict[PlayerId, Cents]:
        changes: dict[PlayerId, Cents] = {}
        for account, amount in transfer.entries:
            parts = read_account(account)
            if parts.kind is Kind.PLAYER_CASH and parts.ids[0] in self._balances:
                changes[PlayerId(parts.ids[0])] = amount
        return changes

    def _table_of(self, transfer: Transfer) -> tuple[TableId, int] | None:
        """The table whose stacks a transfer moves, with our epoch there."""
        for account, _ in transfer.entries:
            parts = read_account(account)
            if parts.kind is Kind.ESCROW:
                table = TableId(parts.ids[0])
                epoch = self._epoch_of(table)
                return None if epoch is None else (table, epoch)
        return None


def _take_note(done: asyncio.Future[None]) -> None:
    """Look at the outcome, so that one nobody waited for is not reported as forgotten."""
    if not done.cancelled():
        done.exception()
