"""Every bus does the same: the one inside a process, and the late one of the fault simulation."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from cardroom.errors import SeatRefused, Unavailable
from cardroom.room.bus import LocalBus, table_address
from cardroom.room.inbox import Inbox, Letter
from cardroom.room.ports import Bus
from cardroom.room.services import SteadyClock
from tests.room.virtual import VirtualClock, run
from tests.simulation.late_bus import LateBus

A, B = table_address(1), table_address(2)
LATEST_S = 10


class Note(NamedTuple):
    """Something to say."""

    number: int


def late() -> Bus:
    bus = LateBus(Random(1))
    bus.late_ms_max = 1000 * LATEST_S
    return bus


every_bus = pytest.mark.parametrize("make", [LocalBus, late])
Make = Callable[[], Bus]


def opened(make: Make) -> tuple[Bus, Inbox, Inbox]:
    bus, clock = make(), SteadyClock(VirtualClock())
    return bus, bus.open(A, clock), bus.open(B, clock)


async def next_of(inbox: Inbox) -> Letter:
    letter = await inbox.take(None)
    assert letter is not None
    return letter


@every_bus
def test_messages_between_two_arrive_in_the_order_in_which_they_were_sent(make: Make) -> None:
    async def story() -> None:
        bus, _, inbox = opened(make)
        for number in range(100):
            bus.send(B, Note(number), sender=A)
        heard = [(await next_of(inbox)).message for _ in range(100)]
        assert heard == [Note(number) for number in range(100)]

    run(story())


@every_bus
def test_what_is_sent_before_an_actor_runs_waits_and_after_its_end_it_is_refused(
    make: Make,
) -> None:
    async def story() -> None:
        bus, _, inbox = opened(make)
        waiting = asyncio.create_task(bus.ask(B, Note(1)))
        await asyncio.sleep(LATEST_S)
        assert len(inbox) == 1
        bus.close(B)
        bus.send(B, Note(2), sender=A)
        for asked in (waiting, bus.ask(B, Note(3))):
            with pytest.raises(SeatRefused, match="no such table"):
                await asked

    run(story())


@every_bus
def test_an_answer_and_a_refusal_reach_whoever_asked(make: Make) -> None:
    async def story() -> None:
        bus, inbox, _ = opened(make)
        asked = [asyncio.create_task(bus.ask(A, Note(number))) for number in range(2)]
        (await next_of(inbox)).reply("done")
        (await next_of(inbox)).fail(SeatRefused("CASH-04", "no_seat_offered"))
        assert await asked[0] == "done"
        with pytest.raises(SeatRefused, match="no seat offered"):
            await asked[1]

    run(story())


@every_bus
def test_a_letter_that_is_passed_on_is_answered_by_whoever_reads_it_then(make: Make) -> None:
    async def story() -> None:
        bus, first, second = opened(make)
        asked = asyncio.create_task(bus.ask(A, Note(1)))
        letter = await next_of(first)
        bus.pass_on(letter, B, Note(2), sender=A)
        letter.fail(Unavailable("the first one is done with it"))
        passed = await next_of(second)
        assert passed.message == Note(2)
        passed.reply("done")
        assert await asked == "done"

    run(story())


@every_bus
def test_a_letter_has_the_time_of_the_actor_that_it_arrives_at(make: Make) -> None:
    async def story() -> None:
        bus = make()
        ahead = VirtualClock()
        ahead.jump_ms = 3_600_000
        inboxes = [bus.open(A, SteadyClock(VirtualClock())), bus.open(B, SteadyClock(ahead))]
        for address in (A, B):
            bus.send(address, Note(0), sender="room")
        here, there = [await next_of(inbox) for inbox in inboxes]
        assert abs(there.at_ms - here.at_ms - 3_600_000) <= 1000 * LATEST_S

    run(story())
