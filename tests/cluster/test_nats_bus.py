"""The bus over NATS when something goes wrong, and what others can read and write there."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from cardroom.cluster.codec import Codec
from cardroom.cluster.connection import Connection
from cardroom.cluster.nats_bus import NatsBus, subjects_of
from cardroom.cluster.sealing import ProcessKeys, RoomKey, Unreadable, new_room_key
from cardroom.errors import SeatRefused, Unavailable
from cardroom.room.bus import Inbox, Letter, table_address
from cardroom.room.services import SteadyClock
from cardroom.server.world import SystemClock
from tests.cluster.private_nats import PrivateNats
from tests.cluster.waiting import until
from tests.rule import rule

TABLE = table_address(7)
SECRET = "AhKd"
SILENCE_S = 0.2


class Word(msgspec.Struct, frozen=True):
    """Something to say, and somebody's cards."""

    text: str


class Later(msgspec.Struct, frozen=True):
    """What only a newer release says."""

    text: str


class Room:
    """A host with a table, and a gateway that asks it."""

    def __init__(self, nats: PrivateNats) -> None:
        self.nats = nats
        self.key = new_room_key()
        self.connections: list[Connection] = []
        self.seen: list[bytes] = []

    async def process(self, name: str, *kinds: type) -> NatsBus:
        connection = await Connection.open(self.nats.address, name)
        self.connections.append(connection)
        codec = Codec(kinds or [Word])
        return NatsBus(connection, codec, self.key, ProcessKeys(), name, silence_s=SILENCE_S)

    async def opened(self) -> tuple[NatsBus, NatsBus, Inbox]:
        host, gateway = await self.process("host"), await self.process("gateway")
        inbox = host.open(TABLE, SteadyClock(SystemClock()))
        await self.connections[0].flush()
        return host, gateway, inbox

    async def listen(self) -> Client:
        """Somebody who may read everything on NATS, and has not the room's key."""
        client = Client()
        await client.connect(self.nats.address)

        async def hear(message: Msg) -> None:
            self.seen.append(message.data)

        await client.subscribe("cardroom.>", cb=hear)
        await client.flush()
        return client


@pytest.fixture
async def room(nats: PrivateNats) -> AsyncIterator[Room]:
    made = Room(nats)
    yield made
    for connection in made.connections:
        await connection.close()


async def next_of(inbox: Inbox) -> Letter:
    async with asyncio.timeout(30):
        letter = await inbox.take(None)
    assert letter is not None
    return letter


def asking(bus: NatsBus, text: str = "") -> "asyncio.Task[Any]":
    return asyncio.create_task(bus.ask(TABLE, Word(text)))


async def asked_until_heard(bus: NatsBus, inbox: Inbox) -> "asyncio.Task[Any]":
    """After a restart NATS may know the gateway again, and not yet the actors of the host."""
    asked = asking(bus)
    while True:
        await asyncio.wait([asked], timeout=0.01)
        if len(inbox):
            return asked
        if asked.done():
            with pytest.raises(SeatRefused, match="no such table"):
                await asked
            asked = asking(bus)


@rule("CASH-02", "FAIR-03")
async def test_who_reads_everything_on_nats_reads_neither_questions_nor_answers(room: Room) -> None:
    _, gateway, inbox = await room.opened()
    listener = await room.listen()
    asked = asking(gateway, SECRET)
    (await next_of(inbox)).reply({"cards": SECRET})
    assert await asked == {"cards": SECRET}
    await listener.flush()
    await until(lambda: len(room.seen) >= 2)
    assert len(room.seen) == 2
    assert not [one for one in room.seen if SECRET.encode() in one]
    await listener.close()


async def test_an_answer_is_for_the_process_that_asked_and_for_no_other_of_the_room(
    room: Room,
) -> None:
    _, gateway, inbox = await room.opened()
    listener = await room.listen()
    asked = asking(gateway)
    (await next_of(inbox)).reply({"cards": SECRET})
    await asked
    await listener.flush()
    opened = [RoomKey(room.key).open(one) for one in room.seen]
    assert not [one for one in opened if SECRET.encode() in one]
    await listener.close()


async def test_nobody_without_the_room_key_can_say_anything(room: Room) -> None:
    host, gateway, inbox = await room.opened()
    listener = await room.listen()
    gateway.send(TABLE, Word("once"))
    await next_of(inbox)
    await until(lambda: bool(room.seen))
    elsewhere = f"{subjects_of(room.key)}.to.{table_address(8)}"
    host.open(table_address(8), SteadyClock(SystemClock()))
    await room.connections[0].flush()
    for subject, content in (
        (f"{subjects_of(room.key)}.to.{TABLE}", RoomKey(new_room_key()).seal(b"forged")),
        (f"{subjects_of(room.key)}.to.{TABLE}", b"short"),
        (elsewhere, room.seen[0]),
    ):
        await listener.publish(subject, content)
    await listener.flush()
    await room.connections[0].flush()
    await until(lambda: host.unreadable == 3)
    assert len(inbox) == 0
    await listener.close()


async def test_what_was_recorded_on_nats_and_is_sent_again_is_not_read(room: Room) -> None:
    host, gateway, inbox = await room.opened()
    listener = await room.listen()
    for text in ("fold", "stay"):
        gateway.send(TABLE, Word(text))
    assert [(await next_of(inbox)).message for _ in range(2)] == [Word("fold"), Word("stay")]
    await until(lambda: len(room.seen) == 2)
    for content in room.seen[:2]:
        await listener.publish(f"{subjects_of(room.key)}.to.{TABLE}", content)
    await listener.flush()
    await until(lambda: host.unreadable == 2)
    gateway.send(TABLE, Word("raise"))
    assert (await next_of(inbox)).message == Word("raise")
    assert len(inbox) == 0
    await listener.close()


async def test_a_flood_of_forged_messages_does_not_fill_the_log(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    host, _, _ = await room.opened()
    listener = await room.listen()
    for _ in range(50):
        await listener.publish(f"{subjects_of(room.key)}.to.{TABLE}", b"forged")
    await listener.flush()
    await until(lambda: host.unreadable == 50)
    assert caplog.text.count("was not read") == 1
    await listener.close()


async def test_an_answer_that_was_recorded_answers_no_other_question(room: Room) -> None:
    _, gateway, inbox = await room.opened()
    listener = await room.listen()
    first = asking(gateway)
    (await next_of(inbox)).reply("yes")
    assert await first == "yes"
    await listener.flush()
    await until(lambda: len(room.seen) >= 2)
    # On a slow machine the gateway has asked again meanwhile; what came last is an answer.
    answer = room.seen[-1]
    second = asking(gateway)
    letter = await next_of(inbox)
    await listener.publish(f"{subjects_of(room.key)}.answer.gateway.2", answer)
    await listener.flush()
    await until(lambda: gateway.unreadable == 1)
    letter.reply("no")
    assert await second == "no"
    await listener.close()


async def test_an_answer_to_one_process_answers_no_question_of_another(room: Room) -> None:
    host, gateway, inbox = await room.opened()
    other, listener = await room.process("other"), await room.listen()
    asked = asking(gateway)
    await next_of(inbox)
    # The gateway has asked again after a silence, and hears that its letter is there.
    await until(lambda: len(room.seen) >= 3)
    elsewhere = asking(other)
    letter = await next_of(inbox)
    await listener.publish(f"{subjects_of(room.key)}.answer.other.1", room.seen[2])
    await listener.flush()
    await until(lambda: other.unreadable == 1)
    letter.reply("there")
    assert await elsewhere == "there"
    host.close(TABLE)
    asked.cancel()
    await listener.close()


async def test_whoever_asked_a_process_that_is_gone_hears_it_soon(room: Room) -> None:
    _, gateway, inbox = await room.opened()
    asked = asking(gateway)
    await next_of(inbox)
    await room.connections[0].close()
    with pytest.raises(Unavailable):
        await asked


async def test_whoever_asked_a_frozen_process_waits_no_longer_than_two_silences(
    room: Room,
) -> None:
    _, gateway, _ = await room.opened()
    frozen = room.connections[0]
    frozen.unsubscribe(f"{subjects_of(room.key)}.to.{TABLE}")
    frozen.subscribe(f"{subjects_of(room.key)}.to.{TABLE}", lambda _: None)
    await frozen.flush()
    with pytest.raises(Unavailable, match="no answer"):
        await gateway.ask(TABLE, Word(""))


async def test_an_actor_may_take_its_time_as_long_as_its_process_lives(room: Room) -> None:
    _, gateway, inbox = await room.opened()
    asked = asking(gateway)
    letter = await next_of(inbox)
    await asyncio.sleep(5 * SILENCE_S)
    letter.reply("at last")
    assert await asked == "at last"


async def test_an_actor_that_ends_refuses_what_it_has_not_read(room: Room) -> None:
    host, gateway, inbox = await room.opened()
    asked = asking(gateway)
    await until(lambda: len(inbox) == 1)
    host.close(TABLE)
    with pytest.raises(SeatRefused, match="no such table"):
        await asked


async def test_a_message_of_a_newer_release_is_not_read_and_whoever_asks_hears_it(
    room: Room,
) -> None:
    host, _, inbox = await room.opened()
    newer = await room.process("newer", Word, Later)
    with pytest.raises(Unavailable):
        await newer.ask(TABLE, Later("?"))
    assert host.unreadable == 1
    assert len(inbox) == 0


async def test_without_nats_a_question_is_refused_at_once_and_later_it_is_answered() -> None:
    nats = PrivateNats()
    room = Room(nats)
    try:
        _, gateway, inbox = await room.opened()
        nats.kill()
        await until(lambda: not any(one.is_connected for one in room.connections))
        with pytest.raises(Unavailable, match="out of reach"):
            await gateway.ask(TABLE, Word(""))
        nats.start()
        await until(lambda: all(one.is_connected for one in room.connections))
        asked = await asked_until_heard(gateway, inbox)
        (await next_of(inbox)).reply("here")
        assert await asked == "here"
    finally:
        for connection in room.connections:
            await connection.close()
        nats.remove()


async def test_where_there_is_no_nats_it_is_said_in_one_sentence() -> None:
    with pytest.raises(Unavailable, match="NATS is out of reach"):
        await Connection.open("nats://127.0.0.1:1", "alone", within_s=0.5)


def test_what_was_sealed_for_another_process_is_not_read() -> None:
    host, gateway, other = ProcessKeys(), ProcessKeys(), ProcessKeys()
    sealed = host.seal_for(gateway.public, SECRET.encode())
    assert gateway.open_from(host.public, sealed) == SECRET.encode()
    with pytest.raises(Unreadable):
        other.open_from(host.public, sealed)
    with pytest.raises(Unreadable):
        gateway.open_from(other.public, sealed)
