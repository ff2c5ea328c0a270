"""The room as a host has it: it carries out what gateways pass on, and tells them what it runs."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import count
from typing import Protocol

import msgspec

from cardroom.cluster.host_channels import HostedSwitchboard, Relay
from cardroom.cluster.messages import (
    AllHere,
    HostState,
    OwnNews,
    OwnReached,
    Places,
    PlayerAsks,
    PlayerHere,
    PlayerLost,
    WantsPlaces,
    gateway_address,
)
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, Attendance, Bus, ChannelOwner, Clock, Presence
from cardroom.room.tournaments.requests import RoomRequest

_encode = msgspec.json.Encoder().encode
NO_EPOCHS: Mapping[TableId, int] = {}


class HostDesk(Protocol):
    """Carries out requests in this process; `unit` says where, unless the request does."""

    async def ask(self, caller: Caller, request: RoomRequest, unit: str) -> Answer: ...


class GuestList:
    """Who is in reach through which gateway, beside those who are connected here (Presence).

    A player is here as long as one of their connections is, whichever process has it. A gateway
    that is gone has lost all its players (TIME-01).
    """

    def __init__(self, here: Presence) -> None:
        self._here = here
        self.door: Attendance | None = None
        """Who hears that players come and go."""
        self._through: dict[str, dict[PlayerId, int]] = {}

    def is_here(self, player: PlayerId) -> bool:
        return self._here.is_here(player) or self._is_remote(player)

    def lag_ms(self, player: PlayerId) -> int:
        """The shortest of the ways that were measured."""
        lags = [players[player] for players in self._through.values() if player in players]
        if self._here.is_here(player):
            lags.append(self._here.lag_ms(player))
        return min(lags, default=0)

    def doubt_ms(self, player: PlayerId) -> int:
        return 0 if self._is_remote(player) else self._here.doubt_ms(player)

    @property
    def gateways(self) -> tuple[str, ...]:
        """The gateways that have said who is connected to them."""
        return tuple(self._through)

    @property
    def players(self) -> frozenset[PlayerId]:
        """Everybody who is connected to a gateway."""
        return frozenset(one for players in self._through.values() for one in players)

    def gateways_of(self, player: PlayerId) -> list[str]:
        """Through which gateways a player is connected."""
        return [name for name, players in self._through.items() if player in players]

    def _is_remote(self, player: PlayerId) -> bool:
        return any(player in players for players in self._through.values())

    # What gateways say

    def note_here(self, here: PlayerHere) -> None:
        """A player has a connection to a gateway."""
        was_here = self.is_here(here.player)
        self._through.setdefault(here.gateway, {})[here.player] = here.lag_ms
        self._tell(here.player, was_here=was_here)

    def note_lost(self, lost: PlayerLost) -> None:
        """The last connection of a player to a gateway is gone."""
        was_here = self.is_here(lost.player)
        self._through.get(lost.gateway, {}).pop(lost.player, None)
        self._tell(lost.player, was_here=was_here)

    def note_all(self, here: AllHere) -> list[PlayerId]:
        """Everybody who is connected to a gateway: those who were not known to be."""
        before = self._through.get(here.gateway, {})
        self._change(here.gateway, here.players)
        return [player for player in here.players if player not in before]

    def forget(self, gateway: str) -> None:
        """A gateway is gone."""
        self._change(gateway, {})
        self._through.pop(gateway, None)

    def _change(self, gateway: str, players: Mapping[PlayerId, int]) -> None:
        before = self._through.get(gateway, {})
        changed = [one for one in {*before, *players} if (one in before) != (one in players)]
        were_here = {player for player in changed if self.is_here(player)}
        self._through[gateway] = dict(players)
        for player in changed:
            self._tell(player, was_here=player in were_here)

    def _tell(self, player: PlayerId, *, was_here: bool) -> None:
        is_here = self.is_here(player)
        if self.door is not None and is_here != was_here:
            if is_here:
                self.door.arrived(player)
            else:
                self.door.gone(player, on_purpose=False)

    # Who connects here (Attendance)

    def arrived(self, player: PlayerId) -> None:
        """A player has a connection to this process."""
        if self.door is not None and not self._is_remote(player):
            self.door.arrived(player)

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection to this process is gone; there may be others."""
        if self.door is not None and not self._is_remote(player):
            self.door.gone(player, on_purpose=on_purpose)


class HostSwitchboard(HostedSwitchboard):
    """The channels of a host; what is for one player goes to every gateway that has them."""

    def __init__(
        self,
        clock: Clock,
        own: Callable[[PlayerId], ChannelOwner],
        relay: Relay,
        guests: GuestList,
    ) -> None:
        super().__init__(clock, own, relay)
        self._guests = guests
        self.news: Callable[[str, PlayerId, bytes], None] = lambda *_: None
        """Sends a gateway something for one player."""

    def tell(self, player: PlayerId, event: object) -> None:
        """Publish an event to one player, wherever they are connected."""
        super().tell(player, event)
        gateways = self._guests.gateways_of(player)
        if gateways:
            encoded = _encode(event)
            for gateway in gateways:
                self.news(gateway, player, encoded)


class HostRoom:
    """What gateways ask of this process, and what it tells them."""

    def __init__(
        self,
        bus: Bus,
        desk: HostDesk,
        *,
        process: str,
        gateways: Callable[[], Collection[str]],
        places_of: Callable[[PlayerId], Places],
    ) -> None:
        self._bus = bus
        self._desk = desk
        self._process = process
        self._gateways = gateways
        self._places_of = places_of
        self._numbers = count(1)
        self._told: dict[str, dict[PlayerId, int]] = {}
        """The number of the last news for each player, by gateway."""
        self._told_lately: dict[str, set[PlayerId]] = {}
        self._said: tuple[tuple[TableId, ...], tuple[StakeRow, ...], tuple[int, ...]] | None = None

    async def ask(self, asked: PlayerAsks) -> Answer:
        """Carry out what a player asks for."""
        return await self._desk.ask(asked.caller, asked.request, asked.unit)

    def places(self, wanted: WantsPlaces) -> Places:
        """What a player has here."""
        return self._places_of(wanted.player)

    def send_news(self, gateway: str, player: PlayerId, event: bytes) -> None:
        """Send a gateway something for one player, with what they have here from now on."""
        told = self._told.setdefault(gateway, {})
        number = told[player] = told.get(player, 0) + 1
        self._told_lately.setdefault(gateway, set()).add(player)
        news = OwnNews(self._process, player, number, event, self._places_of(player))
        self._bus.send(gateway_address(gateway), news)

    def tell_reached(self) -> None:
        """Repeat the numbers of the latest news, in case the last of them were lost."""
        lately, self._told_lately = self._told_lately, {}
        for gateway, players in lately.items():
            told = self._told.get(gateway, {})
            numbers = {player: told[player] for player in players if player in told}
            self._bus.send(gateway_address(gateway), OwnReached(self._process, numbers))

    def meet(self, gateway: str, players: Iterable[PlayerId]) -> None:
        """Tell a gateway what players have here who have just come to it."""
        for player in players:
            self.send_news(gateway, player, b"")

    def forget(self, process: str) -> None:
        """A gateway is no more."""
        self._told.pop(process, None)
        self._told_lately.pop(process, None)

    def introduce(self) -> None:
        """Say again what this host runs: somebody is new."""
        self._said = None

    def tell_state(
        self,
        tables: Collection[TableId],
        rows: Collection[StakeRow],
        *,
        again: bool,
        epochs: Mapping[TableId, int] = NO_EPOCHS,
    ) -> None:
        """Say what this host runs, when it has changed or `again`."""
        numbers = tuple(sorted(tables))
        said = numbers, tuple(rows), tuple(epochs.get(table, 0) for table in numbers)
        if said == self._said and not again:
            return
        self._said = said
        state = HostState(self._process, next(self._numbers), *said)
        for gateway in self._gateways():
            self._bus.send(gateway_address(gateway), state)
