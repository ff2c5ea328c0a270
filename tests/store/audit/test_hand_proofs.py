"""A hand is stored with the proof of its shuffle, where there is one."""

import msgspec

from cardroom.store import Store
from cardroom.store.postings import record_of
from tests.store.test_store import TABLE, ann_wins, sit_down


async def test_the_proof_of_a_shuffle_is_stored_and_read_with_its_hand(store: Store) -> None:
    hand = msgspec.structs.replace(ann_wins(await sit_down(store)), proof=b"\x00seeds")
    await store.settle(hand)
    found = await store.hand(TABLE, hand.epoch, 1)
    assert found is not None
    assert found.hand.proof == b"\x00seeds"


async def test_a_hand_without_a_proof_is_stored_as_it_was_before_there_were_any(
    store: Store,
) -> None:
    hand = ann_wins(await sit_down(store))
    await store.settle(hand)
    found = await store.hand(TABLE, hand.epoch, 1)
    assert found is not None
    assert not found.hand.proof
    assert b"proof" not in record_of(found.hand).result
