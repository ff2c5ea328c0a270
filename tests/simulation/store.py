"""The real store behind a gate of faults: slow, out of reach, or its answers lost."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import TransferRefused, Unavailable
from cardroom.ledger import Account, PlayerId, Reason, SettledHand, TableId, Transfer
from cardroom.room.hand_pages import StoredHand
from cardroom.room.records import Receipt
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.store import Store
from cardroom.store.databases.database import TransientError
from cardroom.store.rooms import RoomStore
from cardroom.units import Cents

T = TypeVar("T")
REFUSED = (Reason.BOUGHT_IN, Reason.TOPPED_UP)
"""What the store refuses now and then although the room has counted it."""


class StoreGate:
    """What goes wrong between a room and its store; the same for every process of an evening.

    A write that is under way when the room crashes may still arrive: it runs on its own.
    """

    def __init__(self, chance: Random) -> None:
        self.failures_permille = 0
        self.is_out = False
        """Out of reach altogether, until somebody mends it."""
        self.fails_next_settle = ""
        """A fault of our own in the next settlement: `before` it is stored, or `after`."""
        self.refuses_next_move = False
        self.delay_ms_max = 20
        self.statement_faults = 0
        """How many of the next statements fail in the database itself."""
        self.injure: Callable[[TableId], None] = lambda _: None
        """Called for a table that may freeze because of a fault here."""
        self.refused: Callable[[str], None] = lambda _: None
        """Called for a transfer that was refused although the room had counted it."""
        self._chance = chance
        self._late: set[asyncio.Task[object]] = set()

    def mend(self) -> None:
        """Nothing goes wrong any more."""
        self.is_out = self.refuses_next_move = False
        self.fails_next_settle = ""
        self.statement_faults = 0

    def statement(self, _site: str) -> None:
        """A step inside the database: it may fail, and all of its transaction with it."""
        if self.statement_faults and not self._chance.randrange(4):
            self.statement_faults -= 1
            raise TransientError("a fault in the database")

    async def write(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do it after a while, also for a caller that is no more; its answer may be lost."""
        writing: asyncio.Task[T] = asyncio.create_task(self.read(work))
        self._late.add(writing)
        writing.add_done_callback(self._take_note)
        answer = await asyncio.shield(writing)
        self.raise_fault("stored, but the answer was lost")
        return answer

    async def write_or_die(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do it after a while, unless the process dies before; its answer may be lost.

        For what no claim protects: if it arrived late, the next process would have read before it.
        """
        answer = await self.read(work)
        self.raise_fault("stored, but the answer was lost")
        return answer

    async def read(self, work: Callable[[], Awaitable[T]]) -> T:
        await asyncio.sleep(self._chance.randrange(self.delay_ms_max) / 1000)
        self.raise_fault("the store is out of reach")
        return await work()

    def _take_note(self, done: "asyncio.Task[T]") -> None:
        """Look at the outcome, for nobody may have waited for it."""
        self._late.discard(done)
        if not done.cancelled():
            done.exception()

    def raise_fault(self, what: str) -> None:
        if self.is_out or self._chance.randrange(1000) < self.failures_permille:
            raise Unavailable(what)


class GatedStore(RoomStore):
    """The ports of the room on the real store, through the gate; one for each process."""

    def __init__(
        self, store: Store, gate: StoreGate, last_table: int, settled: Callable[[], None]
    ) -> None:
        super().__init__(store, tells=True)
        self.epochs = {TableId(last_table): 0} if last_table else {}
        """The tables that there were: numbers are not used again."""
        self._gate = gate
        self._settled = settled
        self._tried: frozenset[str] = frozenset()
        """Transfers that may be stored already: a store never refuses those."""

    async def balance(self, account: Account) -> Cents:
        return await self._gate.read(partial(super().balance, account))

    async def move(
        self,
        transfer: Transfer,
        under: tuple[TableId, int] | None,
        record: PlayerRecord | None = None,
        receipt: Receipt | None = None,
    ) -> object:
        is_first, self._tried = transfer.key not in self._tried, self._tried | {transfer.key}
        if is_first and self._gate.refuses_next_move and under and transfer.reason in REFUSED:
            self._gate.refuses_next_move = False
            self._gate.injure(under[0])
            self._gate.refused(transfer.key)
            raise TransferRefused("I2", "injected")
        write = self._gate.write if under else self._gate.write_or_die
        return await write(partial(super().move, transfer, under, record, receipt))

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        return await self._gate.read(partial(super().receipt, player, request))

    async def remember(self, record: PlayerRecord) -> None:
        await self._gate.write(partial(super().remember, record))

    async def remembered(self, at_ms: int) -> Sequence[PlayerRecord]:
        return await self._gate.read(partial(super().remembered, at_ms))

    async def remembered_of(self, player: PlayerId) -> PlayerRecord | None:
        return await self._gate.read(partial(super().remembered_of, player))

    async def booked(self, key: str) -> Transfer | None:
        return await self._gate.read(partial(super().booked, key))

    async def stored_hand(self, key: str) -> StoredHand | None:
        return await self._gate.read(partial(super().stored_hand, key))

    async def settle(self, hand: SettledHand) -> object:
        failing, self._gate.fails_next_settle = self._gate.fails_next_settle, ""
        if failing:
            self._gate.injure(hand.table)
        if failing == "before":
            raise RuntimeError("a fault before the hand was stored")
        answer = await self._gate.write(partial(super().settle, hand))
        self._settled()
        if failing == "after":
            raise RuntimeError("a fault after the hand was stored")
        return answer

    async def void(self, hand: SettledHand, epoch: int) -> None:
        await self._gate.write(partial(super().void, hand, epoch))

    async def claim_table(self, table: TableId, owner: str, stake: str) -> int:
        # A claim that arrived later would take the table from its heir.
        return await self._gate.write_or_die(partial(super().claim_table, table, owner, stake))

    async def claim_pool(self, stake: StakeKey, owner: str) -> None:
        await self._gate.write_or_die(partial(super().claim_pool, stake, owner))

    async def pools(self) -> Sequence[StakeKey]:
        return await self._gate.read(super().pools)

    async def keep_table(
        self,
        table: TableId,
        epoch: int,
        record: bytes,
        noted: Sequence[Receipt] = (),
        arrived: Sequence[PlayerId] = (),
    ) -> None:
        await self._gate.write(partial(super().keep_table, table, epoch, record, noted, arrived))

    async def keep_place(self, place: LobbyPlace, owner: str) -> None:
        await self._gate.write(partial(super().keep_place, place, owner))

    async def drop_place(self, number: EntryNumber, stake: StakeKey, owner: str) -> None:
        await self._gate.write(partial(super().drop_place, number, stake, owner))

    async def places(self) -> Sequence[LobbyPlace]:
        return await self._gate.read(super().places)

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]:
        return await self._gate.read(super().kept_tables)

    async def stacks(self, table: TableId) -> "dict[PlayerId, Cents]":
        return dict(await self._gate.read(partial(super().stacks, table)))

    async def last_number(self, table: TableId) -> int:
        return await self._gate.read(partial(super().last_number, table))

    async def last_hand(self, table: TableId) -> SettledHand | None:
        return await self._gate.read(partial(super().last_hand, table))


class Gated:
    """Any part of the real store, each of its methods through the gate."""

    def __init__(self, part: object, gate: StoreGate) -> None:
        self._part = part
        self._gate = gate

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._part, name)
        return lambda *words, **named: self._gate.write_or_die(partial(method, *words, **named))
