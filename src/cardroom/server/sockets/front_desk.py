"""The room as the server asks it: its desk and lobby, names, and who is in reach."""

from collections.abc import Iterable

from cardroom.errors import AccessRefused, CardroomError, EntryRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.office.ports import AccountStore
from cardroom.office.review.chat_watch import ChatWatch
from cardroom.room.acceptance import RulesDesk
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.incidents import report
from cardroom.room.net import Net
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer
from cardroom.room.requests import (
    AcceptRules,
    AnyTableRequest,
    Chat,
    Play,
    PlayNow,
    Sit,
    TableRequest,
)
from cardroom.room.room import Room
from cardroom.room.tables.messages import PlayerRequest
from cardroom.room.tables.task import PLAYED
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.requests import BuyGames, HouseRequest, Register, RoomRequest
from cardroom.server.sockets.registry import Registry

ENTERING = (Play, PlayNow, Sit, Register, BuyGames)
"""Requests for a seat, in a cash game or a tournament."""


class LatePresence:
    """Who is in reach: known once the server's registry is there."""

    def __init__(self) -> None:
        self.registry: Registry | None = None

    def is_here(self, player: PlayerId) -> bool:
        return self.registry is not None and self.registry.is_here(player)

    def lag_ms(self, player: PlayerId) -> int:
        return 0 if self.registry is None else self.registry.lag_ms(player)

    def doubt_ms(self, player: PlayerId) -> int:
        return 0 if self.registry is None else self.registry.doubt_ms(player)


class NameBook:
    """Names and kinds of everybody who was heard of."""

    def __init__(self) -> None:
        self._names: dict[PlayerId, str] = {}
        self._kinds: dict[PlayerId, AccountKind] = {}
        self._owners: dict[PlayerId, PlayerId] = {}

    def name(self, player: PlayerId) -> str:
        return self._names.get(player, f"player{player}")

    def kind(self, player: PlayerId) -> AccountKind:
        return self._kinds.get(player, "person")

    def person(self, player: PlayerId) -> PlayerId:
        return self._owners.get(player, player)

    def remember(
        self, player: PlayerId, name: str, kind: AccountKind, owner: PlayerId | None = None
    ) -> None:
        self._names[player] = name
        self._kinds[player] = kind
        if owner is not None:
            self._owners[player] = owner

    async def learn(self, players: Iterable[PlayerId], accounts: AccountStore) -> None:
        """After a restart: who the players at the tables are."""
        for player in players:
            account = await accounts.find(player)
            if account is not None:
                self.remember(player, account.name, account.kind, account.owner)


class FrontDesk:
    """The room's desk and lobby as the server asks them; learns names on the way.

    What concerns tournaments and their tables goes to the house of tournaments, if there is one.
    """

    def __init__(
        self,
        room: Room,
        names: NameBook,
        tournaments: TournamentHouse | None = None,
        rules: RulesDesk | None = None,
        *,
        chat: ChatWatch | None = None,
        staff_may_play: bool = True,
    ) -> None:
        self._staff_may_play = staff_may_play
        self._chat = chat
        """Without it nobody reads the chat."""
        self._room = room
        self._names = names
        self._tournaments = tournaments
        self._rules = rules
        """Without it nobody is asked to accept any rules."""

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Carry out a request."""
        self._names.remember(caller.player, caller.name, caller.kind, caller.owner)
        if isinstance(request, PLAYED):
            return await self._play(caller, request)
        if isinstance(request, AcceptRules):
            return await self._accept(caller, request)
        if isinstance(request, ENTERING) and caller.role != "player" and not self._staff_may_play:
            raise AccessRefused(Net.ROLE, "staff_may_not_play")
        await self._verify_accepted(caller, request)
        return await self._carry_out(caller, request)

    async def _play(self, caller: Caller, request: AnyTableRequest) -> Answer:
        """A hand is played at its table, whatever the game is."""
        bus = self._room.services.bus
        answer: Answer = await bus.ask(request.ch, PlayerRequest(caller, request))
        if isinstance(request, Chat) and self._chat is not None:
            await self._watch(self._chat, caller.player, request)
        return answer

    async def _watch(self, chat: ChatWatch, player: PlayerId, said: Chat) -> None:
        """Have a line of chat read; whoever wrote it has their answer in any case."""
        try:
            await chat.heard(player, said.table, said.text)
        except CardroomError as error:
            report(f"a line of player {player} at table {said.table} was not read", error)

    async def _carry_out(self, caller: Caller, request: RoomRequest) -> Answer:
        assert not isinstance(request, AcceptRules), "nobody needs a table to accept the rules"
        house = self._tournaments
        if isinstance(request, HouseRequest):
            if house is None:
                raise EntryRefused("TRN-01", "no_such_tournament")
            return await house.ask(caller, request)
        if (
            isinstance(request, TableRequest)
            and house is not None
            and house.has_table(request.table)
        ):
            return await house.at_table(caller, request)
        return await self._room.ask(caller, request)

    async def _accept(self, caller: Caller, request: AcceptRules) -> Answer:
        if self._rules is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_edition")
        kept = await self._rules.accept(caller, request.edition, request.version)
        return {"edition": kept.edition, "version": kept.version, "at_ms": kept.at_ms}

    async def _verify_accepted(self, caller: Caller, request: RoomRequest) -> None:
        """Nobody takes a first seat or registers without having accepted the rules."""
        if self._rules is None:
            return
        if isinstance(request, Play | PlayNow | Sit):
            await self._rules.verify(caller, "CASH-18", self._rules.own.edition)
        elif isinstance(request, Register | BuyGames):
            edition = self._edition_of(request)
            if edition is not None:
                await self._rules.verify(caller, "TRN-01", edition)

    def _edition_of(self, request: Register | BuyGames) -> str | None:
        """The rules of what a player wants to enter; None where there is no such thing."""
        house = self._tournaments
        if house is None:
            return None
        if isinstance(request, Register):
            actor = house.actors.get(request.tournament)
            return None if actor is None else actor.charter.definition.edition
        offer = house.games.offers.get(request.offer)
        return None if offer is None else offer.definition.edition

    def admits(self, place: str) -> frozenset[AccountKind]:
        """Who may play there (FAIR-07)."""
        kind, _, number = place.partition(":")
        if kind in {"tournament", "table"} and self._tournaments is not None:
            found = self._tournaments.admits(kind, int(number))
            if found is not None:
                return found
        if kind == "tournament":
            raise EntryRefused("TRN-01", "no_such_tournament")
        return self._room.admits(place)

    def has_seat(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player sits at a table, of cash or of a tournament."""
        house = self._tournaments
        plays = house is not None and house.sits_at(table, player)
        return plays or self._room.sits_at(table, player)

    async def until_open(self, channel: str) -> None:
        """Wait for a table that is being opened."""
        await self._room.until_open(channel)

    async def lobby(self) -> LobbyView:
        """All stakes."""
        return self._room.lobby_view()


class Door:
    """Who comes and goes (Attendance): the room and its tournaments both hear of it."""

    def __init__(self, room: Room, tournaments: TournamentHouse | None) -> None:
        self._room = room
        self._tournaments = tournaments

    def arrived(self, player: PlayerId) -> None:
        """The player has a connection again."""
        self._room.arrived(player)
        if self._tournaments is not None:
            self._tournaments.arrived(player)

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection is gone."""
        self._room.gone(player, on_purpose=on_purpose)
        if self._tournaments is not None:
            self._tournaments.gone(player)
