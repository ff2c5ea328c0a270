"""The runs of a load test of tournaments: a new room for each size, or one that runs already."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import uuid4

import msgspec

from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.field.measured import Cancelled, FieldFigures, FieldResult, compare
from cardroom.commands.load.field.players import Field
from cardroom.commands.load.runs import LOOK_S, SETTLE_S, ShowProgress, cost, count
from cardroom.commands.load.servers import Target, own_room
from cardroom.commands.room_client import RoomClient, new_session
from cardroom.commands.staff import make_administrator, make_token
from cardroom.errors import UsageError

TOURNAMENT = """
name = "Load test {word}"
format = "freezeout"
edition = "house"
[blinds]
level_s = 3_600
"""
ALL = "/api/admin/tournaments"
REASON = "a load test"
OPERATOR = "Load-test"
PAUSE_PER_ACTION_S = 3.5 / 15
"""A hand has about 15 actions, and a pause of three to four seconds after it."""
LEAD_S = 10.0
"""How long before its start a tournament is created, beside the time that it took everybody to
connect; if that is not enough, the operator delays it."""
NOT_LATER_S = 5.0
FIRST_PLAYERS = 60
"""What a room has free after its start, and needs once whoever plays, is theirs and not counted."""
LATER_S = 86_400
CANCELLING_S = 3.0
"""How long actions are still measured after the order to cancel."""
FIRST_DEALS_WITHIN_S = 120.0


class FieldPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured: a tournament of each size."""

    sizes: tuple[int, ...]
    seconds: float
    every_s: float
    cancels: bool = False
    room: str = ""
    token: str = ""

    @property
    def think_s(self) -> float:
        """How long a player thinks, so that they act about as often as wanted."""
        return max(0.0, self.every_s / GROUP - PAUSE_PER_ACTION_S) if self.every_s else 0.0


async def run_fields(plan: FieldPlan, tell: ShowProgress) -> FieldResult:
    """One tournament after the other."""
    fields = [await _run_field(plan, players, tell) for players in plan.sizes]
    return compare(plan.every_s, fields)


async def _run_field(plan: FieldPlan, players: int, tell: ShowProgress) -> FieldFigures:
    tell(f"Starting a room for {players:,} players")
    connections = players + FIRST_PLAYERS + 100
    async with _room(plan) as (room, token), new_session(connections) as session:
        operator = RoomClient(session, room.address, token=token)
        first = Field(session, room.address, plan.think_s)
        try:
            if room.process is not None:
                await OneField(plan, FIRST_PLAYERS, room, operator, tell).live_in(first)
            return await OneField(plan, players, room, operator, tell).run(
                Field(session, room.address, plan.think_s)
            )
        finally:
            await first.go_home()


@asynccontextmanager
async def _room(plan: FieldPlan) -> AsyncIterator[tuple[Target, str]]:
    """A room and an operator's token for it."""
    if plan.room:
        yield Target(plan.room, None), plan.token
        return
    async with own_room() as room:
        await make_administrator(room.database, OPERATOR, str(uuid4()))
        yield room, await make_token(room.database, OPERATOR, 1)


class OneField:
    """One tournament from its creation until all that is wanted was measured."""

    def __init__(
        self, plan: FieldPlan, players: int, room: Target, operator: RoomClient, tell: ShowProgress
    ) -> None:
        self._plan = plan
        self._players = players
        self._room = room
        self._operator = operator
        self._tell = tell
        self._starts_ms = 0
        self._tournament = 0

    async def live_in(self, field: Field) -> None:
        """Play for a moment; then the operator pauses it, and everybody stays where they are."""
        await self._start(field)
        await asyncio.sleep(SETTLE_S)
        await self._operator.post(f"{ALL}/{self._tournament}/pause", reason=REASON)

    async def run(self, field: Field) -> FieldFigures:
        """Come, enter, start, play, measure; everybody goes home at the end."""
        empty = cost(self._room)
        try:
            entering_s = await self._start(field)
            play = await count(
                field, self._plan.seconds, self._room, self._tell,
                players=self._players, what=f"{self._players:,} players",
            )  # fmt: skip
            figures = field.tally.field_figures(
                starts_ms=self._starts_ms, entering_s=entering_s, empty=empty, play=play,
                full=cost(self._room),
            )  # fmt: skip
            if self._plan.cancels:
                figures = msgspec.structs.replace(figures, cancelled=await self._cancel(field))
            return figures
        finally:
            await field.go_home()

    async def _start(self, field: Field) -> float:
        """Have everybody come, enter and get cards; how long entering took."""
        began = time.monotonic()
        field.come(self._players)
        await self._until(field, "Connecting", lambda: field.connected)
        entering_s = await self._enter(field, LEAD_S + time.monotonic() - began)
        await self._first_deals(field)
        return entering_s

    async def _enter(self, field: Field, lead_s: float) -> float:
        """Create the tournament and have everybody enter before it starts; how long that took."""
        began = time.monotonic()
        self._starts_ms = _in_s(lead_s)
        tournament = self._tournament = await self._create(self._starts_ms)
        field.enter(tournament)
        while field.entered < self._players:
            self._look(field, "Entering", field.entered)
            if self._starts_ms < _in_s(NOT_LATER_S):
                self._starts_ms = _in_s(lead_s)
                await self._operator.post(
                    f"{ALL}/{tournament}/delay", starts_ms=self._starts_ms, reason=REASON
                )
            await asyncio.sleep(LOOK_S)
        return time.monotonic() - began

    async def _create(self, starts_ms: int) -> int:
        made = await self._operator.post(
            ALL, id=str(uuid4()), toml=TOURNAMENT.format(word=uuid4().hex[:8]),
            file="load-test.toml", starts_ms=starts_ms, reason=REASON,
        )  # fmt: skip
        return int(made["tournament"])

    async def _cancel(self, field: Field) -> Cancelled:
        """Have everybody enter a second tournament, and cancel it while the first one is played."""
        tournament = await self._create(_in_s(LATER_S))
        field.enter(tournament)
        await self._until(field, "Entering another tournament", lambda: field.entered)
        await asyncio.sleep(SETTLE_S)
        self._tell("Cancelling it")
        one = f"{ALL}/{tournament}/cancel"
        preview = await self._operator.post(f"{one}/preview")
        await asyncio.sleep(SETTLE_S)
        field.tally.start()
        began = time.monotonic()
        await self._operator.post(one, step=preview["step"], reason=REASON)
        took_s = time.monotonic() - began
        await asyncio.sleep(max(0.0, CANCELLING_S - took_s))
        field.verify()
        return field.tally.cancelled(self._players, took_s)

    async def _first_deals(self, field: Field) -> None:
        """Wait for the start, and until every table has dealt."""
        while (left_s := self._starts_ms / 1000 - time.time()) > 0:
            field.verify()
            self._tell(f"Starting in {left_s:.0f} s")
            await asyncio.sleep(min(LOOK_S, left_s))
        try:
            async with asyncio.timeout(FIRST_DEALS_WITHIN_S):
                await self._until(field, "Seating", lambda: field.dealt_in)
        except TimeoutError:
            raise UsageError(
                f"Only {field.dealt_in:,} of {self._players:,} players had cards"
                f" {FIRST_DEALS_WITHIN_S:g} s after the start."
            ) from None

    async def _until(self, field: Field, what: str, done: Callable[[], int]) -> None:
        while done() < self._players:
            self._look(field, what, done())
            await asyncio.sleep(LOOK_S)

    def _look(self, field: Field, what: str, done: int) -> None:
        field.verify()
        self._tell(f"{what}: {done:,} of {self._players:,} players", done / self._players)


def _in_s(seconds: float) -> int:
    return int(1000 * (time.time() + seconds))
