"""The channels that one connection listens to."""

from cardroom.errors import AccessRefused
from cardroom.room.channels import Channel, Listener, Switchboard
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.server.limits import SUBSCRIPTIONS_MAX


class Subscriptions:
    """Joined channels by name; once ended, nothing is joined any more."""

    __slots__ = ("_board", "_joined", "has_table", "is_over")

    def __init__(self, board: Switchboard) -> None:
        self._board = board
        self._joined: dict[str, Channel] = {}
        self.is_over = False
        self.has_table = False
        """Whether one of them is that of a table or a tournament."""

    def join(self, listener: Listener, caller: Caller, name: str, have: int | None = None) -> None:
        """Listen to a channel, or refuse; the listener is sent what it missed."""
        assert not self.is_over
        if "read" not in caller.scopes:
            raise AccessRefused(Net.SCOPE, "not_allowed_by_token", {"scope": "read"})
        channel = self._board.find(name, caller.player)
        if channel is None:
            raise AccessRefused(Net.CHANNEL, "no_such_channel")
        if name not in self._joined and len(self._joined) >= SUBSCRIPTIONS_MAX:
            raise AccessRefused(Net.CHANNEL, "too_many_channels", {"most": SUBSCRIPTIONS_MAX})
        channel.join(listener, caller, have)
        self._joined[name] = channel
        self._count()

    def part(self, listener: Listener, name: str) -> None:
        """Listen no longer; a channel that was not joined is ignored."""
        channel = self._joined.pop(name, None)
        if channel is not None:
            channel.part(listener)
            self._count()

    def _count(self) -> None:
        self.has_table = any(name.startswith(("table:", "tournament:")) for name in self._joined)

    def end(self, listener: Listener) -> None:
        """The connection is gone: leave every channel for good."""
        self.is_over = True
        for name in list(self._joined):
            self.part(listener, name)
