"""The rail with a delay: who watches a table without a seat sees everything so much later.

What a player at the table sees is never held back. Nothing reaches the rail early, neither events
nor snapshots: each frame waits its time, in order. A spectator who sits down is brought up to date
at once; a player who leaves watches with the delay from then on.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from cardroom.ledger import PlayerId
from cardroom.room.channels import Channel, Listener, Switchboard
from cardroom.room.frames import Closed, encode
from cardroom.room.people import Caller
from cardroom.room.ports import ChannelOwner, Clock

HELD_MAX = 10_000
"""Frames held back for one spectator; beyond that they are cut off, and may subscribe again."""
SitsAt = Callable[[str, PlayerId], bool]
"""Whether a player has a seat at the table of a channel."""


class RailListener:
    """Holds frames back for a listener for as long as they have no seat."""

    def __init__(
        self,
        listener: Listener,
        clock: Clock,
        delay_ms: int,
        *,
        sits: Callable[[], bool],
        drop: Callable[[], None],
    ) -> None:
        self._listener = listener
        self._drop = drop
        self._clock = clock
        self._delay_ms = delay_ms
        self._sits = sits
        self._held: deque[tuple[int, bytes]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def viewer(self) -> PlayerId:
        return self._listener.viewer

    def deliver(self, frame: bytes) -> None:
        """Pass a frame on now to a player, later to the rail."""
        if self._sits():
            self._release(everything=True)
            self._listener.deliver(frame)
        elif len(self._held) < HELD_MAX:
            self._held.append((self._clock.monotonic_ms() + self._delay_ms, frame))
            self._arm()
        else:
            self._drop()

    def stop(self) -> None:
        """Pass nothing on any more."""
        self._held.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _arm(self) -> None:
        if self._timer is None and self._held:
            wait_ms = max(0, self._held[0][0] - self._clock.monotonic_ms())
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait_ms / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._release(everything=False)
        self._arm()

    def _release(self, *, everything: bool) -> None:
        now_ms = self._clock.monotonic_ms()
        while self._held and (everything or self._held[0][0] <= now_ms):
            self._listener.deliver(self._held.popleft()[1])


class RailedChannel(Channel):
    """The channel of a table, with everybody behind a rail."""

    def __init__(
        self,
        name: str,
        owner: ChannelOwner,
        clock: Clock,
        *,
        first: int | None,
        delay_ms: int,
        sits_at: SitsAt,
    ) -> None:
        super().__init__(name, owner, clock, first=first)
        self._rail_clock = clock
        self._delay_ms = delay_ms
        self._sits_at = sits_at
        self._behind: dict[Listener, RailListener] = {}

    def join(self, listener: Listener, caller: Caller, have: int | None = None) -> None:
        """Send what a listener missed, and from now on everything, each in its time."""
        self.part(listener)
        railed = RailListener(
            listener,
            self._rail_clock,
            self._delay_ms,
            sits=lambda: self._sits_at(self.name, listener.viewer),
            drop=lambda: self._drop(listener),
        )
        super().join(railed, caller, have)
        self._behind[listener] = railed

    def part(self, listener: Listener) -> None:
        """Send a listener nothing more, and forget what was held back for them."""
        railed = self._behind.pop(listener, None)
        if railed is not None:
            railed.stop()
            super().part(railed)

    def _drop(self, listener: Listener) -> None:
        self.part(listener)
        listener.deliver(encode(Closed(ch=self.name, ts=self._rail_clock.now_ms())))


class RailedSwitchboard(Switchboard):
    """All channels of a room whose tables are watched with a delay."""

    delays_the_rail = True

    def __init__(
        self,
        clock: Clock,
        own: Callable[[PlayerId], ChannelOwner],
        *,
        delay_ms: int,
        sits_at: SitsAt,
    ) -> None:
        super().__init__(clock, own)
        self._delay_ms = delay_ms
        self._sits_at = sits_at

    def _new(self, name: str, owner: ChannelOwner, *, first: int | None) -> Channel:
        if not name.startswith("table:"):
            return super()._new(name, owner, first=first)
        return RailedChannel(
            name,
            owner,
            self._clock,
            first=first,
            delay_ms=self._delay_ms,
            sits_at=self._sits_at,
        )
