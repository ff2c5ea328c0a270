"""The two kinds of units that have tournaments: the house, and the hall of a host."""

import asyncio
from typing import Any

from cardroom.cluster.placement import UnitOver
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.people import Caller
from cardroom.room.practice.entrant import PracticeEntrant
from cardroom.room.practice.field import character_of
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.server.clustering.shared_stakes import HouseAddedStakes
from cardroom.server.clustering.shared_tournaments import HostedTournaments, SharedHouse
from cardroom.server.clustering.unit import RETURN_MS, Unit, UnitSwitchboard, Whole
from cardroom.server.main import CardroomServer
from cardroom.server.services import Services
from cardroom.server.tournament_wiring import learn_names_of


class HouseUnit(Unit):
    """The schedule and the queues of tournaments, the live floors and the jobs of the house."""

    house_kind = SharedHouse
    added_stakes_kind = HouseAddedStakes

    def __init__(self, whole: Whole, *parts: Any) -> None:
        super().__init__(whole, *parts)
        self.adding.pools = whole.pools

    @property
    def adding(self) -> HouseAddedStakes:
        """Where stakes are added."""
        assert isinstance(self._added_stakes, HouseAddedStakes)
        return self._added_stakes

    @property
    def house(self) -> SharedHouse:
        """Its tournaments, once it is open."""
        assert isinstance(self.tournaments, SharedHouse)
        return self.tournaments

    async def _make_tournaments(self) -> TournamentHouse | None:
        house = await super()._make_tournaments()
        if isinstance(house, SharedHouse):
            house.is_unit = self._shared.is_tournament
        return house

    async def open(self, port: int) -> Services:
        """The house opens as any room does."""
        return await CardroomServer.open(self, port)

    def _outside(self, services: Services) -> list["asyncio.Task[None]"]:
        return CardroomServer._outside(self, services)


class HallUnit(Unit):
    """The tournaments that one host plays, in one room; each of them is a unit of its own."""

    house_kind = HostedTournaments

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._entrants: dict[TournamentId, list[tuple[PracticeEntrant, asyncio.Task[None]]]] = {}
        assert isinstance(self.board, UnitSwitchboard)
        # The list that players see is that of the house.
        self.board.hidden |= {"tournaments"}

    @property
    def hall(self) -> HostedTournaments:
        """Its tournaments, once it is open."""
        assert isinstance(self.tournaments, HostedTournaments)
        return self.tournaments

    async def open(self, port: int) -> Services:
        """Be ready for tournaments; there is nothing to restore yet."""
        self.tournaments = self._operations.tournaments = await self._make_tournaments()
        services = self._services(port)
        await self._numbers.fill()
        self.room.begin_run(await self._stored.begin_run())
        self.room.start()
        await self._learn_pairs()
        await self.hall.open()
        return services

    # Tournaments come and go

    def has(self, tournament: TournamentId) -> bool:
        """Whether a tournament is played here."""
        return tournament in self.hall.actors

    async def take(self, tournament: TournamentId, *, at_once: bool) -> int:
        """Play a tournament from where it is stored: its epoch.

        With `at_once` players are still connected, and need no time to come back.
        """
        store = self._tournament_store
        stored = await store.tournament(tournament)
        if stored is None or stored.is_done:
            raise UnitOver
        remember, known = self._names.remember, set[PlayerId]()
        await learn_names_of(tournament, store, self.accounts, remember, known)
        pace = self._config.pace.return_after_restart_ms
        self.hall.deal_soon(min(RETURN_MS, pace) if at_once else pace)
        epoch = await self.hall.take(stored)
        if self._config.room.play_money:
            await self._employ(tournament)
        return epoch

    async def rest(self, tournament: TournamentId) -> None:
        """Play the hands of a tournament to their end and deal no other."""
        await self.hall.rest(tournament)

    def let_go(self, tournament: TournamentId) -> None:
        """Another process goes on with a tournament."""
        self.dismiss(tournament)
        self.hall.let_go(tournament)
        self.hall.list.forget(tournament)

    # Practice players, who are the house's own

    async def _employ(self, tournament: TournamentId) -> None:
        """Whoever of the house has entered a tournament plays on in it."""
        names, board = self._names, self.hall.services.board
        employed = self._entrants.setdefault(tournament, [])
        for player, own in list(board.players_of(tournament).items()):
            if names.kind(player) == "practice":
                name = names.name(player)
                entrant = PracticeEntrant(
                    self.hall,
                    Caller(player=player, name=name, kind="practice"),
                    character_of(name),
                    self._bits,
                    thinking_percent=self._config.practice.thinking_percent,
                )
                await entrant.listen()
                task = asyncio.create_task(entrant.play(), name=f"practice:{player}")
                employed.append((entrant, task))
                await entrant.take_up(tournament, own.table)

    def dismiss(self, tournament: TournamentId) -> None:
        """A tournament is over here: its practice players stop."""
        for entrant, task in self._entrants.pop(tournament, ()):
            task.cancel()
            own = self.board.find("me", entrant.viewer)
            if own is not None:
                own.part(entrant)

    async def _end_helpers(self) -> None:
        for tournament in list(self._entrants):
            self.dismiss(tournament)
        await super()._end_helpers()
