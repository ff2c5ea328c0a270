"""The sending side of a connection: frames of one turn leave together, and slow readers are cut."""

import asyncio

import pytest

from cardroom.server.limits import OUTBOX_BYTES_MAX
from cardroom.server.sockets.framing import Outlet, ping_frame, text_frame


class Pipe(asyncio.Transport):
    """A transport that writes down what it is given; `waiting` is what its reader leaves there."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.waiting = 0
        self.is_over = False

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.written.append(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    def abort(self) -> None:
        self.is_over = True


def opened() -> tuple[Pipe, Outlet]:
    pipe = Pipe()
    return pipe, Outlet(pipe, asyncio.get_running_loop())


async def test_frames_of_one_turn_leave_in_one_write_and_in_their_order() -> None:
    pipe, outlet = opened()
    assert all(outlet.send(frame) for frame in (b"action ", b"clock ", b"turn"))
    assert pipe.written == []
    await asyncio.sleep(0)
    outlet.send(b"later")
    await asyncio.sleep(0)
    assert pipe.written == [b"action clock turn", b"later"]


async def test_what_is_sent_at_once_comes_after_what_was_gathered() -> None:
    pipe, outlet = opened()
    outlet.send(b"event")
    outlet.send_sync(b"snapshot")
    outlet.send(b"next")
    await asyncio.sleep(0)
    assert pipe.written == [b"event", b"snapshot", b"next"]


async def test_a_connection_ends_after_what_was_gathered_and_is_cut_before_it() -> None:
    ended, outlet = opened()
    outlet.send(b"last words")
    outlet.end()
    cut, other = opened()
    other.send(b"never heard")
    other.cut()
    await asyncio.sleep(0)
    assert (ended.written, cut.written) == ([b"last words"], [])
    assert outlet.send(b"to nobody")
    await asyncio.sleep(0)
    assert ended.written == [b"last words"]


async def test_a_reader_who_leaves_too_much_lying_is_sent_nothing_more() -> None:
    pipe, outlet = opened()
    pipe.waiting = OUTBOX_BYTES_MAX + 1
    assert not outlet.send(b"one too many")
    pipe.waiting = OUTBOX_BYTES_MAX
    assert outlet.send(b"just")
    await asyncio.sleep(0)
    assert pipe.written == [b"just"]


async def test_who_takes_lists_gets_the_messages_of_one_turn_as_one_message() -> None:
    pipe, outlet = opened()
    outlet.gathers = True
    for message in (b'{"n":1}', b'{"n":2}  ', b'{"n":3}'):
        assert outlet.tell(message)
    await asyncio.sleep(0)
    outlet.tell(b'{"n":4}')
    await asyncio.sleep(0)
    assert pipe.written == [text_frame(b'[{"n":1},{"n":2}  ,{"n":3}]'), text_frame(b'{"n":4}')]


@pytest.mark.parametrize("gathers", [True, False])
async def test_what_two_are_sent_alike_is_framed_once_for_both(gathers: bool) -> None:
    messages = [b'{"n":1}', b'{"n":2}']
    pipes = []
    for own in ([], [], [b'{"t":"turn"}']):
        pipe, outlet = opened()
        outlet.gathers = gathers
        for message in (*messages, *own):
            outlet.tell(message)
        pipes.append(pipe)
    await asyncio.sleep(0)
    (first,), (second,), (asked,) = (pipe.written for pipe in pipes)
    assert first is second
    assert asked != first
    assert asked.endswith(b'{"t":"turn"}]' if gathers else b'{"t":"turn"}')


async def test_a_ping_between_messages_keeps_its_place() -> None:
    pipe, outlet = opened()
    outlet.gathers = True
    outlet.tell(b"1")
    outlet.tell(b"2")
    outlet.send(ping_frame(b"now"))
    outlet.tell(b"3")
    outlet.tell_sync([b"4", b"5"])
    assert pipe.written == [
        text_frame(b"[1,2]") + ping_frame(b"now") + text_frame(b"3"),
        text_frame(b"[4,5]"),
    ]


async def test_who_does_not_ask_for_lists_gets_every_message_alone() -> None:
    pipe, outlet = opened()
    outlet.tell(b"1")
    outlet.tell(b"2")
    outlet.tell_sync([b"3", b"4"])
    assert pipe.written == [
        text_frame(b"1") + text_frame(b"2"),
        text_frame(b"3") + text_frame(b"4"),
    ]


async def test_a_reader_who_takes_lists_is_bounded_too() -> None:
    pipe, outlet = opened()
    outlet.gathers = True
    pipe.waiting = OUTBOX_BYTES_MAX + 1
    assert not outlet.tell(b"one too many")
    await asyncio.sleep(0)
    assert pipe.written == []
