"""Channels: numbered events kept for those who come back, and the listeners of each.

An event is encoded once for all who see the same. Others get its redacted twin
under the same number, padded to the same length class, so that neither count nor size tells.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from cardroom.ledger import PlayerId
from cardroom.room.frames import (
    Closed,
    EventFrame,
    SnapshotFrame,
    SyncBegin,
    SyncEnd,
    TurnFrame,
    encode,
)
from cardroom.room.notices import Turn
from cardroom.room.people import Caller
from cardroom.room.ports import ChannelOwner, Clock

KEPT_EVENTS = 256
"""At least this many events are kept, and always the whole current hand."""
KEPT_EVENTS_MAX = 4096
SIZE_CLASS = 128
"""Frames with secrets are padded with spaces to a multiple of this many bytes."""

NOBODY: Mapping[PlayerId, object] = {}
NOBODY_SEES_MORE: Mapping[PlayerId, bytes] = {}


class Listener(Protocol):
    """Somebody who is sent what happens on a channel."""

    @property
    def viewer(self) -> PlayerId: ...

    def deliver(self, frame: bytes) -> None:
        """Take a frame without waiting; who cannot take it is dropped."""


class Kept(NamedTuple):
    """One event as bytes: for everybody, and for those who may see more."""

    public: bytes
    private: Mapping[PlayerId, bytes]

    def seen_by(self, viewer: PlayerId) -> bytes:
        return self.private.get(viewer, self.public)


class Channel:
    """The log and the listeners of one channel.

    Numbers start at the time of opening, or at `first`: after a restart they are larger than any
    before, so nobody takes up an old log in a new one.
    """

    def __init__(
        self, name: str, owner: ChannelOwner, clock: Clock, *, first: int | None = None
    ) -> None:
        self.name = name
        self.v = clock.now_ms() if first is None else first
        self._owner = owner
        self._clock = clock
        self._kept: deque[Kept] = deque()
        self._hand_events = 0
        self._listeners: dict[Listener, None] = {}

    # Questions

    @property
    def listeners(self) -> tuple[Listener, ...]:
        return tuple(self._listeners)

    @property
    def listener_count(self) -> int:
        return len(self._listeners)

    @property
    def is_heard(self) -> bool:
        return bool(self._listeners)

    @property
    def oldest(self) -> int:
        """The number after which everything is still known."""
        return self.v - len(self._kept)

    def missed(self, have: int, viewer: PlayerId) -> list[bytes] | None:
        """The events after `have` as `viewer` may see them; None when they are not kept."""
        if not self.oldest <= have <= self.v:
            return None
        start = have - self.oldest
        return [kept.seen_by(viewer) for kept in list(self._kept)[start:]]

    # The owner's side

    def publish(
        self,
        event: object,
        private: Mapping[PlayerId, object] = NOBODY,
        *,
        hand_starts: bool = False,
        private_bytes: int = 0,
    ) -> None:
        """Number an event and send it; `private` is what single players see instead of it.

        What they see is at most `private_bytes` longer than what everybody sees, whatever it is:
        all frames are as long as that, so that no length depends on a card.
        """
        self.v += 1
        kept = self._encoded(event, private, private_bytes)
        self._keep(kept, hand_starts=hand_starts)
        if not kept.private:
            for listener in tuple(self._listeners):
                listener.deliver(kept.public)
            return
        for listener in tuple(self._listeners):
            listener.deliver(kept.seen_by(listener.viewer))

    def request(self, player: PlayerId, turn: Turn) -> None:
        """Ask a player for a decision; nobody else sees it."""
        frame = encode(TurnFrame(ch=self.name, ts=self._clock.now_ms(), d=turn))
        for listener in tuple(self._listeners):
            if listener.viewer == player:
                listener.deliver(frame)

    def close(self) -> None:
        """Tell everybody that there is nothing more to hear."""
        frame = encode(Closed(ch=self.name, ts=self._clock.now_ms()))
        for listener in tuple(self._listeners):
            listener.deliver(frame)
        self._listeners.clear()

    # The listeners' side

    def join(self, listener: Listener, caller: Caller, have: int | None = None) -> None:
        """Send what a listener missed, or a snapshot, and from now on everything."""
        self._owner.verify_listener(caller)
        for frame in self._sync(listener.viewer, have):
            listener.deliver(frame)
        self._listeners[listener] = None

    def part(self, listener: Listener) -> None:
        """Send a listener nothing more; one who is not there is ignored."""
        self._listeners.pop(listener, None)

    def _sync(self, viewer: PlayerId, have: int | None) -> list[bytes]:
        ts = self._clock.now_ms()
        missed = None if have is None else self.missed(have, viewer)
        if missed is None:
            state = self._owner.snapshot(viewer)
            missed = [encode(SnapshotFrame(ch=self.name, ts=ts, v=self.v, d=state))]
        turn = self._owner.pending(viewer)
        asked = [] if turn is None else [encode(TurnFrame(ch=self.name, ts=ts, d=turn))]
        begin = encode(SyncBegin(ch=self.name, ts=ts))
        return [begin, *missed, *asked, encode(SyncEnd(ch=self.name, ts=ts, v=self.v))]

    def _encoded(
        self, event: object, private: Mapping[PlayerId, object], private_bytes: int
    ) -> Kept:
        ts = self._clock.now_ms()
        public = self._frame(event, ts)
        if not private:
            return Kept(public, NOBODY_SEES_MORE)
        twins = {player: self._frame(twin, ts) for player, twin in private.items()}
        longest = max(len(public) + private_bytes, *(len(twin) for twin in twins.values()))
        size = -(-longest // SIZE_CLASS) * SIZE_CLASS
        padded = {player: twin.ljust(size) for player, twin in twins.items()}
        return Kept(public.ljust(size), padded)

    def _frame(self, event: object, ts: int) -> bytes:
        return encode(EventFrame(ch=self.name, ts=ts, v=self.v, d=event))

    def _keep(self, kept: Kept, *, hand_starts: bool) -> None:
        if hand_starts:
            self._hand_events = 1
        elif self._hand_events:
            self._hand_events += 1
        self._kept.append(kept)
        if len(self._kept) > KEPT_EVENTS:
            wanted = min(max(self._hand_events, KEPT_EVENTS), KEPT_EVENTS_MAX)
            while len(self._kept) > wanted:
                self._kept.popleft()


class Switchboard:
    """All channels of the room, found by name; every player has their own `me`.

    `own` makes the owner of a player's `me` when somebody first listens to it.
    """

    delays_the_rail = False
    """Whether who watches without a seat sees everything later."""

    def __init__(self, clock: Clock, own: Callable[[PlayerId], ChannelOwner]) -> None:
        self._clock = clock
        self._own_owner = own
        self._channels: dict[str, Channel] = {}
        self._own: dict[PlayerId, Channel] = {}

    @property
    def listener_count(self) -> int:
        """How many listen, counted once for every channel that they listen to."""
        channels = (*self._channels.values(), *self._own.values())
        return sum(channel.listener_count for channel in channels)

    def open(self, name: str, owner: ChannelOwner, *, first: int | None = None) -> Channel:
        """A new channel; its name is not open yet."""
        assert name not in self._channels
        channel = self._channels[name] = self._new(name, owner, first=first)
        return channel

    def _new(self, name: str, owner: ChannelOwner, *, first: int | None) -> Channel:
        return Channel(name, owner, self._clock, first=first)

    def find(self, name: str, player: PlayerId) -> Channel | None:
        """The channel that a player means by a name."""
        if name != "me":
            return self._channels.get(name)
        channel = self._own.get(player)
        if channel is None:
            channel = self._own[player] = Channel("me", self._own_owner(player), self._clock)
        return channel

    def tell(self, player: PlayerId, event: object) -> None:
        """Publish an event to one player; who never listened finds it in the snapshot."""
        channel = self._own.get(player)
        if channel is not None:
            channel.publish(event)

    def close(self, name: str) -> None:
        """End a channel, with word to its listeners."""
        self._channels.pop(name).close()

    def tidy(self) -> None:
        """Forget the `me` of everybody who does not listen; coming back gives a snapshot."""
        idle = [player for player, channel in self._own.items() if not channel.is_heard]
        for player in idle:
            del self._own[player]
