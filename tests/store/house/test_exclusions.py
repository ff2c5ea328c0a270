"""Who is kept out of Banzai, on both databases."""

from cardroom.ledger import PlayerId
from cardroom.office.excluding import Exclusion
from cardroom.store import Store
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.exclusions import StoredExclusions
from tests.rule import rule

BOSS, CAT, DOG = PlayerId(1), PlayerId(3), PlayerId(4)


@rule("BANZ-08")
async def test_an_exclusion_is_kept_with_its_entry_in_the_staff_log_until_it_is_lifted(
    store: Store,
) -> None:
    door, log = StoredExclusions(store), StoredCases(store)
    cat, dog = Exclusion(CAT, BOSS, 5, "soft play"), Exclusion(DOG, BOSS, 4, "the same")
    assert await door.exclude(cat) == cat
    assert await door.exclude(dog) == dog
    assert await door.exclusions() == [cat, dog]
    assert await door.lift(BOSS, CAT, "a mistake", 9)
    assert await door.exclusions() == [dog]
    assert [(one.deed, one.reason, one.at_ms) for one in await log.measures(CAT)] == [
        ("excluded_from_banzai", "soft play", 5),
        ("admitted_to_banzai", "a mistake", 9),
    ]


@rule("BANZ-08")
async def test_who_is_out_already_stays_as_they_are_and_nothing_is_noted(store: Store) -> None:
    door, log = StoredExclusions(store), StoredCases(store)
    first = Exclusion(CAT, BOSS, 5, "soft play")
    await door.exclude(first)
    assert await door.exclude(Exclusion(CAT, DOG, 6, "again")) == first
    assert not await door.lift(BOSS, DOG, "never was out", 7)
    assert len(await log.measures(CAT)) == 1
    assert await log.measures(DOG) == []
