"""The room as a gateway has it: requests go to the host of what they are about."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.cluster.directory import Directory
from cardroom.cluster.messages import (
    AllHere,
    OwnNews,
    Places,
    PlayerAsks,
    PlayerHere,
    PlayerLost,
    WantsPlaces,
    host_address,
)
from cardroom.cluster.nats_bus import Unheard
from cardroom.errors import Refused, SeatRefused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import NobodyThere
from cardroom.room.cash.lobby_views import (
    LobbyView,
    OwnSeat,
    OwnTournament,
    StakesChanged,
)
from cardroom.room.cash.play_now import first_stakes, key_of
from cardroom.room.channels import Channel
from cardroom.room.people import PEOPLE, AccountKind, Caller
from cardroom.room.ports import Answer, Bus, Clock
from cardroom.room.requests import LeaveQueue, Play, PlayNow, Posting, TableRequest
from cardroom.room.tournaments.requests import HouseRequest, RoomRequest, TournamentRequest
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Cents

OPENING_S = 10.0
"""How long a table may be offered before its host has said that it runs it."""
MOVES_S = 15.0
"""How long a request waits for what nobody runs at the moment: a killed host is replaced sooner."""
TRY_AGAIN_S = 0.1


class RemotePlaces:
    """Seats, offers and places in queues of the players here, as each host has last said."""

    def __init__(self) -> None:
        self._places: dict[PlayerId, dict[str, Places]] = {}
        self._numbers: dict[tuple[str, PlayerId], int] = {}

    def follows(self, host: str, player: PlayerId, number: int) -> bool:
        """Whether news of a host are the next ones for a player; they are the last from now on."""
        before = self._numbers.get((host, player), 0)
        self._numbers[host, player] = number
        return number == before + 1

    def is_behind(self, host: str, player: PlayerId, number: int) -> bool:
        """Whether something for a player was lost."""
        return self._numbers.get((host, player), 0) < number

    def put(self, host: str, player: PlayerId, places: Places) -> None:
        """What a player has in a host from now on."""
        self._places.setdefault(player, {})[host] = places

    def forget_host(self, host: str) -> None:
        """A host is no more: whoever runs its units says what is there."""
        for places in self._places.values():
            places.pop(host, None)
        self._numbers = {key: one for key, one in self._numbers.items() if key[0] != host}

    def forget(self, player: PlayerId) -> None:
        """A player is not here any more."""
        self._places.pop(player, None)

    def seats_of(self, player: PlayerId) -> tuple[OwnSeat, ...]:
        """Where a player sits."""
        return tuple(seat for one in self._of(player) for seat in one.seats)

    def offers_of(self, player: PlayerId) -> tuple[SeatOffered, ...]:
        """The seats that are offered to a player."""
        return tuple(offer for one in self._of(player) for offer in one.offers)

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        """Where a player waits."""
        return tuple(place for one in self._of(player) for place in one.queued)

    def tournaments_of(self, player: PlayerId) -> tuple[OwnTournament, ...]:
        """The tournaments that a player has entered."""
        return tuple(entry for one in self._of(player) for entry in one.tournaments)

    def _of(self, player: PlayerId) -> Iterable[Places]:
        return self._places.get(player, {}).values()


class RemoteLobby:
    """The lobby of all hosts as one channel; stakes that nobody runs at the moment are empty."""

    def __init__(self, empty: LobbyView, directory: Directory, clock: Clock, first: int) -> None:
        self._empty = empty
        self._directory = directory
        self._view = empty
        self.channel = Channel("lobby", self, clock, first=first)

    def offer(self, empty: LobbyView) -> None:
        """These are the stakes from now on, while nobody is there."""
        self._empty = empty
        self.look()

    def look(self) -> None:
        """Tell what has changed."""
        before = set(self._view.stakes)
        known = self._directory.rows
        rows = tuple(known.get(key_of(empty), empty) for empty in self._empty.stakes)
        first = first_stakes(rows, None, "guest")
        play_now = key_of(first[0]) if first else None
        self._view = LobbyView(currency=self._empty.currency, stakes=rows, play_now=play_now)
        changed = tuple(row for row in rows if row not in before)
        if changed:
            self.channel.publish(StakesChanged(stakes=changed))

    def view(self) -> LobbyView:
        """All stakes."""
        return self._view

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may look at the lobby."""

    def snapshot(self, viewer: PlayerId) -> object:  # noqa: ARG002
        return self._view

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None


class GatewayRoom:
    """Where players' requests go from here, and who learns that they come and go."""

    def __init__(
        self,
        bus: Bus,
        directory: Directory,
        places: RemotePlaces,
        lobby: RemoteLobby,
        *,
        process: str,
        holder_of: Callable[[str], str | None],
        bury: Callable[[str], None],
        unit_of: Callable[[StakeKey], str],
        money_of: Callable[[PlayerId], Cents | None] = lambda _: None,
    ) -> None:
        self._bus = bus
        self._directory = directory
        self._places = places
        self._lobby = lobby
        self._process = process
        self._holder_of = holder_of
        """Who runs a unit; without a name, who runs the house."""
        self._bury = bury
        self._unit_of = unit_of
        self._money_of = money_of
        self._here: dict[PlayerId, int] = {}
        self.address_of: Callable[[PlayerId], str] = lambda _: ""
        """Where a player comes from, in a room where hosts need to know it."""

    # Requests

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Have the host of a request carry it out."""
        match request:
            case TableRequest():
                table = request.table
                return await self._ask_where(lambda: self._host_at(table), caller, request)
            case Play():
                return await self._ask_stake(request.stake, caller, request)
            case PlayNow():
                return await self._ask_stake(self._stake_to_play_now(caller), caller, request)
            case Posting():
                return await self._ask_all(caller, request)
            case LeaveQueue():
                return await self._ask_whoever_has(caller, request)
            case TournamentRequest():
                return await self._ask_unit(request.ch, caller, request)
            case _:
                assert isinstance(request, HouseRequest), f"no host is asked for {request}"
                return await self._ask_unit("", caller, request)

    async def _ask_stake(self, stake: StakeKey, caller: Caller, request: RoomRequest) -> Answer:
        return await self._ask_unit(self._unit_of(stake), caller, request)

    async def _ask_unit(self, unit: str, caller: Caller, request: RoomRequest) -> Answer:
        """Ask the host of a unit; without a name, that of the house."""
        return await self._ask_where(lambda: self._host_for(unit), caller, request, unit)

    async def _ask_where(
        self,
        find: Callable[[], Awaitable[str]],
        caller: Caller,
        request: RoomRequest,
        unit: str = "",
    ) -> Answer:
        """Ask the host of something, which may be moving: whoever has it not has done nothing."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + MOVES_S
        while True:
            try:
                return await self._ask(await find(), caller, request, unit)
            except NobodyThere:
                if loop.time() >= until_s:
                    raise Unavailable("nobody runs this at the moment") from None
                await asyncio.sleep(TRY_AGAIN_S)

    async def _ask(self, host: str, caller: Caller, request: RoomRequest, unit: str = "") -> Answer:
        wanted = PlayerAsks(self._process, caller, request, unit)
        try:
            answer: Answer = await self._bus.ask(host_address(host), wanted)
        except Unheard:
            self._bury(host)
            raise
        return answer

    async def _host_at(self, table: TableId) -> str:
        host = await self._directory.until_known(table, OPENING_S)
        if host is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return host

    async def _host_for(self, unit: str) -> str:
        host = self._holder_of(unit)
        if host is None:
            raise NobodyThere("CASH-04", "no_such_table")
        return host

    def _stake_to_play_now(self, caller: Caller) -> StakeKey:
        """The stake that suits a player who leaves the choice to the house."""
        rows = tuple(self._directory.rows.values())
        stakes = first_stakes(rows, self._money_of(caller.player), caller.kind)
        if stakes:
            return key_of(stakes[0])
        everything = first_stakes(rows, None, caller.kind)
        if not everything:
            raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")
        cheapest = min(row.min_buy_in for row in everything)
        raise SeatRefused("CASH-16", "not_enough_money", {"from": cheapest})

    async def _ask_all(self, caller: Caller, request: RoomRequest) -> Answer:
        answer: Answer = {}
        for host in self._directory.states:
            with suppress(NobodyThere):
                answer = await self._ask(host, caller, request)
        return answer

    async def _ask_whoever_has(self, caller: Caller, request: LeaveQueue) -> Answer:
        """Only one host knows the place in the queue; the others refuse."""
        refusal: Refused = SeatRefused("CASH-06", "not_in_the_queue")
        for host in self._directory.states:
            try:
                return await self._ask(host, caller, request)
            except SeatRefused as refused:
                refusal = refused
        raise refusal

    def admits(self, place: str) -> frozenset[AccountKind]:
        """Who may play at a table or a stake: the host decides (FAIR-07)."""
        del place
        return PEOPLE | {"program"}

    async def until_open(self, channel: str) -> None:
        """Wait for a table that is being opened, or moved."""
        kind, _, number = channel.partition(":")
        if kind == "table":
            await self._directory.until_known(TableId(int(number)), OPENING_S)

    def lobby_view(self) -> LobbyView:
        """The stakes with their players and queues."""
        return self._lobby.view()

    # What is a player's own

    async def look_up(self, player: PlayerId) -> None:
        """Ask every host what it has of a player."""

        await asyncio.gather(*(self.look_up_in(one, player) for one in self._directory.states))

    async def look_up_in(self, host: str, player: PlayerId) -> None:
        """Ask one host what it has of a player; one that is out of reach says so later."""
        try:
            found: Places = await self._bus.ask(host_address(host), WantsPlaces(player))
        except (Refused, Unavailable):
            return
        self._places.put(host, player, found)

    def read_news(self, news: OwnNews) -> None:
        """What a host has for one player."""
        self._places.put(news.host, news.player, news.places)

    # Who is in reach (Attendance)

    @property
    def here(self) -> tuple[PlayerId, ...]:
        """Everybody who has a connection here."""
        return tuple(self._here)

    def arrived(self, player: PlayerId) -> None:
        """A player has a connection here."""
        self._here[player] = 0
        self._tell_all(PlayerHere(self._process, player, address=self.address_of(player)))

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection of a player to this gateway is gone."""
        self._here.pop(player, None)
        self._places.forget(player)
        self._tell_all(PlayerLost(self._process, player, on_purpose))

    def tell_all_here(self, lag_ms: Callable[[PlayerId], int], *, again: bool = False) -> None:
        """Say who is here: now and then, for hosts that are new or have missed something.

        With `again` they say once more what these players have.
        """
        self._here = {player: lag_ms(player) for player in self._here}
        found = {player: address for player in self._here if (address := self.address_of(player))}
        self._tell_all(AllHere(self._process, dict(self._here), again, found))

    def _tell_all(self, message: object) -> None:
        for host in self._directory.states:
            self._bus.send(host_address(host), message)
