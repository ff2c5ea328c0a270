"""Requests for help in a running room: asked by players, answered by the house, seen by both."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId
from cardroom.office.help_desk import OPEN_MAX
from cardroom.room.people import Role
from cardroom.room.records import AccountChange
from tests.server.open_servers import OpenServer, open_server
from tests.server.tournaments.files import EVENING, room_with
from tests.server.tournaments.players import SocketPlayer, fresh_id, person

ASK = "/api/help-requests"
DESK = "/api/admin/help-requests"


async def staff(server: OpenServer, name: str, role: Role) -> RoomClient:
    client = await person(server, name)
    await server.accounts.change(PlayerId(client.player), AccountChange(role=role))
    return client


async def refused(client: RoomClient, path: str, **body: Any) -> tuple[int, str]:
    with pytest.raises(RoomSaidNo) as no:
        await client.post(path, **body)
    return no.value.status, no.value.reason


async def test_a_player_asks_the_house_answers_and_the_player_hears_of_it(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, ria = await person(server, "Ann"), await staff(server, "Ria", "risk")
        listener = await SocketPlayer.of(ann)
        listener.start()
        wanted = {"id": "q1", "text": "Where is my bonus?"}
        asked = await ann.post(ASK, **wanted)
        assert (asked["number"], asked["state"], asked["kind"]) == (1, "open", "other")
        assert (await ann.post(ASK, **wanted))["number"] == 1
        (row,) = (await ria.get(DESK))["requests"]
        assert (row["name"], row["response_ms"]) == ("Ann", None)
        answered = await ria.post(f"{DESK}/1/answer", text="It comes on Monday.")
        assert answered["response_ms"] >= 0
        assert answered["answered_by"] == "Ria"
        assert await refused(ria, f"{DESK}/1/answer", text="On Tuesday.") == (
            409, "help_request_is_not_open",
        )  # fmt: skip
        (own,) = (await ann.get(ASK))["requests"]
        assert (own["state"], own["answer"]) == ("answered", "It comes on Monday.")
        (notice,) = (await ann.get("/api/notices"))["notices"]
        assert notice["about"] == {"type": "help_answered", "number": 1, "state": "answered"}
        assert [one["about"]["number"] for one in listener.events("noticed")] == [1]
        await listener.stop()
        assert (await ann.post(f"{ASK}/1/close"))["state"] == "closed"
        assert (await ria.get(DESK))["requests"] == []
        assert len((await ria.get(f"{DESK}?state=closed"))["requests"]) == 1


async def test_nobody_reads_or_answers_what_is_not_theirs(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        ria, flo = await staff(server, "Ria", "risk"), await staff(server, "Flo", "floor")
        await ann.post(ASK, id="q1", text="Where is my bonus?")
        assert (await ben.get(ASK))["requests"] == []
        assert await refused(ben, f"{ASK}/1/close") == (404, "no_such_help_request")
        for nobody in (ben, flo):
            assert await refused(nobody, f"{DESK}/1/answer", text="Soon.") == (403, "needs_role")
        await ria.post(ASK, id="q1", text="Where is mine?")
        assert await refused(ria, f"{DESK}/2/answer", text="Here!") == (403, "not_oneself")
        assert await refused(ria, f"{DESK}/9/close") == (404, "no_such_help_request")


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("hand", "hand:1:1:1"),
        ("order", "deposit-1"),
        ("ticket", "EUR-5500-sunday"),
        ("transfer", "77"),
        ("transfer", "x"),
        ("tournament", "0"),
    ],
)
async def test_a_request_is_about_something_of_ones_own(
    tmp_path: Path, kind: str, subject: str
) -> None:
    async with open_server(tmp_path) as server:
        ann = await person(server, "Ann")
        new = {"id": "q1", "kind": kind, "subject": subject, "text": "What is this?"}
        assert await refused(ann, ASK, **new) == (404, "no_such_subject")
        assert (await refused(ann, ASK, **{**new, "kind": "other"}))[0] == 400
        assert (await refused(ann, ASK, **{**new, "subject": ""}))[0] == 400
        (line,) = (await ann.get("/api/statement"))["lines"]
        own = {**new, "kind": "transfer", "subject": str(line["seq"])}
        assert (await ann.post(ASK, **own))["subject"] == str(line["seq"])


async def test_tournaments_and_tickets_can_be_asked_about(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        ann, olga = await person(server, "Ann"), await staff(server, "Olga", "administrator")
        row, *_ = (await ann.get("/api/tournaments"))["tournaments"]
        body = {
            "kind": "tournament",
            "subject": str(row["tournament"]),
            "text": "When does it end?",
        }
        assert (await ann.post(ASK, id="q1", **body))["number"] == 1
        gift = {"player": ann.player, "value": 500, "reference": "g", "reason": "as agreed"}
        await olga.post("/api/admin/tickets", **gift)
        ticket = {"kind": "ticket", "subject": "XPM-500-any", "text": "What is it good for?"}
        assert (await ann.post(ASK, id="q2", **ticket))["number"] == 2


async def test_nobody_asks_without_end(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await person(server, "Ann")
        for _ in range(OPEN_MAX):
            await ann.post(ASK, id=fresh_id(), text="Hello?")
        said = await refused(ann, ASK, id=fresh_id(), text="Hello?")
        assert said == (429, "too_many_help_requests")
