"""The gateway in a process: which hosts there are, what they publish, who is connected here."""

import asyncio
import logging
from collections.abc import Callable

import msgspec

from cardroom.cluster.attendant import Attendant, Handler
from cardroom.cluster.directory import MOVING_S, Directory
from cardroom.cluster.gateway import GatewayRoom, RemoteLobby, RemotePlaces
from cardroom.cluster.leases import HEARTBEAT_MS, RETURN_MS, UnitLease
from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import (
    Batch,
    GivenUp,
    HostState,
    OwnNews,
    OwnReached,
    gateway_address,
)
from cardroom.cluster.remote_channels import RemoteChannel, RemoteChannels
from cardroom.cluster.remote_rail import RemoteRail
from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.channels import Channel, Switchboard
from cardroom.room.net import Net
from cardroom.room.ports import ChannelOwner, Clock
from cardroom.server.clustering.unit_names import HOUSE, pool_unit, tournament_in
from cardroom.units import Cents

log = logging.getLogger(__name__)

LOOK_S = 0.25
TABLE = "table:"


def _unit_of(channel: str) -> str:
    """The unit of a channel that is none of a table."""
    return HOUSE if tournament_in(channel) is None else channel


class GatewaySwitchboard(Switchboard):
    """The channels as players of this gateway hear them: their own here, all others of hosts."""

    def __init__(self, clock: Clock, own: Callable[[PlayerId], ChannelOwner]) -> None:
        super().__init__(clock, own)
        self.side: GatewaySide | None = None

    def find(self, name: str, player: PlayerId) -> Channel | None:
        """The channel that a player means by a name."""
        if name == "me":
            return super().find(name, player)
        return None if self.side is None else self.side.find(name)  # type: ignore[return-value]

    def send_again(self, player: PlayerId) -> None:
        """Send a player everything of their own once more: some of it was lost on the way."""
        channel = self._own.get(player)
        if channel is not None:
            for listener in channel.listeners:
                channel.join(listener, _Own(player))  # type: ignore[arg-type]


class _Own:
    """Who listens to their own channel."""

    def __init__(self, player: PlayerId) -> None:
        self.player = player


class GatewaySide:
    """What this gateway knows of the hosts, and what it does with what they send."""

    def __init__(
        self,
        member: Membership,
        clock: Clock,
        board: GatewaySwitchboard,
        empty: LobbyView,
        *,
        money_of: Callable[[PlayerId], Cents | None],
        money_moved: Callable[[PlayerId], None],
        lag_ms: Callable[[PlayerId], int],
        rail_delay_ms: int = 0,
    ) -> None:
        self._member = member
        self._clock = clock
        self._board = board
        self._money_moved = money_moved
        self._lag_ms = lag_ms
        self.directory = Directory(self._is_alive)
        self.places = RemotePlaces()
        self.lobby = RemoteLobby(empty, self.directory, clock, first=clock.now_ms())
        rail = RemoteRail(clock, rail_delay_ms, self.sits_at) if rail_delay_ms else None
        self.channels = RemoteChannels(
            member.bus, member.keys, member.book, self,
            clock=clock, process=member.name, make=None if rail is None else rail.make,
        )  # fmt: skip
        self.directory.moved = self.channels.moved
        self.room = GatewayRoom(
            member.bus, self.directory, self.places, self.lobby,
            process=member.name, holder_of=self.holder_of, bury=self._bury, unit_of=pool_unit,
            money_of=money_of,
        )  # fmt: skip
        board.side = self
        self.others: dict[type, Handler] = {}
        """Who reads what other gateways send."""
        self.tasks: list[asyncio.Task[None]] = []
        self._looking_up: set[asyncio.Task[None]] = set()

    # Questions

    def _is_alive(self, process: str) -> bool:
        """A process is alive to itself, whatever NATS has heard of it."""
        return process == self._member.name or self._member.leases.is_alive(process)

    def holder_of(self, unit: str) -> str | None:
        """The host of a unit; without a name, that of the house."""
        return self.host_of_unit(unit or HOUSE)

    def host_of_unit(self, unit: str) -> str | None:
        """The living process that runs a unit."""
        lease = self._lease_of(unit)
        return lease.holder if lease is not None and self._is_alive(lease.holder) else None

    def _lease_of(self, unit: str) -> UnitLease | None:
        """The lease of a unit; a tournament that is none of its own is with the house."""
        leases = self._member.leases
        is_in_house = tournament_in(unit) is not None and unit not in leases.known
        return leases.units.get(HOUSE if is_in_house else unit)

    def sits_at(self, channel: str, player: PlayerId) -> bool:
        """Whether a player has a seat at a table, in a tournament too, as hosts have said."""
        table, places = int(channel.removeprefix(TABLE)), self.places
        sits = any(one.table == table for one in places.seats_of(player))
        return sits or any(one.table == table for one in places.tournaments_of(player))

    def find(self, name: str) -> Channel | RemoteChannel | None:
        """A channel that is not a player's own."""
        if name == "lobby":
            return self.lobby.channel
        kind, _, number = name.partition(":")
        if kind == "table" and number.isdecimal():
            known = self.directory.was_anywhere(TableId(int(number)))
            return self.channels.find(name) if known else None
        is_tournaments = name == "tournaments" or (kind == "tournament" and number.isdecimal())
        return self.channels.find(name) if is_tournaments else None

    async def host_of(self, channel: str) -> str:
        """The host of a channel; waits while it is moving, or NATS is away (Whereabouts)."""
        is_table = channel.startswith(TABLE)
        while True:
            try:
                found = self.directory.host_of if is_table else self._host_of_channel
                return await found(channel)
            except AccessRefused:
                if self._member.leases.knows_others:
                    raise

    async def _host_of_channel(self, channel: str) -> str:
        for _ in range(int(MOVING_S / LOOK_S)):
            host = self.host_of_unit(_unit_of(channel))
            if host is not None:
                return host
            await asyncio.sleep(LOOK_S)
        raise AccessRefused(Net.CHANNEL, "no_such_channel")

    # Starting and stopping

    def start(self) -> None:
        """Hear the hosts."""
        handlers: dict[type, Handler] = {
            Batch: self.channels.read,
            HostState: self._read_state,
            OwnNews: self._read_news,
            OwnReached: self._read_reached,
            GivenUp: self._read_given_up,
            **self.others,
        }
        bus, name = self._member.bus, self._member.name
        attendant = Attendant(bus, self._clock, gateway_address(name), handlers)
        self._member.connection.on_reconnected(self._begin_again)
        self.tasks = [
            asyncio.create_task(attendant.run(), name="gateway"),
            asyncio.create_task(self._look_on(), name="gateway news"),
        ]

    async def until_heard(self) -> None:
        """Wait until every host has said what it runs: before, a table is not found here."""
        hosts = self._member.others("host")
        if not await self.directory.until_heard(hosts, RETURN_MS / 1000):
            log.warning("not all of %s have said what they run", ", ".join(hosts))

    async def stop(self) -> None:
        """Hear nobody any more."""
        for task in (*self.tasks, *self._looking_up):
            task.cancel()
        await asyncio.gather(*self.tasks, *self._looking_up, return_exceptions=True)
        await self.channels.close()

    async def _look_on(self) -> None:
        loop, beat_s = asyncio.get_running_loop(), HEARTBEAT_MS / 1000
        beat_at = loop.time()
        while True:
            for host in self.directory.forget_dead():
                self._forget(host)
            self.channels.look_for_moved(self._run_of)
            self.lobby.look()
            if loop.time() >= beat_at:
                beat_at = loop.time() + beat_s
                self.room.tell_all_here(self._lag_ms)
                leases = self._member.leases
                leases.state = msgspec.structs.replace(leases.state, players=len(self.room.here))
            await asyncio.sleep(LOOK_S)

    def _run_of(self, channel: str) -> tuple[str, int] | None:
        """The living host of a channel that is none of a table, and the epoch of its unit; None
        while it moves."""
        unit = _unit_of(channel)
        lease = self._lease_of(unit)
        if lease is None or not self._is_alive(lease.holder):
            return None
        # A tournament that nobody has claimed in the database yet is still on its way.
        is_claimed = lease.epoch or unit not in self._member.leases.known or unit == HOUSE
        return (lease.holder, lease.epoch) if is_claimed else None

    def _bury(self, host: str) -> None:
        """Nobody hears a host any more."""
        if host != self._member.name:
            self._member.leases.bury(host)

    def _forget(self, host: str) -> None:
        log.warning("host %s is gone", host)
        self.places.forget_host(host)

    def _begin_again(self) -> None:
        """NATS was away: anything may have been lost."""
        self.channels.ask_all_again()
        self.room.tell_all_here(self._lag_ms, again=True)

    # What hosts say

    def _read_state(self, state: HostState) -> None:
        is_new = state.host not in self.directory.states
        self.directory.read(state)
        if is_new:
            self.room.tell_all_here(self._lag_ms, again=True)

    def _read_given_up(self, _given_up: GivenUp) -> None:
        """A host had taken this gateway for dead: its tables do not know who listens here."""
        self.channels.ask_all_again()

    def _read_news(self, news: OwnNews) -> None:
        follows = self.places.follows(news.host, news.player, news.number)
        self.room.read_news(news)
        self._money_moved(news.player)
        if news.event and follows:
            self._board.tell(news.player, msgspec.Raw(news.event))
        elif not follows:
            self._board.send_again(news.player)

    def _read_reached(self, reached: OwnReached) -> None:
        for player, number in reached.numbers.items():
            if self.places.is_behind(reached.host, player, number):
                self.places.follows(reached.host, player, number)
                task = asyncio.create_task(self._catch_up(reached.host, player))
                self._looking_up.add(task)
                task.add_done_callback(self._looking_up.discard)

    async def _catch_up(self, host: str, player: PlayerId) -> None:
        await self.room.look_up_in(host, player)
        self._money_moved(player)
        self._board.send_again(player)
