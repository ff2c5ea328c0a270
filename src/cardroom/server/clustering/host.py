"""The host in a process: which units it runs, what gateways ask of them, what it tells gateways."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, cast

import msgspec

from cardroom.cluster.attendant import Attendant, Handler
from cardroom.cluster.host import GuestList, HostRoom
from cardroom.cluster.host_channels import Relay
from cardroom.cluster.leases import HEARTBEAT_MS
from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import (
    AllHere,
    CloseRoom,
    DrainHost,
    GivenUp,
    Join,
    Joined,
    MoveUnit,
    Page,
    PageAsks,
    Part,
    Places,
    PlayerAsks,
    PlayerHere,
    PlayerLost,
    StaffAsks,
    StakeUnwanted,
    StakeWanted,
    TablesFound,
    TablesWanted,
    TournamentRows,
    WantsPlaces,
    gateway_address,
    host_address,
)
from cardroom.cluster.placement import Placement
from cardroom.errors import (
    AccessRefused,
    CardroomError,
    OperatorRefused,
    SeatRefused,
    Unavailable,
)
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import NobodyThere
from cardroom.room.incidents import report
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, Clock
from cardroom.room.requests import LeaveQueue, Posting, TableRequest
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.clustering.pool_list import PoolList
from cardroom.server.clustering.shared_stakes import PoolWatch
from cardroom.server.clustering.tournament_side import TournamentSide
from cardroom.server.clustering.tournament_units import HallUnit, HouseUnit
from cardroom.server.clustering.unit import Unit
from cardroom.server.clustering.unit_names import HALL, HOUSE, pool_unit, tournament_in
from cardroom.server.neighbours import LastAddresses

log = logging.getLogger(__name__)

LOOK_S = 0.1
"""How often a host looks whether it has something new to say about its tables and stakes."""


class Nobody:
    """Whoever plays here is connected to a gateway, be it one of the same process (Presence)."""

    def is_here(self, player: PlayerId) -> bool:  # noqa: ARG002
        return False

    def lag_ms(self, player: PlayerId) -> int:  # noqa: ARG002
        return 0

    def doubt_ms(self, player: PlayerId) -> int:  # noqa: ARG002
        return 0


class HostSide:
    """Runs the units that fall to this process, and answers for them."""

    def __init__(
        self,
        member: Membership,
        clock: Clock,
        pools: PoolList,
        make: Callable[[str, "HostSide"], Unit],
    ) -> None:
        self._member = member
        self._clock = clock
        self._pool_list = pools
        self._make = make
        self.units: dict[str, Unit] = {}
        """The house and the stakes that run here."""
        self.tournaments = TournamentSide(
            member, self._make_hall, house=self._house, begin=self._later
        )
        self.guests = GuestList(Nobody())
        self.guests.door = self
        self.addresses = LastAddresses()
        self.relay = Relay(member.bus, member.keys, member.book, member.name)
        self.room = HostRoom(
            member.bus,
            self,
            process=member.name,
            gateways=lambda: self._gateways,
            places_of=self._places_of,
        )
        self.placement = Placement(
            member.leases, pools.units, run=self._run_unit, end=self._end_unit, lost=self._lose
        )
        self.tournaments.placement = self.placement
        self._tasks: list[asyncio.Task[None]] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self.closed: Callable[[], None] = lambda: None
        """Called when the whole room is to end, and no hand is played here any more."""
        self._stakes_changed: Callable[[], None] = lambda: None
        """Called when the house has added a stake."""
        self._known_gateways: frozenset[str] = frozenset()
        self._given_up: set[str] = set()
        """Gateways that were taken for dead, and may listen again."""

    @property
    def _gateways(self) -> list[str]:
        """All living gateways, that of this process too."""
        own = [self._member.name] if self._member.is_gateway else []
        return [*own, *self._member.others("gateway")]

    # Starting and stopping

    def start(self) -> None:
        """Answer gateways, and claim units."""
        handlers: dict[type, Handler] = {
            Join: self._join,
            Part: self._part,
            PlayerAsks: self.room.ask,
            WantsPlaces: self.room.places,
            PlayerHere: self._note_here,
            PlayerLost: self.guests.note_lost,
            AllHere: self._note_all,
            PageAsks: self._page,
            StaffAsks: self._do_everywhere,
            StakeWanted: self._add_stake,
            StakeUnwanted: self._remove_stake,
            TablesWanted: self._tables_found,
            MoveUnit: self._move,
            DrainHost: self._drain,
            CloseRoom: self._close_room,
            TournamentRows: self.tournaments.read_rows,
        }
        bus, name = self._member.bus, self._member.name
        attendant = Attendant(bus, self._clock, host_address(name), handlers)
        self._tasks = [
            asyncio.create_task(attendant.run(), name="host"),
            asyncio.create_task(self.placement.look_on(), name="placement"),
            asyncio.create_task(self._tell_on(), name="host news"),
            asyncio.create_task(self.tournaments.look_on(), name="host tournaments"),
        ]

    def watch(self, stakes: PoolWatch) -> None:
        """Have the house, where it runs here, make stakes known that were added."""
        stakes.placement = self.placement
        stakes.runs_house = lambda: self._house() is not None
        self._stakes_changed = stakes.look_soon

    @property
    def tasks(self) -> list["asyncio.Task[None]"]:
        """What must not end while the process runs."""
        return self._tasks

    async def stop(self) -> None:
        """Hand everything over that somebody else can run, between two hands, and end the rest."""
        if not self.placement.rests:
            await self.placement.leave()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._ending, return_exceptions=True)
        await self.tournaments.stop()
        for unit in list(self.units.values()):
            await unit.end()
        self.units.clear()

    # Units

    @property
    def rooms(self) -> list[Unit]:
        """The rooms of all units; all tournaments of this host share one."""
        hall = self.tournaments.hall
        return [*self.units.values(), *(() if hall is None else (hall,))]

    def _house(self) -> HouseUnit | None:
        return cast("HouseUnit | None", self.units.get(HOUSE))

    def _make_hall(self) -> HallUnit:
        return cast("HallUnit", self._make(HALL, self))

    async def _run_unit(self, name: str) -> int:
        at_once, tournament = bool(self.guests.players), tournament_in(name)
        if tournament is None:
            epoch = await self._begin_unit(name, at_once=at_once)
        else:
            epoch = await self.tournaments.run(tournament, at_once=at_once)
        self._introduce()
        return epoch

    async def _begin_unit(self, name: str, *, at_once: bool) -> int:
        if name not in self._pool_list.units:
            await self._pool_list.read()
        unit = self._make(name, self)
        try:
            epoch = await unit.begin(at_once=at_once)
        except BaseException:
            # Whoever tries next finds nothing of it in this process.
            await unit.halt()
            raise
        self.units[name] = unit
        for player in self.guests.players:
            unit.door.arrived(player)
        return epoch

    async def _end_unit(self, name: str) -> None:
        """Play the hands of a unit to their end, then run it no longer."""
        tournament = tournament_in(name)
        if tournament is None:
            unit = self.units[name]
            await unit.drain()
            del self.units[name]
            await unit.end()
        else:
            await self.tournaments.end(tournament)
        self._introduce()

    def _lose(self, name: str) -> None:
        """Somebody else runs a unit: what happens here counts no more (CRASH-01)."""
        log.warning("%s is run by another process now", name)
        tournament, unit = tournament_in(name), self.units.pop(name, None)
        if unit is not None:
            self._later(unit.halt())
        elif tournament is not None:
            self.tournaments.lose(tournament)
        self._introduce()

    # What gateways ask

    async def ask(self, caller: Caller, request: RoomRequest, unit: str) -> Answer:
        """Carry out a request of a player (HostDesk)."""
        match request:
            case TableRequest():
                return await self._unit_at(request.table).ask(caller, request)
            case Posting():
                answer: Answer = {}
                for one in self._pools():
                    # One that has ended meanwhile is asked where it runs by now.
                    with suppress(NobodyThere):
                        answer = await one.ask(caller, request)
                return answer
            case LeaveQueue():
                return await self._leave_queue(caller, request)
            case _:
                return await self._room_of(unit or HOUSE).ask(caller, request)

    async def _leave_queue(self, caller: Caller, request: LeaveQueue) -> Answer:
        """Only one unit knows the place in the queue; the others refuse."""
        refusal = SeatRefused("CASH-06", "not_in_the_queue")
        for one in self._pools():
            try:
                return await one.ask(caller, request)
            except NobodyThere:
                continue
            except SeatRefused as refused:
                refusal = refused
        raise refusal

    def _pools(self) -> list[Unit]:
        return [unit for name, unit in self.units.items() if name != HOUSE]

    def _room_of(self, unit: str) -> Unit:
        """The room of a unit; that of a tournament is the house until it is played elsewhere."""
        tournament, house, found = tournament_in(unit), self._house(), self.units.get(unit)
        if tournament is not None and self.tournaments.has(tournament):
            found = self.tournaments.hall
        elif tournament is not None and house is not None and tournament not in house.house.away:
            found = house
        if found is None:
            raise NobodyThere("CASH-04", "no_such_table")
        return found

    def _unit_at(self, table: TableId) -> Unit:
        for unit in self.rooms:
            if unit.has_table(table):
                return unit
        raise NobodyThere("CASH-04", "no_such_table")

    async def _join(self, wanted: Join) -> Joined:
        """Let somebody in a gateway listen to a channel of one of the units."""
        for unit in self.rooms:
            if unit.board.has(wanted.channel):
                return await unit.board.join(wanted)
        house, tournament = self._house(), tournament_in(wanted.channel)
        if house is not None and tournament is not None and tournament not in house.house.away:
            raise AccessRefused(Net.CHANNEL, "no_such_channel")
        raise Unavailable("the channel is not here")

    def _part(self, wanted: Part) -> None:
        for unit in self.rooms:
            unit.board.part(wanted)

    async def _page(self, wanted: PageAsks) -> Page:
        kind, _, number = wanted.unit.partition(":")
        if kind == "table":
            return await self._unit_at(TableId(int(number))).page(wanted)
        return await self._room_of(wanted.unit).page(wanted)

    async def _do_everywhere(self, asked: StaffAsks) -> None:
        for unit in self.rooms:
            await unit.do(asked)

    async def _add_stake(self, wanted: StakeWanted) -> None:
        """Offer one more stake: everybody sees its unit in NATS."""
        house = self._house()
        if house is None:
            raise NobodyThere("CASH-04", "no_such_table")
        await house.adding.add(wanted.caller, wanted.stake, wanted.reason)
        self._stakes_changed()

    async def _remove_stake(self, unwanted: StakeUnwanted) -> None:
        """Take a stake away that nobody plays at."""
        name = pool_unit(unwanted.stake)

        async def last() -> None:
            unit = self.units[name]
            await unit.added_stakes.remove(unwanted.caller, unwanted.stake, unwanted.reason)
            del self.units[name]
            await self._pool_list.read()
            await unit.end()
            self._introduce()

        await self.placement.retire(name, last)

    def _tables_found(self, _wanted: TablesWanted) -> TablesFound:
        desks = [unit.operations for unit in self.rooms]
        rows = [row for desk in desks for row in cast("list[object]", desk.overview()["tables"])]
        found = [table for desk in desks for table in desk.open_tables()]
        return TablesFound(msgspec.json.encode(rows), msgspec.json.encode(found))

    def _move(self, wanted: MoveUnit) -> Answer:
        """Begin to hand a unit over, by an operator's word."""
        if wanted.unit not in self.placement.running or wanted.to not in self.placement.hosts:
            raise OperatorRefused(Net.UNKNOWN, "no_such_unit_or_process")
        self._later(self._move_now(wanted))
        return {}

    async def _move_now(self, wanted: MoveUnit) -> None:
        try:
            await self.placement.move(wanted.unit, wanted.to, pinned=True)
        except CardroomError as error:
            log.warning("%s is not handed over: %s", wanted.unit, error)

    def _drain(self, _wanted: DrainHost) -> Answer:
        """Begin to hand everything over, if there is another host that can take it."""
        if not set(self.placement.hosts) - {self._member.name}:
            raise OperatorRefused(Net.UNKNOWN, "no_other_host")
        self._later(self.placement.leave())
        return {}

    def _close_room(self, wanted: CloseRoom) -> Answer:
        """End the whole room after a moment, or play on after all."""
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        self.placement.rests = bool(wanted.at_ms)
        if wanted.at_ms:
            self._closing = asyncio.create_task(self._close(wanted.at_ms), name="close the room")
        else:
            for unit in self.rooms:
                unit.room.operator.resume()
        return {}

    async def _close(self, at_ms: int) -> None:
        drained = (unit.room.operator.drain(at_ms) for unit in self.rooms)
        for error in await asyncio.gather(*drained, return_exceptions=True):
            if isinstance(error, Exception):
                report("a unit stops as it is", error)
        leases = self._member.leases
        leases.state = msgspec.structs.replace(leases.state, is_leaving=True)
        try:
            await leases.beat()
        except CardroomError as error:
            log.warning("%s", error)
        self.closed()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="by an operator's word")
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _places_of(self, player: PlayerId) -> Places:
        found = [unit.places_of(player) for unit in self.rooms]
        return Places(
            seats=tuple(seat for one in found for seat in one.seats),
            offers=tuple(offer for one in found for offer in one.offers),
            queued=tuple(place for one in found for place in one.queued),
            tournaments=tuple(entry for one in found for entry in one.tournaments),
        )

    # Who is in reach

    def _note_here(self, here: PlayerHere) -> None:
        self._note_addresses({here.player: here.address} if here.address else {})
        self.guests.note_here(here)
        self.room.meet(here.gateway, [here.player])

    def _note_all(self, here: AllHere) -> None:
        self._note_addresses(here.addresses)
        new = self.guests.note_all(here)
        self.room.meet(here.gateway, here.players if here.again else new)

    def _note_addresses(self, found: Mapping[PlayerId, str]) -> None:
        for player, address in found.items():
            self.addresses.came_from(player, address)

    def arrived(self, player: PlayerId) -> None:
        """A player is in reach again (Attendance)."""
        for unit in self.rooms:
            unit.door.arrived(player)

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """No gateway has a connection of a player any more (TIME-01)."""
        for unit in self.rooms:
            unit.door.gone(player, on_purpose=on_purpose)

    # What it sends to gateways

    def _introduce(self) -> None:
        self.room.introduce()
        for gateway in self.guests.gateways:
            players = [
                one for one in self.guests.players if gateway in self.guests.gateways_of(one)
            ]
            self.room.meet(gateway, players)

    async def _tell_on(self) -> None:
        loop, beat_s = asyncio.get_running_loop(), HEARTBEAT_MS / 1000
        beat_at = loop.time()
        while True:
            self._look_for_gateways()
            is_beat = loop.time() >= beat_at
            epochs = {table: one for unit in self.rooms for table, one in unit.epochs}
            rows = [row for unit in self.rooms for row in unit.rows]
            self.room.tell_state(tuple(epochs), rows, again=is_beat, epochs=epochs)
            if is_beat:
                beat_at = loop.time() + beat_s
                self._say_how_many()
                self.room.tell_reached()
                for unit in self.rooms:
                    unit.board.tell_reached()
            await asyncio.sleep(LOOK_S)

    def _say_how_many(self) -> None:
        """With the next heartbeat, for operators."""
        leases, units = self._member.leases, len(self.placement.running)
        seated = sum(unit.player_count for unit in self.rooms)
        players = leases.state.players if self._member.is_gateway else seated
        leases.state = msgspec.structs.replace(leases.state, units=units, players=players)

    def _look_for_gateways(self) -> None:
        """A gateway that is gone has lost all its players; a new one must hear what is here."""
        if not self._member.leases.is_connected:
            self._lose_all_gateways()
        gateways = frozenset(self._gateways)
        if new := gateways - self._known_gateways:
            self.room.introduce()
            for gateway in new & self._given_up:
                self._member.bus.send(gateway_address(gateway), GivenUp(self._member.name))
            self._given_up -= new
        for gone in self._known_gateways - gateways:
            log.warning("gateway %s is gone", gone)
            self.guests.forget(gone)
            self.room.forget(gone)
            for unit in self.rooms:
                unit.board.forget(gone)
            self.relay.forget(gone)
            self._given_up.add(gone)
        self._known_gateways = gateways

    def _lose_all_gateways(self) -> None:
        """Without NATS no player of another process is in reach: all have lost their connection.

        Their gateways are still known: what they listen to is asked for again when NATS is back.
        """
        for gateway in self.guests.gateways:
            if gateway != self._member.name:
                self.guests.forget(gateway)
