"""The review desk of a real room: from an alert to money for those who were harmed, and to an
apology for who was cleared."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo, find_account
from cardroom.server.config.options import IntegritySection
from tests.planted_room import PASSWORD, write_planted
from tests.rule import rule
from tests.server.open_servers import OpenServer, open_server
from tests.server.processes import sqlite_in
from tests.server.seating import STAKE, audit, three_seated

REASON = {"reason": "seen the five hands"}


async def logged_in(server: OpenServer, *names: str) -> list[RoomClient]:
    clients = []
    for name in names:
        client = RoomClient(server.http, server.address)
        await client.login(name, PASSWORD)
        clients.append(client)
    return clients


async def reviewed(desk: RoomClient) -> list[dict[str, Any]]:
    """All alerts, once the review that begins with the room is over."""
    for _ in range(3_000):
        state = (await desk.get("/api/admin/review"))["review"]
        if state["state"] in {"done", "failed"}:
            break
        await asyncio.sleep(0.1)
    assert state["state"] == "done", state
    return list((await desk.get("/api/admin/alerts"))["alerts"])


@rule("FAIR-03", "FAIR-04", "FAIR-13", "FAIR-14", "CASH-01", "AMB-70")
async def test_from_an_alert_to_money_for_who_was_harmed(tmp_path: Path) -> None:
    people = await write_planted(sqlite_in(tmp_path))
    async with open_server(tmp_path) as server:
        rob, rita, ria = await logged_in(server, "Rob", "Rita", "Ria")
        (alert,) = await reviewed(rob)
        assert set(alert["players"]) == {people["Ann"], people["Bo"]}
        assert len(alert["found"]["alert"]["hands"]) == 5
        read = (await rob.get("/api/admin/review"))["readings"]
        assert [(one["hands"], one["alerts"], one["asked_by"]) for one in read] == [(350, 1, None)]
        case = (await rob.post(f"/api/admin/alerts/{alert['number']}/case"))["case"]
        with pytest.raises(RoomSaidNo, match="alert has a case"):
            await rita.post(f"/api/admin/alerts/{alert['number']}/case")
        path = f"/api/admin/cases/{case}"
        for name in ("Ann", "Bo"):
            entry = {"type": "hold_placed", "player": people[name], "amount": 3_000_000}
            await rob.post(path, entry=entry)
        closed = {"type": "case_closed", "finding": "confirmed", "reason": "alone"}
        with pytest.raises(RoomSaidNo, match="two people"):
            await rita.post(path, entry=closed)

        shown = await rob.get(f"{path}/desk")
        rows = {row["player"]: row for row in shown["preview"]}
        paid = {player: row["paid"] for player, row in rows.items() if row["paid"]}
        assert not paid.keys() & {people["Ann"], people["Bo"]}
        assert sum(paid.values()) + shown["kept"] == 6_000_000
        assert all(row["paid"] <= row["lost"] for row in rows.values())
        measures = [
            {"do": "redistribute", "shares": [{"player": p, "amount": a} for p, a in paid.items()]},
            {"do": "seize", "player": people["Ann"]},
            {"do": "seize", "player": people["Bo"]},
            {"do": "close_account", "player": people["Ann"]},
            {"do": "warn", "player": people["Bo"], "text": "Never again."},
        ]
        proposed = await rob.post(
            f"{path}/propose", finding="confirmed", measures=measures, **REASON
        )
        number = len(proposed["entries"])
        for one in (rob, rob):
            with pytest.raises(RoomSaidNo, match="second person"):
                await one.post(f"{path}/approve", proposal=number, **REASON)
        (cy,) = await logged_in(server, "Cy")
        before = (await cy.get("/api/balance"))["balance"]
        decided = await rita.post(f"{path}/approve", proposal=number, **REASON)
        assert (decided["state"], decided["finding"]) == ("closed", "confirmed")
        # The same again goes on where it was: nothing is left to be done.
        again = await rita.post(f"{path}/approve", proposal=number, **REASON)
        assert len(again["entries"]) == len(decided["entries"])
        assert (await cy.get("/api/balance"))["balance"] == before + paid[people["Cy"]]
        (own,) = (await cy.get("/api/cases"))["cases"]
        assert (own["part"], own["finding"]) == ("harmed", None)
        assert [line["kind"] for line in own["lines"]] == ["paid"]

        (bo,) = await logged_in(server, "Bo")
        (own,) = (await bo.get("/api/cases"))["cases"]
        assert [line["kind"] for line in own["lines"]] == ["held", "seized", "warning"]
        assert own["may_appeal"]
        await bo.post(f"/api/cases/{case}/appeal", text="I did not know her.")
        with pytest.raises(RoomSaidNo, match="nothing to appeal"):
            await bo.post(f"/api/cases/{case}/appeal", text="And again.")
        with pytest.raises(RoomSaidNo, match="barred"):
            await logged_in(server, "Ann")
        letter = {"player": people["Ann"], "text": "A letter: I was hacked."}
        await rob.post(f"{path}/appeal", **letter)
        first, second = (await ria.get(f"{path}/desk"))["appeals"]
        answer = {"outcome": "upheld", "text": "The hands say otherwise."}
        for one in (rob, rita):
            with pytest.raises(RoomSaidNo, match="had a part"):
                await one.post(f"{path}/decide-appeal", appeal=first["number"], **answer)
        await ria.post(f"{path}/decide-appeal", appeal=first["number"], **answer)
        overturned = {"outcome": "overturned", "text": "It was not you: we are sorry."}
        await ria.post(f"{path}/decide-appeal", appeal=second["number"], **overturned)
        (ann,) = await logged_in(server, "Ann")
        (own,) = (await ann.get("/api/cases"))["cases"]
        assert own["lines"][-1]["kind"] == "appeal_overturned"
        log = {one["deed"] for one in (await ria.get("/api/admin/log?limit=100"))["entries"]}
        assert {"saw_case", "barred", "unbarred"} <= log
        assert await reviewed_again(server, rob) == []
    assert audit(sqlite_in(tmp_path)).returncode == 0


async def reviewed_again(server: OpenServer, desk: RoomClient) -> list[dict[str, Any]]:
    """Alerts that wait after another review: the same hands are no evidence twice."""
    await desk.post("/api/admin/review", reason="does it find them again?")
    return await reviewed(desk)


@rule("FAIR-04", "FAIR-12")
async def test_from_an_alert_to_an_apology(tmp_path: Path) -> None:
    people = await write_planted(sqlite_in(tmp_path))
    async with open_server(tmp_path) as server:
        rob, rita, ann = await logged_in(server, "Rob", "Rita", "Ann")
        (alert,) = await reviewed(rob)
        case = (await rob.post(f"/api/admin/alerts/{alert['number']}/case"))["case"]
        path = f"/api/admin/cases/{case}"
        assert (await ann.get("/api/cases"))["cases"] == []
        entry = {"type": "hold_placed", "player": people["Ann"], "amount": 5_000}
        await rob.post(path, entry=entry)
        sorry = {"do": "apologise", "player": people["Ann"], "text": "We looked, and were wrong."}
        wrong = {"do": "warn", "player": people["Ann"], "text": "Do not do it again."}
        with pytest.raises(RoomSaidNo, match="nothing was found"):
            await rob.post(f"{path}/propose", finding="nothing_found", measures=[wrong], **REASON)
        proposed = await rob.post(
            f"{path}/propose", finding="nothing_found", measures=[sorry], **REASON
        )
        number = len(proposed["entries"])
        await rita.post(f"{path}/refuse", proposal=number, reason="say more")
        proposed = await rob.post(
            f"{path}/propose", finding="nothing_found", measures=[sorry], **REASON
        )
        decided = await rita.post(f"{path}/approve", proposal=len(proposed["entries"]), **REASON)
        assert decided["finding"] == "nothing_found"
        (own,) = (await ann.get("/api/cases"))["cases"]
        assert [line["kind"] for line in own["lines"]] == ["held", "released", "apology"]
        assert (own["finding"], own["may_appeal"]) == ("nothing_found", False)
        holdings = await ann.get("/api/cashier")
        assert not [one for one in holdings["elsewhere"] if one["kind"] == "held"]
        assert (await rob.get("/api/admin/alerts?state=closed"))["alerts"][0]["case"] == case
    assert audit(sqlite_in(tmp_path)).returncode == 0


@rule("FAIR-01", "FAIR-02")
async def test_chat_that_sounds_like_collusion_waits_on_the_desk_and_punishes_nobody(
    tmp_path: Path,
) -> None:
    await write_planted(sqlite_in(tmp_path), None, hands=1)
    async with open_server(tmp_path) as server, three_seated(server.http, server) as players:
        (rob,) = await logged_in(server, "Rob")
        ana = players[0]
        for text in ("good evening", "I have AK, let's check it down", "I have AA too"):
            await ana.line.ask("chat", ch=ana.channel, text=text)
        (alert,) = (await rob.get("/api/admin/alerts"))["alerts"]
        assert (alert["kind"], alert["players"]) == ("chat", [ana.client.player])
        assert alert["found"]["why"] == ["names_cards", "goes_easy"]
        opened = await rob.post(f"/api/admin/alerts/{alert['number']}/case")
        assert opened["report"]["kind"] == "chat"
        shown = await rob.get(f"/api/admin/cases/{opened['case']}/desk")
        assert (shown["preview"], shown["kept"]) == ([], 0)


@rule("FAIR-04")
async def test_the_role_that_reviews_names_players_on_the_terminal(tmp_path: Path) -> None:
    people = await write_planted(sqlite_in(tmp_path), None, hands=1)
    async with open_server(tmp_path) as server:
        rob, ann = await logged_in(server, "Rob", "Ann")
        # Every command of the desk that names a player asks for the number first.
        assert (await find_account(rob, "Bo", "risk"))["player"] == people["Bo"]
        with pytest.raises(RoomSaidNo, match="needs role"):
            await find_account(ann, "Bo", "risk")


@rule("FAIR-03")
async def test_staff_may_not_play_where_the_house_says_so(tmp_path: Path) -> None:
    await write_planted(sqlite_in(tmp_path), None, hands=1)
    strict = IntegritySection(every_minutes=0, staff_may_play="never")
    async with open_server(tmp_path, integrity=strict) as server:
        rob, ann = await logged_in(server, "Rob", "Ann")
        for one in (rob, ann):
            await one.accept_rules()
        line = await rob.connect()
        with pytest.raises(RoomSaidNo, match="staff may not play"):
            await line.ask_for_seat(STAKE)
        await line.close()
        line = await ann.connect()
        await line.ask_for_seat(STAKE)
        await line.close()
