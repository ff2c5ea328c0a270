"""What the house does about a player or to everybody: in every process that it concerns."""

import asyncio
from collections.abc import Awaitable, Callable

from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import LinesClosed, StaffAsks, gateway_address, host_address
from cardroom.errors import CardroomError
from cardroom.ledger import CaseId, PlayerId
from cardroom.room.incidents import report
from cardroom.room.people import Caller
from cardroom.room.ports import StakeStore
from cardroom.room.room import Room
from cardroom.server.operations import Operations
from cardroom.server.sockets.messages import CloseCode

AskHosts = Callable[[StaffAsks], Awaitable[None]]


def ask_hosts(member: Membership) -> AskHosts:
    """Have every host do something, in all its units; what one cannot do is reported."""

    async def ask(asked: StaffAsks) -> None:
        own = [member.name] if member.is_host else []
        for host in (*own, *member.others("host")):
            try:
                await member.bus.ask(host_address(host), asked)
            except CardroomError as error:
                report(f"host {host} did not {asked.deed.replace('_', ' ')}", error)

    return ask


class WideOperations(Operations):
    """Administration of a room whose tables are in several processes."""

    def __init__(
        self, room: Room, stakes: StakeStore, stop: Callable[[], None], ask: AskHosts
    ) -> None:
        super().__init__(room, stakes, stop)
        self._ask_hosts = ask
        self._telling: set[asyncio.Task[None]] = set()

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        """Take a player's seats wherever they are, after the hands in progress (AMB-70)."""
        await self._ask_hosts(StaffAsks("put_out", player, case))

    def let_in(self, player: PlayerId) -> None:
        """A player is no longer suspended: stacks that are still at tables are theirs again."""
        task = asyncio.create_task(self._let_in(player), name="let in")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _let_in(self, player: PlayerId) -> None:
        await self._ask_hosts(StaffAsks("let_in", player))

    async def announce(self, caller: Caller, text: str) -> None:
        """Say something to everybody at the tables."""
        del caller
        await self._ask_hosts(StaffAsks("announce", text=text))

    async def do_here(self, asked: StaffAsks) -> None:
        """What a gateway or the house wants of every unit."""
        match asked.deed:
            case "put_out":
                await super().put_out(asked.player, asked.case)
            case "let_in":
                super().let_in(asked.player)
            case "announce":
                await self._room.operator.announce(asked.text)
            case "read_banzai":
                """The unit itself does it."""


class OtherGateways:
    """Hangs up on players who are connected elsewhere."""

    def __init__(self, member: Membership) -> None:
        self._member = member

    def close_player(self, player: PlayerId, code: CloseCode, *, but: str) -> None:
        """Hang up on a player, but on the sockets of one session."""
        self._tell(LinesClosed(player, code=int(code), but=but))

    def close_family(self, family: str, code: CloseCode) -> None:
        """Hang up on one session."""
        self._tell(LinesClosed(family=family, code=int(code)))

    def mute(self, player: PlayerId, until_ms: int) -> None:
        """Take the chat from a player until a moment."""
        self._tell(LinesClosed(player, muted_until_ms=until_ms))

    def _tell(self, closed: LinesClosed) -> None:
        for gateway in self._member.others("gateway"):
            self._member.bus.send(gateway_address(gateway), closed)
