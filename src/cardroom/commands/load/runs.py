"""The runs of a load test: a room, a bare server, an attacked room, rooms of different sizes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec

from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.measured import (
    Cost,
    Figures,
    Hostile,
    Result,
    TableCost,
    Tally,
    cost_of,
)
from cardroom.commands.load.players import Crowd
from cardroom.commands.load.servers import Attack, Target, bare_server, own_room
from cardroom.commands.room_client import new_session
from cardroom.errors import UsageError

STAKE = {"game": "nl-holdem", "format": "ordinary", "small_blind": 5, "big_blind": 10}
BUY_IN = 1_000
PAUSE_PER_ACTION_S = 5 / 24
"""A hand that is checked down has 24 actions, and a pause of five seconds after it."""
SETTLE_S = 3.0
"""After the rush of coming in, before anything is counted."""
LOOK_S = 0.25


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured."""

    players: int
    seconds: float
    every_s: float
    room: str = ""
    hostile_per_s: float = 0.0
    tables: tuple[int, ...] = ()

    @property
    def think_s(self) -> float:
        """How long a player of the room thinks, so that they act about as often as wanted."""
        return max(0.0, self.every_s / GROUP - PAUSE_PER_ACTION_S) if self.every_s else 0.0


class ShowProgress(Protocol):
    """Shows the user what is going on, and how much of it is done."""

    def __call__(self, what: str, done: float = 0.0) -> None: ...


class Counted(Protocol):
    """Players whose doings are counted."""

    @property
    def tally(self) -> Tally: ...

    def verify(self) -> None:
        """Raise what went wrong for any player."""


async def run_plan(plan: Plan, tell: ShowProgress) -> Result:
    """Measure everything that the plan wants."""
    if plan.tables:
        costs = [await _table_cost(plan, tables, tell) for tables in plan.tables]
        return Result(every_s=plan.every_s, table_costs=tuple(costs))
    if plan.room:
        return await _measure_room(plan, Target(plan.room, None), tell)
    tell("Starting a room")
    async with own_room() as room:
        result = await _measure_room(plan, room, tell)
    return _beside(result, await _measure_bare(plan, tell))


def _beside(result: Result, bare: Figures) -> Result:
    ours = None if result.room is None else result.room.cpu_us_per_message
    theirs = bare.cpu_us_per_message
    ratio = round(theirs / ours, 3) if ours and theirs else None
    return msgspec.structs.replace(result, bare=bare, of_bare_server=ratio)


async def _measure_room(plan: Plan, room: Target, tell: ShowProgress) -> Result:
    empty = cost(room)
    async with _seated(plan, plan.players, room, tell) as crowd:
        full = cost(room)
        figures = await _count(crowd, plan, room, "the room", tell)
        hostile = None
        if plan.hostile_per_s:
            hostile = await _attacked(crowd, plan, room, figures, tell)
    memory = None
    if empty is not None and full is not None:
        memory = round((full.memory_kib - empty.memory_kib) / plan.players, 1)
    return Result(
        every_s=plan.every_s,
        tables=len(crowd.tables),
        memory_per_seat_kib=memory,
        room=figures,
        hostile=hostile,
    )


async def _attacked(
    crowd: Crowd, plan: Plan, room: Target, calm: Figures, tell: ShowProgress
) -> Hostile:
    """The same players again, while others throw frames."""
    async with Attack(room.address, plan.hostile_per_s, SETTLE_S + plan.seconds) as attack:
        figures = await _count(crowd, plan, room, "the room under attack", tell)
        thrown = await attack.over()
    ratio = round(figures.p99_ms / calm.p99_ms, 2) if calm.p99_ms else 0.0
    return Hostile(frames=thrown.frames, connections=thrown.connections, room=figures, ratio=ratio)


async def _table_cost(plan: Plan, tables: int, tell: ShowProgress) -> TableCost:
    """A room with this many full tables."""
    tell(f"Starting a room for {tables} tables")
    async with own_room() as room, _seated(plan, tables * GROUP, room, tell) as crowd:
        figures = await _count(crowd, plan, room, f"{tables} tables", tell)
    busy = figures.server_busy or 0.0
    return TableCost(
        tables=len(crowd.tables),
        cpu_ms_per_table_and_minute=round(busy * 60_000 / len(crowd.tables), 1),
        figures=figures,
    )


async def _measure_bare(plan: Plan, tell: ShowProgress) -> Figures:
    players = plan.players // GROUP * GROUP
    async with bare_server() as bare, new_session(players + 100) as session:
        crowd = Crowd(session, bare.address, plan.every_s / GROUP)
        try:
            crowd.join_bare(players)
            await _all_there(crowd, players, tell)
            return await _count(crowd, plan, bare, "the bare server", tell)
        finally:
            await crowd.go_home()


@asynccontextmanager
async def _seated(
    plan: Plan, players: int, room: Target, tell: ShowProgress
) -> AsyncIterator[Crowd]:
    """Players who sit and play; they go home at the end."""
    async with new_session(players + 100) as session:
        crowd = Crowd(session, room.address, plan.think_s)
        try:
            crowd.sit_down(players, STAKE, BUY_IN)
            await _all_there(crowd, players, tell)
            yield crowd
        finally:
            await crowd.go_home()


async def _all_there(crowd: Crowd, players: int, tell: ShowProgress) -> None:
    while crowd.seated < players:
        crowd.verify()
        tell(f"Seating {players} players", crowd.seated / players)
        await asyncio.sleep(LOOK_S)


async def _count(
    crowd: Crowd, plan: Plan, server: Target, what: str, tell: ShowProgress
) -> Figures:
    return await count(crowd, plan.seconds, server, tell, players=crowd.seated, what=what)


async def count(
    crowd: Counted,
    seconds: float,
    server: Target,
    tell: ShowProgress,
    *,
    players: int,
    what: str,
) -> Figures:
    """Let players who play already play on for some seconds, and count."""
    await asyncio.sleep(SETTLE_S)
    before = cost(server)
    crowd.tally.start()
    loop = asyncio.get_running_loop()
    started, ends = loop.time(), loop.time() + seconds
    while (left_s := ends - loop.time()) > 0:
        tell(f"Measuring {what}", (loop.time() - started) / seconds)
        await asyncio.sleep(min(LOOK_S, left_s))
    figures = crowd.tally.figures(players, before, cost(server))
    crowd.verify()
    if not figures.actions:
        raise UsageError("Nobody acted while it was measured: take more --seconds.")
    return figures


def cost(server: Target) -> Cost | None:
    """What a server has used so far, if it is a process of this test."""
    return None if server.process is None else cost_of(server.process)
