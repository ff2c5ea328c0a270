"""The rail in a gateway: who watches a table without a seat sees everything so much later.

Hosts send a gateway everything at once. It holds back what is for spectators, by what hosts have
said of who sits where; players at the table never wait.
"""

from cardroom.cluster.remote_channels import RemoteChannel, RemoteChannels
from cardroom.room.channels import Listener
from cardroom.room.frames import Closed, encode
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.room.rail import RailListener, SitsAt

TABLE = "table:"


class RemoteRail:
    """Makes the channels of a gateway: those of tables with a rail."""

    def __init__(self, clock: Clock, delay_ms: int, sits_at: SitsAt) -> None:
        self.clock = clock
        self.delay_ms = delay_ms
        self.sits_at = sits_at

    def make(self, name: str, exchange: RemoteChannels) -> RemoteChannel:
        """A channel of some host."""
        if name.startswith(TABLE):
            return RailedRemoteChannel(name, exchange, self)
        return RemoteChannel(name, exchange)


class RailedRemoteChannel(RemoteChannel):
    """The channel of a table, with everybody in this gateway behind a rail."""

    def __init__(self, name: str, exchange: RemoteChannels, rail: RemoteRail) -> None:
        super().__init__(name, exchange)
        self._rail = rail
        self._behind: dict[Listener, RailListener] = {}

    def join(self, listener: Listener, caller: Caller, have: int | None = None) -> None:
        """Have the host send what a listener missed and then all, each in its time."""
        before = self._behind.pop(listener, None)
        if before is not None:
            before.stop()
            self._heard.pop(before, None)
        railed = self._behind[listener] = RailListener(
            listener,
            self._rail.clock,
            self._rail.delay_ms,
            sits=lambda: self._rail.sits_at(self.name, listener.viewer),
            drop=lambda: self._drop(listener),
        )
        super().join(railed, caller, have)

    def part(self, listener: Listener) -> None:
        """Send a listener nothing more, and forget what was held back for them."""
        railed = self._behind.pop(listener, None)
        if railed is not None:
            railed.stop()
        super().part(listener if railed is None else railed)

    def _drop(self, listener: Listener) -> None:
        """Too much is held back for one spectator."""
        self.part(listener)
        listener.deliver(encode(Closed(ch=self.name, ts=self._rail.clock.now_ms())))
