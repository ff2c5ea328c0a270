"""A seat is sold in three steps: the table decides, the store takes the money, the player sits.

The lobby keeps the offered seat meanwhile. Nobody waits for the store inside a table, and nobody
sits down before the money is there. If the room is killed in between, the store knows that the seat
is paid (`store/places.py`), and the player has it after the restart.
"""

import asyncio
from typing import Any

from cardroom.cash.seat_order import SeatOrder
from cardroom.errors import PlayerChanged, Refused, SeatRefused, Unavailable
from cardroom.room.cash.messages import LOBBY, SeatNotPaid, SeatPaid, TakeSeat
from cardroom.room.incidents import report
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import Sit
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.services import RoomServices
from cardroom.room.tables.messages import PlayerRequest

DECIDED_MAX = 5
"""How often a seat is decided again because somebody else has written about the player."""

ASK_AGAIN_S = 0.1


class SeatSales:
    """Sells seats at the cash tables of a room."""

    def __init__(self, services: RoomServices) -> None:
        self._services = services
        self._sales: set[asyncio.Task[Answer]] = set()

    async def sell(self, caller: Caller, request: Sit, receipt: Receipt | None) -> Answer:
        """Take the offered seat with a stack, or raise Refused and change nothing.

        Once begun it goes on, also when nobody waits for the answer any more.
        """
        sale = asyncio.create_task(self._sell(caller, request, receipt), name="seat")
        self._sales.add(sale)
        sale.add_done_callback(self._sales.discard)
        try:
            return await asyncio.shield(sale)
        except asyncio.CancelledError:
            sale.add_done_callback(_end_unheard)
            raise

    async def end(self) -> None:
        """The room stops: what is paid by now is found after the restart."""
        sales = list(self._sales)
        for sale in sales:
            sale.cancel()
        await asyncio.gather(*sales, return_exceptions=True)

    async def _sell(self, caller: Caller, request: Sit, receipt: Receipt | None) -> Answer:
        bus = self._services.bus
        order: SeatOrder = await bus.ask(LOBBY, PlayerRequest(caller, request))
        for attempt in range(1, DECIDED_MAX + 1):
            try:
                await self._services.wallets.buy(order.transfer, order.record, receipt)
            except PlayerChanged:
                if attempt == DECIDED_MAX:
                    await self._tell(request, SeatNotPaid(order=order))
                    raise
                order = await self._decide_again(caller, request, order)
            except Exception:
                await self._tell(request, SeatNotPaid(order=order))
                raise
            else:
                break
        answer: Answer = await self._tell(request, SeatPaid(order=order, post=request.post))
        return answer

    async def _tell(self, request: Sit, message: SeatPaid | SeatNotPaid | TakeSeat) -> Any:
        """Tell the table how it goes on, until it has heard it: it may be busy, or have stopped."""
        while True:
            try:
                answer = await self._services.bus.ask(request.ch, message)
            except (Unavailable, SeatRefused) as error:
                if isinstance(error, SeatRefused) and error.rule != Net.BUSY:
                    raise
                await asyncio.sleep(ASK_AGAIN_S)
            else:
                return answer

    async def _decide_again(self, caller: Caller, request: Sit, order: SeatOrder) -> SeatOrder:
        """Read what somebody else has written about the player, and have the table decide again.

        The lobby still keeps the seat: a refusal gives it back.
        """
        services, player = self._services, caller.player
        record = await retry_while_unavailable(lambda: services.tables.remembered_of(player))
        services.history.take_back(order.record, order.before)
        services.history.catch_up(record)
        decided: SeatOrder = await self._tell(
            request,
            TakeSeat(caller=caller, request=request, seat=order.seat, is_decided_again=True),
        )
        return decided


def _end_unheard(sale: asyncio.Task[Answer]) -> None:
    """Nobody waits for the answer any more: a refusal needs no ear, our own mistake is reported."""
    error = None if sale.cancelled() else sale.exception()
    if error is not None and not isinstance(error, Refused | Unavailable):
        report("a seat could not be sold, and nobody waited for it", error)
