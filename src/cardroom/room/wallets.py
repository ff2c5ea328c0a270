"""The money of the running room: what players can spend, and what is on its way to the store.

A transfer counts here at once, so that nobody spends a cent twice; nobody hears that it is done
before the store has it. The store has the last word: balances are read again before money is
spent, and after every refusal. What touches the same table or the same player is written in the
order in which it was made; the rest goes side by side, so that a store can commit it together.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeGuard, TypeVar

from cardroom.cash.cashier import PlayerNote
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import PlayerChanged, Refused, Unavailable
from cardroom.ledger import Kind, PlayerId, Reason, TableId, Transfer, read_account
from cardroom.ledger.invariants import Invariant
from cardroom.room.balances import Balances
from cardroom.room.incidents import report
from cardroom.room.ordered_writes import (
    OrderedWrites,
    Pending,
    Subject,
    about_player,
    about_table,
)
from cardroom.room.ports import MoneyStore
from cardroom.room.receipts import Once
from cardroom.room.records import Receipt
from cardroom.room.retrying import retry_while_unavailable
from cardroom.units import Cents

T = TypeVar("T")
REMADE_MAX = 20
"""How often in a row somebody else may be quicker to write about a player."""


class UnpaidTopUp(NamedTuple):
    """A top-up that the store refused for lack of money."""

    player: PlayerId
    amount: Cents
    refusal: Refused


class Wallets:
    """Balances of the players who were looked up, kept in step with every transfer."""

    def __init__(
        self, store: MoneyStore, currency: str, epoch_of: Callable[[TableId], int | None]
    ) -> None:
        self.on_refused: Callable[[TableId, Exception], None] | None = None
        """Called when the store refuses what has happened at a table already."""
        self.on_unpaid: Callable[[TableId], None] | None = None
        """Called when a top-up at a table turns out not to be paid."""
        self.on_balance: Callable[[PlayerId], None] | None = None
        """Called when a player turns out to have another balance than was known."""
        self.once = Once(store)
        self._store = store
        self._epoch_of = epoch_of
        self._balances = Balances(store, currency)
        self._writes = OrderedWrites()
        self._unpaid: dict[TableId, list[tuple[Transfer, Refused]]] = {}
        self._unnoted: dict[TableId, list[PlayerNote]] = {}
        """Of departures whose money the store refused: what is to be remembered of them."""
        self._refusals: dict[tuple[PlayerId, str], Exception] = {}
        """Why what a request was to move was refused, until the request is answered."""
        self._receipt: Receipt | None = None
        """Of the request under way, until a transfer takes it along."""

    # Questions

    def balance(self, player: PlayerId) -> Cents:
        """What a player can spend; the player was looked up before."""
        return self._balances.of(player)

    def knows(self, player: PlayerId) -> bool:
        """Whether the player was looked up."""
        return self._balances.knows(player)

    async def look_up(self, player: PlayerId) -> Cents:
        """What a player can spend, from the store the first time."""
        return await self._balances.look_up(player)

    async def refresh(self, player: PlayerId) -> Cents:
        """What a player can spend, as the store has it by now: others may have moved money."""
        if not self._balances.knows(player):
            return await self.look_up(player)
        # After what is being written about the player, and before anything later.
        self._write(lambda: self._read_again(player), [about_player(player)], _no_undo)
        await self.flush(about_player(player))
        return self._balances.of(player)

    async def _read_again(self, player: PlayerId) -> None:
        is_other = await self._balances.read_again(player)
        if is_other and self.on_balance is not None:
            self.on_balance(player)

    def is_writing(self, subject: Subject) -> bool:
        """Whether something about it is on its way to the store."""
        return self._writes.is_writing(subject)

    @property
    def writing_count(self) -> int:
        """How many writes are on their way to the store."""
        return self._writes.count

    # Moving money

    def move(self, transfer: Transfer | None, note: PlayerNote | None = None) -> None:
        """Count a transfer now and write it soon; refused when a player has too little.

        What must be remembered about its player is written with it, or alone when nothing moves.
        When somebody else has written about them meanwhile, the record is made again.
        """
        if transfer is None:
            if note is not None:
                subjects = [about_player(note.record.player)]
                if note.leaves is not None:
                    subjects.append(about_table(note.leaves))
                self._write(lambda: self._noted(self._store.remember, note), subjects, _no_undo)
            return
        table = _table_of(transfer)
        receipt = self._take_receipt_of(self._balances.changes(transfer))

        def undo(error: Exception) -> None:
            if receipt is not None:
                self._refusals[receipt.player, receipt.request] = error
            if table is None:
                return
            if note is not None and note.leaves is not None:
                self._unnoted.setdefault(note.leaves, []).append(note)
            if transfer.reason is Reason.TOPPED_UP and _is_lack_of_money(error):
                self._unpaid.setdefault(table, []).append((transfer, error))
                if self.on_unpaid is not None:
                    self.on_unpaid(table)
            elif self.on_refused is not None:
                self.on_refused(table, error)

        self._move(transfer, note, receipt, undo)

    def take_refusal(self, receipt: Receipt | None) -> Exception | None:
        """Why the store refused what a request was to move, if it did."""
        key = None if receipt is None else (receipt.player, receipt.request)
        return None if key is None else self._refusals.pop(key, None)

    def has_unpaid(self, table: TableId) -> bool:
        """Whether top-ups at a table were not paid, and are still on the stacks there."""
        return table in self._unpaid

    def take_unpaid(self, table: TableId) -> list[UnpaidTopUp]:
        """Top-ups at a table that the store refused for lack of money: to be taken back."""
        return [
            UnpaidTopUp(*_topped_up(transfer), error)
            for transfer, error in self._unpaid.pop(table, [])
        ]

    def take_unnoted(self, table: TableId) -> list[PlayerNote]:
        """What is to be remembered of departures whose money the store refused."""
        return self._unnoted.pop(table, [])

    async def buy(self, transfer: Transfer, record: PlayerRecord, receipt: Receipt | None) -> None:
        """Pay for a seat: it counts now, and is stored when this returns; or it is refused."""
        refused: list[Exception] = []
        # Whoever asked for it gets the refusal; nobody sits down before it is paid.
        subjects = self._move(transfer, PlayerNote(record), receipt, refused.append, logging.INFO)
        await self.flush(*subjects)
        if refused:
            raise refused[0]

    def _move(
        self,
        transfer: Transfer,
        note: PlayerNote | None,
        receipt: Receipt | None,
        undo: Callable[[Exception], None],
        refused_level: int = logging.ERROR,
    ) -> list[Subject]:
        """Count a transfer and write it; what it is about."""
        changes = self._balances.changes(transfer)
        self._balances.verify(changes)
        table = _table_of(transfer)
        epoch = None if table is None else self._epoch_of(table)
        under = None if table is None or epoch is None else (table, epoch)
        subjects = [about_player(player) for player in changes]
        if note is not None and note.record.player not in changes:
            subjects.append(about_player(note.record.player))
        if table is not None:
            subjects.append(about_table(table))

        async def store(record: PlayerRecord | None = None) -> object:
            return await self._store.move(transfer, under, record, receipt)

        self._write(
            lambda: store() if note is None else self._noted(store, note),
            subjects,
            undo,
            refused_level,
            changes,
        )
        return subjects

    async def _noted(
        self, store: Callable[[PlayerRecord], Awaitable[object]], note: PlayerNote
    ) -> None:
        """Write a record with whatever belongs to it; made again after each newer one stored."""
        record, remake, _ = note
        for _ in range(REMADE_MAX):
            try:
                await store(record)
            except PlayerChanged:
                if remake is None:
                    raise
                record = remake(await self._store.remembered_of(record.player))
            else:
                return
        raise Unavailable("the player is changing all the time")

    @contextmanager
    def noting(self, receipt: Receipt | None) -> Iterator[None]:
        """The first transfer of its player that is made meanwhile takes the receipt along."""
        self._receipt = receipt
        try:
            yield
        finally:
            self._receipt = None

    def take_receipt(self) -> Receipt | None:
        """The receipt of the request under way, if no transfer has taken it along."""
        receipt, self._receipt = self._receipt, None
        return receipt

    def _take_receipt_of(self, changes: dict[PlayerId, Cents]) -> Receipt | None:
        receipt = self._receipt
        return self.take_receipt() if receipt is not None and receipt.player in changes else None

    async def book(self, transfer: Transfer) -> bool:
        """Store a transfer from outside the tables now; False when it was stored before."""
        changes = self._balances.changes(transfer)
        moved = await self._stored_by(lambda: self._store.move(transfer, None), changes)
        return any(moved.values())

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        """The hash over the content that was carried out under an id."""
        return await self._store.receipt(player, request)

    async def book_all(self, transfers: Sequence[Transfer], receipt: Receipt) -> None:
        """Store the transfers of one booking now, all or nothing, with its receipt."""
        changes = self._balances.sum(transfers)
        await self._stored_by(lambda: self._store.move_all(transfers, receipt), changes)

    async def book_step(
        self, work: Callable[[], Awaitable[object]], transfers: Sequence[Transfer]
    ) -> None:
        """Have a tournament's step written with its transfers; the store does it once.

        What players pay counts at once, so that nobody spends it twice; what they get counts when
        it is stored. Raises what the store refuses; then nothing has changed. After our own
        mistake the store says what everybody has: the step may be stored.
        """
        changes = self._balances.sum(transfers)
        self._balances.verify(changes)
        spent = {player: min(0, amount) for player, amount in changes.items()}
        won = {player: amount for player, amount in changes.items() if amount > 0}
        refused: list[Exception] = []

        async def store() -> None:
            await work()
            self._balances.count(won)

        subjects = [about_player(player) for player in changes]
        self._write(store, subjects, refused.append, logging.INFO, spent)
        await self.flush(*subjects)
        if refused:
            raise refused[0]
        await self._look_again(transfers, changes)

    async def _look_again(
        self, transfers: Sequence[Transfer], counted: dict[PlayerId, Cents]
    ) -> None:
        """Who was first looked up while it was written may have been seen without it."""
        for player in self._balances.sum(transfers):
            if player not in counted:
                await self.refresh(player)

    async def book_by(
        self, work: Callable[[], Awaitable[T]], player: PlayerId, *, spends: Cents = 0
    ) -> T:
        """Have the store do something that moves a player's money, at most what they spend."""
        done: list[T] = []

        async def store() -> None:
            done[:] = [await work()]

        await self._stored_by(store, {player: -spends})
        return done[0]

    async def _stored_by(
        self, work: Callable[[], Awaitable[object]], changes: dict[PlayerId, Cents]
    ) -> dict[PlayerId, Cents]:
        """Have the store move money now, and say what it moved.

        What goes counts at once, what comes once it is stored. Whether it is new is seen from the
        balances around it, for the first answer of the store may be lost.
        """
        self._balances.verify(changes)
        spent = {player: min(0, amount) for player, amount in changes.items()}
        before: dict[PlayerId, Cents] = {}
        moved: dict[PlayerId, Cents] = {}
        refused: list[Exception] = []

        async def store() -> None:
            for player in changes:
                before[player] = before.get(player, await self._balances.stored(player))
            await work()
            for player in changes:
                moved[player] = await self._balances.stored(player) - before[player]
            self._balances.count({player: moved[player] - spent[player] for player in changes})

        subjects = [about_player(player) for player in changes]
        # Whoever asked for it gets the refusal; the room itself has done nothing yet.
        self._write(store, subjects, refused.append, logging.INFO, spent)
        await self.flush(*subjects)
        if refused:
            raise refused[0]
        return moved

    def write(self, pending: Pending, table: TableId) -> None:
        """Write something else about a table after everything that was made so far."""
        self._write(pending, [about_table(table)], _no_undo)

    def write_of_player(self, pending: Pending, player: PlayerId) -> None:
        """Write something else about a player after everything that was made so far."""
        self._write(pending, [about_player(player)], _no_undo)

    # Writing

    def _write(
        self,
        pending: Pending,
        subjects: list[Subject],
        undo: Callable[[Exception], None],
        refused_level: int = logging.ERROR,
        changes: Mapping[PlayerId, Cents] | None = None,
    ) -> None:
        """Write something in its turn. `changes` of balances count at once; if it is refused, the
        store says what the players have."""
        counted = dict(changes or {})
        balances = self._balances
        balances.count_unwritten(counted)

        async def give_up(error: Exception) -> None:
            about = ", ".join(f"{kind} {number}" for kind, number in subjects)
            level = refused_level if isinstance(error, Refused) else logging.ERROR
            report(f"a write about {about} was refused", error, level)
            balances.forget_unwritten(counted)
            for player, amount in counted.items():
                await self._take_back(player, amount)
            undo(error)

        async def store() -> None:
            try:
                await retry_while_unavailable(pending)
            except Exception as error:  # noqa: BLE001 - the table that it concerns is stopped
                await give_up(error)
            else:
                balances.forget_unwritten(counted)

        self._writes.add(store, subjects)

    async def _take_back(self, player: PlayerId, amount: Cents) -> None:
        """A change of a balance was refused: the store says what the player has, if it can."""
        try:
            await retry_while_unavailable(lambda: self._read_again(player))
        except Exception as error:  # noqa: BLE001 - whoever asked must hear of the refusal all the same
            report(f"the balance of player {player} could not be read again", error)
            self._balances.count({player: -amount})

    async def flush(self, *subjects: Subject) -> None:
        """Wait until everything made so far about these, or about anybody, is stored."""
        await self._writes.flush(*subjects)

    async def abandon(self) -> None:
        """Give up what is not stored yet, as a crash does."""
        await self._writes.abandon()


def _no_undo(_error: Exception) -> None:
    """There is nothing to take back."""


def _is_lack_of_money(error: Exception) -> TypeGuard[Refused]:
    return isinstance(error, Refused) and error.rule == Invariant.NOT_BELOW_ZERO


def _topped_up(transfer: Transfer) -> tuple[PlayerId, Cents]:
    """Whose stack a top-up was for, and how much it was."""
    for account, amount in transfer.entries:
        parts = read_account(account)
        if parts.kind is Kind.ESCROW:
            return PlayerId(parts.ids[1]), amount
    raise AssertionError(f"no top-up: {transfer.key}")


def _table_of(transfer: Transfer) -> TableId | None:
    """The table whose stacks a transfer moves."""
    for account, _ in transfer.entries:
        parts = read_account(account)
        if parts.kind is Kind.ESCROW:
            return TableId(parts.ids[0])
    return None
