"""Everybody who is registered hears of a changed tournament: at once, and at the next login."""

from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.tournaments.files import EVENING, room_with
from tests.server.tournaments.players import SocketPlayer, fresh_id, person
from tests.server.tournaments.test_staff import ALL, REASON, created, soon, staff


async def told(client: RoomClient) -> list[dict[str, Any]]:
    notices = (await client.get("/api/notices"))["notices"]
    return [one["about"] for one in notices]


@rule("TRN-02", "TAMB-96", "CXL-01")
async def test_who_is_registered_hears_of_every_change_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        ann, ben, cid = [await person(server, name) for name in ("Ann", "Ben", "Cid")]
        number = await created(server, olga)
        for one in (ann, ben):
            await one.post(f"/api/tournaments/{number}/register", id=fresh_id())
        here = await SocketPlayer.of(ann)
        here.start()
        later = soon(server, 7200)
        await olga.post(f"{ALL}/{number}/delay", starts_ms=later, reason=REASON)
        delayed = {
            "type": "changed_tournament", "tournament": number, "name": "Sunday",
            "change": "delayed", "starts_ms": later,
        }  # fmt: skip
        assert await told(ann) == await told(ben) == [delayed]
        assert await told(cid) == []
        assert [one["about"] for one in here.events("noticed")] == [delayed]
        (first,) = (await ann.get("/api/notices"))["notices"]
        await ann.post("/api/notices/seen", keys=[first["key"]])
        preview = await olga.post(f"{ALL}/{number}/cancel/preview")
        await olga.post(f"{ALL}/{number}/cancel", step=preview["step"], reason=REASON)
        assert [one["change"] for one in await told(ann)] == ["cancelled"]
        assert [one["about"]["change"] for one in here.events("noticed")] == [
            "delayed", "cancelled",
        ]  # fmt: skip
        await here.stop()
    async with room_with(tmp_path, EVENING) as server:
        for client in (ann, ben):
            again = RoomClient(server.http, server.address)
            await again.login(client.name, "three small fish")
            waiting = [one["change"] for one in await told(again)]
            assert waiting == (["cancelled"] if client is ann else ["delayed", "cancelled"])


@rule("TAMB-96", "FAIR-07")
async def test_other_level_times_breaks_and_practice_players_are_told_too(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga, ann = await staff(server), await person(server, "Ann")
        number = await created(server, olga)
        await ann.post(f"/api/tournaments/{number}/register", id=fresh_id())
        await olga.post(f"{ALL}/{number}/practice-players", count=2, reason=REASON)
        assert [one["change"] for one in await told(ann)] == ["practice_players"]
