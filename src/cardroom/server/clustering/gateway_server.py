"""A gateway: HTTP, sockets and sessions, and whatever is only a question to the database.

It is the server of a room whose tables are elsewhere. Its own room never opens.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from aiohttp import web

from cardroom.cluster.gateway import MOVES_S, TRY_AGAIN_S
from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import (
    CloseRoom,
    LimitsUsed,
    LinesClosed,
    Page,
    PageAsks,
    SaidInLobby,
    StaffAsks,
    TicketAsks,
    gateway_address,
    host_address,
)
from cardroom.errors import CardroomError, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.office.bank import Bank
from cardroom.room.bus import NobodyThere
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.cash.me import MeDesk
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.metrics import Metrics
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer, Attendance, Clock
from cardroom.room.requests import AcceptRules, Chat
from cardroom.room.room import Room
from cardroom.room.services import SteadyClock
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.rulebook import Edition
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import verify_origin
from cardroom.server.app import create_app
from cardroom.server.clustering.everywhere import OtherGateways, ask_hosts
from cardroom.server.clustering.gateway import GatewaySide, GatewaySwitchboard
from cardroom.server.clustering.gateway_staff import (
    GatewayCluster,
    GatewayNeighbours,
    GatewayOperations,
)
from cardroom.server.clustering.health import lacks_of
from cardroom.server.clustering.page_places import ADDED_STAKES, place_of
from cardroom.server.clustering.pages import PASSED_ON
from cardroom.server.clustering.pool_list import PoolList
from cardroom.server.clustering.shared_limits import (
    TELL_S,
    GatewayServices,
    SharedDoorman,
    SharedLimits,
)
from cardroom.server.clustering.shared_stakes import GatewayAddedStakes
from cardroom.server.listening import listen, tls_context
from cardroom.server.main import CardroomServer
from cardroom.server.operations import Operations
from cardroom.server.people.addresses import address_of
from cardroom.server.services import Services
from cardroom.server.sockets.front_desk import FrontDesk

OK = 200
SETTINGS_S = 5.0
"""How often a gateway reads what administrators have set elsewhere."""


class GatewayDesk(FrontDesk):
    """Has the host of a request carry it out; only the rules are accepted here."""

    side: GatewaySide

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Carry out a request."""
        self._names.remember(caller.player, caller.name, caller.kind, caller.owner)
        if isinstance(request, AcceptRules):
            return await self._accept(caller, request)
        answer = await self.side.room.ask(caller, request)
        if isinstance(request, Chat) and self._chat is not None:
            await self._watch(self._chat, caller.player, request)
        return answer

    def admits(self, place: str) -> frozenset[AccountKind]:
        """The host decides."""
        return self.side.room.admits(place)

    def has_seat(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player sits at a table."""
        return any(seat.table == table for seat in self.side.places.seats_of(player))

    async def until_open(self, channel: str) -> None:
        """Wait for a table that is being opened, or moved."""
        await self.side.room.until_open(channel)

    async def lobby(self) -> LobbyView:
        """All stakes, as the hosts have last said."""
        return self.side.lobby.view()


class GatewayBank(Bank):
    """Balances are read again: hosts have moved money since."""

    side: GatewaySide

    def look_at(self, side: GatewaySide) -> None:
        """Know where players sit by what hosts say."""
        self.side = side
        self._seats_of = side.places.seats_of

    async def balance(self, player: PlayerId) -> int:
        """What a player can spend; their seats and places are looked up with it."""
        found, _ = await asyncio.gather(
            self._wallets.refresh(player), self.side.room.look_up(player)
        )
        return found


class UnopenedRoom(Room):
    """The room of a gateway, which has rules and stakes but no tables of its own."""

    def offer(self, edition: Edition) -> LobbyView:
        """Have one stake more, or one less: the lobby while nobody is there."""
        self._play_by(edition)
        self.lobby.lobby.offer_stakes(self.rules.stakes)
        self.lobby.channel.note_change()
        self.lobby.channel.tell()
        return self.lobby_view()


class GatewayServer(CardroomServer):
    """The gateway's own part of a process."""

    room_kind = UnopenedRoom
    added_stakes_kind = GatewayAddedStakes
    bank_kind = GatewayBank
    services_kind = GatewayServices
    side: GatewaySide
    measure_process: Callable[[Metrics], None]
    """Sets the gauges of the process that this gateway is part of."""

    def __init__(self, member: Membership, pools: PoolList, *parts: object) -> None:
        self._member = member
        self._pools = pools
        self._reading: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        super().__init__(*parts)  # type: ignore[arg-type]
        house = self.room.services
        empty = self.room.lobby_view()
        assert isinstance(house.switchboard, GatewaySwitchboard)
        self.side = GatewaySide(
            member, house.clock, house.switchboard, empty,
            money_of=self._money_of, money_moved=self._money_moved, lag_ms=self._presence.lag_ms,
            rail_delay_ms=1000 * self._config.room.rail_delay_s,
        )  # fmt: skip
        if self._neighbours is not None and self._config.integrity.seats_per_address:
            self.side.room.address_of = self._neighbours.addresses.of
        assert isinstance(self.bank, GatewayBank)
        self.bank.look_at(self.side)
        self._wide.side = self.side
        assert isinstance(self._added_stakes, GatewayAddedStakes)
        self._added_stakes.pools, self._added_stakes.member = pools, member
        self._added_stakes.host_of = self.side.host_of_unit
        pools.listeners += [self._offer, self._added_stakes.changed]
        places = self.side.places
        self._me.connect(places, places, house.switchboard)  # type: ignore[arg-type]
        self._me.tournaments_of = places.tournaments_of
        # The hosts send what players have: they know why it changed.
        house.wallets.on_balance = None

    # What differs from a room that is one process

    def _switchboard(self, clock: SteadyClock, me: MeDesk) -> Switchboard:
        self._turn_times = self._times(clock)
        return GatewaySwitchboard(clock, me.owner)

    def _make_operations(self) -> Operations:
        made = self._wide = GatewayOperations(self.room, self._stored, self.stop, self._member)
        return made

    def _fair_house(self, clock: Clock) -> FairHouse | None:
        """Decks are made where tables are run."""
        del clock
        return None

    async def _make_tournaments(self) -> TournamentHouse | None:
        return None

    def _front_desk(self, *, staff_may_play: bool) -> FrontDesk:
        desk = GatewayDesk(
            self.room,
            self._names,
            None,
            self.office.rules_desk,
            chat=self.office.review.chat,
            staff_may_play=staff_may_play,
        )
        desk.side = self.side
        return desk

    def _door(self) -> Attendance:
        return self.side.room

    def _measure(self, metrics: Metrics) -> None:
        metrics.set("queue_to_database", self._store.waiting_count)
        metrics.set("bus_lost", self.side.channels.lost)
        self.measure_process(metrics)

    @property
    def metrics(self) -> Metrics:
        """What this gateway publishes, and the units of its process with it."""
        return self._metrics

    def _offer(self, rules: Edition) -> None:
        """An administrator has added a stake or taken one away."""
        assert isinstance(self.room, UnopenedRoom)
        self.side.lobby.offer(self.room.offer(rules))

    # Money as the store has it

    def _money_of(self, player: PlayerId) -> int | None:
        wallets = self.room.services.wallets
        return wallets.balance(player) if wallets.knows(player) else None

    def _money_moved(self, player: PlayerId) -> None:
        """A host has told a player something: read their money again, soon."""
        if self.room.services.wallets.knows(player):
            task = asyncio.create_task(self._refresh(player))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _refresh(self, player: PlayerId) -> None:
        with suppress(CardroomError):
            await self.room.services.wallets.refresh(player)

    # Running

    async def run(self, started: Callable[[str], None]) -> None:
        """Serve until told to stop."""
        tls = tls_context(self._config.server)
        listening = listen(self._config.server)
        port = listening.getsockname()[1]
        services = self._services(port)
        services.forward = lambda route, request: self._forward(services, route, request)
        services.show_rules(self._pools.rules)
        self._added_stakes.listeners.append(services.show_rules)
        self._join(services)
        await self.office.reception.settings.load()
        self.side.start()
        runner = web.AppRunner(create_app(services), shutdown_timeout=2.0)
        await runner.setup()
        assert runner.server is not None
        doorman = SharedDoorman(listening, runner.server, tls, services)
        doorman.limits = self._limits
        self._limits.share("connection", lambda: doorman.counts)
        reading = self._background.start("settings", self._read_settings, is_needed=False)
        services.readiness.need(lambda: lacks_of(self._member))
        telling = self._background.start("limits", self._tell_limits, is_needed=False)
        for task in (*self.side.tasks, reading, telling):
            services.readiness.watch(task)
        try:
            await self.side.until_heard()
            doorman.open()
            started(address_of(self._config.server, port))
            await self._stopping.wait()
        finally:
            for task in (reading, telling):
                task.cancel()
            await asyncio.gather(reading, telling, return_exceptions=True)
            doorman.close()
            await runner.cleanup()
            await self.side.stop()
            await self.room.services.wallets.flush()

    def _join(self, services: Services) -> None:
        """Let the other gateways and operators reach what is here."""
        services.cluster = GatewayCluster(self._member, self._pools.units)
        services.registry.elsewhere = OtherGateways(self._member)
        limits = self._limits = SharedLimits(self._member.name, services)
        neighbours = GatewayNeighbours(self._member, services)
        services.redeem_elsewhere = neighbours.redeem
        self.side.others = {
            CloseRoom: lambda wanted: self._close_room(services, wanted),
            LinesClosed: neighbours.closed,
            SaidInLobby: self._wide.say_in_lobby,
            TicketAsks: neighbours.find,
            LimitsUsed: limits.read,
        }

    def _close_room(self, services: Services, wanted: CloseRoom) -> Answer:
        """Tell everybody here that the room ends; this gateway ends with its hosts."""
        services.drain(wanted.at_ms)
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        if wanted.at_ms:
            hosts = frozenset(self._member.others("host"))
            self._closing = asyncio.create_task(self._end_after(hosts), name="close the room")
        return {}

    async def _end_after(self, hosts: frozenset[str]) -> None:
        """End once all these hosts have; those that are started meanwhile are the next room's."""
        while any(map(self._plays, hosts)):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(TRY_AGAIN_S)
        if not self._member.is_host:
            self.stop()

    def _plays(self, host: str) -> bool:
        """Whether a host lives and has hands to play."""
        state = self._member.leases.processes.get(host)
        return state is not None and not state.is_leaving

    async def _read_settings(self) -> None:
        while True:
            await asyncio.sleep(SETTINGS_S)
            await self.office.reception.settings.load()

    async def _tell_limits(self) -> None:
        """Let the other gateways count what was let pass here."""
        while True:
            await asyncio.sleep(TELL_S)
            others = self._member.others("gateway")
            self._limits.forget(set(others))
            used = self._limits.used()
            if used is not None:
                for gateway in others:
                    self._member.bus.send(gateway_address(gateway), used)

    # Pages that are made elsewhere

    async def _forward(
        self, services: Services, route: Route, request: web.Request
    ) -> web.StreamResponse | None:
        place = place_of(route, request)
        if place.is_here:
            await self._prepare(route, request)
            return None
        verify_origin(services.settings, request)
        body = await request.read()
        unit = place.unit(body)
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        address = services.exact_address_of(request)
        asked = PageAsks(unit, request.method, request.raw_path, headers, body, address)
        page = await self._page(asked)
        response = web.Response(status=page.status, body=page.body)
        response.headers.popall("Content-Type", None)
        for name, value in page.headers:
            response.headers.add(name, value)
        player = request.match_info.get("player", "")
        if "/banzai/" in route.path and page.status == OK and player.isdecimal():
            await ask_hosts(self._member)(StaffAsks("read_banzai", PlayerId(int(player))))
        return response

    async def _prepare(self, route: Route, request: web.Request) -> None:
        """Ask the hosts what a page of this gateway is about to show or decide."""
        if route.path in {"/api/admin/tables", "/api/admin/floor"}:
            await self._wide.look()
        elif route.path in ADDED_STAKES or route.path == "/api/admin/stakes":
            await self._stakes.read()
            await self._wide.look_at_stakes()
        elif route.path.endswith("/bar"):
            player = request.match_info.get("player", "")
            if player.isdecimal():
                await self.side.room.look_up(PlayerId(int(player)))

    async def _page(self, asked: PageAsks) -> Page:
        """Have a unit make a page, which may be moving: whoever has it not has done nothing."""
        until_s = asyncio.get_running_loop().time() + MOVES_S
        while True:
            try:
                address = host_address(self._host_of(asked.unit))
                page: Page = await self._member.bus.ask(address, asked)
            except NobodyThere:
                if asyncio.get_running_loop().time() >= until_s:
                    raise Unavailable(f"nobody runs {asked.unit} at the moment") from None
                await asyncio.sleep(TRY_AGAIN_S)
            else:
                return page

    def _host_of(self, unit: str) -> str:
        """The host of a unit; a table is found with its host."""
        kind, _, number = unit.partition(":")
        host = (
            self.side.directory.host_at(TableId(int(number)))
            if kind == "table"
            else self.side.host_of_unit(unit)
        )
        if host is None:
            raise NobodyThere("CASH-04", "no_such_table")
        return host
