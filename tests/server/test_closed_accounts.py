"""The file of a closed account is kept: staff with the role read it, and nobody else does."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId
from cardroom.room.people import Role
from cardroom.room.records import AccountChange
from tests.planted_room import PASSWORD, write_planted
from tests.rule import rule
from tests.server.open_servers import OpenServer, open_server
from tests.server.processes import sqlite_in
from tests.server.seating import audit, three_seated
from tests.server.test_review_desk import REASON, logged_in
from tests.server.tournaments.players import fresh_id

COMPLAINT = "They share their cards."
MESSAGE = "Why did you fold four kings?"
CHAT = "I have AK, let's check it down"
QUESTION = "Why can I not withdraw?"
OFFICE = ("/api/admin/cases", "/api/admin/alerts?state=all", "/api/admin/help-requests?state=open")


async def refused(client: RoomClient, path: str) -> tuple[int, str]:
    with pytest.raises(RoomSaidNo) as no:
        await client.get(path)
    return no.value.status, no.value.reason


async def write_file(server: OpenServer, rob: RoomClient, rita: RoomClient) -> tuple[int, int, int]:
    """A report, an alert, a message and a request for help; then the account is closed."""
    async with three_seated(server.http, server) as (ana, bo, _):
        await bo.line.ask("chat", ch=bo.channel, text=CHAT)
        await bo.client.post("/api/help-requests", id="q1", text=QUESTION)
        report: dict[str, Any] = {"t": "report", "id": fresh_id(), "kind": "collusion"}
        report |= {"players": [bo.client.player], "text": COMPLAINT}
        complaint = (await ana.client.post("/api/ask", request=report))["d"]["case"]
        (alert,) = (await rob.get("/api/admin/alerts"))["alerts"]
        case = (await rob.post(f"/api/admin/alerts/{alert['number']}/case"))["case"]
        path = f"/api/admin/cases/{case}"
        await rob.post(f"{path}/message", player=bo.client.player, text=MESSAGE)
        closing = {"do": "close_account", "player": bo.client.player}
        proposed = await rita.post(
            f"{path}/propose", finding="confirmed", measures=[closing], **REASON
        )
        (ria,) = await logged_in(server, "Ria")
        await ria.post(f"{path}/approve", proposal=len(proposed["entries"]), **REASON)
        # The session that Bo had is over with the account.
        assert await refused(bo.client, "/api/cases") == (401, "not_logged_in")
        assert "Bo_" not in str(await ana.client.get("/api/cases"))
        return case, complaint, bo.client.player


@rule("FAIR-03", "FAIR-04", "FAIR-10", "FAIR-12")
async def test_the_file_of_a_closed_account_is_kept_for_staff_with_the_role_and_nobody_else(
    tmp_path: Path,
) -> None:
    await write_planted(sqlite_in(tmp_path), None, hands=1)
    async with open_server(tmp_path) as server:
        rob, rita = await logged_in(server, "Rob", "Rita")
        case, complaint, bo = await write_file(server, rob, rita)
    # Another day: the room has been restarted since.
    async with open_server(tmp_path) as server:
        ria, boss = await logged_in(server, "Ria", "Boss")
        for reader in (ria, boss):
            desk = await reader.get(f"/api/admin/cases/{case}/desk")
            assert desk["case"]["finding"] == "confirmed"
            kinds = [one["entry"]["type"] for one in desk["case"]["entries"]]
            assert {"message_sent", "decision_proposed", "decision_approved", "sanctioned"} <= {
                *kinds
            }
            assert MESSAGE in str(desk)
            assert [one["found"]["text"] for one in desk["alerts"]] == [CHAT]
            told = await reader.get(f"/api/admin/cases/{complaint}")
            assert (told["report"]["text"], told["report"]["players"]) == (COMPLAINT, [bo])
            (closed,) = (await reader.get("/api/admin/alerts?state=closed"))["alerts"]
            assert closed["players"] == [bo]
            (asked,) = (await reader.get("/api/admin/help-requests"))["requests"]
            assert (asked["player"], asked["request"]["text"]) == (bo, QUESTION)
        # That they looked is on record, too.
        log = [one["deed"] for one in (await boss.get("/api/admin/log?limit=100"))["entries"]]
        assert log.count("saw_case") >= 4
        await nobody_else_reads_it(server, case, complaint)
    assert audit(sqlite_in(tmp_path)).returncode == 0


async def nobody_else_reads_it(server: OpenServer, case: int, complaint: int) -> None:
    """Not the complainant, nor another player, nor staff without the role, nor the player."""
    people = [RoomClient(server.http, server.address) for _ in range(3)]
    ana, cy, fleur = people
    for client, name in zip(people, ("Ana", "Cy_", "Fleur"), strict=True):
        await (client.register if name == "Fleur" else client.login)(name, PASSWORD)
    role: Role = "floor"
    player, now_ms = PlayerId(fleur.player), server.room.services.clock.now_ms()
    await server.accounts.change(player, AccountChange(role=role))
    await server._cases.record(player, player, "made_floor", "a new colleague", now_ms)
    paths = [*OFFICE, f"/api/admin/cases/{case}", f"/api/admin/cases/{complaint}"]
    for client in people:
        for path in (*paths, f"/api/admin/cases/{case}/desk"):
            assert await refused(client, path) == (403, "needs_role"), path
    (own,) = (await ana.get("/api/cases"))["cases"]
    assert (own["case"], own["part"], own["text"]) == (complaint, "complainant", COMPLAINT)
    assert (await cy.get("/api/cases"))["cases"] == []
    with pytest.raises(RoomSaidNo, match="barred"):
        await logged_in(server, "Bo_")
