"""Players at several stakes and several gateways, and what they cost every process."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from bench.cluster.rooms import Running, sent_over_nats
from cardroom.commands.load.bare import GROUP
from cardroom.commands.load.measured import Cost, Figures, cost_of
from cardroom.commands.load.players import Crowd
from cardroom.commands.load.runs import PAUSE_PER_ACTION_S, SETTLE_S
from cardroom.commands.load.servers import Target
from cardroom.commands.room_client import new_session

GAME, FORMAT = "nl-holdem", "ordinary"
STAKES_EACH = 2
"""How many stakes of every host are played."""
BUY_INS = 100
"""In big blinds."""
LOOK_S = 0.25
IDLE_S = 5.0
Tell = Callable[[str], None]


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What one room was measured at; CPU in microseconds for each action, by process."""

    name: str
    figures: Figures
    cpu_us: dict[str, float]
    bus_messages: float
    """Messages over NATS for each action."""
    tables: int
    idle_ms: float = 0.0
    """CPU that all processes of the room need each second while nobody is there."""

    @property
    def room_us(self) -> float:
        """The CPU of all processes of the room itself."""
        own = (us for name, us in self.cpu_us.items() if name not in {"nats", "postgresql"})
        return round(sum(own), 1)

    @property
    def busy_us(self) -> float:
        """The same without what the processes need while nobody is there."""
        return self.room_us - 1000 * self.idle_ms / self.figures.actions_per_s


def stakes_of(units: Sequence[frozenset[str]]) -> list[str]:
    """Stakes of the same game, as many of each host."""
    pool = f"pool:{GAME}:{FORMAT}:"
    found = [sorted(unit for unit in one if unit.startswith(pool))[:STAKES_EACH] for one in units]
    return [unit.removeprefix("pool:") for one in found for unit in one]


async def measure(
    name: str,
    room: Running,
    stakes: Sequence[str],
    *,
    players: int,
    seconds: float,
    every_s: float,
    besides: Mapping[str, Sequence[int]],
    tell: Tell,
) -> Run:
    """Seat players evenly, let them play for some seconds, and count."""
    think_s = max(0.0, every_s / GROUP - PAUSE_PER_ACTION_S)
    tell(f"{name}: nobody plays yet")
    idle_ms = await _idle_ms(room)
    async with new_session(players + 100) as session:
        crowds = [Crowd(session, address, think_s) for address in room.addresses]
        for crowd in crowds[1:]:
            crowd.tally = crowds[0].tally
        try:
            wanted = _sit_down(crowds, stakes, players)
            while (seated := sum(one.seated for one in crowds)) < wanted:
                for one in crowds:
                    one.verify()
                tell(f"{name}: {seated} of {wanted} players sit")
                await asyncio.sleep(LOOK_S)
            figures, cpu_s, sent = await _count(name, room, crowds, seconds, besides, tell)
        finally:
            await asyncio.gather(*(one.go_home() for one in crowds))
    actions = figures.actions
    tables: set[str] = set().union(*(one.tables for one in crowds))
    return Run(
        name=name,
        figures=figures,
        cpu_us={one: round(1e6 * spent / actions, 1) for one, spent in cpu_s.items()},
        bus_messages=round(sent / actions, 2),
        tables=len(tables),
        idle_ms=idle_ms,
    )


async def _idle_ms(room: Running) -> float:
    before = sum(_costs(room, {}).values())
    await asyncio.sleep(IDLE_S)
    return round(1000 * (sum(_costs(room, {}).values()) - before) / IDLE_S, 1)


def _sit_down(crowds: Sequence[Crowd], stakes: Sequence[str], players: int) -> int:
    """Have players come, full tables only: how many."""
    tables_each = max(1, players // GROUP // len(stakes))
    for stake in stakes:
        game, form, small, big = stake.split(":")
        wanted = {
            "game": game, "format": form, "small_blind": int(small), "big_blind": int(big),
        }  # fmt: skip
        coming = tables_each * GROUP
        for number, crowd in enumerate(crowds):
            share = coming // len(crowds) + (number < coming % len(crowds))
            crowd.sit_down(share, wanted, BUY_INS * int(big))
    return tables_each * GROUP * len(stakes)


async def _count(
    name: str,
    room: Running,
    crowds: Sequence[Crowd],
    seconds: float,
    besides: Mapping[str, Sequence[int]],
    tell: Tell,
) -> tuple[Figures, dict[str, float], float]:
    await asyncio.sleep(SETTLE_S)
    sent, before = await sent_over_nats(room), _costs(room, besides)
    tally = crowds[0].tally
    tally.start()
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    while (left_s := ends - loop.time()) > 0:
        tell(f"{name}: measuring, {left_s:.0f} s left")
        await asyncio.sleep(min(1.0, left_s))
    after = _costs(room, besides)
    players = sum(one.seated for one in crowds)
    own = {one for one in after if one in room.processes}
    figures = tally.figures(players, _sum(before, own), _sum(after, own))
    sent = await sent_over_nats(room) - sent
    for one in crowds:
        one.verify()
    assert figures.actions, "nobody acted: measure for longer"
    return figures, {one: after[one] - before[one] for one in after}, sent


def _sum(costs: Mapping[str, float], names: set[str]) -> Cost:
    return Cost(cpu_s=sum(costs[name] for name in names), memory_kib=0)


def _costs(room: Running, besides: Mapping[str, Sequence[int]]) -> dict[str, float]:
    """The CPU time so far, by name; PostgreSQL with everything that it has started."""
    found = {name: _cpu_s(pid) for name, pid in room.processes.items()}
    for name, pids in besides.items():
        found[name] = sum(_cpu_s(one) for pid in pids for one in (pid, *_children(pid)))
    return found


def _cpu_s(pid: int) -> float:
    cost = cost_of(pid)
    return 0.0 if cost is None else cost.cpu_s


def _children(parent: int) -> list[int]:
    files = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(word) for file in files for word in file.read_text().split()]


async def measure_bare(bare: Target, *, players: int, seconds: float, every_s: float) -> Figures:
    """The same number of players at the server that only broadcasts."""
    count = players // GROUP * GROUP
    async with new_session(count + 100) as session:
        crowd = Crowd(session, bare.address, every_s / GROUP)
        try:
            crowd.join_bare(count)
            while crowd.seated < count:
                crowd.verify()
                await asyncio.sleep(LOOK_S)
            await asyncio.sleep(SETTLE_S)
            assert bare.process is not None
            before = cost_of(bare.process)
            crowd.tally.start()
            await asyncio.sleep(seconds)
            return crowd.tally.figures(count, before, cost_of(bare.process))
        finally:
            await crowd.go_home()
