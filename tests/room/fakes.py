"""The store of a simulated room, in memory, with the real ledger inside."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import OwnerChanged, PlayerChanged, TransferRefused, Unavailable
from cardroom.ledger import (
    Account,
    Answer,
    CaseId,
    Kind,
    Ledger,
    PlayerId,
    Reason,
    SettledHand,
    TableId,
    Transfer,
    read_account,
    settle_hand,
)
from cardroom.ledger.verifying import reversal_key
from cardroom.room.hand_pages import StoredHand
from cardroom.room.people import AccountKind, Caller
from cardroom.room.receipts import verify_same
from cardroom.room.records import Receipt
from cardroom.room.requests import Report
from cardroom.rulebook.cash.stakes import StakeKey, read_stake, stake_word
from cardroom.store.databases.database import GuardRefused
from cardroom.units import Cents

T = TypeVar("T")


class MemoryStore:
    """Everything that would outlive the process; slow and unreachable now and then.

    A write that is under way when the room crashes may still arrive: it runs on its own.
    """

    def __init__(self, chance: Random, *, failures_permille: int = 0) -> None:
        self.ledger = Ledger()
        self.hands: dict[TableId, list[SettledHand]] = {}
        self.voided: list[SettledHand] = []
        self.epochs: dict[TableId, int] = {}
        self.pool_of: dict[TableId, StakeKey | None] = {}
        self.pool_owners: dict[StakeKey, str] = {}
        self.kept: dict[TableId, bytes] = {}
        self.players: dict[PlayerId, PlayerRecord] = {}
        self.lobby_places: dict[EntryNumber, LobbyPlace] = {}
        self.receipts: dict[tuple[PlayerId, str], bytes] = {}
        self.failures_permille = failures_permille
        self.is_out = False
        """Out of reach altogether, until somebody mends it."""
        self.fails_next_settle = ""
        """A fault of our own in the next settlement: `before` it is stored, or `after`."""
        self.delay_ms_max = 20
        self._chance = chance
        self._late: set[asyncio.Task[object]] = set()

    # What may go wrong

    async def _write(self, work: Callable[[], T]) -> T:
        """Do it after a while, also for a caller that is no more; its answer may be lost."""
        writing: asyncio.Task[T] = asyncio.create_task(self._later(work))
        self._late.add(writing)
        writing.add_done_callback(self._take_note)
        answer = await asyncio.shield(writing)
        self._fail_sometimes("stored, but the answer was lost")
        return answer

    async def _later(self, work: Callable[[], T]) -> T:
        await asyncio.sleep(self._chance.randrange(self.delay_ms_max) / 1000)
        self._fail_sometimes("the store is out of reach")
        return work()

    def _take_note(self, done: "asyncio.Task[T]") -> None:
        """Look at the outcome, for nobody may have waited for it."""
        self._late.discard(done)
        if not done.cancelled():
            done.exception()

    def _fail_sometimes(self, what: str) -> None:
        if self.is_out or self._chance.randrange(1000) < self.failures_permille:
            raise Unavailable(what)

    async def _read(self, work: Callable[[], T]) -> T:
        await asyncio.sleep(self._chance.randrange(self.delay_ms_max) / 1000)
        self._fail_sometimes("the store is out of reach")
        return work()

    def _verify_owner(self, table: TableId, epoch: int) -> None:
        if self.epochs.get(table) != epoch:
            raise OwnerChanged("CRASH-01", "table_has_another_owner")

    # MoneyStore

    async def balance(self, account: Account) -> Cents:
        return await self._read(lambda: self.ledger.balance(account))

    async def move(
        self,
        transfer: Transfer,
        under: tuple[TableId, int] | None,
        record: PlayerRecord | None = None,
        receipt: Receipt | None = None,
    ) -> object:
        def work() -> object:
            if under is not None:
                self._verify_owner(*under)
            is_new = self.ledger.transfer(transfer.key) is None
            if is_new and receipt and (receipt.player, receipt.request) in self.receipts:
                raise GuardRefused("the receipt of another transfer")
            if is_new and record is not None:
                self._verify_version(record)
            answer = self.ledger.apply(transfer)
            if record is not None and answer is Answer.APPLIED:
                self.players[record.player] = record
            if receipt is not None and answer is Answer.APPLIED:
                self._note(receipt)
            if transfer.reason is Reason.BOUGHT_IN and answer is Answer.APPLIED:
                self._mark_bought(transfer)
            return answer

        return await self._write(work)

    def _verify_version(self, record: PlayerRecord) -> None:
        known = self.players.get(record.player)
        if record.version != 1 + (0 if known is None else known.version):
            raise PlayerChanged("RAT-02", "player_has_changed")

    def _mark_bought(self, transfer: Transfer) -> None:
        escrows = (read_account(account) for account, _ in transfer.entries)
        table, player = next(one.ids for one in escrows if one.kind is Kind.ESCROW)
        for number, place in self.lobby_places.items():
            if (place.table, place.player) == (table, player):
                self.lobby_places[number] = replace(place, is_bought=True)

    def _note(self, receipt: Receipt) -> None:
        key = receipt.player, receipt.request
        if not verify_same(receipt, self.receipts.get(key)):
            self.receipts[key] = receipt.digest

    async def move_all(self, transfers: Sequence[Transfer], receipt: Receipt) -> None:
        def work() -> None:
            verify_same(receipt, self.receipts.get((receipt.player, receipt.request)))
            self._apply_all(transfers, deepcopy(self.ledger))
            self._apply_all(transfers, self.ledger)
            self._note(receipt)

        await self._write(work)

    def _apply_all(self, transfers: Sequence[Transfer], ledger: Ledger) -> None:
        for number, transfer in enumerate(transfers):
            booked = ledger.transfer(transfer.key)
            if booked is not None and booked.entries == transfer.entries:
                continue
            try:
                ledger.apply(transfer)
            except TransferRefused as refusal:
                if number:
                    raise GuardRefused(f"{transfer.key} is refused after others") from refusal
                raise

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        return await self._read(lambda: self.receipts.get((player, request)))

    async def remember(self, record: PlayerRecord) -> None:
        def work() -> None:
            if self.players.get(record.player) != record:
                self._verify_version(record)
                self.players[record.player] = record

        await self._write(work)

    async def settle(self, hand: SettledHand) -> object:
        def work() -> object:
            self._verify_owner(hand.table, hand.epoch)
            answer = self.ledger.apply(settle_hand(hand))
            hands = self.hands.setdefault(hand.table, [])
            if not hands or hands[-1].key != hand.key:
                hands.append(hand)
            return answer

        failing, self.fails_next_settle = self.fails_next_settle, ""
        if failing == "before":
            raise RuntimeError("a fault before the hand was stored")
        answer = await self._write(work)
        if failing == "after":
            raise RuntimeError("a fault after the hand was stored")
        return answer

    async def void(self, hand: SettledHand, epoch: int) -> None:
        def work() -> None:
            self._verify_owner(hand.table, epoch)
            if all(one.key != hand.key for one in self.voided):
                self.voided.append(hand)

        await self._write(work)

    # HandRecords

    async def stored_hand(self, key: str) -> StoredHand | None:
        def work() -> StoredHand | None:
            for one in self.voided:
                if one.key == key:
                    return StoredHand(one, is_void=True)
            settled = (one for hands in self.hands.values() for one in hands if one.key == key)
            back = self.ledger.transfer(reversal_key(key))
            return next((StoredHand(one, False, back) for one in settled), None)

        return await self._read(work)

    # TableStore

    async def claim_table(self, table: TableId, owner: str, stake: str) -> int:
        def work() -> int:
            self.epochs[table] = self.epochs.get(table, 0) + 1
            self.pool_of[table] = read_stake(stake)
            return self.epochs[table]

        # A claim dies with its process: one that arrived later would take the table from its heir.
        epoch = await self._later(work)
        self._fail_sometimes("claimed, but the answer was lost")
        return epoch

    async def claim_pool(self, stake: StakeKey, owner: str) -> None:
        def work() -> None:
            if self.pool_owners.get(stake) != owner:
                self.pool_owners[stake] = owner
                for table, pool in self.pool_of.items():
                    self.epochs[table] += pool == stake

        await self._later(work)

    async def pools(self) -> Sequence[StakeKey]:
        tables = (pool for pool in self.pool_of.values() if pool is not None)
        return await self._read(lambda: sorted({*tables, *self.pool_owners}))

    async def keep_table(
        self,
        table: TableId,
        epoch: int,
        record: bytes,
        noted: Sequence[Receipt] = (),
        arrived: Sequence[PlayerId] = (),
    ) -> None:
        def work() -> None:
            if self.epochs.get(table) != epoch:
                raise OwnerChanged("I5", "not_the_owner")
            for receipt in noted:
                verify_same(receipt, self.receipts.get((receipt.player, receipt.request)))
            for receipt in noted:
                self._note(receipt)
            for number, place in list(self.lobby_places.items()):
                if place.table == table and (
                    not record or (place.is_bought and place.player in arrived)
                ):
                    del self.lobby_places[number]
            if record:
                self.kept[table] = record
            else:
                self.kept.pop(table, None)

        await self._write(work)

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]:
        return await self._read(lambda: sorted(self.kept.items()))

    async def keep_place(self, place: LobbyPlace, owner: str) -> None:
        def work() -> None:
            known = self.lobby_places.get(place.number)
            bought = known is not None and known.is_bought
            self.lobby_places[place.number] = replace(place, is_bought=bought)

        await self._write(work)

    async def drop_place(self, number: EntryNumber, stake: StakeKey, owner: str) -> None:
        def work() -> None:
            if number in self.lobby_places and not self.lobby_places[number].is_bought:
                del self.lobby_places[number]

        await self._write(work)

    async def places(self) -> Sequence[LobbyPlace]:
        return await self._read(
            lambda: sorted(self.lobby_places.values(), key=lambda one: stake_word(one.stake))
        )

    async def remembered(self, at_ms: int) -> Sequence[PlayerRecord]:
        return await self._read(
            lambda: [one for one in self.players.values() if one.until_ms >= at_ms]
        )

    async def remembered_of(self, player: PlayerId) -> PlayerRecord | None:
        return await self._read(lambda: self.players.get(player))

    async def stacks(self, table: TableId) -> Mapping[PlayerId, Cents]:
        return await self._read(lambda: self.escrow(table))

    def escrow(self, table: TableId) -> dict[PlayerId, Cents]:
        found: dict[PlayerId, Cents] = {}
        for account, balance in self.ledger.balances.items():
            parts = read_account(account)
            if parts.kind is Kind.ESCROW and parts.ids[0] == table and balance:
                found[PlayerId(parts.ids[1])] = balance
        return found

    async def last_number(self, table: TableId) -> int:
        def work() -> int:
            void = [one.number for one in self.voided if one.table == table]
            return max([*void, *(one.number for one in self.hands.get(table, ()))], default=0)

        return await self._read(work)

    async def last_hand(self, table: TableId) -> SettledHand | None:
        return await self._read(lambda: self.hands[table][-1] if table in self.hands else None)


class NoLag:
    """Everybody is here, and near."""

    def is_here(self, player: PlayerId) -> bool:
        return True

    def lag_ms(self, player: PlayerId) -> int:
        return 0

    def doubt_ms(self, player: PlayerId) -> int:
        return 0


class SeededBits:
    """Chance from a seed."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def bits(self, count: int) -> int:
        return self._chance.getrandbits(count) if count else 0


class Names:
    """Players are called by their numbers."""

    owners: Mapping[PlayerId, PlayerId] = {}

    def person(self, player: PlayerId) -> PlayerId:
        return self.owners.get(player, player)

    def kind(self, player: PlayerId) -> AccountKind:
        return "person"

    def name(self, player: PlayerId) -> str:
        return f"player{player}"


class Cases:
    """Reports, in the order in which they came."""

    def __init__(self) -> None:
        self.reports: list[tuple[PlayerId, Report]] = []

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        self.reports.append((caller.player, report))
        return CaseId(len(self.reports))

    async def record(
        self, actor: PlayerId, subject: PlayerId, deed: str, reason: str, at_ms: int
    ) -> None:
        raise AssertionError("nothing is recorded here")
