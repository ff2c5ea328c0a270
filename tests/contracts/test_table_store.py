"""TableStore: tables between their hands, the same in memory and on both databases."""

import pytest
from msgspec.structs import replace

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import AccessRefused, PlayerChanged, TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.room.receipts import receipt_of
from cardroom.rulebook.cash.stakes import StakeKey
from tests.contracts.rooms import ANA, BEN, NL10, STACK, TABLE, RoomPorts, hand, seat
from tests.rule import rule

OTHER = TableId(2)
STAKE = StakeKey("nl-holdem", "ordinary", 5, 10)
NL20 = "nl-holdem:ordinary:10:20"


async def test_every_claim_of_a_table_has_a_later_epoch(room: RoomPorts) -> None:
    first = await room.claim_table(TABLE, "us", NL10)
    assert await room.claim_table(TABLE, "heir", NL10) > first
    assert await room.claim_table(OTHER, "us", NL20) >= first


@rule("CRASH-01")
async def test_pools_that_were_claimed_are_known_with_and_without_tables(room: RoomPorts) -> None:
    assert list(await room.pools()) == []
    await room.claim_pool(STAKE, "us")
    await room.claim_table(OTHER, "us", NL20)
    assert sorted(await room.pools()) == [STAKE, StakeKey("nl-holdem", "ordinary", 10, 20)]


@rule("CRASH-01")
async def test_the_latest_record_of_each_table_is_kept_until_the_table_is_gone(
    room: RoomPorts,
) -> None:
    epoch = await room.claim_table(TABLE, "us", NL10)
    other = await room.claim_table(OTHER, "us", NL10)
    await room.keep_table(TABLE, epoch, b"first")
    await room.keep_table(TABLE, epoch, b"second")
    await room.keep_table(OTHER, other, b"other")
    assert list(await room.kept_tables()) == [(OTHER, b"other"), (TABLE, b"second")]
    for _ in range(2):
        await room.keep_table(TABLE, epoch, b"")
        assert list(await room.kept_tables()) == [(OTHER, b"other")]


async def test_a_former_owner_keeps_and_closes_nothing(room: RoomPorts) -> None:
    epoch = await room.claim_table(TABLE, "us", NL10)
    heir = await room.claim_table(TABLE, "heir", NL10)
    await room.keep_table(TABLE, heir, b"of the heir")
    for record in (b"of the former owner", b""):
        with pytest.raises(TransferRefused) as refused:
            await room.keep_table(TABLE, epoch, record, [receipt_of(ANA, "a", [1], 1)])
        assert (refused.value.rule, refused.value.reason) == ("I5", "not_the_owner")
    assert list(await room.kept_tables()) == [(TABLE, b"of the heir")]
    assert await room.receipt(ANA, "a") is None


async def test_whoever_claims_a_pool_ends_the_claims_on_its_tables(room: RoomPorts) -> None:
    epoch = await room.claim_table(TABLE, "us", NL10)
    other = await room.claim_table(OTHER, "us", NL20)
    await room.claim_pool(STAKE, "heir")
    with pytest.raises(TransferRefused) as refused:
        await room.keep_table(TABLE, epoch, b"late")
    assert refused.value.reason == "not_the_owner"
    await room.keep_table(OTHER, other, b"of another pool")
    assert list(await room.kept_tables()) == [(OTHER, b"of another pool")]


async def test_receipts_are_noted_with_the_record_of_a_table_or_neither_is(
    room: RoomPorts,
) -> None:
    epoch = await room.claim_table(TABLE, "us", NL10)
    noted = receipt_of(ANA, "a", ["leave"], 1)
    await room.keep_table(TABLE, epoch, b"first", [noted])
    await room.keep_table(TABLE, epoch, b"second", [noted])
    assert await room.receipt(ANA, "a") == noted.digest
    with pytest.raises(AccessRefused):
        await room.keep_table(TABLE, epoch, b"third", [receipt_of(ANA, "a", ["stay"], 2)])
    assert list(await room.kept_tables()) == [(TABLE, b"second")]


@rule("RAT-02")
async def test_what_is_remembered_is_the_latest_and_ends_in_time(room: RoomPorts) -> None:
    ana = PlayerRecord(player=ANA, until_ms=100, sat_at=(TABLE,), version=2)
    ben = PlayerRecord(player=BEN, until_ms=200, version=1)
    for record in (PlayerRecord(player=ANA, until_ms=900, version=1), ana, ben):
        await room.remember(record)
    everybody = sorted(await room.remembered(100), key=lambda one: one.player)
    assert everybody == [ana, ben]
    assert list(await room.remembered(101)) == [ben]
    assert await room.remembered_of(ANA) == ana


@rule("RAT-02", "BANZ-04")
async def test_a_record_that_was_not_made_from_the_stored_one_is_refused(room: RoomPorts) -> None:
    epoch = await seat(room)
    first = PlayerRecord(player=ANA, until_ms=100, version=1)
    await room.remember(first)
    for version in (0, 1, 3):
        stale = PlayerRecord(player=ANA, until_ms=200, version=version)
        with pytest.raises(PlayerChanged):
            await room.remember(stale)
        leaves = cash_out(TABLE, ANA, STACK, "EUR", request="1", at_ms=3)
        with pytest.raises(PlayerChanged):
            await room.move(leaves, (TABLE, epoch), stale)
    assert await room.remembered_of(ANA) == first
    assert (await room.stacks(TABLE))[ANA] == STACK


@rule("CASH-06", "CRASH-01")
async def test_places_in_the_lobby_keep_their_order_until_they_are_used_up(room: RoomPorts) -> None:
    waits = [_place(number, player) for number, player in ((1, ANA), (2, BEN), (3, ANA))]
    for place in waits:
        await room.keep_place(place, "us")
    await room.drop_place(EntryNumber(1), STAKE, "us")
    epoch = await room.claim_table(TABLE, "us", NL10)
    offered = replace(_place(2, BEN), table=TABLE, seat=4, until_ms=9)
    await room.keep_place(offered, "us")
    assert list(await room.places()) == [offered, waits[2]]
    await room.move(deposit(BEN, 5000, "EUR", reference="b", at_ms=1), None)
    await room.move(buy_in(TABLE, BEN, STACK, "EUR", request="b", at_ms=2), (TABLE, epoch))
    await room.drop_place(EntryNumber(2), STAKE, "us")
    assert list(await room.places()) == [replace(offered, is_bought=True), waits[2]]
    await room.keep_table(TABLE, epoch, b"without the seat")
    assert list(await room.places()) == [replace(offered, is_bought=True), waits[2]]
    await room.keep_table(TABLE, epoch, b"with the seat", arrived=[BEN])
    assert list(await room.places()) == [waits[2]]


def _place(number: int, player: PlayerId) -> LobbyPlace:
    return LobbyPlace(number=EntryNumber(number), player=player, stake=STAKE)


@rule("AMB-69")
async def test_the_last_hand_and_the_last_number_of_a_table(room: RoomPorts) -> None:
    epoch = await seat(room)
    assert await room.last_number(TABLE) == 0
    assert await room.last_hand(TABLE) is None
    assert await room.stacks(TABLE) == {ANA: STACK, BEN: STACK}
    await room.settle(hand(epoch))
    await room.void(hand(epoch, number=2), epoch)
    assert await room.last_number(TABLE) == 2
    assert await room.last_number(OTHER) == 0
    last = await room.last_hand(TABLE)
    assert last is not None
    assert (last.number, last.seats) == (1, {1: ANA, 2: BEN})
