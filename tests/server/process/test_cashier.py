"""A real room with the operator's own cashier: deposits and withdrawals, signed both ways."""

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, web

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.server.clients import eventually, until
from tests.server.operators import OLD_SECRET, SECRET, Operator, call_back, signed
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, administrator, audit


def room_of(database: str, operator: Operator, port: int = 0) -> RoomProcess:
    environment = {
        "CARDROOM_ROOM_CURRENCY": "EUR",
        "CARDROOM_ROOM_PLAY_MONEY": "0",
        "CARDROOM_CASHIER_URL": operator.url,
        "CARDROOM_CASHIER_SECRETS": f"{SECRET},{OLD_SECRET}",
    }
    return RoomProcess(database, port=port, environment=environment)


async def ana_at(http: ClientSession, room: RoomProcess) -> RoomClient:
    client = RoomClient(http, room.address)
    await client.register("Ana", PASSWORD)
    return client


async def balance(client: RoomClient) -> int:
    return int((await client.get("/api/balance"))["balance"])


async def changed(client: RoomClient, reference: str, field: str, before: object) -> Any:
    """What a field of an own order has become, once it is no longer what it was."""
    for _ in range(600):
        orders = (await client.get("/api/cashier/orders"))["orders"]
        order = next(one for one in orders if one["reference"] == reference)
        if order[field] != before:
            break
        await asyncio.sleep(0.05)
    return order[field]


async def test_a_deposit_is_credited_once_by_the_cashiers_signed_call(
    database: str, http: ClientSession
) -> None:
    async with Operator(refuses=1).open() as operator:
        operator.answers = lambda one: operator.word(
            reference=one.id, outcome="pending", pay_at="https://cashier.example/pay"
        )
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            order = await ana.post("/api/cashier/deposit", id="one", amount=5_000)
            # The carrier may have sent it meanwhile; it is the same order all the same.
            again = await ana.post("/api/cashier/deposit", id="one", amount=5_000)
            reference = order["reference"]
            assert (again["reference"], again["asked_ms"]) == (reference, order["asked_ms"])
            await operator.has(1)
            assert [one.id for one in operator.refused] == [reference]
            first = operator.taken[0]
            assert (first.id, first.subject) == (reference, "cashier.deposit")
            assert (first.word["player"], first.word["amount"], first.word["currency"]) == (
                ana.player, 5_000, "EUR",
            )  # fmt: skip
            assert await changed(ana, reference, "pay_at", "") == "https://cashier.example/pay"
            assert await balance(ana) == 0
            word = {"reference": reference, "outcome": "confirmed"}
            for _ in range(3):
                assert await call_back(http, room.address, **word) == (200, {"done": True})
                assert await balance(ana) == 5_000
            status, said = await call_back(
                http, room.address, reference=reference, outcome="refused"
            )
            assert (status, said["rule"], said["reason"]) == (409, "I11", "closed_the_other_way")
            assert await balance(ana) == 5_000
            assert len(operator.taken) == 1
            assert operator.forged == 0
    assert audit(database).returncode == 0


async def test_nobody_but_the_cashier_gives_the_cashiers_word(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        operator.answers = lambda one: web.Response(
            body=msgspec.json.encode({"reference": one.id, "outcome": "confirmed"})
        )
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            order = await ana.post("/api/cashier/deposit", id="one", amount=5_000)
            word = {"reference": order["reference"], "outcome": "confirmed"}
            body = msgspec.json.encode(word)
            now_ms = time.time_ns() // 1_000_000
            for forged in (
                {},
                signed(body, secret="another word of mine"),
                signed(body, at_ms=now_ms - 301_000),
                signed(b"{}"),
                signed(body) | {"Cardroom-Timestamp": str(now_ms + 60_000)},
                signed(body) | {"Cardroom-Timestamp": "soon"},
            ):
                status, said = await call_back(http, room.address, forged, **word)
                assert (status, said["reason"]) == (401, "not_signed")
            unknown = await call_back(http, room.address, reference="x", outcome="confirmed")
            assert (unknown[0], unknown[1]["reason"]) == (404, "no_such_order")
            extra = await call_back(http, room.address, **word, amount=9)
            assert extra[0] == 401
            # His own answer came without a signature: it counts for nothing, and he is told again.
            await operator.has(2)
            assert await balance(ana) == 0
            assert len({one.id for one in operator.taken}) == 1


async def test_a_word_of_the_cashier_with_a_nul_is_refused_and_parks_nothing(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        operator.answers = lambda one: operator.word(
            reference=one.id, outcome="confirmed", said="a\0b"
        )
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            order = await ana.post("/api/cashier/deposit", id="one", amount=5_000)
            await operator.has(1)
            for reference in (order["reference"], "nobody\0"):
                word = {"reference": reference, "outcome": "confirmed", "said": "a\0b"}
                status, said = await call_back(http, room.address, None, **word)
                assert (status, said["reason"]) == (400, "does_not_fit")
            operator.answers = lambda one: operator.word(reference=one.id, outcome="confirmed")
            assert await changed(ana, order["reference"], "outcome", "pending") == "confirmed"
            assert await balance(ana) == 5_000


async def test_a_withdrawal_waits_aside_until_it_is_paid_or_refused(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            deposit = await ana.post("/api/cashier/deposit", id="in", amount=5_000)
            await operator.has(1)
            confirmed = {"reference": deposit["reference"], "outcome": "confirmed"}
            await call_back(http, room.address, **confirmed)
            with pytest.raises(RoomSaidNo, match="not enough money"):
                await ana.post("/api/cashier/withdrawal", id="much", amount=5_001)
            operator.answers = lambda one: operator.word(
                reference=one.id, outcome="refused", said="no such bank"
            )
            refused = await ana.post("/api/cashier/withdrawal", id="out", amount=3_000)
            await operator.has(2)
            assert await changed(ana, refused["reference"], "outcome", "pending") == "refused"
            assert await changed(ana, refused["reference"], "said", "") == "no such bank"
            assert await balance(ana) == 5_000
            operator.answers = lambda _: web.Response()
            paid = await ana.post("/api/cashier/withdrawal", id="again", amount=3_000)
            assert await balance(ana) == 2_000
            await operator.has(3)
            line = await ana.connect()
            await line.subscribe("me")
            await call_back(http, room.address, reference=paid["reference"], outcome="confirmed")
            await until_pay_page(line.read)
            assert await balance(ana) == 2_000
            await line.close()
            lines = (await ana.get("/api/statement"))["lines"]
            assert sum(one["amount"] for one in lines) == 2_000
    assert audit(database).returncode == 0


async def until_pay_page(read: Any) -> None:
    """Read on until the player hears of the cashier's word."""
    while (message := await read())["t"] != "event" or (message["d"]["type"] != "cashier_answered"):
        continue
    assert (message["d"]["outcome"], message["d"]["amount"]) == ("confirmed", 3_000)


async def test_a_room_killed_after_an_order_tells_it_again_and_books_it_once(
    database: str, http: ClientSession
) -> None:
    async with Operator(refuses=1_000).open() as operator:
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            deposit = await ana.post("/api/cashier/deposit", id="in", amount=5_000)
            await until(lambda: len(operator.refused) > 0)
            word = {"reference": deposit["reference"], "outcome": "confirmed"}
            assert (await call_back(http, room.address, **word))[0] == 200
            order = await ana.post("/api/cashier/withdrawal", id="out", amount=5_000)
            assert await balance(ana) == 0
            await asyncio.to_thread(room.kill)
        operator.refused = [operator.refused[0]] * 1_000
        with room_of(database, operator, room.port) as again:
            await operator.has(1)
            assert [one.id for one in operator.taken] == [order["reference"]]
            assert await balance(ana) == 0
            word = {"reference": order["reference"], "outcome": "refused"}
            assert (await call_back(http, again.address, **word))[0] == 200
            assert await balance(ana) == 5_000
            boss = await administrator(http, again, database)
            assert (await boss.get("/api/admin/orders"))["orders"] == []
    assert audit(database).returncode == 0


async def test_an_order_has_its_limits_and_an_administrator_can_close_it(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        operator.gate.clear()
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            # One order is on its way to the cashier; those below wait behind it.
            bo = RoomClient(http, room.address)
            await bo.register("Bo_", PASSWORD)
            await bo.post("/api/cashier/deposit", id="first", amount=100)
            await until(lambda: len(operator.arrived) == 1)
            with pytest.raises(RoomSaidNo, match="not an amount, from 100, to 1000000"):
                await ana.post("/api/cashier/deposit", id="small", amount=99)
            orders = [
                await ana.post("/api/cashier/deposit", id=f"d{number}", amount=100)
                for number in range(5)
            ]
            with pytest.raises(RoomSaidNo, match="too many waiting"):
                await ana.post("/api/cashier/deposit", id="d5", amount=100)
            with pytest.raises(RoomSaidNo, match="id with another content"):
                await ana.post("/api/cashier/deposit", id="d1", amount=101)
            guest = RoomClient(http, room.address)
            await guest.guest()
            with pytest.raises(RoomSaidNo, match="only persons have money"):
                await guest.post("/api/cashier/deposit", id="d1", amount=100)
            with pytest.raises(RoomSaidNo, match="needs role"):
                await ana.get("/api/admin/orders")
            boss = await administrator(http, room, database)
            decision = {"outcome": "confirmed", "reason": "seen on the bank statement"}
            reference = orders[4]["reference"]
            await boss.post("/api/admin/orders/decide", reference=reference, **decision)
            with pytest.raises(RoomSaidNo, match="closed the other way"):
                await boss.post(
                    "/api/admin/orders/decide", reference=reference, outcome="refused", reason="no!"
                )
            assert await balance(ana) == 100
            waiting = (await boss.get("/api/admin/orders"))["orders"]
            names = {f"deposit-{bo.player}-first"} | {one["reference"] for one in orders[:4]}
            assert {one["reference"] for one in waiting} == names


async def funded(http: ClientSession, room: RoomProcess, operator: Operator, cents: int) -> Any:
    """Ana with money that the cashier has confirmed."""
    ana = await ana_at(http, room)
    order = await ana.post("/api/cashier/deposit", id="in", amount=cents)
    await operator.has(1)
    await call_back(http, room.address, reference=order["reference"], outcome="confirmed")
    operator.arrived.clear()
    return ana


async def test_a_withdrawal_refused_while_the_cashier_is_slow_is_never_paid(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        with room_of(database, operator) as room:
            ana = await funded(http, room, operator, 50_000)
            boss = await administrator(http, room, database)
            operator.gate.clear()
            slow = await ana.post("/api/cashier/withdrawal", id="slow", amount=10_000)
            await until(lambda: operator.arrived == [slow["reference"]])
            other = await ana.post("/api/cashier/withdrawal", id="other", amount=10_000)
            no = {"outcome": "refused", "reason": "not this one"}
            decide = "/api/admin/orders/decide"
            await boss.post(decide, reference=other["reference"], **no)
            with pytest.raises(RoomSaidNo, match="with the cashier"):
                await boss.post(decide, reference=slow["reference"], **no)
            assert await balance(ana) == 40_000
            operator.gate.set()
            last = await ana.post("/api/cashier/withdrawal", id="last", amount=10_000)
            await until(lambda: last["reference"] in operator.arrived)
            assert other["reference"] not in operator.arrived
            await boss.post(decide, reference=slow["reference"], outcome="parked", reason="lost it")
            with pytest.raises(RoomSaidNo, match="on its way to the cashier"):
                await boss.post(decide, reference=slow["reference"], **no)
            for order in (slow, last):
                word = {"reference": order["reference"], "outcome": "confirmed"}
                assert (await call_back(http, room.address, **word))[0] == 200
            assert await balance(ana) == 30_000
    assert audit(database).returncode == 0


async def test_an_order_that_no_cashier_has_heard_of_is_closed_by_hand(
    database: str, http: ClientSession
) -> None:
    operator = Operator()
    operator.url = "http://127.0.0.1:9/nobody-is-in"
    with room_of(database, operator) as room:
        ana = await ana_at(http, room)
        boss = await administrator(http, room, database)
        order = await ana.post("/api/cashier/deposit", id="one", amount=100)
        await until(lambda: any("out of reach" in line for line in room.log))
        word = {"outcome": "confirmed", "reason": "paid at the desk"}

        async def is_decided() -> bool:
            # The room tries again and again, and refuses while it is just calling the cashier.
            try:
                await boss.post("/api/admin/orders/decide", reference=order["reference"], **word)
            except RoomSaidNo as refusal:
                if "with the cashier" not in str(refusal):
                    raise
                return False
            return True

        await eventually(is_decided)
        assert await balance(ana) == 100
    assert audit(database).returncode == 0


async def test_an_order_that_the_cashier_took_and_lost_is_sent_again(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            boss = await administrator(http, room, database)
            reference = (await ana.post("/api/cashier/deposit", id="one", amount=100))["reference"]
            assert await changed(ana, reference, "told_ms", 0) > 0
            for outcome in ("parked", "sent_again"):
                decision = {"reference": reference, "outcome": outcome, "reason": "they lost it"}
                await boss.post("/api/admin/orders/decide", **decision)
            await operator.has(2)
            assert [one.id for one in operator.taken] == [reference] * 2
            assert await changed(ana, reference, "told_ms", 0) > 0
            word: dict[str, Any] = {"reference": reference, "outcome": "confirmed"}
            assert (await call_back(http, room.address, **word))[0] == 200
            assert await balance(ana) == 100
    assert audit(database).returncode == 0


async def test_thirty_orders_at_once_over_http_leave_five_open(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            asked = [
                ana.post("/api/cashier/deposit", id=f"n{number}", amount=100)
                for number in range(30)
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(one, dict) for one in answers) == 5
            assert len((await ana.get("/api/cashier/orders"))["orders"]) == 5


async def test_an_order_with_a_broken_name_does_not_stop_the_others(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            with pytest.raises(RoomSaidNo, match="letters, digits and hyphens"):
                await ana.post("/api/cashier/deposit", id="zz9\n", amount=5_000)
            assert await asyncio.to_thread(room.stop) == 0
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file, file:
            # An older cardroom has taken it.
            file.execute(
                "insert into money_orders (reference, kind, player, amount, currency, asked_ms)"
                " values (?, 'deposit', ?, 5000, 'EUR', 1)",
                (f"deposit-{ana.player}-zz9\n", ana.player),
            )
        with room_of(database, operator, room.port) as again:
            order = await ana.post("/api/cashier/deposit", id="whole", amount=5_000)
            await operator.has(1)
            assert operator.arrived == [order["reference"]]
            boss = await administrator(http, again, database)
            waiting = (await boss.get("/api/admin/orders"))["orders"]
            assert {one["reference"]: one["parked"] for one in waiting} == {
                order["reference"]: "", f"deposit-{ana.player}-zz9\n": "failed",
            }  # fmt: skip
            async with http.get(f"{again.address}/metrics") as response:
                assert "cardroom_cashier_orders_parked 1" in await response.text()
        assert any("cannot be carried out and is parked" in line for line in again.log)


async def test_a_carrier_that_dies_is_logged_and_carries_on(
    database: str, http: ClientSession
) -> None:
    async with Operator().open() as operator:
        with room_of(database, operator) as room:
            ana = await ana_at(http, room)
            file = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
            with closing(file):
                file.execute("alter table money_orders rename to lost_orders")
                await until(lambda: any("the task 'cashier' has failed" in one for one in room.log))
                file.execute("alter table lost_orders rename to money_orders")
            order = await ana.post("/api/cashier/deposit", id="one", amount=5_000)
            await operator.has(1)
            assert operator.arrived == [order["reference"]]
            async with http.get(f"{room.address}/metrics") as response:
                words = (await response.text()).splitlines()
            (failures,) = [one for one in words if 'failures_total{task="cashier"}' in one]
            assert float(failures.split()[-1]) >= 1


async def test_without_a_cashier_nothing_is_pretended(database: str, http: ClientSession) -> None:
    with RoomProcess(database) as room:
        ana = await ana_at(http, room)
        for path in ("/api/cashier/deposit", "/api/cashier/withdrawal"):
            with pytest.raises(RoomSaidNo, match="no cashier"):
                await ana.post(path, id="one", amount=5_000)
        assert (await call_back(http, room.address, reference="x", outcome="confirmed"))[0] == 404
