"""The bus between processes: actors here are reached at once, all others over NATS.

What is asked is answered once, or the one who asked hears that nobody is there, or that the bus is
out of reach. Nobody waits for a process that is gone: after a silence the process that has the
letter is asked whether it still has it.
"""

import asyncio
import logging
from collections.abc import Callable
from hashlib import blake2b
from itertools import count
from typing import Any, Literal, NamedTuple

import msgspec
from nats.aio.msg import Msg

from cardroom.cluster.codec import (
    Codec,
    Packed,
    PackedRefusal,
    pack_refusal,
    unpack_refusal,
)
from cardroom.cluster.connection import Connection
from cardroom.cluster.sealing import ProcessKeys, RoomKey, Unreadable
from cardroom.errors import Unavailable
from cardroom.room.bus import (
    MESSAGES_MAX,
    REQUESTS_MAX,
    Inbox,
    InboxFull,
    Letter,
    LocalBus,
    NobodyThere,
    Watch,
    gone,
    stopped,
)

log = logging.getLogger(__name__)

SILENCE_S = 3.0
"""How long an answer may take before the process that has the letter is asked for it; twice as long
a process may be silent."""
COMPLAINTS_EVERY_S = 10.0
"""Whoever reaches NATS can send any number of messages that nobody reads: not all are logged."""
NO_RESPONDERS = "503"
"""What NATS answers when nobody hears a subject."""


class Unheard(NobodyThere):
    """Nobody hears an address: the actor is gone, or its whole process."""


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """A letter on its way: to whom, what, and the key for which an answer is sealed."""

    to: str
    message: Packed | None
    """None asks whether the letter with the same answer is still there."""
    key: bytes = b""


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """What became of a letter. An answer is sealed a second time, for whoever asked."""

    to: str
    """Where it was awaited: it answers nothing else."""
    state: Literal["answer", "refused", "waits", "unknown"]
    key: bytes = b""
    box: bytes = b""


class _Asked(NamedTuple):
    letter: Letter
    to: str
    asked_again: bool
    timer: asyncio.TimerHandle


_sent = msgspec.msgpack.Decoder(Sent)
_answered = msgspec.msgpack.Decoder(Answered)
_packed = msgspec.msgpack.Decoder(Packed)
_refusal = msgspec.msgpack.Decoder(PackedRefusal)
_encode = msgspec.msgpack.Encoder().encode


def subjects_of(room_key: bytes) -> str:
    """How all subjects of a room begin: two rooms may share a NATS server."""
    return f"cardroom.{blake2b(room_key, digest_size=6).hexdigest()}"


class NatsBus(LocalBus):
    """Every actor of the room by its address, in whichever process it is (Bus)."""

    def __init__(
        self,
        connection: Connection,
        codec: Codec,
        room_key: bytes,
        keys: ProcessKeys,
        process: str,
        *,
        silence_s: float = SILENCE_S,
    ) -> None:
        super().__init__()
        self._connection = connection
        self._codec = codec
        self._seal = RoomKey(room_key)
        self._keys = keys
        self._silence_s = silence_s
        self._prefix = subjects_of(room_key)
        self._answers_to = f"{self._prefix}.answer.{process}"
        self._numbers = count(1)
        self._asked: dict[int, _Asked] = {}
        """What others were asked and have not answered yet."""
        self._answering: set[str] = set()
        """Where answers go that actors here still owe."""
        self.unreadable = 0
        """Messages that no process of this room can have sent, or a newer one."""
        self._complain_at_s = 0.0
        connection.subscribe(f"{self._answers_to}.*", self._hear_answer)

    # Actors of this process

    def open(
        self,
        address: str,
        clock: Watch,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> Inbox:
        """The inbox of an actor; from now on other processes reach it too."""
        if address not in self._inboxes:
            self._connection.subscribe(self._subject(address), self._hear)
        return super().open(address, clock, requests_max=requests_max, messages_max=messages_max)

    def close(self, address: str) -> None:
        """An actor is no more."""
        if address in self._inboxes:
            self._connection.unsubscribe(self._subject(address))
        super().close(address)

    def _subject(self, address: str) -> str:
        assert not set(address) & set(" .*>"), f"no such address: {address}"
        return f"{self._prefix}.to.{address}"

    # Letters to others

    def _deliver(self, sender: str, to: str, letter: Letter) -> None:
        if to in self._inboxes:
            super()._deliver(sender, to, letter)
        elif letter.is_awaited:
            self._ask_for(letter, to)
        else:
            self._publish(to, self._codec.pack(letter.message))

    def _ask_for(self, letter: Letter, to: str) -> None:
        number = next(self._numbers)
        if self._publish(to, self._codec.pack(letter.message), number):
            self._asked[number] = _Asked(letter, to, False, self._after_silence(number))
        else:
            letter.fail(Unavailable("the bus is out of reach"))

    def _publish(self, to: str, message: Packed | None, number: int = 0) -> bool:
        sent = Sent(to, message, self._keys.public if number else b"")
        reply = f"{self._answers_to}.{number}" if number else ""
        return self._connection.publish(self._subject(to), self._seal.seal(_encode(sent)), reply)

    def _after_silence(self, number: int) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._silence_s, self._ask_again, number)

    def _ask_again(self, number: int) -> None:
        """Nobody has answered for a while: is the letter still there?"""
        asked = self._asked[number]
        if not asked.letter.is_awaited:
            del self._asked[number]
        elif asked.asked_again or not self._publish(asked.to, None, number):
            self._settle(number, lambda letter: letter.fail(Unavailable("there is no answer")))
        else:
            timer = self._after_silence(number)
            self._asked[number] = asked._replace(asked_again=True, timer=timer)

    def _settle(self, number: int, settle: Callable[[Letter], None]) -> None:
        asked = self._asked.pop(number, None)
        if asked is not None:
            asked.timer.cancel()
            settle(asked.letter)

    def _hear_answer(self, message: Msg) -> None:
        number = int(message.subject.rpartition(".")[2])
        asked = self._asked.get(number)
        if asked is None:
            return
        if (message.headers or {}).get("Status") == NO_RESPONDERS:
            # An actor that had the letter a moment ago may run elsewhere by now.
            there = Unavailable("the actor is gone") if asked.asked_again else _unheard()
            self._settle(number, lambda letter: letter.fail(there))
            return
        try:
            answered: Answered = self._opened(message, self._answers_to, _answered)
            self._read_answer(number, asked, answered, message.subject)
        except Unreadable as error:
            self._refuse_to_read(error)

    def _read_answer(self, number: int, asked: _Asked, answered: Answered, subject: str) -> None:
        if answered.to != subject:
            raise Unreadable("an answer to another question")
        match answered.state:
            case "waits":
                asked.timer.cancel()
                timer = self._after_silence(number)
                self._asked[number] = asked._replace(asked_again=False, timer=timer)
            case "unknown":
                there = Unavailable("the letter is lost")
                self._settle(number, lambda letter: letter.fail(there))
            case "refused":
                error = unpack_refusal(_refusal.decode(self._unboxed(answered)))
                self._settle(number, lambda letter: letter.fail(error))
            case "answer":
                answer = self._codec.unpack_answer(_packed.decode(self._unboxed(answered)))
                self._settle(number, lambda letter: letter.reply(answer))

    def _unboxed(self, answered: Answered) -> bytes:
        return self._keys.open_from(answered.key, answered.box)

    # Letters from others

    def _hear(self, message: Msg) -> None:
        try:
            sent: Sent = self._opened(message, message.subject, _sent)
            if sent.message is not None:
                self._take(sent, self._codec.unpack(sent.message), message)
            else:
                has_it = message.reply in self._answering
                state: Literal["waits", "unknown"] = "waits" if has_it else "unknown"
                self._answer(Answered(message.reply, state))
        except Unreadable as error:
            self._refuse_to_read(error)

    def _take(self, sent: Sent, content: object, message: Msg) -> None:
        if self._subject(sent.to) != message.subject:
            raise Unreadable("a letter to another actor")
        letter, reply = Letter(content), message.reply
        if reply:
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            letter = Letter(content, answer)
            self._answering.add(reply)
            answer.add_done_callback(lambda done: self._send_answer(reply, sent.key, done))
        try:
            super()._deliver("", sent.to, letter)
        except InboxFull:
            log.exception("%s has not read its messages for too long", sent.to)
            letter.fail(stopped())

    def _send_answer(self, reply: str, key: bytes, done: "asyncio.Future[Any]") -> None:
        self._answering.discard(reply)
        if done.cancelled():
            return
        error = done.exception()
        assert error is None or isinstance(error, Exception)
        if error is None:
            content = _encode(self._codec.pack_answer(done.result()))
        else:
            content = _encode(pack_refusal(error))
        box = self._keys.seal_for(key, content)
        state: Literal["answer", "refused"] = "answer" if error is None else "refused"
        self._answer(Answered(reply, state, self._keys.public, box))

    def _answer(self, answered: Answered) -> None:
        self._connection.publish(answered.to, self._seal.seal(_encode(answered)))

    # Reading

    def _opened(self, message: Msg, place: str, decoder: "msgspec.msgpack.Decoder[Any]") -> Any:
        """What came to a place where everything is read in the order in which it was sent."""
        try:
            return decoder.decode(self._seal.open_next(message.data, place))
        except msgspec.MsgspecError as error:
            raise Unreadable(str(error)) from None

    def _refuse_to_read(self, error: Unreadable) -> None:
        self.unreadable += 1
        now_s = asyncio.get_running_loop().time()
        if now_s >= self._complain_at_s:
            self._complain_at_s = now_s + COMPLAINTS_EVERY_S
            log.warning("a message on the bus was not read, %d so far: %s", self.unreadable, error)


def _unheard() -> Unheard:
    refusal = gone()
    return Unheard(refusal.rule, refusal.reason)
