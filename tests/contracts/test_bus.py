"""Every bus does the same: in a process, late as in the fault simulation, and over NATS."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple

import pytest

from cardroom.cluster.codec import Codec
from cardroom.cluster.connection import Connection
from cardroom.cluster.nats_bus import NatsBus
from cardroom.cluster.sealing import ProcessKeys, new_room_key
from cardroom.errors import SeatRefused, Unavailable
from cardroom.room.bus import Inbox, Letter, LocalBus, table_address
from cardroom.room.ports import Bus
from cardroom.room.services import SteadyClock
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until
from tests.room.virtual import VirtualClock, run
from tests.simulation.late_bus import LateBus

A, B = table_address(1), table_address(2)
LATEST_S = 10


class Note(NamedTuple):
    """Something to say."""

    number: int


class Place(NamedTuple):
    """Where actors are, and from where they are written to."""

    here: Bus
    outside: Bus
    settle: Callable[[], Awaitable[object]]
    """Returns when every process knows which actors there are."""


Story = Callable[[Place], Coroutine[Any, Any, None]]
Tell = Callable[[Story], None]


def late() -> Bus:
    bus = LateBus(Random(1))
    bus.late_ms_max = 1000 * LATEST_S
    return bus


@asynccontextmanager
async def two_processes(nats: PrivateNats) -> AsyncIterator[Place]:
    """Two connections with the same room key, as two processes have them."""
    key, connections = new_room_key(), []
    try:
        buses = []
        for name in ("host", "gateway"):
            connections.append(await Connection.open(nats.address, name))
            bus = NatsBus(connections[-1], Codec([Note]), key, ProcessKeys(), name)
            buses.append(bus)
        yield Place(buses[0], buses[1], settle=connections[0].flush)
    finally:
        for connection in connections:
            await connection.close()


@pytest.fixture(params=["local", "late", "nats"])
def tell(request: pytest.FixtureRequest) -> Tell:
    """Has a story happen on each kind of bus."""
    if request.param == "nats":
        server: PrivateNats = request.getfixturevalue("nats")

        async def over_nats(story: Story) -> None:
            async with two_processes(server) as place:
                await story(place)

        return lambda story: asyncio.run(over_nats(story))

    def in_process(story: Story) -> None:
        bus = LocalBus() if request.param == "local" else late()
        run(story(Place(bus, bus, settle=lambda: asyncio.sleep(LATEST_S))))

    return in_process


async def opened(place: Place) -> tuple[Inbox, Inbox]:
    clock = SteadyClock(VirtualClock())
    inboxes = place.here.open(A, clock), place.here.open(B, clock)
    await place.settle()
    return inboxes


async def next_of(inbox: Inbox) -> Letter:
    letter = await inbox.take(None)
    assert letter is not None
    return letter


def test_messages_between_two_arrive_in_the_order_in_which_they_were_sent(tell: Tell) -> None:
    async def story(place: Place) -> None:
        bus, (_, inbox) = place.outside, await opened(place)
        for number in range(100):
            bus.send(B, Note(number), sender=A)
        heard = [(await next_of(inbox)).message for _ in range(100)]
        assert heard == [Note(number) for number in range(100)]

    tell(story)


def test_what_is_sent_before_an_actor_runs_waits_and_after_its_end_it_is_refused(
    tell: Tell,
) -> None:
    async def story(place: Place) -> None:
        bus, (_, inbox) = place.outside, await opened(place)
        waiting = asyncio.create_task(bus.ask(B, Note(1)))
        await until(lambda: len(inbox) == 1)
        place.here.close(B)
        await place.settle()
        bus.send(B, Note(2), sender=A)
        for asked in (waiting, bus.ask(B, Note(3))):
            with pytest.raises(SeatRefused, match="no such table"):
                await asked

    tell(story)


def test_an_answer_and_a_refusal_reach_whoever_asked(tell: Tell) -> None:
    async def story(place: Place) -> None:
        bus, (inbox, _) = place.outside, await opened(place)
        asked = [asyncio.create_task(bus.ask(A, Note(number))) for number in range(2)]
        (await next_of(inbox)).reply("done")
        (await next_of(inbox)).fail(SeatRefused("CASH-04", "no_seat_offered"))
        assert await asked[0] == "done"
        with pytest.raises(SeatRefused, match="no seat offered"):
            await asked[1]

    tell(story)


def test_a_letter_that_is_passed_on_is_answered_by_whoever_reads_it_then(tell: Tell) -> None:
    async def story(place: Place) -> None:
        bus, (first, second) = place.outside, await opened(place)
        asked = asyncio.create_task(bus.ask(A, Note(1)))
        letter = await next_of(first)
        place.here.pass_on(letter, B, Note(2), sender=A)
        letter.fail(Unavailable("the first one is done with it"))
        passed = await next_of(second)
        assert passed.message == Note(2)
        passed.reply("done")
        assert await asked == "done"

    tell(story)


def test_a_letter_has_the_time_of_the_actor_that_it_arrives_at(tell: Tell) -> None:
    async def story(place: Place) -> None:
        ahead = VirtualClock()
        ahead.jump_ms = 3_600_000
        clocks = {A: VirtualClock(), B: ahead}
        inboxes = [place.here.open(one, SteadyClock(clock)) for one, clock in clocks.items()]
        await place.settle()
        for address in (A, B):
            place.outside.send(address, Note(0), sender="room")
        here, there = [await next_of(inbox) for inbox in inboxes]
        assert abs(there.at_ms - here.at_ms - 3_600_000) <= 1000 * LATEST_S

    tell(story)
