"""What the house has looked at: kept in the staff log, found by the players whose cards it was."""

from cardroom.ledger import PlayerId
from cardroom.office.card_readings import SHOWN_AFTER_MS, CardReading, CardReadings
from cardroom.store import Store
from cardroom.store.house.casebook import StoredCases
from tests.rule import rule

ROBIN, ANA, BEN = PlayerId(1), PlayerId(2), PlayerId(3)
HAND = "hand:7:1:12"


def reading(at_ms: int, **said: str) -> CardReading:
    return CardReading(
        at_ms=at_ms, deed="saw_hand", hand=said.get("hand", HAND), reason=said.get("reason", "why")
    )


@rule("FAIR-03")
async def test_players_find_who_looked_at_their_cards_a_week_later(store: Store) -> None:
    for number, name in ((ROBIN, "Robin"), (ANA, "Ana"), (BEN, "Ben")):
        await store.register(number, name, 1)
    cases = StoredCases(store)
    readings = CardReadings(cases, cases)
    first, second = reading(10, reason="a complaint of Ben"), reading(20, hand="hand:7:1:13")
    await readings.record(ROBIN, ANA, first)
    await readings.record(ROBIN, ANA, second)
    await cases.record(ROBIN, ANA, "muted", "for a week", 15)
    assert await readings.told(ANA, 10 + SHOWN_AFTER_MS - 1, 10) == []
    assert await readings.told(ANA, 10 + SHOWN_AFTER_MS, 10) == [first]
    assert await readings.told(ANA, 20 + SHOWN_AFTER_MS, 10) == [second, first]
    assert await readings.told(ANA, 20 + SHOWN_AFTER_MS, 1) == [second]
    assert await readings.told(BEN, 20 + SHOWN_AFTER_MS, 10) == []


@rule("FAIR-03")
async def test_a_look_from_before_reasons_were_asked_for_is_found_too(store: Store) -> None:
    for number, name in ((ROBIN, "Robin"), (ANA, "Ana")):
        await store.register(number, name, 1)
    cases = StoredCases(store)
    await cases.record(ROBIN, ANA, "saw_hands", f"until {HAND}", 10)
    told = await CardReadings(cases, cases).told(ANA, 10 + SHOWN_AFTER_MS, 10)
    assert told == [CardReading(at_ms=10, deed="saw_hands", hand=HAND, reason="")]
