"""The job that gives to charity what has waited in suspense for too long (CRASH-04, AMB-23)."""

import asyncio
import logging

from cardroom.errors import CardroomError
from cardroom.ledger.suspense import due_to_charity
from cardroom.office.ports import SuspenseStore
from cardroom.room.ports import Clock

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 3600.0
"""Often enough that at the end of a day nothing is left that was due (I9)."""
GIFTS_MAX = 1000
"""What one look gives at most; the rest waits for the next."""


async def give_to_charity(
    store: SuspenseStore, clock: Clock, *, every_s: float = LOOK_EVERY_S
) -> None:
    """Look now and every so often until cancelled; what fails is tried again at the next look."""
    while True:
        try:
            await give_what_is_due(store, clock.now_ms())
        except CardroomError:
            logger.exception("what is due in suspense could not be given to charity")
        await asyncio.sleep(every_s)


async def give_what_is_due(store: SuspenseStore, now_ms: int) -> None:
    """Give what has fallen due by now; a gift that was made is not found again."""
    for gift in due_to_charity(await store.due_in_suspense(now_ms, GIFTS_MAX), now_ms):
        await store.move(gift, None)
