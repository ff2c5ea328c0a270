"""Requests that move money are carried out once: by their id, whatever happens in between.

The receipt of a request is written in the transaction that moves its money. The same id with the
same content is then answered as done; with another content it is refused. Receipts are kept for a
week, so an id may be used again after that.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import blake2b
from typing import Protocol

import msgspec

from cardroom.errors import AccessRefused, CardroomError
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.ports import Answer, Clock
from cardroom.room.records import Receipt
from cardroom.room.requests import Leave, Sit, TopUp
from cardroom.room.retrying import retry_while_unavailable

logger = logging.getLogger(__name__)

KEPT_MS = 7 * 24 * 3_600_000
"""How long an id is remembered."""
FORGET_EVERY_S = 3600.0
DIGEST_BYTES = 16
HOUSE = PlayerId(0)
"""Whose the receipts of the house's own bookings are."""

MOVES_MONEY = (Sit, TopUp, Leave)
"""Requests to a table that have a receipt."""


class ReceiptStore(Protocol):
    """Receipts that were written."""

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        """The hash over the content that was carried out under an id."""


class OldReceipts(Protocol):
    """Receipts that nobody asks for any more."""

    async def forget_receipts(self, before_ms: int) -> None:
        """Forget those that are older."""


def receipt_of(player: PlayerId, request: str, content: object, at_ms: int) -> Receipt:
    """The receipt of a request with a content that can be written as JSON."""
    packed = msgspec.json.encode(content)
    return Receipt(player, request, blake2b(packed, digest_size=DIGEST_BYTES).digest(), at_ms)


def verify_same(receipt: Receipt, known: bytes | None) -> bool:
    """Whether it was carried out before; refused when that was something else (NET-05)."""
    if known is not None and known != receipt.digest:
        raise AccessRefused(Net.FORM, "id_with_another_content", {"id": receipt.request})
    return known is not None


class Once:
    """Carries out what moves money once for every id, also when it is asked twice at once.

    There is one for everything of a room: a table, an order and a booking may be asked with one id.
    """

    def __init__(self, store: ReceiptStore) -> None:
        self._store = store
        self._under_way: dict[tuple[PlayerId, str], asyncio.Event] = {}

    async def do(self, receipt: Receipt, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Carry it out, unless it was before."""
        async with self.turn_of(receipt):
            known = await retry_while_unavailable(
                lambda: self._store.receipt(receipt.player, receipt.request)
            )
            return {} if verify_same(receipt, known) else await work()

    @asynccontextmanager
    async def turn_of(self, receipt: Receipt) -> AsyncIterator[None]:
        """Whoever asks with the same id meanwhile waits for the outcome."""
        key = receipt.player, receipt.request
        while key in self._under_way:
            await self._under_way[key].wait()
        done = self._under_way[key] = asyncio.Event()
        try:
            yield
        finally:
            del self._under_way[key]
            done.set()


async def forget_old_receipts(
    store: OldReceipts, clock: Clock, *, every_s: float = FORGET_EVERY_S
) -> None:
    """Forget what is older than a week, now and every so often until cancelled."""
    while True:
        try:
            await store.forget_receipts(clock.now_ms() - KEPT_MS)
        except CardroomError:
            logger.exception("old receipts could not be forgotten")
        await asyncio.sleep(every_s)
