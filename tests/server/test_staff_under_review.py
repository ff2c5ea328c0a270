"""Somebody of the house whom an alert or a case is about reads nothing of it."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId
from cardroom.room.records import AccountChange
from tests.planted_room import write_planted
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.processes import sqlite_in
from tests.server.seating import three_seated
from tests.server.test_review_desk import logged_in
from tests.server.tournaments.players import fresh_id

CHAT = "I have AK, let's check it down"


async def refused(client: RoomClient, path: str) -> str:
    with pytest.raises(RoomSaidNo) as no:
        await client.get(path)
    return no.value.reason


@rule("FAIR-03", "FAIR-04", "FAIR-12")
async def test_staff_read_no_alert_and_no_case_about_themselves(tmp_path: Path) -> None:
    await write_planted(sqlite_in(tmp_path), None, hands=1)
    async with open_server(tmp_path) as server, three_seated(server.http, server) as players:
        ana, bo, _ = players
        await bo.line.ask("chat", ch=bo.channel, text=CHAT)
        await server.accounts.change(PlayerId(bo.client.player), AccountChange(role="risk"))
        (rob,) = await logged_in(server, "Rob")
        report: dict[str, Any] = {"t": "report", "id": fresh_id(), "kind": "collusion"}
        report |= {"players": [bo.client.player], "text": "They share their cards."}
        complaint = (await ana.client.post("/api/ask", request=report))["d"]["case"]
        (alert,) = (await rob.get("/api/admin/alerts"))["alerts"]
        case = (await rob.post(f"/api/admin/alerts/{alert['number']}/case"))["case"]

        assert (await bo.client.get("/api/admin/alerts?state=all"))["alerts"] == []
        assert await refused(bo.client, f"/api/admin/alerts/{alert['number']}") == "no_such_alert"
        assert (await bo.client.get("/api/admin/cases"))["cases"] == []
        for number in (case, complaint):
            for path in (f"/api/admin/cases/{number}", f"/api/admin/cases/{number}/desk"):
                assert await refused(bo.client, path) == "not_oneself"
        seen = (await rob.get("/api/admin/cases"))["cases"]
        assert [one["case"] for one in seen] == [complaint, case]
        # Nor does the log of the staff warn them that somebody looks.
        await rob.get(f"/api/admin/cases/{case}/desk")
        for client, looks in ((rob, {"saw_case"}), (bo.client, set[str]())):
            page = await client.get(f"/api/admin/log?player={bo.client.player}&limit=100")
            assert {one["deed"] for one in page["entries"]} & {"saw_case", "saw_hand"} == looks


@rule("FAIR-03")
async def test_staff_do_not_look_at_the_cards_of_others_in_hands_they_have_played(
    tmp_path: Path,
) -> None:
    people = await write_planted(sqlite_in(tmp_path), None, hands=1)
    async with open_server(tmp_path) as server:
        rob, ann = await logged_in(server, "Rob", "Ann")
        (hand,) = (await ann.get("/api/hands"))["hands"]
        look = f"/api/admin/hands/{hand['key']}"
        assert (await rob.post(look, reason="a complaint"))["events"]
        await server.accounts.change(people["Ann"], AccountChange(role="risk"))
        with pytest.raises(RoomSaidNo) as no:
            await ann.post(look, reason="I want to know what they had")
        assert no.value.reason == "not_oneself"
