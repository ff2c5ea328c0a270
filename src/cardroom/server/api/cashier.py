"""HTTP: money through the operator's own cashier: players order, the cashier answers."""

from typing import Annotated, Any, Literal

import msgspec

from cardroom.errors import AccessRefused
from cardroom.office.orders import OrderDesk
from cardroom.room.net import Net
from cardroom.room.records import CashierAnswer, MoneyOrder, OrderKind
from cardroom.room.requests import Amount, RequestId
from cardroom.server.api.bodies import read_bytes
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.staff.bookings import desk_of
from cardroom.server.api.visits import Visit
from cardroom.server.cashiering import CashierWindow, read_answer


class Ordered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much, in cents; the same `id` again is the same order."""

    id: RequestId
    amount: Amount


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """Orders with what became of them."""

    orders: list[MoneyOrder]


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An administrator's answer instead of the cashier's, with its reason.

    `parked` stops sending the order to the cashier, `sent_again` takes that back.
    """

    reference: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    outcome: Literal["confirmed", "refused", "parked", "sent_again"]
    reason: Annotated[str, msgspec.Meta(min_length=3, max_length=200)]


async def order_deposit(visit: Visit, body: Ordered) -> MoneyOrder:
    """Ask to pay money in."""
    return await _order(visit, "deposit", body)


async def order_withdrawal(visit: Visit, body: Ordered) -> MoneyOrder:
    """Ask to be paid; the money is set aside until the cashier's word."""
    return await _order(visit, "withdrawal", body)


async def _order(visit: Visit, kind: OrderKind, body: Ordered) -> MoneyOrder:
    account = visit.account
    desk = _window(visit).desk
    return await desk.ask(account.player, account.kind, kind, body.amount, body.id)


async def orders(visit: Visit, _body: None) -> Orders:
    """Your own orders."""
    return Orders(orders=await _window(visit).desk.of_player(visit.account.player))


async def cashier_answers(visit: Visit, _body: None) -> Done:
    """The word of the operator's cashier, believed for its signature alone."""
    window, request = _window(visit), visit.request
    now_ms = visit.services.clock.now_ms()
    answer = read_answer(window.secrets, request.headers, await read_bytes(request), now_ms)
    if answer is None:
        visit.services.metrics.count("cashier_forgeries_total")
        raise AccessRefused(Net.SESSION, "not_signed")
    await window.desk.answer(answer)
    return Done()


async def waiting_orders(visit: Visit, _body: None) -> Orders:
    """All orders that are not at their end."""
    return Orders(orders=await _window(visit).desk.waiting())


async def decide_order(visit: Visit, body: Decision) -> MoneyOrder:
    """Close an order by hand, park it, or have it sent again."""
    desk: OrderDesk = _window(visit).desk
    match body.outcome:
        case "parked":
            order = await desk.park(body.reference, body.reason)
        case "sent_again":
            order = await desk.park(body.reference, "")
        case "confirmed":
            order = await desk_of(visit).confirm(visit.caller, body.reference, body.reason)
        case "refused":
            order = await desk.decide(body.reference, "refused", body.reason)
    deed = f"order_{body.outcome}"
    note = f"{body.reference}: {body.reason}"
    now_ms = visit.services.clock.now_ms()
    cases = visit.services.ports.cases
    await cases.record(visit.account.player, order.player, deed, note, now_ms)
    return order


def _window(visit: Visit) -> CashierWindow:
    window = visit.services.ports.cashier
    if window is None:
        raise AccessRefused(Net.UNKNOWN, "no_cashier")
    return window


POST: dict[str, Any] = {"method": "POST"}
ROUTES = (
    Route(
        **POST, path="/api/cashier/deposit", handler=order_deposit, body=Ordered,
        answer=MoneyOrder, summary="Ask the operator's cashier to take a deposit",
    ),
    Route(
        **POST, path="/api/cashier/withdrawal", handler=order_withdrawal, body=Ordered,
        answer=MoneyOrder, summary="Ask the operator's cashier to be paid",
    ),
    Route(
        method="GET", path="/api/cashier/orders", handler=orders, answer=Orders,
        summary="Your own deposits and withdrawals, newest first",
    ),
    Route(
        **POST, path="/api/cashier/answer", handler=cashier_answers, answer=Done, access="anyone",
        signed_body=CashierAnswer, summary="The signed word of the operator's cashier",
    ),
    Route(
        method="GET", path="/api/admin/orders", handler=waiting_orders, answer=Orders,
        access="administrator", summary="Deposits and withdrawals that wait for the cashier",
    ),
    Route(
        **POST, path="/api/admin/orders/decide", handler=decide_order, body=Decision,
        answer=MoneyOrder, access="administrator", summary="Close an order by hand, or park it",
    ),
)  # fmt: skip
