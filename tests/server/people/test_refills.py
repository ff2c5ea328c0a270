"""Refills of play money: to an amount, below another, once in this many hours; and booked."""

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient
from cardroom.commands.staff import make_administrator, make_token
from cardroom.server.config.options import BookingSection, RefillSection, RoomSection
from tests.rule import rule
from tests.server.people.reception import PASSWORD, reception, refused
from tests.server.processes import RoomProcess
from tests.server.seating import PLAY_MONEY, audit, three_seated

RULE = RefillSection(to=200_000, below=50_000, hours=6)


async def take(boss: RoomClient, player: int, amount: int, reference: str) -> None:
    await boss.post(
        "/api/admin/cashier", kind="adjustment", player=player, amount=-amount,
        reference=reference, reason="lost in a test",
    )  # fmt: skip


async def balance(client: RoomClient) -> int:
    return int((await client.get("/api/balance"))["balance"])


GENEROUS: dict[str, Any] = {
    "refills": RULE,
    "room": RoomSection(play_money=100_000),
    "bookings": BookingSection(alone=10_000_000),
}


@rule("CASH-01")
async def test_who_has_little_left_is_refilled_once_in_so_many_hours(tmp_path: Path) -> None:
    async with reception(tmp_path, **GENEROUS) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        no = await refused(dana.post("/api/refill"))
        assert (no.rule, no.reason) == ("NET-15", "has_enough_money")
        assert no.details == {"below": 50_000, "has": 100_000}
        await take(boss, dana.player, 70_000, "t1")
        view = await dana.get("/api/refill")
        assert (view["has"], view["amount"], view["next_ms"]) == (30_000, 170_000, 0)
        done = await dana.post("/api/refill")
        assert await balance(dana) == 200_000
        assert (done["amount"], done["has"]) == (0, 200_000)
        (line, *_) = (await dana.get("/api/statement"))["lines"]
        assert (line["amount"], line["reason"], line["note"]) == (170_000, "adjusted", "refill")
        await take(boss, dana.player, 90_000, "t2")
        await take(boss, dana.player, 90_000, "t3")
        early = await refused(dana.post("/api/refill"))
        assert early.reason == "refill_too_soon"
        assert early.details["next_ms"] == done["next_ms"]
        assert 0 < early.details["retry_after_s"] <= 6 * 3600
        server.wait_hours(6.01)
        await dana.post("/api/refill")
        assert await balance(dana) == 200_000


async def test_presses_at_the_same_moment_refill_once(tmp_path: Path) -> None:
    async with reception(tmp_path, **GENEROUS) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        await take(boss, dana.player, 80_000, "t1")
        await asyncio.gather(*(dana.post("/api/refill") for _ in range(4)), return_exceptions=True)
        assert await balance(dana) == 200_000


async def test_what_is_at_the_tables_counts(tmp_path: Path) -> None:
    async with reception(tmp_path, **GENEROUS) as server:
        boss = await server.person("Robin")
        async with three_seated(server.http, server) as (seated, *_):
            ana = seated.client
            await take(boss, ana.player, 49_500, "t1")
            assert await balance(ana) == 49_500
            assert 50_000 < (await ana.get("/api/refill"))["has"] < 52_000
            assert (await refused(ana.post("/api/refill"))).reason == "has_enough_money"


async def test_guests_and_programs_are_refilled_too_but_not_without_the_scope(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, **GENEROUS) as server:
        boss, guest = await server.person("Robin"), server.visitor()
        await guest.guest()
        await take(boss, guest.player, 90_000, "t1")
        await guest.post("/api/refill")
        assert await balance(guest) == 200_000
        dana = await server.person("Dana")
        made = await dana.post("/api/programs", name="DanasBot", scopes=["read"])
        bot = RoomClient(server.http, server.address.rstrip("/"), token=made["token"])
        assert (await bot.get("/api/refill"))["to"] == 200_000
        assert (await refused(bot.post("/api/refill"))).status == 403
        assert (await refused(server.visitor().get("/api/refill"))).status == 401


async def test_real_money_is_never_refilled_and_no_rule_means_never(tmp_path: Path) -> None:
    async with reception(tmp_path, room=RoomSection(play_money=0)) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        assert (await server.visitor().get("/api/room"))["refill"]["hours"] == 0
        assert (await refused(dana.post("/api/refill"))).reason == "no_refills_here"
        wish = {"to": 100, "below": 50, "hours": 1}
        no = await refused(boss.post("/api/admin/house", refill=wish, reason="a try"))
        assert no.reason == "only_play_money_is_refilled"


@rule("FAIR-10")
async def test_an_administrator_changes_the_rule_while_the_room_runs(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        view = await dana.get("/api/refill")
        assert (view["to"], view["below"], view["hours"]) == (PLAY_MONEY, PLAY_MONEY // 10, 24)
        wish = {"to": 3_000_000, "below": 2_000_000, "hours": 1}
        await boss.post("/api/admin/house", refill=wish, reason="the club's birthday")
        await dana.post("/api/refill")
        assert await balance(dana) == 3_000_000
        for wrong in ({"to": 10, "below": 11, "hours": 1}, {"to": 10, "below": 0, "hours": 1}):
            no = await refused(boss.post("/api/admin/house", refill=wrong, reason="a try"))
            assert no.reason == "refill_below_is_not_below"
        never = {"to": 0, "below": 0, "hours": 0}
        await boss.post("/api/admin/house", refill=never, reason="enough")
        assert (await refused(dana.post("/api/refill"))).reason == "no_refills_here"
        deeds = [one.reason for one in await server.deeds(boss.player) if one.deed == "set_refill"]
        assert deeds[0] == "to 3000000, below 2000000, every 1 h: the club's birthday"


@rule("CRASH-01", "CASH-01")
async def test_a_refill_outlives_a_kill_on_both_databases_and_the_audit_holds(
    anywhere: str, http: ClientSession
) -> None:
    rule_of_house = {"CARDROOM_REFILLS_BELOW": "950000", "CARDROOM_REFILLS_HOURS": "2"}
    with RoomProcess(anywhere, environment=rule_of_house) as room:
        await make_administrator(anywhere, "Robin", PASSWORD)
        boss = RoomClient(http, room.address, token=await make_token(anywhere, "Robin", 1))
        dana = RoomClient(http, room.address)
        await dana.register("Dana", PASSWORD)
        await take(boss, dana.player, 90_000, "t1")
        await take(boss, dana.player, 10_000, "t2")
        assert (await dana.post("/api/refill"))["has"] == PLAY_MONEY
        await asyncio.to_thread(room.kill)
    with RoomProcess(anywhere, environment=rule_of_house) as room:
        dana = RoomClient(http, room.address)
        await dana.login("Dana", PASSWORD)
        assert await balance(dana) == PLAY_MONEY
        view = await dana.get("/api/refill")
        assert view["next_ms"] > 0
        assert await asyncio.to_thread(room.stop) == 0
    found = await asyncio.to_thread(audit, anywhere)
    assert found.returncode == 0, found.stdout
