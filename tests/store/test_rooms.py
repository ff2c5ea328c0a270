"""What the room asks of the store, on both databases."""

import asyncio
from collections.abc import Sequence

import pytest

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import TransferRefused, Unavailable
from cardroom.ledger import Kind, PlayerId, TableId, Transfer
from cardroom.ledger.accounts import house, player_cash, suspense
from cardroom.ledger.banking import deposit
from cardroom.ledger.suspense import suspend
from cardroom.ledger.transfers import DAY_MS
from cardroom.office.charity import give_to_charity, give_what_is_due
from cardroom.room.records import Receipt
from cardroom.store import Store
from cardroom.store.rooms import RoomStore
from tests.rule import rule

TABLE = TableId(7)
NL10 = "nl-holdem:ordinary:5:10"
CAT = PlayerId(3)


@rule("CRASH-01", "CRASH-05")
async def test_a_kept_table_is_there_again_until_it_is_closed(store: Store) -> None:
    rooms = RoomStore(store)
    epoch = await rooms.claim_table(TABLE, "first", NL10)
    await rooms.keep_table(TABLE, epoch, b"one")
    await rooms.keep_table(TABLE, epoch, b"two")
    assert list(await rooms.kept_tables()) == [(TABLE, b"two")]
    await rooms.keep_table(TABLE, epoch, b"")
    assert list(await rooms.kept_tables()) == []


@rule("CRASH-01")
async def test_a_former_owner_cannot_say_what_a_table_is_like(store: Store) -> None:
    rooms = RoomStore(store)
    former = await RoomStore(store).claim_table(TABLE, "first", NL10)
    present = await rooms.claim_table(TABLE, "second", NL10)
    await rooms.keep_table(TABLE, present, b"mine")
    with pytest.raises(TransferRefused):
        await rooms.keep_table(TABLE, former, b"stale")
    assert list(await rooms.kept_tables()) == [(TABLE, b"mine")]


@rule("CRASH-04", "AMB-23")
async def test_the_room_gives_what_is_overdue_in_suspense_to_charity_once(store: Store) -> None:
    rooms = RoomStore(store)
    await store.transfer(deposit(CAT, 500, "EUR", reference="d", at_ms=1))
    cash = player_cash(CAT, "EUR")
    for reference, amount, after_days in (("a", 200, 90), ("b", 100, 91)):
        await store.transfer(
            suspend(CAT, amount, cash, reference=reference, after_days=after_days, at_ms=1)
        )
    charity = house(Kind.CHARITY, "EUR")
    given = []
    for now_ms in (90 * DAY_MS, 1 + 90 * DAY_MS, 2 + 90 * DAY_MS, 1 + 91 * DAY_MS):
        await give_what_is_due(rooms, now_ms)
        given.append(await store.balance(charity))
    assert given == [0, 200, 200, 300]
    assert await store.balance(suspense(CAT, "EUR")) == 0


@rule("CRASH-04")
async def test_the_job_looks_at_once_and_again_after_bad_weather(store: Store) -> None:
    await store.transfer(deposit(CAT, 500, "EUR", reference="d", at_ms=1))
    cash = player_cash(CAT, "EUR")
    await store.transfer(suspend(CAT, 500, cash, reference="a", after_days=90, at_ms=1))
    rooms = StormyStore(store)
    job = asyncio.create_task(give_to_charity(rooms, StoppedClock(), every_s=0.01))
    async with asyncio.timeout(20):
        await rooms.given.wait()
    job.cancel()
    assert await store.balance(house(Kind.CHARITY, "EUR")) == 500


class StormyStore(RoomStore):
    """Cannot be reached at the first look."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.given = asyncio.Event()
        self._looks = 0

    async def due_in_suspense(self, now_ms: int, limit: int) -> Sequence[Transfer]:
        self._looks += 1
        if self._looks == 1:
            raise Unavailable("the database cannot be used")
        return await super().due_in_suspense(now_ms, limit)

    async def move(
        self,
        transfer: Transfer,
        under: tuple[TableId, int] | None,
        record: PlayerRecord | None = None,
        receipt: Receipt | None = None,
    ) -> object:
        answer = await super().move(transfer, under, record, receipt)
        self.given.set()
        return answer


class StoppedClock:
    """Ninety-one days after the beginning of time."""

    def now_ms(self) -> int:
        return 91 * DAY_MS

    def monotonic_ms(self) -> int:
        return 0
