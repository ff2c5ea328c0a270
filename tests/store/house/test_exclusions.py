"""Who is kept out of Banzai, on both databases."""

import asyncio

import msgspec
import pytest

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import PlayerChanged
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in
from cardroom.office.excluding import Exclusion
from cardroom.store import Store
from cardroom.store.databases.database import One, Script
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.exclusions import StoredExclusions
from cardroom.store.rooms import RoomStore
from tests.rule import rule

TABLE = TableId(7)
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


@rule("BANZ-08")
async def test_the_players_record_has_the_exclusion_as_a_version_of_its_own(store: Store) -> None:
    door, room = StoredExclusions(store), RoomStore(store)
    seated = PlayerRecord(player=CAT, until_ms=100, sat_at=(TABLE,), version=1)
    await room.remember(seated)
    for player in (CAT, DOG):
        await door.exclude(Exclusion(player, BOSS, 5, "soft play"))
        await door.exclude(Exclusion(player, BOSS, 6, "again"))
    cat, dog = await room.remembered(2**50)
    assert (cat.version, cat.banzai_excluded, cat.sat_at) == (2, True, (TABLE,))
    assert (dog.version, dog.banzai_excluded) == (1, True)
    await door.lift(BOSS, CAT, "a mistake", 9)
    cat, dog = await room.remembered(2**50)
    assert (cat.version, cat.banzai_excluded, cat.sat_at) == (3, False, (TABLE,))
    assert dog.banzai_excluded


@rule("BANZ-08")
async def test_an_exclusion_of_an_earlier_release_gets_into_the_record_when_it_is_made_again(
    store: Store,
) -> None:
    """A start of the room does that; the staff log and the reason stay as they are."""

    def as_before() -> Script[object]:
        sql = "insert into banzai_exclusions (player, actor, at_ms, reason) values ($1, $2, $3, $4)"
        yield One(sql, (CAT, BOSS, 5, "soft play"))
        return None

    await store.run_script(as_before)
    door, room = StoredExclusions(store), RoomStore(store)
    assert await room.remembered_of(CAT) is None
    (old,) = await door.exclusions()
    assert await door.exclude(old) == old
    known = await room.remembered_of(CAT)
    assert known is not None
    assert (known.version, known.banzai_excluded) == (1, True)
    assert await StoredCases(store).measures(CAT) == []


@rule("BANZ-08")
async def test_a_buy_in_that_races_with_an_exclusion_is_before_it_or_refused(
    store: Store, address: str
) -> None:
    """The room and the operator in two processes: whichever comes first, none undoes the other."""
    room = RoomStore(store)
    epoch = await room.claim_table(TABLE, "us", "nl-holdem:banzai:25:50")
    await room.move(deposit(CAT, 5000, "EUR", reference="d", at_ms=1), None)
    async with await Store.open(address) as second:
        door = StoredExclusions(second)
        for round_ in range(10):
            known = await room.remembered_of(CAT) or PlayerRecord(player=CAT, until_ms=9)
            decided = msgspec.structs.replace(
                known, version=known.version + 1, sat_at=(TableId(100 + round_),)
            )
            sits = buy_in(TABLE, CAT, 1, "EUR", request=f"b{round_}", at_ms=3)
            bought, _ = await asyncio.gather(
                room.move(sits, (TABLE, epoch), decided),
                door.exclude(Exclusion(CAT, BOSS, round_, "soft play")),
                return_exceptions=True,
            )
            kept = await room.remembered_of(CAT)
            assert kept is not None
            assert kept.banzai_excluded
            is_bought = await room.booked(sits.key) is not None
            assert is_bought is not isinstance(bought, PlayerChanged)
            assert (kept.sat_at == decided.sat_at) is is_bought
            assert kept.version == known.version + 1 + is_bought
            await door.lift(BOSS, CAT, "the next round", round_)


@rule("BANZ-08")
async def test_a_buy_in_decided_before_an_exclusion_is_refused_after_it(store: Store) -> None:
    room, door = RoomStore(store), StoredExclusions(store)
    epoch = await room.claim_table(TABLE, "us", "nl-holdem:banzai:25:50")
    await room.move(deposit(CAT, 5000, "EUR", reference="d", at_ms=1), None)
    sits = buy_in(TABLE, CAT, 500, "EUR", request="b", at_ms=3)
    await door.exclude(Exclusion(CAT, BOSS, 2, "soft play"))
    with pytest.raises(PlayerChanged):
        await room.move(sits, (TABLE, epoch), PlayerRecord(player=CAT, until_ms=9, version=1))
    assert await room.booked(sits.key) is None
