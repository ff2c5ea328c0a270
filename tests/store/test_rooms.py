"""What the room asks of the store, on both databases."""

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import TableId
from cardroom.store import Store
from cardroom.store.rooms import RoomStore
from tests.rule import rule

TABLE = TableId(7)


@rule("CRASH-01", "CRASH-05")
async def test_a_kept_table_is_there_again_until_it_is_closed(store: Store) -> None:
    rooms = RoomStore(store)
    epoch = await rooms.claim_table(TABLE, "first")
    await rooms.keep_table(TABLE, epoch, b"one")
    await rooms.keep_table(TABLE, epoch, b"two")
    assert list(await rooms.kept_tables()) == [(TABLE, b"two")]
    await rooms.keep_table(TABLE, epoch, b"")
    assert list(await rooms.kept_tables()) == []


@rule("CRASH-01")
async def test_a_former_owner_cannot_say_what_a_table_is_like(store: Store) -> None:
    rooms = RoomStore(store)
    former = await rooms.claim_table(TABLE, "first")
    present = await rooms.claim_table(TABLE, "second")
    await rooms.keep_table(TABLE, present, b"mine")
    with pytest.raises(TransferRefused):
        await rooms.keep_table(TABLE, former, b"stale")
    assert list(await rooms.kept_tables()) == [(TABLE, b"mine")]
