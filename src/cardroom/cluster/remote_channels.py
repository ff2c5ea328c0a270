"""A gateway's side of the channels: what hosts publish reaches everybody who listens here.

Every listener has a number. What does not follow on it was lost, and the host is asked again from
there; what is not above it comes from an owner who has lost the unit, and is dropped. A gateway
keeps no log but the last few events, for listeners whose first answer is still on its way.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol

from cardroom.cluster.host_channels import KeyBook
from cardroom.cluster.messages import (
    Batch,
    Ended,
    Join,
    Joined,
    Part,
    Published,
    Reached,
    TurnAsked,
    host_address,
)
from cardroom.cluster.sealing import ProcessKeys, Unreadable
from cardroom.errors import Refused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.room.bus import NobodyThere
from cardroom.room.channels import Listener
from cardroom.room.frames import Closed, encode
from cardroom.room.people import Caller
from cardroom.room.ports import Bus, Clock

log = logging.getLogger(__name__)

RECENT_MAX = 256
"""Events that a listener may miss while its first answer is on its way; more are asked for."""
TRY_AGAIN_S = 0.1
STALE_TRIES = 30
"""How often a host is asked that knows less than the listener; then the listener is mistaken."""
TABLE = "table:"


class Whereabouts(Protocol):
    """Knows which host runs what."""

    async def host_of(self, channel: str) -> str:
        """The host of a channel; waits while it is moving, Refused when there is no such thing."""


class _Heard:
    """How far one listener is; `number` is None while an answer of the host is on its way."""

    __slots__ = ("asked", "caller", "number")

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.number: int | None = None
        self.asked = 0


class _Arrived(NamedTuple):
    news: Published | TurnAsked
    host: str


class RemoteChannel:
    """One channel of a host, as it is heard in this gateway."""

    def __init__(self, name: str, exchange: "RemoteChannels") -> None:
        self.name = name
        self._exchange = exchange
        self._heard: dict[Listener, _Heard] = {}
        self._recent: deque[_Arrived] = deque(maxlen=RECENT_MAX)
        self.run: tuple[str, int] | None = None
        """The host that has last run it, and its epoch."""

    @property
    def is_heard(self) -> bool:
        return bool(self._heard)

    @property
    def listener_count(self) -> int:
        return len(self._heard)

    def is_heard_by(self, player: PlayerId) -> bool:
        """Whether a player listens here."""
        return any(one.caller.player == player for one in self._heard.values())

    # The listeners' side

    def join(self, listener: Listener, caller: Caller, have: int | None = None) -> None:
        """Have the host send what a listener missed, or a snapshot, and from then on all."""
        self._heard[listener] = _Heard(caller)
        self._ask(listener, have)

    def part(self, listener: Listener) -> None:
        """Send a listener nothing more."""
        found = self._heard.pop(listener, None)
        if found is not None and not self.is_heard_by(found.caller.player):
            self._exchange.part(self.name, found.caller.player)
        if not self._heard:
            self._exchange.drop(self.name)

    def ask_again(self) -> None:
        """The channel has moved to another host, or nobody knows what was lost."""
        for listener, heard in self._heard.items():
            if heard.number is not None:
                self._ask(listener, heard.number)

    def _ask(self, listener: Listener, have: int | None) -> None:
        self._heard[listener].number = None
        self._exchange.start(self._sync(listener, self._heard[listener], have))

    async def _sync(self, listener: Listener, heard: _Heard, have: int | None) -> None:
        """Ask the host until it answers; nothing is sent to a listener who has gone meanwhile."""
        try:
            joined = await self._exchange.ask(self.name, heard.caller, have)
        except Refused as refusal:
            if self._heard.get(listener) is heard:
                log.info("%s is not heard any more: %s", self.name, refusal)
                self._exchange.close_for(listener, self.name)
                self.part(listener)
            return
        if self._heard.get(listener) is not heard:
            return
        for frame in joined.frames:
            listener.deliver(frame)
        heard.number, heard.asked = joined.v, joined.asked
        for arrived in tuple(self._recent):
            self._pass_on(listener, heard, arrived)

    # The host's side

    def hear(self, news: Published | TurnAsked, host: str) -> None:
        """Send news to everybody whom they follow on."""
        arrived = _Arrived(news, host)
        self._recent.append(arrived)
        for listener, heard in tuple(self._heard.items()):
            self._pass_on(listener, heard, arrived)

    def _pass_on(self, listener: Listener, heard: _Heard, arrived: _Arrived) -> None:
        if heard.number is None:
            return
        news = arrived.news
        is_turn = isinstance(news, TurnAsked)
        number, asked = heard.number + (not is_turn), heard.asked + is_turn
        if (news.v, news.asked) == (number, asked):
            frame = self._exchange.frame_for(listener, arrived)
            if frame is None:
                self._lost(listener, heard.number)
                return
            heard.number, heard.asked = number, asked
            if frame:
                listener.deliver(frame)
        elif (news.v, news.asked) > (heard.number, heard.asked):
            self._lost(listener, heard.number)

    def _lost(self, listener: Listener, number: int) -> None:
        self._exchange.lost += 1
        self._ask(listener, number)

    def verify_reached(self, reached: Reached) -> None:
        """Ask again for everybody who is behind."""
        for listener, heard in tuple(self._heard.items()):
            if heard.number is not None and (reached.v, reached.asked) > (
                heard.number,
                heard.asked,
            ):
                self._lost(listener, heard.number)

    def end(self, ended: Ended) -> None:
        """There is nothing more to hear, unless a former owner says so."""
        for listener, heard in tuple(self._heard.items()):
            if heard.number is None or heard.number <= ended.v:
                listener.deliver(ended.frame)
                del self._heard[listener]
        if not self._heard:
            self._exchange.drop(self.name)


class RemoteChannels:
    """All channels of other processes that somebody in this gateway listens to."""

    def __init__(
        self,
        bus: Bus,
        keys: ProcessKeys,
        book: KeyBook,
        whereabouts: Whereabouts,
        *,
        clock: Clock,
        process: str,
        make: "Callable[[str, RemoteChannels], RemoteChannel] | None" = None,
    ) -> None:
        self._bus = bus
        self._keys = keys
        self._book = book
        self._make = RemoteChannel if make is None else make
        self._whereabouts = whereabouts
        self._clock = clock
        self._process = process
        self._channels: dict[str, RemoteChannel] = {}
        self._writers: dict[str, bytes] = {}
        """The public keys of the hosts that were asked."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.lost = 0
        """How often a listener had missed something, and the host was asked again."""

    @property
    def listener_count(self) -> int:
        return sum(one.listener_count for one in self._channels.values())

    def find(self, name: str) -> RemoteChannel:
        """The channel of that name; whether there is one is seen when somebody joins it."""
        found = self._channels.get(name)
        if found is None:
            found = self._channels[name] = self._make(name, self)
        return found

    def drop(self, name: str) -> None:
        """Nobody listens to a channel any more."""
        self._channels.pop(name, None)

    def moved(self, name: str) -> None:
        """A channel is in another host than before."""
        if name in self._channels:
            self._channels[name].ask_again()

    def look_for_moved(self, run_of: Callable[[str], tuple[str, int] | None]) -> None:
        """Ask again for everything that another host runs by now, or the same one once more.

        Tables are known one by one, and say so themselves.
        """
        for name, channel in tuple(self._channels.items()):
            if not name.startswith(TABLE) and (run := run_of(name)) is not None:
                if channel.run is not None and channel.run != run:
                    channel.ask_again()
                channel.run = run

    def ask_all_again(self) -> None:
        """The bus was away: anything may have been lost."""
        for channel in tuple(self._channels.values()):
            channel.ask_again()

    # With the hosts

    def read(self, batch: Batch) -> None:
        """Pass on what a host has published."""
        for news in batch.news:
            channel = self._channels.get(news.channel)
            if channel is None:
                # The host has not heard, or not read, that nobody listens here any more.
                if isinstance(news, Reached):
                    self._bus.send(host_address(batch.host), Part(self._process, news.channel))
                continue
            match news:
                case Published() | TurnAsked():
                    channel.hear(news, batch.host)
                case Reached():
                    channel.verify_reached(news)
                case Ended():
                    channel.end(news)

    def frame_for(self, listener: Listener, arrived: _Arrived) -> bytes | None:
        """What a listener is sent; nothing of a turn that is somebody else's, and None of what
        cannot be read."""
        news, host = arrived
        if isinstance(news, TurnAsked):
            return self._opened(news.frame, host) if listener.viewer == news.player else b""
        box = news.private.get(listener.viewer)
        return news.public if box is None else self._opened(box, host)

    def _opened(self, box: bytes, host: str) -> bytes | None:
        writer = self._writers.get(host)
        try:
            return None if writer is None else self._keys.open_from(writer, box)
        except Unreadable as error:
            log.warning("a frame of host %s: %s", host, error)
            return None

    async def ask(self, channel: str, caller: Caller, have: int | None) -> Joined:
        """What a listener must be sent first; tries again while the host is out of reach."""
        stale = 0
        while True:
            host = await self._whereabouts.host_of(channel)
            try:
                await self._meet(host)
                wanted = Join(self._process, channel, caller, have)
                joined: Joined = await self._bus.ask(host_address(host), wanted)
            except (NobodyThere, Unavailable):
                await asyncio.sleep(TRY_AGAIN_S)
                continue
            is_older = channel.startswith(TABLE) and have is not None and joined.v < have
            if not is_older or stale == STALE_TRIES:
                return joined
            # A host that has lost the table and does not know it yet: its numbers are older.
            stale += 1
            await asyncio.sleep(TRY_AGAIN_S)

    async def _meet(self, host: str) -> None:
        """Learn the key of a host, from the database and not from its own word."""
        if host not in self._writers:
            key = await self._book.public_key(host)
            if key is None:
                raise Unavailable(f"no process {host} is registered")
            self._writers[host] = key

    def part(self, channel: str, player: PlayerId) -> None:
        """Nobody here listens to a channel for a player any more."""

        async def tell() -> None:
            host = await self._whereabouts.host_of(channel)
            found = self._channels.get(channel)
            if found is None or not found.is_heard_by(player):
                self._bus.send(host_address(host), Part(self._process, channel, player))

        self.start(tell())

    def close_for(self, listener: Listener, channel: str) -> None:
        """Tell a listener that there is no such channel."""
        listener.deliver(encode(Closed(ch=channel, ts=self._clock.now_ms())))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while."""
        task = asyncio.create_task(work, name="remote channel")
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refused):
            log.error("a channel could not be joined", exc_info=error)

    async def close(self) -> None:
        """Stop asking."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
