"""Orders that administrators confirm by hand count as their bookings, in a real room."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.commands.staff import make_token
from tests.rule import rule
from tests.server.operators import Operator
from tests.server.process.test_bookings import ALONE, LARGE, book, decide, player, staff
from tests.server.process.test_cashier import balance, room_of
from tests.server.processes import RoomProcess
from tests.server.seating import audit

DECIDE = "/api/admin/orders/decide"


@pytest.fixture
def room(database: str) -> Iterator[RoomProcess]:
    """A room whose cashier is never in reach, so that every order can be closed by hand."""
    operator = Operator()
    operator.url = "http://127.0.0.1:9/nobody-is-in"
    with room_of(database, operator) as room:
        yield room


async def confirm(boss: RoomClient, order: dict[str, Any], outcome: str = "confirmed") -> Any:
    word = {"outcome": outcome, "reason": "paid at the desk"}
    try:
        return await boss.post(DECIDE, reference=order["reference"], **word)
    except RoomSaidNo as no:
        # For a moment the room tries to reach the cashier: then the order is with them.
        if "with the cashier" not in str(no):
            raise
        await asyncio.sleep(0.05)
        return await confirm(boss, order, outcome)


@rule("CASH-01", "FAIR-10")
async def test_a_large_deposit_confirmed_by_hand_needs_a_second_administrator(
    database: str, http: ClientSession, room: RoomProcess
) -> None:
    robin = await staff(http, room, database, "Robin")
    sam = await staff(http, room, database, "Sam")
    dana, number = await player(http, room, "Dana")
    order = await dana.post("/api/cashier/deposit", id="one", amount=LARGE)
    for _ in range(2):
        with pytest.raises(RoomSaidNo, match="needs second person"):
            await confirm(robin, order)
    assert await balance(dana) == 0
    with pytest.raises(RoomSaidNo, match="not oneself"):
        await decide(robin, order["reference"], "approve")
    (waiting,) = (await sam.get("/api/admin/bookings"))["bookings"]
    assert (waiting["reference"], waiting["amount"]) == (order["reference"], LARGE)
    assert (await confirm(sam, order))["outcome"] == "confirmed"
    assert (await confirm(robin, order))["outcome"] == "confirmed"
    assert await balance(dana) == LARGE
    other = await dana.post("/api/cashier/deposit", id="two", amount=LARGE)
    with pytest.raises(RoomSaidNo, match="needs second person"):
        await confirm(robin, other)
    with pytest.raises(RoomSaidNo, match="another content"):
        await book(sam, number, 1, other["reference"], "deposit")
    assert (await decide(sam, other["reference"], "approve"))["balance"] == 2 * LARGE
    assert (await sam.get("/api/admin/orders"))["orders"] == []
    assert (await sam.get("/api/admin/bookings"))["bookings"] == []
    assert await asyncio.to_thread(room.stop) == 0
    assert audit(database).returncode == 0


@rule("CASH-01")
async def test_orders_confirmed_by_hand_and_other_bookings_count_together(
    database: str, http: ClientSession, room: RoomProcess
) -> None:
    robin = await staff(http, room, database, "Robin")
    dana, number = await player(http, room, "Dana")
    orders = [
        await dana.post("/api/cashier/deposit", id=f"d{one}", amount=ALONE // 2) for one in range(4)
    ]
    assert await book(robin, number, 100, "small", "deposit") == {"balance": 100}
    asked = [confirm(robin, order) for order in orders]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, dict) for one in answers) == 1
    assert sum("needs second person" in str(one) for one in answers) == 3
    assert await balance(dana) == 100 + ALONE // 2
    assert "waiting" in await book(robin, number, ALONE // 2, "another", "deposit")


@rule("CASH-01")
async def test_an_order_refused_meanwhile_is_not_approved(
    database: str, http: ClientSession, room: RoomProcess
) -> None:
    robin = await staff(http, room, database, "Robin")
    sam = await staff(http, room, database, "Sam")
    dana, _ = await player(http, room, "Dana")
    order = await dana.post("/api/cashier/deposit", id="one", amount=LARGE)
    with pytest.raises(RoomSaidNo, match="needs second person"):
        await confirm(robin, order)
    await confirm(sam, order, "refused")
    with pytest.raises(RoomSaidNo, match="closed the other way"):
        await decide(sam, order["reference"], "approve")
    assert await decide(sam, order["reference"], "refuse") == {"done": True}
    assert await balance(dana) == 0


@rule("CASH-01")
async def test_a_confirmation_that_waits_outlives_a_kill(
    database: str, http: ClientSession, room: RoomProcess
) -> None:
    robin = await staff(http, room, database, "Robin")
    dana, _ = await player(http, room, "Dana")
    order = await dana.post("/api/cashier/deposit", id="one", amount=LARGE)
    with pytest.raises(RoomSaidNo, match="needs second person"):
        await confirm(robin, order)
    await asyncio.to_thread(room.kill)
    operator = Operator()
    operator.url = "http://127.0.0.1:9/nobody-is-in"
    with room_of(database, operator) as again:
        sam = await staff(http, again, database, "Sam")
        robin = RoomClient(http, again.address, token=await make_token(database, "Robin", 1))
        with pytest.raises(RoomSaidNo, match="needs second person"):
            await confirm(robin, order)
        assert (await confirm(sam, order))["outcome"] == "confirmed"
    assert audit(database).returncode == 0
