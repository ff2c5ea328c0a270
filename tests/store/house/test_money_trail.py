"""What players paid in, took out and moved in hands, from databases as from memory."""

from cardroom.store import Store
from cardroom.store.house.money_trail import StoredMoneyTrail
from tests.office.review.money_trails import bank_moves, holds_what_moved
from tests.store.conftest import Seating
from tests.store.sample_tables import CURRENCY


async def test_a_stored_trail_holds_what_moved(store: Store, seated: Seating) -> None:
    sample = await seated(9)
    hands = sample.hands(4)
    for hand in hands:
        await store.settle(hand)
    for transfer in bank_moves():
        await store.transfer(transfer)
    await holds_what_moved(StoredMoneyTrail(store, CURRENCY), hands)
    assert await StoredMoneyTrail(store, "USD").hands(sample.players[:2], 0, 9) == []
