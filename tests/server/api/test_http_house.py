"""HTTP for the house: roles, measures against accounts, money, health, metrics."""

import time
from typing import Any

from cardroom.room.records import OutboxMessage
from cardroom.server.config.settings import Settings
from cardroom.server.people.addresses import read_networks
from cardroom.server.sockets.messages import CloseCode
from tests.server.clients import ORIGIN, PASSWORD, Browser, World


async def test_the_houses_operations_need_their_role(world: World) -> None:
    ana = await world.person("Ana")
    floor = await world.person("Flo", role="floor")
    risk = await world.person("Rita", role="risk")
    boss = await world.person("Boss", role="administrator")
    operations: dict[str, tuple[dict[str, Any], set[Browser]]] = {
        "/api/admin/announce": ({"text": "Good evening"}, {floor, boss}),
        f"/api/admin/accounts/{ana.player}/mute": ({"reason": "shouting"}, {floor, boss}),
        f"/api/admin/accounts/{ana.player}/bar": ({"reason": "chip dumping"}, {risk, boss}),
        f"/api/admin/accounts/{ana.player}/unbar": ({"reason": "case closed"}, {risk, boss}),
        "/api/admin/stakes/open": ({"stake": "nl-holdem:ordinary:5:10", "reason": "open"}, {boss}),
        "/api/admin/drain": ({"in_s": 60}, {boss}),
    }
    for path, (body, allowed) in operations.items():
        for browser in (floor, risk, boss):
            status, said = await browser.post(path, **body)
            assert status == (200 if browser in allowed else 403), (path, said)


async def test_every_measure_against_an_account_is_recorded_with_actor_and_reason(
    world: World,
) -> None:
    ana, boss = await world.person("Ana"), await world.person("Boss", role="administrator")
    path = f"/api/admin/accounts/{ana.player}"
    for deed in ("mute", "unmute", "bar", "unbar"):
        assert (await boss.post(f"{path}/{deed}", reason=f"because {deed}"))[0] == 200
    assert (await boss.post(f"{path}/role", role="floor", reason="hired"))[0] == 200
    assert [(actor, who, deed) for actor, who, deed, _ in world.cases.deeds] == [
        (boss.player, ana.player, deed)
        for deed in ("muted", "unmuted", "barred", "unbarred", "made_floor")
    ]
    assert (await boss.post(f"{path}/bar"))[0] == 400
    own = f"/api/admin/accounts/{boss.player}/bar"
    status, said = await boss.post(own, reason="by mistake")
    assert (status, said["rule"], said["reason"]) == (403, "NET-09", "not_oneself")
    assert (await boss.get("/api/me"))[0] == 200
    assert (await boss.post("/api/admin/accounts/99/bar", reason="unknown"))[0] == 404


async def test_a_bar_closes_sockets_within_a_second_and_keeps_out(world: World) -> None:
    ana, rita = await world.person("Ana"), await world.person("Rita", role="risk")
    async with ana.socket("table:7") as wire:
        ticket = await ana.ticket()
        started = time.process_time()
        await rita.post(f"/api/admin/accounts/{ana.player}/bar", reason="chip dumping")
        assert await wire.close_code() == CloseCode.BANNED
        assert time.process_time() - started < 1
    assert world.services.tickets.redeem(ticket) is None
    assert (await ana.get("/api/me"))[0] == 401
    status, said = await ana.post(
        "/api/login", headers={"Origin": ORIGIN}, name="Ana", password=PASSWORD
    )
    assert (status, said["reason"], said["d"]["said"]) == (401, "barred", "chip dumping")
    await rita.post(f"/api/admin/accounts/{ana.player}/unbar", reason="case closed")
    ana.csrf = ""
    assert (await ana.post("/api/login", name="Ana", password=PASSWORD))[0] == 200


async def test_a_bar_ends_by_itself(world: World) -> None:
    ana, rita = await world.person("Ana"), await world.person("Rita", role="risk")
    until_ms = world.clock.now_ms() + 60_000
    path = f"/api/admin/accounts/{ana.player}/bar"
    await rita.post(path, reason="cooling down", until_ms=until_ms)
    world.clock.advance(60_000)
    ana.csrf = ""
    assert (await ana.post("/api/login", name="Ana", password=PASSWORD))[0] == 200


async def test_the_cashier_books_once_per_reference(world: World) -> None:
    ana, boss = await world.person("Ana"), await world.person("Boss", role="administrator")
    order: dict[str, Any] = {
        "kind": "deposit",
        "player": ana.player,
        "amount": 500,
        "reason": "paid at the desk",
    }
    for _ in range(2):
        status, said = await boss.post("/api/admin/cashier", reference="r-1", **order)
        assert (status, said) == (200, {"balance": 100_500})
    order |= {"kind": "withdrawal", "amount": 200_000}
    status, said = await boss.post("/api/admin/cashier", reference="r-2", **order)
    assert (status, said["reason"]) == (409, "not_enough_money")
    unknown = await boss.post("/api/admin/cashier", reference="r-5", **{**order, "player": 99})
    assert (unknown[0], unknown[1]["reason"]) == (404, "no_such_player")
    strange = await boss.post("/api/admin/cashier", reference="a/b", **order)
    assert (strange[0], strange[1]["d"]["said"][:17]) == (400, "reference must be")
    order |= {"amount": -5}
    status, said = await boss.post("/api/admin/cashier", reference="r-3", **order)
    assert (status, said["d"]["said"]) == (400, "amount must be at least 1, not -5")
    assert (await ana.post("/api/admin/cashier", reference="r-4", **order))[0] == 403


async def test_health_and_metrics_are_there_for_the_operator(world: World) -> None:
    guest = await world.guest()
    assert (await guest.get("/health"))[1] == {"status": "ok", "build": "test"}
    async with guest.socket("table:7") as wire:
        await wire.act()
        async with guest.session.get("/metrics") as response:
            text = await response.text()
    lines = text.splitlines()
    assert "cardroom_connections 1.0" in lines
    assert 'cardroom_request_seconds_count{request="Act"} 1.0' in lines
    assert 'cardroom_http_requests_total{path="/api/guest",status="200"} 1.0' in lines


async def test_metrics_are_not_told_to_everybody() -> None:
    proxies = read_networks(["127.0.0.1", "::1"])
    settings = Settings(origins=frozenset({ORIGIN}), trusted_proxies=proxies)
    async with World(settings) as behind:
        session = behind.browser().session
        headers = {"X-Forwarded-For": "203.0.113.9"}
        async with session.get("/metrics", headers=headers) as response:
            assert response.status == 403


async def test_a_lost_message_to_the_operator_can_be_read_again(world: World) -> None:
    world.outbox.messages.append(OutboxMessage(id=4, subject="hand.settled", body=b"{}"))
    boss = await world.person("Boss", role="administrator")
    said = (await boss.get("/api/admin/outbox?after=3"))[1]
    assert said == {"messages": [{"id": 4, "subject": "hand.settled", "body": "e30="}]}
    assert (await boss.get("/api/admin/outbox?after=4"))[1] == {"messages": []}
