"""Which host runs which unit, decided by each host for itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_hex

import pytest

from cardroom.cluster import placement
from cardroom.cluster.connection import Connection
from cardroom.cluster.leases import LEASE_MS, RETURN_MS, Leases
from cardroom.cluster.placement import Placement, UnitOver, choice_of
from tests.cluster.private_nats import PrivateNats
from tests.cluster.relay import Relay
from tests.cluster.test_leases import Process, Processes
from tests.cluster.waiting import until

UNITS = [f"pool:nl-holdem:ordinary:{small}:{2 * small}" for small in range(1, 41)]


def test_every_host_comes_to_the_same_choice_and_only_a_dead_host_s_units_move() -> None:
    hosts = ["a", "b", "c", "d"]
    before = {unit: choice_of(unit, hosts) for unit in UNITS}
    assert before == {unit: choice_of(unit, hosts[::-1]) for unit in UNITS}
    assert set(before.values()) == set(hosts)
    after = {unit: choice_of(unit, ["a", "b", "d"]) for unit in UNITS}
    assert {unit for unit in UNITS if before[unit] != after[unit]} == {
        unit for unit in UNITS if before[unit] == "c"
    }
    assert choice_of(UNITS[0], []) is None


class Host:
    """A host that starts units by noting them."""

    def __init__(self, process: Process) -> None:
        self.leases: Leases = process.leases
        self.lost: list[str] = []
        self.ended: list[str] = []
        self.placement = Placement(
            process.leases, UNITS, run=self._run, end=self._end, lost=self.lost.append
        )

    async def _run(self, unit: str) -> int:
        await asyncio.sleep(0)
        return 7

    async def _end(self, unit: str) -> None:
        self.ended.append(unit)

    @property
    def running(self) -> set[str]:
        return self.placement.running


@pytest.fixture
def processes(nats: PrivateNats) -> Processes:
    return Processes(nats, f"cardroom.{token_hex(6)}")


@asynccontextmanager
async def hosts(processes: Processes, *names: str) -> AsyncIterator[list[Host]]:
    async with AsyncExitStack() as stack:
        made = [Host(await stack.enter_async_context(processes.process(one))) for one in names]
        for host in made:
            await until(lambda host=host: len(host.leases.processes) == len(names))  # type: ignore[misc]
        yield made


async def test_hosts_that_start_together_share_the_units_and_run_each_once(
    processes: Processes,
) -> None:
    async with hosts(processes, "one", "two", "three") as made:
        await asyncio.gather(*(host.placement.look() for host in made))
        shares = [host.running for host in made]
        assert all(shares)
        assert sum(map(len, shares)) == len(UNITS)
        assert set.union(*shares) == set(UNITS)


async def test_the_units_of_a_dead_host_are_run_by_the_others(processes: Processes) -> None:
    async with hosts(processes, "one", "two", "three") as (one, two, three):
        await asyncio.gather(*(host.placement.look() for host in (one, two, three)))
        left = set(one.running)
        for host in (two, three):
            await until(
                lambda host=host: all(host.leases.holder_of(unit) == "one" for unit in left)  # type: ignore[misc]
            )
        for _ in range(200):
            for host in (two, three):
                # It still lives: its next heartbeat would bring it back.
                host.leases.bury("one")
            await asyncio.gather(two.placement.look(), three.placement.look())
            if two.running | three.running == set(UNITS):
                break
        assert two.running | three.running == set(UNITS)
        assert not two.running & three.running
        await until(lambda: not any(one.leases.holds(unit) for unit in left))
        await one.placement.look()
        assert set(one.lost) == left
        assert not one.running


async def test_a_host_that_comes_later_takes_nothing_that_runs(processes: Processes) -> None:
    async with processes.process("one") as first:
        one = Host(first)
        await one.placement.look()
        async with processes.process("two") as second:
            two = Host(second)
            await until(lambda: len(two.leases.units) == len(UNITS))
            await two.placement.look()
            assert not two.running
            assert one.running == set(UNITS)


async def test_a_host_that_comes_later_is_given_its_share_and_what_an_operator_moved_stays(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placement, "SETTLED_S", 0.0)
    async with hosts(processes, "one", "two") as (one, two):
        pinned = next(unit for unit in UNITS if choice_of(unit, ["one", "two"]) == "one")
        for unit in UNITS:
            assert await one.leases.claim(unit)
        await one.placement.look()
        assert one.running == set(UNITS)
        assert await one.placement.move(pinned, "two", pinned=True)

        async def look() -> bool:
            await asyncio.gather(one.placement.look(), two.placement.look())
            shares = {unit for unit in UNITS if choice_of(unit, ["one", "two"]) == "two"}
            return two.running == shares | {pinned} and one.running == set(UNITS) - two.running

        for _ in range(200):
            if await look():
                break
            await asyncio.sleep(0.05)
        assert set(one.ended) == two.running
        await two.placement.leave()
        assert not two.running
        for _ in range(200):
            await one.placement.look()
            await asyncio.sleep(0.05)
            if one.running == set(UNITS):
                break
        assert one.running == set(UNITS)


async def test_after_nats_was_away_nobody_takes_the_units_of_a_host_that_is_not_heard_yet(
    processes: Processes,
) -> None:
    own = processes.nats = PrivateNats()
    way = Relay(own.address)
    try:
        async with AsyncExitStack() as stack:
            enter = stack.enter_async_context
            first = await enter(processes.process("one"))
            second = await enter(processes.process("two", way.address))
            one, two = Host(first), Host(second)
            await until(lambda: len(one.leases.processes) == len(two.leases.processes) == 2)
            while one.running | two.running < set(UNITS):
                await asyncio.gather(one.placement.look(), two.placement.look())
            before = set(one.running), set(two.running)
            way.cut()
            own.kill()
            await until(lambda: not one.leases.is_connected and not two.leases.is_connected)
            for process in (first, second):
                process.clock.at_ms += 2 * LEASE_MS
            own.start()
            # One of them is back, and has not heard of the other for longer than a lease lasts.
            await until(lambda: one.leases.is_connected and one.leases.is_valid)
            assert "two" not in one.leases.processes
            await one.placement.look()
            assert (one.running, two.running) == before
            way.mend()
            await until(lambda: two.leases.is_connected and "two" in one.leases.processes)
            first.clock.at_ms += RETURN_MS
            await asyncio.gather(one.placement.look(), two.placement.look())
            assert (one.running, two.running) == before
            assert one.lost == two.lost == []
    finally:
        way.remove()
        own.remove()


async def test_a_host_that_is_not_back_in_time_after_nats_was_away_loses_its_units(
    processes: Processes,
) -> None:
    own = processes.nats = PrivateNats()
    try:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(processes.process("one"))
            gone = await Connection.open(own.address, "two")
            assert await first.leases.offer(UNITS[0], "two")
            one = Host(first)
            await gone.close()
            own.kill()
            await until(lambda: not one.leases.is_connected)
            first.clock.at_ms += 2 * LEASE_MS
            own.start()
            await until(lambda: one.leases.is_connected and one.leases.is_valid)
            await one.placement.look()
            assert UNITS[0] not in one.running
            first.clock.at_ms += RETURN_MS
            await one.placement.look()
            assert UNITS[0] in one.running
    finally:
        own.remove()


async def test_a_unit_that_is_over_is_run_by_nobody(processes: Processes) -> None:
    async with hosts(processes, "one") as (one,):
        over = "tournament:3"

        async def run(unit: str) -> int:
            if unit == over:
                raise UnitOver
            return 7

        one.placement._run = run
        await one.leases.offer(over, "one")
        await one.leases.offer("tournament:4", "one")
        await one.placement.look()
        assert "tournament:4" in one.running
        assert over not in one.running
        await one.placement.finish("tournament:4")
        await one.placement.look()
        assert one.leases.known == set(UNITS) == one.running
