"""Fair play in a real room: reports become cases, cases hold, clear, seize and suspend."""

from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomGone, RoomSaidNo
from cardroom.server.sockets.messages import CloseCode
from cardroom.store import Store
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.sessions import StoredSessions
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, administrator, audit, three_seated

PLAY_MONEY = 1_000_000


async def named(http: ClientSession, room: RoomProcess, name: str) -> RoomClient:
    client = RoomClient(http, room.address)
    await client.register(name, PASSWORD)
    return client


async def reported(by: RoomClient, *players: RoomClient) -> int:
    """A report of some players: the number of its case."""
    report: dict[str, Any] = {"t": "report", "id": "r", "kind": "chip_dumping"}
    report |= {"text": "She gave him all.", "players": [one.player for one in players]}
    return int((await by.post("/api/ask", request=report))["d"]["case"])


async def enter(boss: RoomClient, case: int, kind: str, **content: Any) -> dict[str, Any]:
    entry = {"type": kind, **content}
    return dict(await boss.post(f"/api/admin/cases/{case}", entry=entry))


async def sanction(boss: RoomClient, case: int, kind: str, player: int) -> dict[str, Any]:
    return await enter(
        boss, case, "sanctioned", sanction=kind, player=player, reason="chip dumping",
        evidence=["hand:1:1:1"], recipient="the regulator",
    )  # fmt: skip


async def balance(client: RoomClient) -> int:
    return int((await client.get("/api/balance"))["balance"])


async def close_code(line: Line) -> int | None:
    try:
        while True:
            await line.read()
    except RoomGone as gone:
        return gone.code


@rule("FAIR-02", "FAIR-10", "FAIR-14", "AMB-70")
async def test_chip_dumpers_lose_what_was_held_and_their_accounts_and_it_is_all_on_record(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        ana, ben, cy = [await named(http, room, name) for name in ("Ana", "Ben", "Cy_")]
        boss = await administrator(http, room, database)
        case = await reported(cy, ana, ben)
        for one in (ana, ben):
            await enter(boss, case, "hold_placed", player=one.player, amount=400_000)
            assert await balance(one) == PLAY_MONEY - 400_000
        with pytest.raises(RoomSaidNo, match="case is open"):
            await sanction(boss, case, "seize_funds", ana.player)
        await enter(boss, case, "case_closed", finding="confirmed", reason="twelve hands")
        line = await ana.connect()
        for one in (ana, ben):
            await sanction(boss, case, "seize_funds", one.player)
            assert await balance(one) == PLAY_MONEY - 400_000
            await sanction(boss, case, "disclose", one.player)
            await sanction(boss, case, "legal_action", one.player)
            await sanction(boss, case, "suspend_or_close_account", one.player)
        assert await close_code(line) == CloseCode.BANNED
        for one in (ana, ben):
            with pytest.raises(RoomSaidNo, match="not logged in"):
                await one.get("/api/me")
        found = await boss.get(f"/api/admin/cases/{case}")
        assert (found["state"], found["finding"]) == ("closed", "confirmed")
        sanctions = [one for one in found["entries"] if one["entry"]["type"] == "sanctioned"]
        assert len(sanctions) == 8
        for one in sanctions:
            assert one["actor"] == 4
            assert one["at_ms"] > 0
            assert one["entry"]["reason"]
            assert one["entry"]["evidence"]
        with pytest.raises(RoomSaidNo, match="needs role"):
            await cy.get(f"/api/admin/cases/{case}")
    assert audit(database).returncode == 0


@rule("FAIR-04", "FAIR-12")
async def test_who_is_cleared_has_his_money_back_and_the_report_is_not_lost(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        ana, cy = [await named(http, room, name) for name in ("Ana", "Cy_")]
        boss = await administrator(http, room, database)
        case = await reported(cy, ana)
        await enter(boss, case, "hold_placed", player=ana.player, amount=400_000)
        with pytest.raises(RoomSaidNo, match="not enough money"):
            await enter(boss, case, "hold_placed", player=ana.player, amount=700_000)
        room.kill()
    with RoomProcess(database, port=room.port):
        assert await balance(ana) == PLAY_MONEY - 400_000
        await enter(boss, case, "case_closed", finding="nothing_found", reason="just bad play")
        assert await balance(ana) == PLAY_MONEY
        (found,) = (await boss.get("/api/admin/cases"))["cases"]
        assert (found["case"], found["reporter"]) == (case, cy.player)
        assert found["report"]["text"] == "She gave him all."
    assert audit(database).returncode == 0


@rule("FAIR-09", "FAIR-11")
async def test_who_hides_a_forbidden_program_is_out_at_once(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        ana, cy = [await named(http, room, name) for name in ("Ana", "Cy_")]
        boss = await administrator(http, room, database)
        case = await reported(cy, ana)
        line = await ana.connect()
        how = "masked as a music player"
        await enter(boss, case, "program_found", player=ana.player, program="hud", how=how)
        await sanction(boss, case, "suspend_or_close_account", ana.player)
        assert await close_code(line) == CloseCode.BANNED


@rule("FAIR-03")
async def test_what_the_house_may_keep_is_kept_and_who_looks_is_on_record(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        async with three_seated(http, room) as players:
            for one in players:
                await one.client.login(one.client.name, PASSWORD)
            clients = [one.client for one in players]
        boss = await administrator(http, room, database)
        case = await reported(clients[0], clients[1])
        await boss.get(f"/api/admin/cases/{case}")
        lines = (await clients[1].get("/api/statement"))["lines"]
        assert {"adjusted", "bought_in"} <= {one["reason"] for one in lines}
    async with await Store.open(database) as store:
        sessions = StoredSessions(store)
        await sessions.forget_expired(2**53)
        subject = players[1].client.player
        assert len(await sessions.visits(subject, 9)) == 2  # type: ignore[arg-type]
        cases = StoredCases(store)
        assert len(await cases.reports(0, 9)) == 1
        looks = [one for one in await cases.measures(subject) if one.deed == "saw_case"]  # type: ignore[arg-type]
        assert [(one.actor, one.reason) for one in looks] == [(4, f"case {case}")]
