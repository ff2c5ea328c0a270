"""Who counts as a second person for a large booking, in a real room."""

import time

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.office.bookings import NEW_MS
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.casebook import StoredCases
from tests.rule import rule
from tests.server.process.test_bookings import LARGE, book, decide, player, staff
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, PLAY_MONEY

MINUTE_MS = 60_000


async def hire(http: ClientSession, room: RoomProcess, boss: RoomClient, name: str) -> RoomClient:
    """Somebody whom an administrator gives the same role."""
    client, number = await player(http, room, name)
    role = f"/api/admin/accounts/{number}/role"
    await boss.post(role, role="administrator", reason="hired")
    await client.login(name, PASSWORD)
    return client


@rule("CASH-01", "FAIR-10")
async def test_nobody_makes_their_own_second_person(database: str, http: ClientSession) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        sam = await staff(http, room, database, "Sam")
        _, dana = await player(http, room, "Dana")
        before = await hire(http, room, robin, "Before")
        await book(robin, dana, LARGE, "robins")
        after = await hire(http, room, robin, "After")
        through = await hire(http, room, before, "Through")
        await book(before, dana, LARGE, "befores")
        for decider, reference in (
            (before, "robins"),
            (after, "robins"),
            (through, "robins"),
            (robin, "befores"),
            (after, "befores"),
        ):
            with pytest.raises(RoomSaidNo, match="no second person, days 7"):
                await decide(decider, reference, "approve")
        assert (await sam.get("/api/admin/names/Dana"))["balance"] == PLAY_MONEY
        assert (await decide(sam, "robins", "approve"))["balance"] == PLAY_MONEY + LARGE
        assert await decide(robin, "befores", "refuse") == {"done": True}


@rule("CASH-01")
@pytest.mark.parametrize("early_ms", [MINUTE_MS, -MINUTE_MS])
async def test_after_seven_days_a_new_administrator_is_a_second_person(
    database: str, http: ClientSession, early_ms: int
) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        sam = await staff(http, room, database, "Sam")
        _, dana = await player(http, room, "Dana")
        given_ms = time.time_ns() // 1_000_000 - NEW_MS - early_ms
        async with await Store.open(database) as store:
            giver, new = [await StoredAccounts(store).find_by_name(key) for key in ("robin", "sam")]
            assert giver is not None
            assert new is not None
            people = (giver.player, new.player)
            await StoredCases(store).record(*people, "made_administrator", "hired", given_ms)
        await book(robin, dana, LARGE, "large")
        if early_ms < 0:
            with pytest.raises(RoomSaidNo, match="no second person"):
                await decide(sam, "large", "approve")
        else:
            answer = await decide(sam, "large", "approve")
            assert answer["balance"] == PLAY_MONEY + LARGE
