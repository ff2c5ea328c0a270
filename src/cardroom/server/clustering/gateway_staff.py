"""What a gateway does for operators: the tables of all hosts, the processes, tickets of others."""

import asyncio
from collections.abc import Collection
from typing import Any

import msgspec

from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import (
    CloseRoom,
    DrainHost,
    LinesClosed,
    MoveUnit,
    SaidInLobby,
    TablesFound,
    TablesWanted,
    TicketAsks,
    TicketFound,
    gateway_address,
    host_address,
)
from cardroom.errors import CardroomError, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.office.operator_pages import TableOverview
from cardroom.room.incidents import report
from cardroom.room.net import Net
from cardroom.room.notices import Announced
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.room import Room
from cardroom.rulebook.cash.stakes import stake_word
from cardroom.server.api.staff.cluster import ClusterView, ProcessRow, UnitRow
from cardroom.server.clustering.everywhere import WideOperations, ask_hosts
from cardroom.server.clustering.gateway import GatewaySide
from cardroom.server.limits import TICKET_MS
from cardroom.server.people.sessions import Ticket
from cardroom.server.services import Services
from cardroom.server.sockets.messages import CloseCode

_rows = msgspec.json.Decoder(list[dict[str, Any]])
_overviews = msgspec.json.Decoder(list[TableOverview])


class GatewayOperations(WideOperations):
    """Administration as a gateway has it: it knows the tables from what hosts have last said."""

    side: GatewaySide

    def __init__(self, room: Room, stakes: Any, stop: Any, member: Membership) -> None:
        super().__init__(room, stakes, stop, ask_hosts(member))
        self._member = member
        self._rows: list[dict[str, Any]] = []
        self._overviews: list[TableOverview] = []

    async def look(self) -> None:
        """Ask every host for its tables."""
        rows: list[dict[str, Any]] = []
        overviews: list[TableOverview] = []
        for host in self.side.directory.states:
            try:
                found: TablesFound = await self._member.bus.ask(host_address(host), TablesWanted())
            except CardroomError as error:
                report(f"host {host} did not say which tables it runs", error)
                continue
            rows += _rows.decode(found.rows)
            overviews += _overviews.decode(found.overviews)
        self._rows, self._overviews = rows, overviews

    async def look_at_stakes(self) -> None:
        """Read which stakes are closed."""
        closed = set(await self._stakes.closed_stakes())
        admission = self._room.admission
        for stake in self._room.rules.stakes:
            if stake_word(stake.key) in closed:
                admission.withhold(stake.key)
            else:
                admission.offer(stake.key)

    async def announce(self, caller: Caller, text: str) -> None:
        """Say something to everybody, at the tables and in the lobby of every gateway."""
        await super().announce(caller, text)
        self.say_in_lobby(SaidInLobby(text))
        for gateway in self._member.others("gateway"):
            self._member.bus.send(gateway_address(gateway), SaidInLobby(text))

    async def drain(self, caller: Caller, at_ms: int) -> None:
        """Play the hands to their end after a moment, everywhere, then stop every process."""
        del caller
        await self._close_room(CloseRoom(at_ms))

    async def resume(self, caller: Caller) -> None:
        """Call a restart off: deal again."""
        del caller
        await self._close_room(CloseRoom(0))

    async def _close_room(self, wanted: CloseRoom) -> None:
        """Tell every process; one that does not hear it is reported, and ends with its hosts."""
        member = self._member
        hosts = [*([member.name] if member.is_host else []), *member.others("host")]
        gateways = [member.name, *member.others("gateway")]
        addresses = [*map(host_address, hosts), *map(gateway_address, gateways)]
        for address in addresses:
            try:
                await member.bus.ask(address, wanted)
            except CardroomError as error:
                report(f"{address} has not heard that the room closes", error)

    def say_in_lobby(self, said: SaidInLobby) -> None:
        """Say something to everybody in the lobby of this gateway."""
        self.side.lobby.channel.publish(Announced(text=said.text))

    def overview(self) -> Answer:
        """All tables with their players."""
        return {"tables": self._rows}

    def open_tables(self) -> list[TableOverview]:
        """All tables as the operator sees them."""
        return self._overviews

    def is_seated(self, player: PlayerId) -> bool:
        """Whether a player has a seat anywhere; they were looked up before."""
        places = self.side.places
        plays = any(one.table is not None for one in places.tournaments_of(player))
        return plays or bool(places.seats_of(player))


class GatewayCluster:
    """The processes of the room, as every one of them knows them (ClusterDesk)."""

    def __init__(self, member: Membership, units: Collection[str]) -> None:
        self._member = member
        self._units = units

    def view(self) -> ClusterView:
        """All processes and units."""
        leases = self._member.leases
        processes = [
            ProcessRow(
                name=one.name,
                roles=one.roles,
                machine=one.host,
                started_ms=one.started_ms,
                players=one.players,
                units=one.units,
                is_leaving=one.is_leaving,
            )
            for one in sorted(leases.processes.values(), key=lambda one: one.name)
        ]
        units = {*self._units, *leases.known}
        return ClusterView(processes=processes, units=[self._row(unit) for unit in sorted(units)])

    def _row(self, unit: str) -> UnitRow:
        lease = self._member.leases.units.get(unit)
        holder = self._member.leases.holder_of(unit)
        if lease is None or holder is None:
            return UnitRow(unit=unit, process="", epoch=0, is_pinned=False)
        return UnitRow(unit=unit, process=holder, epoch=lease.epoch, is_pinned=lease.is_pinned)

    async def move(self, unit: str, process: str) -> None:
        """Begin to hand a unit over, between two hands."""
        holder = self._member.leases.holder_of(unit)
        if holder is None:
            raise OperatorRefused(Net.UNKNOWN, "no_such_unit_or_process")
        if holder != process:
            await self._member.bus.ask(host_address(holder), MoveUnit(unit, process))

    async def drain(self, process: str) -> None:
        """Begin to hand over everything that a process runs."""
        state = self._member.leases.processes.get(process)
        if state is None or "host" not in state.roles:
            raise OperatorRefused(Net.UNKNOWN, "no_such_unit_or_process")
        await self._member.bus.ask(host_address(process), DrainHost())


class GatewayNeighbours:
    """The other gateways: their tickets, and whom they hang up on."""

    def __init__(self, member: Membership, services: Services) -> None:
        self._member = member
        self._services = services

    def closed(self, closed: LinesClosed) -> None:
        """Another gateway has hung up on somebody."""
        registry = self._services.registry
        if closed.muted_until_ms is not None:
            registry.mute_here(closed.player, closed.muted_until_ms)
        elif closed.family:
            registry.close_family_here(closed.family, CloseCode(closed.code))
        else:
            self._services.tickets.cancel(closed.player, closed.but)
            registry.close_player_here(closed.player, CloseCode(closed.code), but=closed.but)

    def find(self, asked: TicketAsks) -> TicketFound:
        """Use up a ticket of this gateway for another one."""
        ticket = self._services.tickets.redeem(asked.word)
        if ticket is None:
            return TicketFound()
        return TicketFound(ticket.session, ticket.caller, ticket.muted_until_ms)

    async def redeem(self, word: str) -> Ticket | None:
        """A ticket that another gateway has issued."""
        gateways = self._member.others("gateway")
        found = await asyncio.gather(*(self._ask(one, word) for one in gateways))
        for one in found:
            if one is not None and one.session is not None and one.caller is not None:
                await self._services.ports.bank.balance(one.caller.player)
                now_ms = self._services.clock.monotonic_ms()
                return Ticket(one.session, one.caller, one.muted_until_ms, now_ms + TICKET_MS)
        return None

    async def _ask(self, gateway: str, word: str) -> TicketFound | None:
        try:
            found: TicketFound = await self._member.bus.ask(
                gateway_address(gateway), TicketAsks(word)
            )
        except CardroomError:
            return None
        return found
