"""MoneyStore: transfers, receipts and hands, the same in memory and on both databases."""

import pytest

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import AccessRefused, TransferRefused
from cardroom.ledger.accounts import escrow, player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in, cash_out, top_up
from cardroom.room.receipts import receipt_of
from cardroom.store.databases.database import GuardRefused
from tests.contracts.rooms import ANA, BEN, NL10, STACK, TABLE, RoomPorts, hand, seat
from tests.rule import rule

CASH = player_cash(ANA, "EUR")
CHIPS = escrow(TABLE, ANA, "EUR")


async def test_a_transfer_moves_money_from_one_account_to_the_other(room: RoomPorts) -> None:
    assert await room.balance(CASH) == 0
    await seat(room)
    assert await room.balance(CASH) == 5000 - STACK
    assert await room.balance(CHIPS) == STACK


async def test_the_same_transfer_again_moves_nothing(room: RoomPorts) -> None:
    epoch = await seat(room)
    more = top_up(TABLE, ANA, 500, "EUR", request="9", at_ms=3)
    for _ in range(2):
        await room.move(more, (TABLE, epoch))
        assert await room.balance(CHIPS) == STACK + 500


async def test_a_key_with_another_content_is_refused(room: RoomPorts) -> None:
    await room.move(deposit(ANA, 700, "EUR", reference="d", at_ms=1), None)
    with pytest.raises(TransferRefused) as refused:
        await room.move(deposit(ANA, 800, "EUR", reference="d", at_ms=1), None)
    assert refused.value.rule == "I7"
    assert await room.balance(CASH) == 700


async def test_money_that_is_not_there_is_not_moved(room: RoomPorts) -> None:
    epoch = await seat(room)
    too_much = top_up(TABLE, ANA, 4001, "EUR", request="9", at_ms=3)
    with pytest.raises(TransferRefused) as refused:
        await room.move(too_much, (TABLE, epoch))
    assert refused.value.rule == "I2"
    assert await room.balance(CASH) == 5000 - STACK


async def test_who_no_longer_owns_the_table_moves_nothing_there(room: RoomPorts) -> None:
    epoch = await seat(room)
    await room.claim_table(TABLE, "heir", NL10)
    leaves = cash_out(TABLE, ANA, STACK, "EUR", request="9", at_ms=3)
    with pytest.raises(TransferRefused) as refused:
        await room.move(leaves, (TABLE, epoch))
    assert (refused.value.rule, refused.value.reason) == ("CRASH-01", "table_has_another_owner")
    with pytest.raises(TransferRefused):
        await room.settle(hand(epoch))
    assert await room.balance(CHIPS) == STACK


@rule("CRASH-01", "RAT-02")
async def test_what_is_remembered_and_the_receipt_are_written_with_the_money(
    room: RoomPorts,
) -> None:
    epoch = await seat(room)
    record = PlayerRecord(player=ANA, until_ms=100, sat_at=(TABLE,), version=1)
    receipt = receipt_of(ANA, "a", ["top_up", 500], 3)
    more = top_up(TABLE, ANA, 500, "EUR", request="9", at_ms=3)
    await room.move(more, (TABLE, epoch), record, receipt)
    assert await room.remembered_of(ANA) == record
    assert await room.receipt(ANA, "a") == receipt.digest
    assert await room.receipt(BEN, "a") is None


@rule("CRASH-01")
async def test_a_request_id_that_was_used_for_something_else_moves_nothing(
    room: RoomPorts,
) -> None:
    epoch = await seat(room)
    first = top_up(TABLE, ANA, 500, "EUR", request="9", at_ms=3)
    await room.move(first, (TABLE, epoch), None, receipt_of(ANA, "a", ["top_up", 500], 3))
    record = PlayerRecord(player=ANA, until_ms=100, sat_at=(TABLE,), version=1)
    other = top_up(TABLE, ANA, 600, "EUR", request="10", at_ms=4)
    with pytest.raises(GuardRefused):
        await room.move(other, (TABLE, epoch), record, receipt_of(ANA, "a", ["top_up", 600], 4))
    assert await room.balance(CHIPS) == STACK + 500
    assert await room.remembered_of(ANA) is None


@rule("CRASH-01")
async def test_a_refused_transfer_leaves_no_record_and_no_receipt(room: RoomPorts) -> None:
    epoch = await seat(room)
    too_much = top_up(TABLE, ANA, 9000, "EUR", request="9", at_ms=3)
    record = PlayerRecord(player=ANA, until_ms=100, sat_at=(TABLE,), version=1)
    with pytest.raises(TransferRefused):
        await room.move(too_much, (TABLE, epoch), record, receipt_of(ANA, "a", [9000], 3))
    assert await room.remembered_of(ANA) is None
    assert await room.receipt(ANA, "a") is None


@rule("CRASH-01")
async def test_a_booking_of_several_transfers_is_carried_out_whole_or_not_at_all(
    room: RoomPorts,
) -> None:
    good = deposit(ANA, 500, "EUR", reference="g", at_ms=1)
    bad = buy_in(TABLE, BEN, 1, "EUR", request="b", at_ms=1)
    for transfers, refusal in (([good, bad], GuardRefused), ([bad, good], TransferRefused)):
        with pytest.raises(refusal):
            await room.move_all(transfers, receipt_of(BEN, "b", ["both"], 1))
        assert await room.balance(CASH) == 0
    assert await room.receipt(BEN, "b") is None
    for _ in range(2):
        await room.move_all([good], receipt_of(ANA, "a", ["one"], 1))
        assert await room.balance(CASH) == 500
    with pytest.raises(AccessRefused):
        await room.move_all([good], receipt_of(ANA, "a", ["another"], 1))


@rule("CRASH-01")
async def test_a_hand_is_paid_once_and_can_be_read_again(room: RoomPorts) -> None:
    played = hand(await seat(room))
    for _ in range(2):
        await room.settle(played)
        assert await room.stacks(TABLE) == {ANA: 1090, BEN: 900}
    stored = await room.stored_hand(played.key)
    assert stored is not None
    assert (stored.hand.deltas, stored.hand.seats) == (played.deltas, played.seats)
    assert (stored.is_void, stored.taken_back) == (False, None)
    assert await room.stored_hand("hand:7:1:99") is None


async def test_a_hand_with_the_number_of_another_is_refused(room: RoomPorts) -> None:
    epoch = await seat(room)
    await room.settle(hand(epoch))
    with pytest.raises(TransferRefused) as refused:
        await room.settle(hand(epoch, won=50))
    assert refused.value.rule == "I7"
    assert await room.stacks(TABLE) == {ANA: 1090, BEN: 900}


@rule("AMB-69")
async def test_a_void_hand_moves_nothing_and_keeps_its_number(room: RoomPorts) -> None:
    epoch = await seat(room)
    for _ in range(2):
        await room.void(hand(epoch), epoch)
    assert await room.stacks(TABLE) == {ANA: STACK, BEN: STACK}
    stored = await room.stored_hand(hand(epoch).key)
    assert stored is not None
    assert stored.is_void
    assert await room.last_number(TABLE) == 1
    assert await room.last_hand(TABLE) is None
