"""The operator's own cashier over HTTP: orders go out signed, answers come back signed.

A status from 200 to 299 without a body says that the cashier accepts the order and will call back.
A body is their answer at once, signed like a webhook; without a signature it does not count.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from aiohttp import ClientConnectorError, ClientError, ClientSession, ClientTimeout

from cardroom.errors import UNREADABLE, Unavailable
from cardroom.office.orders import NotSent, OrderDesk
from cardroom.room.metrics import Metrics
from cardroom.room.ports import Clock
from cardroom.room.records import CashierAnswer, MoneyOrder
from cardroom.server.signatures import headers_of, is_signed
from cardroom.server.sockets.messages import verify_strict
from cardroom.server.webhooks import TIMEOUT_S, Retries, typed

logger = logging.getLogger(__name__)

POLL_S = 1.0
ANSWER_BYTES_MAX = 16 * 1024
_answer = msgspec.json.Decoder(CashierAnswer)


def read_answer(
    secrets: Sequence[str], headers: Mapping[str, str], body: bytes, now_ms: int
) -> CashierAnswer | None:
    """The cashier's answer, if it is theirs: signed recently with a shared secret.

    What others might read as something else, or no database keeps, is refused.
    """
    if not is_signed(secrets, headers, body, now_ms):
        return None
    try:
        answer = _answer.decode(body)
    except UNREADABLE:
        return None
    verify_strict(body, msgspec.json.decode(body))
    return answer


class CashierWindow(NamedTuple):
    """Where players order and the cashier calls back, and the secrets that they sign with."""

    desk: OrderDesk
    secrets: tuple[str, ...]


class HttpCashier:
    """Sends orders to the cashier; what fails is sent again, later and later."""

    def __init__(
        self,
        session: ClientSession,
        url: str,
        secrets: Sequence[str],
        clock: Clock,
        metrics: Metrics,
    ) -> None:
        assert secrets
        self._session = session
        self._url = url
        self._secrets = tuple(secrets)
        self._clock = clock
        self._metrics = metrics
        self._retries = Retries(clock)

    def is_due(self, reference: str) -> bool:
        return self._retries.is_due(reference)

    async def tell(self, order: MoneyOrder) -> CashierAnswer | None:
        """Tell of an order; None when it was not taken, or the answer was not theirs."""
        answer = None
        try:
            answer = await self._tell(order)
        finally:
            outcome = "failed" if answer is None else "taken"
            self._metrics.count("cashier_orders_total", kind=order.kind, outcome=outcome)
            if answer is None:
                self._retries.put_off(order.reference)
            else:
                self._retries.forget(order.reference)
        return answer

    async def _tell(self, order: MoneyOrder) -> CashierAnswer | None:
        subject = f"cashier.{order.kind}"
        content = msgspec.json.encode(
            {
                "reference": order.reference,
                "kind": order.kind,
                "player": order.player,
                "amount": order.amount,
                "currency": order.currency,
                "asked_ms": order.asked_ms,
            }
        )
        body = typed(subject, content)
        headers = headers_of(order.reference, subject, body, self._secrets, self._clock.now_ms())
        try:
            async with self._session.post(
                self._url,
                data=body,
                headers=headers,
                timeout=ClientTimeout(total=TIMEOUT_S),
                allow_redirects=False,
            ) as response:
                said = await response.content.read(ANSWER_BYTES_MAX)
                if not 200 <= response.status < 300:
                    return None
                return self._word(order, response.headers, said)
        except ClientConnectorError as error:
            logger.warning("the cashier is out of reach", extra={"reason": type(error).__name__})
            raise NotSent from error
        except (ClientError, TimeoutError, OSError) as error:
            logger.warning("the cashier is out of reach", extra={"reason": type(error).__name__})
            return None

    def _word(
        self, order: MoneyOrder, headers: Mapping[str, str], said: bytes
    ) -> CashierAnswer | None:
        if not said:
            return CashierAnswer(reference=order.reference, outcome="pending")
        answer = read_answer(self._secrets, headers, said, self._clock.now_ms())
        if answer is None or answer.reference != order.reference:
            logger.warning("an answer of the cashier has no valid signature")
            return None
        return answer


async def carry_orders(desk: OrderDesk, cashier: HttpCashier, metrics: Metrics) -> None:
    """Carry orders to the cashier until cancelled; whatever goes wrong, the others go on."""
    while True:
        try:
            await desk.carry(cashier)
            waiting, parked = await desk.counts()
            metrics.set("cashier_orders_waiting", waiting)
            metrics.set("cashier_orders_parked", parked)
        except Unavailable:
            metrics.count("cashier_rounds_failed_total")
        try:
            async with asyncio.timeout(POLL_S):
                await desk.news.wait()
        except TimeoutError:
            continue
