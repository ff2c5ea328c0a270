"""One person, one entry: the desk hears of accounts of one browser, and nobody is refused."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import enter, people_in
from tests.server.tournaments.files import PEOPLE_ONLY, room_with
from tests.server.tournaments.test_playing import PATIENCE_S, the_only
from tests.server.tournaments.test_staff import staff, until


async def alerts_of(client: RoomClient) -> list[dict[str, Any]]:
    """What waits on the desk."""
    return list((await client.get("/api/admin/alerts"))["alerts"])


async def has_alert(client: RoomClient) -> bool:
    return bool(await alerts_of(client))


@rule("TRN-11", "FAIR-03", "FAIR-11")
async def test_two_entries_of_one_browser_wait_on_the_desk_before_a_hand_is_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardroom.office.review.entry_watch.EVERY_S", 0.05)
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        rob = await staff(server, "Rob", "risk")
        await (await ann.connect()).close()
        bob.cookies["cardroom_device"] = ann.cookies["cardroom_device"]
        await (await bob.connect()).close()
        number = (await the_only(rob))["tournament"]
        assert await alerts_of(rob) == []
        await enter(number, [ann, bob])
        await until(lambda: has_alert(rob))
        (alert,) = await alerts_of(rob)
        assert (alert["kind"], alert["players"]) == ("signal", sorted([ann.player, bob.player]))
        assert alert["found"]["tournaments"] == [number]
        assert "device" in {one["kind"] for one in alert["found"]["shared"]}
    assert audit(sqlite_in(tmp_path)).returncode == 0
