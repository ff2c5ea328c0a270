"""A host's side of the channels: heard by gateways, once for each and not once for each player.

The host keeps the log. What only one player may see is sealed for the gateway that the player
listens through; a player who comes back through another gateway is sent it again, sealed for that.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol

from cardroom.cluster.messages import (
    Batch,
    Ended,
    Join,
    Joined,
    Part,
    Published,
    Reached,
    TurnAsked,
    gateway_address,
)
from cardroom.cluster.sealing import ProcessKeys
from cardroom.errors import AccessRefused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.room.channels import NOBODY, Channel, Kept, Switchboard
from cardroom.room.frames import Closed, TurnFrame, encode
from cardroom.room.net import Net
from cardroom.room.notices import Turn
from cardroom.room.people import Caller
from cardroom.room.ports import Bus, ChannelOwner, Clock

AnyNews = Published | TurnAsked | Ended | Reached


class KeyBook(Protocol):
    """The public keys of all processes, as they are registered in the database."""

    async def public_key(self, process: str) -> bytes | None:
        """The key of a process; None when no such process was ever registered."""


class Relay:
    """Sends gateways what they listen to: all of one turn of the loop in one message each."""

    def __init__(self, bus: Bus, keys: ProcessKeys, book: KeyBook, process: str) -> None:
        self._bus = bus
        self._keys = keys
        self._book = book
        self._process = process
        self._readers: dict[str, bytes] = {}
        """The public keys of the gateways that listen."""
        self._waiting: dict[str, list[AnyNews]] = {}

    async def meet(self, gateway: str) -> None:
        """Learn the key of a gateway, from the database and not from its own word."""
        if gateway in self._readers:
            return
        key = await self._book.public_key(gateway)
        if key is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_process")
        self._readers[gateway] = key

    def forget(self, gateway: str) -> None:
        """A gateway is no more."""
        key = self._readers.pop(gateway, None)
        self._waiting.pop(gateway, None)
        if key is not None:
            self._keys.forget(key)

    def seal(self, gateway: str, frame: bytes) -> bytes:
        """What only this gateway can read."""
        return self._keys.seal_for(self._readers[gateway], frame)

    def tell(self, gateway: str, news: AnyNews) -> None:
        """Send something with everything else of this turn of the loop."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.setdefault(gateway, []).append(news)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for gateway, news in waiting.items():
            self._bus.send(gateway_address(gateway), Batch(self._process, tuple(news)))


class HostedChannel(Channel):
    """A channel that is heard through gateways too."""

    def __init__(
        self, name: str, owner: ChannelOwner, clock: Clock, *, first: int | None, relay: Relay
    ) -> None:
        super().__init__(name, owner, clock, first=first)
        self._relay = relay
        self._asked = 0
        self._gateways: dict[str, set[PlayerId]] = {}
        """Who listens through which gateway."""

    @property
    def is_heard(self) -> bool:
        return super().is_heard or bool(self._gateways)

    # What gateways ask for

    def join_through(self, gateway: str, caller: Caller, have: int | None) -> Joined:
        """What a listener in a gateway has missed, or a snapshot; from now on it hears all."""
        self._owner.verify_listener(caller)
        frames = self._sync(caller.player, have)
        self._gateways.setdefault(gateway, set()).add(caller.player)
        return Joined(tuple(frames), self.v, self._asked)

    def part_through(self, gateway: str, player: PlayerId | None) -> None:
        """Nobody listens there for a player any more, or for anybody."""
        players = self._gateways.get(gateway, set())
        if player is not None:
            players.discard(player)
        if player is None or not players:
            self._gateways.pop(gateway, None)

    def forget(self, gateway: str) -> None:
        """A gateway is no more."""
        self._gateways.pop(gateway, None)

    def tell_reached(self) -> None:
        """Say how far this channel is."""
        for gateway in self._gateways:
            self._relay.tell(gateway, Reached(self.name, self.v, self._asked))

    # The owner's side

    def publish(
        self,
        event: object,
        private: Mapping[PlayerId, object] = NOBODY,
        *,
        hand_starts: bool = False,
        private_bytes: int = 0,
    ) -> None:
        """Number an event and send it, to gateways too."""
        super().publish(event, private, hand_starts=hand_starts, private_bytes=private_bytes)
        for gateway, players in self._gateways.items():
            self._relay.tell(gateway, self._published(gateway, players, self._kept[-1]))

    def _published(self, gateway: str, players: set[PlayerId], kept: Kept) -> Published:
        private = {
            player: self._relay.seal(gateway, frame)
            for player, frame in kept.private.items()
            if player in players
        }
        return Published(self.name, self.v, self._asked, kept.public, private)

    def request(self, player: PlayerId, turn: Turn) -> None:
        """Ask a player for a decision, wherever they listen."""
        super().request(player, turn)
        self._asked += 1
        frame = b""
        for gateway, players in self._gateways.items():
            sealed = b""
            if player in players:
                frame = frame or encode(TurnFrame(ch=self.name, ts=self._clock.now_ms(), d=turn))
                sealed = self._relay.seal(gateway, frame)
            self._relay.tell(gateway, TurnAsked(self.name, self.v, self._asked, player, sealed))

    def close(self) -> None:
        """Tell everybody that there is nothing more to hear."""
        super().close()
        frame = encode(Closed(ch=self.name, ts=self._clock.now_ms()))
        for gateway in self._gateways:
            self._relay.tell(gateway, Ended(self.name, frame, self.v))
        self._gateways.clear()


class HostedSwitchboard(Switchboard):
    """The channels of a host: those who listen here, and those who listen through gateways."""

    def __init__(self, clock: Clock, own: Callable[[PlayerId], ChannelOwner], relay: Relay) -> None:
        super().__init__(clock, own)
        self._relay = relay

    def _new(self, name: str, owner: ChannelOwner, *, first: int | None) -> Channel:
        return HostedChannel(name, owner, self._clock, first=first, relay=self._relay)

    def _hosted(self) -> list[HostedChannel]:
        return [one for one in self._channels.values() if isinstance(one, HostedChannel)]

    async def join(self, wanted: Join) -> Joined:
        """Let a player in a gateway listen; refused when there is no such channel here."""
        await self._relay.meet(wanted.gateway)
        channel = self._channels.get(wanted.channel)
        if not isinstance(channel, HostedChannel):
            raise Unavailable("the channel is not here")
        return channel.join_through(wanted.gateway, wanted.caller, wanted.have)

    def part(self, wanted: Part) -> None:
        """Nobody in a gateway listens for a player any more."""
        channel = self._channels.get(wanted.channel)
        if isinstance(channel, HostedChannel):
            channel.part_through(wanted.gateway, wanted.player)

    def forget(self, gateway: str) -> None:
        """A gateway is no more: nobody listens through it."""
        for channel in self._hosted():
            channel.forget(gateway)
        self._relay.forget(gateway)

    def tell_reached(self) -> None:
        """Say how far every channel is: with each heartbeat, in case the last event was lost."""
        for channel in self._hosted():
            channel.tell_reached()
