"""The simulated network: messages come late, twice, out of order, or not at all."""

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardroom.ledger import PlayerId


class Weather(NamedTuple):
    """How bad the network, the store and the bus between actors are."""

    delay_ms: int = 5
    lost_permille: int = 0
    copied_permille: int = 0
    store_permille: int = 0
    store_ms: int = 5
    bus_ms: int = 2
    """A message between actors takes less than this."""


CALM = Weather()


class Wire:
    """Carries messages from one end to the other.

    Most of what the room sends keeps its order, as on a socket; requests and answers do not.
    """

    def __init__(self, chance: Random) -> None:
        self.weather = CALM
        self._chance = chance
        self._packet: list[bytes] = []

    def carry_in_order(self, arrive: Callable[[list[bytes]], None], frame: bytes) -> None:
        """Have a frame arrive with those before it; few get lost or come twice."""
        chance, weather = self._chance, self.weather
        if not self._packet:
            delay_s = chance.randrange(weather.delay_ms) / 1000
            asyncio.get_running_loop().call_later(delay_s, self._arrive, arrive)
        self._packet.append(frame)
        if weather.copied_permille or weather.lost_permille:
            roll = chance.randrange(1000)
            if roll < weather.lost_permille // 10:
                self._packet[-1] = b""
            elif roll > 1000 - weather.copied_permille // 10:
                self._packet.insert(chance.randrange(len(self._packet)), frame)

    def _arrive(self, arrive: Callable[[list[bytes]], None]) -> None:
        packet, self._packet = self._packet, []
        arrive(packet)

    def carry(self, arrive: Callable[[Any], None], message: object) -> None:
        """Have a message arrive some time, as the weather lets it."""
        chance, weather = self._chance, self.weather
        if weather.lost_permille and chance.randrange(1000) < weather.lost_permille:
            return
        copies = 1
        if weather.copied_permille and chance.randrange(1000) < weather.copied_permille:
            copies = 2
        loop = asyncio.get_running_loop()
        for _ in range(copies):
            loop.call_later(chance.randrange(weather.delay_ms) / 1000, arrive, message)


class Trace:
    """Everything that was sent, as one number: the same seed gives the same."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)
        self.count = 0

    def note(self, *parts: bytes) -> None:
        self.count += 1
        for part in parts:
            self._hash.update(part)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


class Head(msgspec.Struct):
    """What of a frame the network looks at."""

    t: str
    ch: str
    v: int = 0


_heads = msgspec.json.Decoder(Head)


class Connection:
    """The room's end of one player's line: verifies that the numbers of a channel have no gap."""

    def __init__(
        self,
        viewer: PlayerId,
        trace: Trace,
        send: Callable[[bytes], None],
        broken: Callable[[BaseException], None],
    ) -> None:
        self.viewer = viewer
        self._broken = broken
        self.is_open = True
        self._trace = trace
        self._send = send
        self._numbers: dict[str, int] = {}

    def expect(self, channel: str, have: int | None) -> None:
        """The player asked for what came after a number."""
        self._numbers[channel] = -1 if have is None else have

    @property
    def channels(self) -> tuple[str, ...]:
        return tuple(self._numbers)

    def deliver(self, frame: bytes) -> None:
        head = _heads.decode(frame)
        before = self._numbers[head.ch]
        gap = head.t == "event" and head.v != before + 1
        if gap or (head.t == "sync:end" and head.v != before):
            self._broken(AssertionError(f"the numbers of a channel have a gap: {before}, {head}"))
        if head.t in {"event", "snapshot"}:
            self._numbers[head.ch] = head.v
        self._trace.note(b"%d" % self.viewer, frame)
        if self.is_open:
            self._send(frame)
