"""Which process runs which unit: real NATS, and a clock that the test sets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_hex

import pytest

from cardroom.cluster.connection import Connection
from cardroom.cluster.leases import FORGET_MS, LEASE_MS, Leases, ProcessState
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until

POOL = "pool:nl-holdem:ordinary:5:10"
GAME = "tournament:12"


class SetClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.at_ms = 0

    def now_ms(self) -> int:
        return self.at_ms

    def monotonic_ms(self) -> int:
        return self.at_ms


class Process:
    """One process that takes part, with a clock of its own."""

    def __init__(self, leases: Leases, clock: SetClock, connection: Connection) -> None:
        self.leases = leases
        self.clock = clock
        self.connection = connection


class Processes:
    """Starts processes of one room."""

    def __init__(self, nats: PrivateNats, room: str) -> None:
        self.nats = nats
        self._room = room

    @asynccontextmanager
    async def process(self, name: str, address: str = "") -> AsyncIterator[Process]:
        connection = await Connection.open(address or self.nats.address, name)
        clock = SetClock()
        state = ProcessState(name=name, roles=("host",))
        try:
            async with Leases(connection, self._room, state, clock).held() as leases:
                yield Process(leases, clock, connection)
        finally:
            await connection.close()


@pytest.fixture
def processes(nats: PrivateNats) -> Processes:
    return Processes(nats, f"cardroom.{token_hex(6)}")


async def both(processes: Processes, stack: AsyncExitStack) -> tuple[Process, Process]:
    one = await stack.enter_async_context(processes.process("one"))
    two = await stack.enter_async_context(processes.process("two"))
    await until(lambda: len(one.leases.processes) == 2)
    return one, two


async def test_a_unit_has_one_holder_and_everybody_knows_who(processes: Processes) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        assert await one.leases.claim(POOL)
        await until(lambda: two.leases.holder_of(POOL) == "one")
        assert not await two.leases.claim(POOL)
        assert one.leases.holds(POOL)
        assert await one.leases.claim(POOL, epoch=7)
        await until(lambda: two.leases.units[POOL].epoch == 7)


async def test_of_many_who_want_a_free_unit_at_once_one_gets_it(processes: Processes) -> None:
    async with AsyncExitStack() as stack:
        many = [await stack.enter_async_context(processes.process(f"p{n}")) for n in range(5)]
        got = await asyncio.gather(*(one.leases.claim(POOL) for one in many))
        assert sorted(got) == [False] * 4 + [True]


async def test_who_is_silent_for_as_long_as_a_lease_lasts_has_lost_its_units(
    processes: Processes,
) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        await one.leases.claim(POOL)
        await until(lambda: two.leases.holder_of(POOL) == "one")
        two.clock.at_ms += LEASE_MS - 1
        assert two.leases.holder_of(POOL) == "one"
        two.clock.at_ms += 1
        assert two.leases.holder_of(POOL) is None
        await one.leases.beat()
        await until(lambda: two.leases.holder_of(POOL) == "one")


async def test_a_dead_process_loses_its_unit_to_one_of_those_who_see_it(
    processes: Processes,
) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        three = await stack.enter_async_context(processes.process("three"))
        await one.leases.claim(POOL)
        for heir in (two, three):
            await until(lambda heir=heir: heir.leases.holder_of(POOL) == "one")  # type: ignore[misc]
            heir.leases.bury("one")
        got = await asyncio.gather(two.leases.claim(POOL), three.leases.claim(POOL))
        assert sorted(got) == [False, True]
        await until(lambda: not one.leases.holds(POOL))


async def test_who_starts_does_not_take_a_process_for_alive_that_was_killed_long_ago(
    processes: Processes,
) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        # The third is killed: it cannot say goodbye.
        killed = await processes.process("three").__aenter__()
        await until(lambda: "three" in two.leases.processes and "three" in one.leases.processes)
        await killed.connection.close()
        two.leases.bury("three")
        two.clock.at_ms += FORGET_MS - 1
        await one.leases.beat()
        await until(lambda: set(two.leases.processes) == {"one"})
        await two.leases.forget_dead()
        async with processes.process("four") as four:
            await until(lambda: "three" in four.leases.processes)
        two.clock.at_ms += 1
        await two.leases.forget_dead()
        # Whoever has heard it since is not forgotten.
        two.clock.at_ms += FORGET_MS - 1
        await two.leases.beat()
        await two.leases.forget_dead()
        async with processes.process("five") as five:
            await until(lambda: {"one", "two"} <= five.leases.processes.keys())
            assert "three" not in five.leases.processes
        await until(lambda: "three" not in one.leases.processes)


async def test_a_process_that_cannot_show_that_it_lives_knows_it_by_its_own_clock(
    processes: Processes,
) -> None:
    async with processes.process("one") as one:
        await one.leases.claim(POOL)
        one.clock.at_ms += LEASE_MS
        assert not one.leases.is_valid
        assert not one.leases.holds(POOL)
        await one.leases.beat()
        assert one.leases.holds(POOL)


async def test_a_process_that_hung_waits_until_it_knows_whether_a_unit_is_its_own(
    processes: Processes,
) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        await one.leases.claim(POOL)
        await one.leases.until_held(POOL)
        one.clock.at_ms += LEASE_MS
        held = asyncio.create_task(one.leases.until_held(POOL))
        await asyncio.sleep(0.3)
        assert not held.done()
        await one.leases.beat()
        await held
        await until(lambda: two.leases.holder_of(POOL) == "one")
        two.leases.bury("one")
        assert await two.leases.claim(POOL)
        await until(lambda: not one.leases.holds(POOL))
        held = asyncio.create_task(one.leases.until_held(POOL))
        await asyncio.sleep(0.3)
        assert not held.done()
        held.cancel()


async def test_who_leaves_frees_its_units_at_once(processes: Processes) -> None:
    async with processes.process("two") as two:
        async with processes.process("one") as one:
            await one.leases.claim(POOL)
            await until(lambda: two.leases.holder_of(POOL) == "one")
        await until(lambda: two.leases.holder_of(POOL) is None)
        assert await two.leases.claim(POOL)
        assert list(two.leases.processes) == ["two"]


async def test_a_unit_is_handed_over_to_a_process_that_lives(processes: Processes) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        await one.leases.claim(POOL)
        assert await one.leases.hand_over(POOL, "two")
        await until(lambda: two.leases.holds(POOL))
        assert not await one.leases.claim(POOL)
        assert not await one.leases.release(POOL)


async def test_after_a_restart_of_nats_leases_are_as_before_and_go_on(processes: Processes) -> None:
    own = PrivateNats()
    processes.nats = own
    try:
        async with AsyncExitStack() as stack:
            one, two = await both(processes, stack)
            await one.leases.claim(POOL)
            await until(lambda: two.leases.holder_of(POOL) == "one")
            own.kill()
            await until(lambda: not one.connection.is_connected)
            own.start()
            await until(lambda: one.connection.is_connected and two.connection.is_connected)
            assert await one.leases.hand_over(POOL, "two")
            await until(lambda: two.leases.holds(POOL))
            assert await two.leases.claim(POOL, epoch=3)
            await until(lambda: one.leases.units[POOL].epoch == 3)
    finally:
        own.remove()


async def test_a_nats_that_has_lost_its_disk_gives_leases_again(processes: Processes) -> None:
    own = PrivateNats()
    processes.nats = own
    try:
        async with processes.process("one") as one:
            await one.leases.claim(POOL)
            own.kill()
            await until(lambda: not one.connection.is_connected)
            own.lose_disk()
            own.start()
            await until(lambda: one.connection.is_connected)
            await until(lambda: POOL not in one.leases.units)
            assert await one.leases.claim(POOL)
            assert one.leases.holds(POOL)
    finally:
        own.remove()


async def test_a_unit_that_is_over_is_known_no_more_and_can_be_offered_again(
    processes: Processes,
) -> None:
    async with AsyncExitStack() as stack:
        one, two = await both(processes, stack)
        assert await one.leases.offer(GAME, "two")
        await until(lambda: two.leases.holds(GAME))
        assert GAME in one.leases.known
        assert not await one.leases.offer(GAME, "one")
        assert not await one.leases.end(GAME), "it is not ours"
        assert await two.leases.end(GAME)
        await until(lambda: GAME not in one.leases.known)
        assert GAME not in one.leases.units
        await two.leases.forget_ended()
        three = await stack.enter_async_context(processes.process("three"))
        assert GAME not in three.leases.known
        # NATS keeps the mark of one that has just ended; the next one is written over it.
        assert await one.leases.offer(GAME, "one")
        await until(lambda: three.leases.holder_of(GAME) == "one")
