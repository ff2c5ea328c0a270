"""A request that moves money is carried out once for its id, after a kill and after many others."""

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.operators import SECRET, Operator, call_back
from tests.server.processes import RoomProcess
from tests.server.seating import (
    PASSWORD,
    STAKE,
    Seated,
    administrator,
    ask_for_seat,
    audit,
)

NO_HANDS = {"CARDROOM_PACE_FIRST_HAND_MS": "60000"}
"""Two of three sit out before the first hand, so that money moves when it is asked for."""
OTHERS = 70
"""More requests than a session remembers answers."""


@pytest.fixture
def database(anywhere: str) -> str:
    return anywhere


async def say(line: Line, **message: Any) -> dict[str, Any]:
    """Send a message with its own id, and the answer to it."""
    await line.send(**message)
    while (answer := await line.read()).get("id") != message["id"]:
        continue
    return answer


async def refusal(line: Line, **message: Any) -> str:
    answer = await say(line, **message)
    assert answer["t"] == "refused", answer
    return str(answer["reason"])


async def seated(http: ClientSession, room: RoomProcess, amount: int) -> list[Seated]:
    """Three players at a table; the first sits down with an amount, under the id `sit-1`."""
    players = [await ask_for_seat(http, room, name) for name in ("Ana", "Bo_", "Cy_")]
    ana = players[0].line
    while not ana.offers:
        await ana.read()
    players[0].channel = f"table:{ana.offers.popleft()['table']}"
    sit = await say(ana, t="sit", id="sit-1", ch=players[0].channel, amount=amount)
    assert sit["t"] == "ack"
    for one in players[1:]:
        one.channel = await one.line.take_seat(1_000)
    assert {one.channel for one in players} == {players[0].channel}
    return players


async def idle(http: ClientSession, room: RoomProcess) -> list[Seated]:
    """The same at a table that deals nothing."""
    players = await seated(http, room, 500)
    for one in players[1:]:
        await one.line.ask("sit_out", ch=one.channel)
    return players


async def balance(seat: Seated) -> int:
    return int((await seat.client.get("/api/balance"))["balance"])


async def killed(room: RoomProcess) -> None:
    await asyncio.to_thread(room.kill)


@rule("CRASH-01")
async def test_money_moves_once_for_an_id_whatever_happens_in_between(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database, environment=NO_HANDS) as room:
        players = await idle(http, room)
        ana, channel = players[0], players[0].channel
        had = await balance(ana)
        sit: dict[str, Any] = {"t": "sit", "id": "sit-1", "ch": channel, "amount": 500}
        top_up = {"t": "top_up", "id": "top-1", "ch": channel, "amount": 100}
        assert (await say(ana.line, **top_up))["t"] == "ack"
        assert (await balance(ana), await ana.stack()) == (had - 100, 600)
        await killed(room)
    with RoomProcess(database, port=room.port, environment=NO_HANDS) as again:
        line = await ana.client.connect()
        for asked in (sit, top_up):
            assert (await say(line, **asked))["t"] == "ack"
        assert (await balance(ana), await ana.stack()) == (had - 100, 600)
        other = {**top_up, "amount": 200}
        assert await refusal(line, **other) == "id_with_another_content"
        for number in range(OTHERS):
            # As fast as one connection may speak.
            await asyncio.sleep(0.05)
            switch = {"id": f"auto-{number}", "ch": channel, "on": bool(number % 2)}
            assert (await say(line, t="auto_top_up", **switch))["t"] == "ack"
        assert (await say(line, **top_up))["t"] == "ack"
        assert await refusal(line, **other) == "id_with_another_content"
        assert await refusal(line, t="leave", id="top-1", ch=channel) == "id_with_another_content"
        assert (await balance(ana), await ana.stack()) == (had - 100, 600)
        leave: dict[str, Any] = {"t": "leave", "id": "leave-1", "ch": channel}
        assert (await say(line, **leave))["t"] == "ack"
        assert await balance(ana) == had + 500
        await killed(again)
    with RoomProcess(database, port=room.port, environment=NO_HANDS) as last:
        line = await ana.client.connect()
        for asked in (sit, top_up, leave):
            assert (await say(line, **asked))["t"] == "ack"
        assert await balance(ana) == had + 500
        await killed(last)
    assert audit(database).returncode == 0


@rule("CRASH-02")
async def test_one_id_for_an_order_and_a_top_up_at_once_stops_no_table(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        environment = NO_HANDS | {
            "CARDROOM_CASHIER_URL": operator.url,
            "CARDROOM_CASHIER_SECRETS": SECRET,
            "CARDROOM_ROOM_CURRENCY": "EUR",
            "CARDROOM_ROOM_PLAY_MONEY": "0",
        }
        with RoomProcess(database, environment=environment) as room:
            boss = await administrator(http, room, database)
            players = []
            for name in ("Ana", "Bo_", "Cy_"):
                client = RoomClient(http, room.address)
                await client.register(name, PASSWORD)
                money = {"kind": "deposit", "player": client.player, "reason": "the bank says so"}
                reference = f"in-{name}"
                await boss.post("/api/admin/cashier", **money, amount=5_000, reference=reference)
                line = await client.connect()
                await line.ask_for_seat(STAKE)
                players.append(Seated(client, line, ""))
            for one in players:
                one.channel = await one.line.take_seat(500)
            ana = players[0]
            had, added = await balance(ana), 0
            for number in range(12):
                order = asyncio.create_task(ordered(ana, f"both-{number}"))
                await asyncio.sleep(0.001 * (number % 4))
                top_up = {"t": "top_up", "id": f"both-{number}", "ch": ana.channel, "amount": 1}
                answer = await say(ana.line, **top_up)
                reference = await order
                assert (answer["t"] == "ack") == (reference == ""), answer
                added += reference == ""
                if reference:
                    await call_back(http, room.address, reference=reference, outcome="refused")
            assert (await balance(ana), await ana.stack()) == (had - added, 500 + added)
            assert [one for one in room.log if '"level":"error"' in one] == []
    assert audit(database).returncode == 0


async def ordered(seat: Seated, request: str) -> str:
    """The reference of a withdrawal, or nothing where the id was used before."""
    try:
        order = await seat.client.post("/api/cashier/withdrawal", id=request, amount=100)
    except RoomSaidNo as no:
        if no.reason != "id_with_another_content":
            raise
        return ""
    return str(order["reference"])


@rule("AMB-40")
async def test_a_top_up_asked_for_in_a_hand_is_made_once_after_a_kill(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        players = await seated(http, room, 500)
        ana, channel = players[0], players[0].channel
        had = await balance(ana)
        await ana.line.subscribe(channel)
        while (await ana.line.read()).get("d", {}).get("type") != "hand_started":
            continue
        top_up = {"t": "top_up", "id": "top-1", "ch": channel, "amount": 100}
        assert (await say(ana.line, **top_up))["t"] == "ack"
        assert await balance(ana) == had
        await killed(room)
    quick = {"CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "100"}
    with RoomProcess(database, port=room.port, environment=quick) as again:
        line = await ana.client.connect()
        assert (await say(line, **top_up))["t"] == "ack"
        lines = [await one.client.connect() for one in players[1:]]
        for _ in range(600):
            if await balance(ana) != had:
                break
            await asyncio.sleep(0.05)
        assert await balance(ana) == had - 100
        assert (await say(line, **top_up))["t"] == "ack"
        other = {**top_up, "amount": 50}
        assert await refusal(line, **other) == "id_with_another_content"
        assert await balance(ana) == had - 100
        for one in lines:
            await one.close()
        await killed(again)
    assert audit(database).returncode == 0
