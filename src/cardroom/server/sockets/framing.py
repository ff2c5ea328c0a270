"""WebSocket frames as a server sends them (RFC 6455): whole, unmasked, uncompressed.

The bytes go straight to the transport. aiohttp's own `send` may wait for a slow reader, and a table
must never wait for one.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache

from cardroom.server.limits import OUTBOX_BYTES_MAX

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_SHORT = 126
_LONG = 1 << 16
_LENGTHS_REMEMBERED = 4096
_FRAMED_REMEMBERED = 16
"""Of one turn of the loop, what most at a table are sent is the same; the rest is forgotten."""


def text_frame(message: bytes) -> bytes:
    """A text message, ready for the transport."""
    return _header(_TEXT, len(message)) + message


def joined(messages: Sequence[bytes]) -> bytes:
    """One message: itself, or a list of several, whose bytes are used as they are."""
    return messages[0] if len(messages) == 1 else b"[" + b",".join(messages) + b"]"


def _framed(messages: Sequence[bytes], *, gathers: bool) -> bytes:
    """Messages that follow each other, ready for the transport; gathered they are one message."""
    if gathers:
        return text_frame(joined(messages))
    return b"".join([text_frame(message) for message in messages])


@lru_cache(_FRAMED_REMEMBERED)
def _framed_once(messages: tuple[bytes, ...], *, gathers: bool) -> bytes:
    """The same, once for all at a table who are sent the same."""
    return _framed(messages, gathers=gathers)


def ping_frame(payload: bytes) -> bytes:
    """A ping; its pong brings the payload back."""
    return _header(_PING, len(payload)) + payload


def pong_frame(payload: bytes) -> bytes:
    """The answer to a client's ping."""
    return _header(_PONG, len(payload)) + payload


def close_frame(code: int) -> bytes:
    """The last frame, with its reason."""
    return _header(_CLOSE, 2) + code.to_bytes(2, "big")


@lru_cache(_LENGTHS_REMEMBERED)
def _header(first: int, length: int) -> bytes:
    if length < _SHORT:
        return bytes((first, length))
    if length < _LONG:
        return bytes((first, _SHORT)) + length.to_bytes(2, "big")
    return bytes((first, _SHORT + 1)) + length.to_bytes(8, "big")


class Outlet:
    """The sending side of a connection; what is not taken is bounded.

    Frames of one turn of the loop leave together, in one write: an action makes several for every
    player, and the system's call costs more than all else that is done to send them.
    """

    __slots__ = ("_credit", "_gathered", "_loop", "_messages", "_transport", "gathers")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self.gathers = False
        """Whether the reader takes the messages of one turn as one message, a list of them."""
        self._gathered: list[bytes] = []
        self._messages: list[bytes] = []
        """Messages that follow each other without another frame between them."""
        self._credit = 0

    def tell(self, message: bytes) -> bool:
        """Send a message as `send` does a frame, in one frame with its neighbours if wanted."""
        if not self._messages and not self._may_send():
            return False
        self._messages.append(message)
        return True

    def send(self, frame: bytes) -> bool:
        """Send without waiting; False when the reader is too slow and nothing was sent."""
        if not self._may_send():
            return False
        self._close_message()
        self._gathered.append(frame)
        return True

    def _may_send(self) -> bool:
        """Whether the reader is fast enough; the first of a turn has it all written at its end."""
        if not self._gathered and not self._messages:
            waiting = self._transport.get_write_buffer_size()
            if waiting > OUTBOX_BYTES_MAX + self._credit:
                return False
            if not waiting:
                self._credit = 0
            self._loop.call_soon(self._flush)
        return True

    def _close_message(self) -> None:
        """What was gathered so far is one message."""
        if self._messages:
            self._gathered.append(_framed_once(tuple(self._messages), gathers=self.gathers))
            self._messages.clear()

    def tell_sync(self, messages: list[bytes]) -> None:
        """Send messages that somebody asked for at once."""
        self.send_sync(_framed(messages, gathers=self.gathers))

    def send_sync(self, data: bytes) -> None:
        """Send what somebody asked for at once; it does not count against them while it drains."""
        self._flush()
        if not self._transport.is_closing():
            self._credit += len(data)
            self._transport.write(data)

    def end(self) -> None:
        """Close the connection after what was sent."""
        self._flush()
        self._transport.close()

    def cut(self) -> None:
        """Drop the connection and everything that was not taken."""
        self._gathered.clear()
        self._messages.clear()
        self._transport.abort()

    def _flush(self) -> None:
        self._close_message()
        if self._gathered and not self._transport.is_closing():
            self._transport.write(b"".join(self._gathered))
        self._gathered.clear()
