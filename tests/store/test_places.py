"""Places in the lobby, on both databases: in their order, through the buy-in, for one owner."""

import pytest

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in
from cardroom.rulebook.cash.stakes import StakeKey, stake_word
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.rooms import RoomStore
from tests.rule import rule

NL10 = StakeKey("nl-holdem", "ordinary", 5, 10)
PLO = StakeKey("pl-omaha", "banzai", 10, 20)
TABLE = TableId(7)


def place(number: int, player: int, stake: StakeKey = NL10, seat: int = 0) -> LobbyPlace:
    return LobbyPlace(
        number=EntryNumber(number),
        player=PlayerId(player),
        stake=stake,
        table=TABLE if seat else None,
        seat=seat,
        until_ms=60_000 if seat else 0,
    )


@pytest.fixture
def room(store: Store) -> RoomStore:
    return RoomStore(store)


@rule("CASH-06", "CRASH-01")
async def test_places_keep_their_order_and_what_becomes_of_them(
    room: RoomStore, store: Store
) -> None:
    for one in (place(1, 10), place(2, 11), place(3, 10, PLO), place(4, 12)):
        await room.keep_place(one, "us")
    # The second is offered a seat, twice said; the first goes away.
    for _ in range(2):
        await room.keep_place(place(2, 11, seat=3), "us")
        await room.drop_place(EntryNumber(1), NL10, "us")
    assert await room.places() == [place(2, 11, seat=3), place(4, 12), place(3, 10, PLO)]
    report = await audit_store(store, None, now_ms=1, show_progress=lambda _read, _of: None)
    assert report.breaches == ()


@rule("CASH-06", "CRASH-01")
async def test_those_who_came_under_an_earlier_owner_come_first(store: Store) -> None:
    """Two processes number by themselves: the one that takes over may be at lower numbers."""
    await RoomStore(store).keep_place(place(2_000, 10), "first")
    heir = RoomStore(store)
    await heir.keep_place(place(1_500, 11), "second")
    assert [one.number for one in await heir.places()] == [2_000, 1_500]


@rule("CRASH-01")
async def test_a_former_owner_of_the_pool_neither_keeps_nor_drops_a_place(store: Store) -> None:
    former, present = RoomStore(store), RoomStore(store)
    await former.keep_place(place(1, 10), "first")
    await present.claim_table(TABLE, "second", stake_word(NL10))
    with pytest.raises(TransferRefused, match="unit has another owner"):
        await former.keep_place(place(2, 11), "first")
    with pytest.raises(TransferRefused, match="unit has another owner"):
        await former.drop_place(EntryNumber(1), NL10, "first")
    assert await present.places() == [place(1, 10)]


@rule("CASH-04", "CRASH-01")
async def test_a_seat_that_is_paid_stays_until_the_record_of_its_table_has_it(
    room: RoomStore,
) -> None:
    epoch = await room.claim_table(TABLE, "us", stake_word(NL10))
    await room.move(deposit(PlayerId(10), 5_000, "EUR", reference="d", at_ms=1), None)
    await room.keep_place(place(1, 10, seat=3), "us")
    await room.keep_place(place(2, 11, seat=4), "us")
    refused = buy_in(TABLE, PlayerId(11), 1_000, "EUR", request="1", at_ms=2)
    with pytest.raises(TransferRefused):
        await room.move(refused, (TABLE, epoch))
    await room.move(buy_in(TABLE, PlayerId(10), 1_000, "EUR", request="1", at_ms=2), (TABLE, epoch))
    # An offer that runs out at this moment takes nothing away.
    await room.drop_place(EntryNumber(1), NL10, "us")
    bought, offered = await room.places()
    assert (bought.player, bought.seat, bought.is_bought) == (10, 3, True)
    assert not offered.is_bought
    await room.keep_table(TABLE, epoch, b"it is not there yet")
    assert await room.places() == [bought, offered]
    await room.keep_table(TABLE, epoch, b"the seat is in it", arrived=[bought.player])
    assert await room.places() == [offered]
    await room.keep_table(TABLE, epoch, b"")
    assert await room.places() == []


async def test_every_start_of_a_room_has_a_number_of_its_own(store: Store, address: str) -> None:
    async with await Store.open(address) as other:
        runs = [await one.begin_run() for one in (store, other, store)]
    assert runs == [1, 2, 3]
