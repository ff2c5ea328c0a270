"""Signals from outside the hands in the database."""

from cardroom.ledger import PlayerId
from cardroom.office.review.signals import Shared
from cardroom.store import Store
from cardroom.store.house.signals import StoredSignals
from tests.rule import rule
from tests.store.furnished_house import furnish

HOME, CLUB = b"h" * 32, b"c" * 32


@rule("FAIR-03")
async def test_accounts_with_the_same_word_are_pairs_unless_a_crowd_has_it(store: Store) -> None:
    await furnish(store)
    signals = StoredSignals(store)
    await signals.forget(2**50)
    for at_ms in (10, 20):
        await signals.note(PlayerId(1), "device", HOME, at_ms)
    await signals.note(PlayerId(2), "device", HOME, 15)
    await signals.note(PlayerId(2), "address", HOME, 15)
    assert await signals.shared(6, 10) == [Shared(PlayerId(1), PlayerId(2), "device", 2)]
    assert await signals.shared(1, 10) == []
    # Seen again later is not forgotten.
    await signals.forget(16)
    await signals.note(PlayerId(2), "device", CLUB, 30)
    assert await signals.shared(6, 10) == []
    await signals.note(PlayerId(2), "device", HOME, 30)
    assert len(await signals.shared(6, 10)) == 1


@rule("FAIR-03")
async def test_where_two_accounts_have_met_is_counted(store: Store) -> None:
    await furnish(store)
    signals = StoredSignals(store)
    met = await signals.meetings(PlayerId(1), PlayerId(2), 0)
    assert met.hands > 0
    assert len(met.tournaments) == 1
    never = await signals.meetings(PlayerId(1), PlayerId(2), 2**50)
    assert (never.hands, never.tournaments) == (0, ())


@rule("TRN-11")
async def test_entries_of_one_tournament_that_share_a_word_are_found(store: Store) -> None:
    await furnish(store)
    signals = StoredSignals(store)
    await signals.forget(2**50)
    (number,) = (await signals.meetings(PlayerId(1), PlayerId(2), 0)).tournaments
    for player in (1, 2):
        await signals.note(PlayerId(player), "payment", HOME, 10)
    await signals.note(PlayerId(2), "address", CLUB, 10)
    found = await signals.shared_entries(number, 6)
    assert found == [Shared(PlayerId(1), PlayerId(2), "payment", 2)]
    assert await signals.shared_entries(number, 1) == []
    assert await signals.shared_entries(number + 100, 6) == []
    assert await signals.last_entries() == {number: 2}
