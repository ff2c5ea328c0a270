"""The house reviews play: all new hands, regularly, beside the room (FAIR-04).

Before a review reads cards it is noted with its reason. What it finds becomes alerts; it moves
nothing and punishes nobody.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import Literal, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from cardroom.errors import CardroomError, Unavailable
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.integrity.scan import Report
from cardroom.ledger import PlayerId
from cardroom.office.ports import AccountStore
from cardroom.office.review.alerts import (
    AlertStore,
    NewAlert,
    bot_alert,
    concerns_people,
    pair_alert,
    superuser_alert,
)
from cardroom.office.review.hand_reading import RawHand
from cardroom.office.review.signals import SignalWatch
from cardroom.room.ports import Clock

logger = logging.getLogger(__name__)

DAY_MS = 86_400_000
PAGE = 250
HANDS_MAX = 200_000
"""One review reads this many hands at most, the last ones; its memory grows with them."""
ROUTINE = "routine review of all hands"


class Numbers(NamedTuple):
    """Hands from the first to the last one; none if the last is less."""

    first: int
    last: int


class CardReview(msgspec.Struct, frozen=True, kw_only=True):
    """That the house has read all cards of many hands: when, which, why; once it has ended, how
    many hands were readable and how many alerts were new."""

    number: int
    at_ms: int
    first_hand: int
    last_hand: int
    asked_by: PlayerId | None
    reason: str
    ended_ms: int = 0
    hands: int = 0
    alerts: int = 0


class ReviewState(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review is, or when it last ran."""

    state: Literal["never", "running", "done", "failed"] = "never"
    begun_ms: int = 0
    ended_ms: int = 0
    read: int = 0
    of: int = 0
    alerts: int = 0


class BulkReader(Protocol):
    """Stored hands with all cards; a reading is noted before it begins."""

    async def numbers(self, since_ms: int) -> Numbers:
        """Which hands ended since a moment."""

    async def note_reading(
        self, numbers: Numbers, asked_by: PlayerId | None, reason: str, at_ms: int
    ) -> CardReview:
        """Note that these hands are read now, by whom and why (FAIR-03)."""

    async def page(self, reading: CardReview, after: int, limit: int) -> Sequence[RawHand]:
        """Some hands of a noted reading after one with a number, in the order they ended."""

    async def note_end(self, reading: CardReview) -> None:
        """Note what came of it."""

    async def readings(self, before: int, limit: int) -> list[CardReview]:
        """What was read, newest first."""


class Reviewer(Protocol):
    """Does one review, somewhere where nobody waits for it."""

    async def take(self, page: Sequence[RawHand]) -> int: ...

    async def report(self, seed: int) -> Report: ...


Begin = Callable[[JudgedBefore], AbstractAsyncContextManager[Reviewer]]


class HouseReview:
    """Reviews when it is time or when somebody asks; one review at a time."""

    def __init__(
        self,
        reader: BulkReader,
        alerts: AlertStore,
        accounts: AccountStore,
        *,
        clock: Clock,
        begin: Begin,
        every_s: float,
        days: int,
        signals: SignalWatch | None = None,
    ) -> None:
        self._signals = signals
        """Without it only hands are looked at."""
        self._reader = reader
        self._alerts = alerts
        self._accounts = accounts
        self._clock = clock
        self._begin = begin
        self._every_s = every_s
        self._days = days
        self._asked = asyncio.Event()
        self._asked_by: tuple[PlayerId, str] | None = None
        self.state = ReviewState()

    def ask(self, actor: PlayerId, reason: str) -> ReviewState:
        """Review now, unless that is being done."""
        if self.state.state != "running":
            self._asked_by = (actor, reason)
            self._asked.set()
            self.state = replace(
                self.state, state="running", begun_ms=self._clock.now_ms(), read=0, of=0
            )
        return self.state

    async def readings(self, before: int, limit: int) -> list[CardReview]:
        """Every time that the house has read all hands, newest first."""
        return await self._reader.readings(before, limit)

    async def run_regularly(self) -> None:
        """Review again and again until cancelled; what fails is tried at the next time."""
        while True:
            asked, self._asked_by = self._asked_by, None
            self._asked.clear()
            try:
                await self.review(asked)
            except Unavailable:
                # The store reports that it is out of reach; the review waits for the next time.
                logger.info("the review of play waits for the store")
                self.state = replace(self.state, state="failed", ended_ms=self._clock.now_ms())
            except CardroomError:
                logger.exception("the review of play has failed")
                self.state = replace(self.state, state="failed", ended_ms=self._clock.now_ms())
            with suppress(TimeoutError):
                async with asyncio.timeout(self._every_s or None):
                    await self._asked.wait()

    async def review(self, asked: tuple[PlayerId, str] | None = None) -> int:
        """Read all hands of the period and keep what is found; how many alerts are new.

        Where no hand has ended since the last review there is nothing to do, unless somebody asks.
        """
        now_ms = self._clock.now_ms()
        first, last = await self._reader.numbers(now_ms - DAY_MS * self._days)
        numbers = Numbers(max(first, last - HANDS_MAX + 1), last)
        before = await self._reader.readings(2**53, 1)
        if asked is None and (last < numbers.first or (before and before[0].last_hand >= last)):
            return 0
        actor, reason = asked or (None, ROUTINE)
        reading = await self._reader.note_reading(numbers, actor, reason, now_ms)
        self.state = ReviewState(
            state="running", begun_ms=now_ms, of=max(0, last - numbers.first + 1)
        )
        report, known = await self._read(reading)
        new = await self._alerts_of(report, known, numbers)
        count = await self._alerts.add(new, self._clock.now_ms())
        ended_ms = self._clock.now_ms()
        ended = replace(reading, ended_ms=ended_ms, hands=report.hands, alerts=count)
        await self._reader.note_end(ended)
        self.state = replace(
            self.state, state="done", ended_ms=ended_ms, read=self.state.of, alerts=count
        )
        return count

    async def _read(self, reading: CardReview) -> tuple[Report, JudgedBefore]:
        known = await self._alerts.judged_before()
        async with self._begin(known) as reviewer:
            after = reading.first_hand - 1
            while page := await self._reader.page(reading, after, PAGE):
                await reviewer.take(page)
                after = page[-1].number
                self.state = replace(self.state, read=after - reading.first_hand + 1)
            return await reviewer.report(reading.last_hand), known

    async def _alerts_of(
        self, report: Report, known: JudgedBefore, numbers: Numbers
    ) -> list[NewAlert]:
        """What people should look at: the house's own practice players are nobody's partners."""
        since_ms = self._clock.now_ms() - DAY_MS * self._days
        found = [
            *([] if self._signals is None else await self._signals.alerts(since_ms)),
            *(pair_alert(one, report.losses, known, numbers) for one in report.alerts),
            *(superuser_alert(one, known, numbers) for one in report.superusers),
            *(bot_alert(one, known, numbers) for one in report.programs),
        ]
        return [one for one in found if await concerns_people(one, self._accounts)]
