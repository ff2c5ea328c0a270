"""What the room must remember about players, on both databases."""

import asyncio
from contextlib import suppress

import msgspec
import pytest

from cardroom.cash.rejoin_history import PlayerRecord, RejoinHistory, StoredBank
from cardroom.errors import PlayerChanged, TransferRefused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.store import Store, connect
from cardroom.store.rooms import RoomStore
from tests.cash.lobbies import BANZAI_NL5, NL10, NOON_S
from tests.rule import rule
from tests.rulebook.cash_editions import cash
from tests.store.test_faults import ONE_ATTEMPT, NthFails, lost

CAT, DOG = PlayerId(3), PlayerId(4)
TABLE, OTHER = TableId(7), TableId(8)
ATTEMPTS = 40
"""More than a transfer has steps that can fail, so that the last attempts succeed."""


def record(until_ms: int, *tables: int, version: int = 1, player: PlayerId = CAT) -> PlayerRecord:
    sat_at = tuple(map(TableId, tables))
    return PlayerRecord(player=player, until_ms=until_ms, sat_at=sat_at, version=version)


@pytest.fixture
async def room(store: Store) -> RoomStore:
    """A room where a player has sat down."""
    room = RoomStore(store)
    epoch = await room.claim_table(TABLE, "us", "nl-holdem:ordinary:5:10")
    assert epoch == 1
    await room.move(deposit(CAT, 5000, "EUR", reference="d", at_ms=1), None)
    sits = buy_in(TABLE, CAT, 1000, "EUR", request="1", at_ms=2)
    await room.move(sits, (TABLE, 1), record(100, 7))
    return room


@rule("RAT-02", "BANZ-06", "CRASH-01")
async def test_what_is_remembered_is_written_with_the_transfer_and_read_again(
    room: RoomStore,
) -> None:
    assert list(await room.remembered(0)) == [record(100, 7)]
    leaves = cash_out(TABLE, CAT, 1000, "EUR", request="2", at_ms=3)
    await room.move(leaves, (TABLE, 1), record(200, 7, 8, version=2))
    assert list(await room.remembered(0)) == [record(200, 7, 8, version=2)]
    assert await room.remembered_of(CAT) == record(200, 7, 8, version=2)
    assert await room.remembered_of(DOG) is None


def everything(version: int) -> PlayerRecord:
    """A player of whom there is something of every kind to remember."""
    rules, now_ms = cash("en-2.7"), NOON_S * 1000
    nl10, banzai = (
        next(one for one in rules.stakes if one.key == key) for key in (NL10, BANZAI_NL5)
    )
    history = RejoinHistory(rules)
    history.leave(CAT, TABLE, nl10, 1240, now_ms)
    history.sit_down(CAT, TABLE, nl10, now_ms, reset=False)
    history.leave(CAT, TABLE, nl10, 1300, now_ms)
    history.leave(CAT, OTHER, banzai, 700, now_ms)
    history.sit_down(CAT, OTHER, banzai, now_ms, reset=True)
    history.leave(CAT, OTHER, banzai, 800, now_ms)
    history.sit_down(CAT, TableId(9), nl10, now_ms, reset=False)
    history.set_posting(CAT, by_hand=True)
    known = history.record(CAT, now_ms, (StoredBank(TABLE, 11_000, 3, now_ms),))
    return msgspec.structs.replace(known, case=5, banzai_excluded=True, version=version)


@rule("RAT-02", "RAT-03", "BANZ-06", "BANZ-07", "BANZ-08", "AMB-60", "CRASH-01")
async def test_everything_that_is_remembered_is_the_same_in_the_next_process(
    room: RoomStore, address: str
) -> None:
    known = everything(version=2)
    empty = PlayerRecord(player=PlayerId(0), until_ms=0)
    for field in PlayerRecord.__struct_fields__:
        assert getattr(known, field) != getattr(empty, field), f"nothing to remember: {field}"
    leaves = cash_out(TABLE, CAT, 1000, "EUR", request="2", at_ms=3)
    await room.move(leaves, (TABLE, 1), known)
    async with await Store.open(address) as next_process:
        (found,) = await RoomStore(next_process).remembered(0)
    assert found == known
    history = RejoinHistory(cash("en-2.7"))
    history.restore(found)
    assert history.record(CAT, NOON_S * 1000, known.banks) == known


@rule("CRASH-01")
async def test_a_transfer_that_is_refused_leaves_what_is_remembered_as_it_was(
    room: RoomStore,
) -> None:
    too_much = cash_out(TABLE, CAT, 1001, "EUR", request="2", at_ms=3)
    with pytest.raises(TransferRefused):
        await room.move(too_much, (TABLE, 1), record(200, 8, version=2))
    leaves = cash_out(TABLE, CAT, 1000, "EUR", request="3", at_ms=3)
    with pytest.raises(TransferRefused):
        await room.move(leaves, (TABLE, 2), record(300, 9, version=2))
    assert list(await room.remembered(0)) == [record(100, 7)]


async def test_a_transfer_that_is_repeated_does_not_bring_back_an_older_memory(
    room: RoomStore,
) -> None:
    leaves = cash_out(TABLE, CAT, 1000, "EUR", request="2", at_ms=3)
    await room.move(leaves, (TABLE, 1), record(200, 7, 8, version=2))
    await room.remember(record(300, 7, 8, 9, version=3))
    await room.remember(record(300, 7, 8, 9, version=3))
    await room.move(leaves, (TABLE, 1), record(200, 7, 8, version=2))
    assert list(await room.remembered(0)) == [record(300, 7, 8, 9, version=3)]


async def test_what_has_no_more_effect_is_not_read(room: RoomStore) -> None:
    await room.remember(record(101, 8, player=DOG))
    assert [one.player for one in await room.remembered(100)] == [CAT, DOG]
    assert [one.player for one in await room.remembered(101)] == [DOG]
    assert list(await room.remembered(102)) == []


@rule("CRASH-01", "RAT-02")
async def test_no_failure_separates_a_transfer_from_what_is_remembered_with_it(
    room: RoomStore, address: str
) -> None:
    faults = NthFails(lost(address))
    kept, written = record(100, 7), 0
    async with await Store.open(connect(address, faults=faults), ONE_ATTEMPT) as store:
        for failing in range(1, ATTEMPTS + 1):
            leaves = cash_out(TABLE, CAT, 10, "EUR", request=f"f{failing}", at_ms=3)
            new = record(200, failing, version=kept.version + 1)
            faults.left = failing
            with suppress(Unavailable):
                await RoomStore(store).move(leaves, (TABLE, 1), new)
            if await room.booked(leaves.key) is not None:
                kept, written = new, written + 1
            assert await room.remembered_of(CAT) == kept
    assert 0 < written < ATTEMPTS


@rule("RAT-02", "BANZ-04")
async def test_what_was_decided_from_an_older_record_is_refused(room: RoomStore) -> None:
    """Neither alone nor with money does it get past a record that somebody else has written."""
    await room.remember(record(300, 7, 9, version=2))
    leaves = cash_out(TABLE, CAT, 1000, "EUR", request="2", at_ms=3)
    for version in (0, 1, 2, 4):
        with pytest.raises(PlayerChanged, match="player has changed"):
            await room.move(leaves, (TABLE, 1), record(400, 8, version=version))
        with pytest.raises(PlayerChanged, match="player has changed"):
            await room.remember(record(400, 8, version=version))
    assert await room.remembered_of(CAT) == record(300, 7, 9, version=2)
    assert await room.booked(leaves.key) is None
    await room.move(leaves, (TABLE, 1), record(400, 8, version=3))
    assert await room.remembered_of(CAT) == record(400, 8, version=3)


@rule("RAT-02", "BANZ-04", "AMB-66")
async def test_of_two_rooms_that_seat_a_player_at_once_one_must_look_again(
    room: RoomStore, address: str
) -> None:
    """Two stakes, two processes: both read the same record, and only one may count on it."""
    other = TableId(8)
    async with await Store.open(address) as opened:
        second = RoomStore(opened)
        epoch = await second.claim_table(other, "them", "nl-holdem:ordinary:10:20")
        for round_ in range(10):
            known = await room.remembered_of(CAT)
            assert known is not None
            new = msgspec.structs.replace(known, version=known.version + 1)
            ours = buy_in(TABLE, CAT, 1, "EUR", request=f"o{round_}", at_ms=3)
            theirs = buy_in(other, CAT, 1, "EUR", request=f"t{round_}", at_ms=3)
            outcomes = await asyncio.gather(
                room.move(ours, (TABLE, 1), msgspec.structs.replace(new, until_ms=1_000)),
                second.move(theirs, (other, epoch), msgspec.structs.replace(new, until_ms=2_000)),
                return_exceptions=True,
            )
            refused = [one for one in outcomes if isinstance(one, PlayerChanged)]
            assert len(refused) == 1, outcomes
            kept = await second.remembered_of(CAT)
            assert kept is not None
            assert kept.until_ms == (2_000 if isinstance(outcomes[0], PlayerChanged) else 1_000)
            assert kept.version == new.version
