"""Void hands in the lists of their players, on both databases."""

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, SettledHand
from cardroom.store import Store
from cardroom.store.postings import Claim
from cardroom.store.rooms import RoomStore
from tests.rule import rule
from tests.store.sample_tables import SampleTable


def void_of(hand: SettledHand, number: int) -> SettledHand:
    """A hand that never was, with the same players."""
    return SettledHand(
        table=hand.table,
        epoch=hand.epoch,
        number=number,
        edition=hand.edition,
        currency=hand.currency,
        at_ms=hand.at_ms,
        deltas={},
        rake=0,
        rake_cap=0,
        stacks={},
        history=b"[]",
        seats=dict(enumerate(hand.deltas, 1)),
    )


@rule("AMB-69")
async def test_void_hands_stand_among_the_settled_ones_and_pages_miss_none(
    store: Store, sample: SampleTable
) -> None:
    first, second = sample.hands(2)
    await store.settle(first)
    await store.void(void_of(first, 10))
    await store.void(void_of(first, 11))
    second = msgspec.structs.replace(second, number=12)
    await store.settle(second)
    await store.void(void_of(first, 13))
    player = next(iter(first.deltas))
    wanted = [(13, True), (12, False), (11, True), (10, True), (first.number, False)]
    for limit in (1, 2, 3, 9):
        found: list[tuple[int, bool]] = []
        before = 2**53
        while page := await store.hands_listed(player, before, limit):
            assert len(page) <= limit
            found += [(one.hand.number, one.is_void) for _, one in page]
            before = page[-1][0]
        assert found == wanted
    assert await RoomStore(store).last_number(first.table) == 13
    assert await store.hands_listed(PlayerId(999), 2**53, 9) == []


@rule("AMB-69", "CRASH-01")
async def test_the_next_owner_keeps_the_hand_that_the_last_one_left_behind(
    store: Store, sample: SampleTable
) -> None:
    (hand,) = sample.hands(1)
    left_behind = void_of(hand, 7)
    claim = await store.claim(hand.table, "the next")
    with pytest.raises(TransferRefused):
        await store.void(left_behind, Claim(hand.table, hand.epoch))
    await store.void(left_behind, claim)
    await store.void(left_behind, claim)
    player = next(iter(hand.deltas))
    ((_, found),) = await store.hands_listed(player, 2**53, 9)
    assert (found.hand.key, found.is_void) == (left_behind.key, True)
