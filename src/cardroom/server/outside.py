"""Jobs that talk to the operator's own systems for as long as the room is open."""

from aiohttp import ClientSession

from cardroom.office.orders import OrderDesk
from cardroom.server.cashiering import HttpCashier, carry_orders
from cardroom.server.config.options import CashierSection, WebhookSection
from cardroom.server.services import Services
from cardroom.server.webhooks import Courier, HttpPost


async def deliver_outbox(hooks: WebhookSection, services: Services) -> None:
    """Deliver what has happened to the operator's webhook."""
    async with ClientSession() as session:
        post = HttpPost(session, hooks.url)
        outbox, clock = services.ports.outbox, services.clock
        await Courier(outbox, post, hooks.secrets, clock, services.metrics).run()


async def carry_to_cashier(cashier: CashierSection, orders: OrderDesk, services: Services) -> None:
    """Carry deposits and withdrawals to the operator's own cashier."""
    async with ClientSession() as session:
        clock, metrics = services.clock, services.metrics
        window = HttpCashier(session, cashier.url, cashier.secrets, clock, metrics)
        await carry_orders(orders, window, metrics)
