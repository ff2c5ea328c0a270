"""One unit of a room in several processes: a room of its own that offers one stake, or the house.

It is the same room as that of a single process, with its desk, its tables and its pages; only its
players are connected elsewhere, and what it finds in the store is its own part.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from cardroom.cluster.host import GuestList, HostSwitchboard
from cardroom.cluster.host_channels import HostedChannel, Relay
from cardroom.cluster.messages import Page, PageAsks, Places, StaffAsks
from cardroom.cluster.placement import UnitOver
from cardroom.errors import CardroomError, OwnerChanged
from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.office.added_stakes import AddedStakes
from cardroom.room.bus import gone
from cardroom.room.cash.lobby_views import StakeRow
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.channels import Channel, Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.gauges import measure
from cardroom.room.incidents import report
from cardroom.room.metrics import Key, Metrics, PartMetrics
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, Attendance, ChannelOwner, Clock
from cardroom.room.services import SteadyClock
from cardroom.room.tables.task import PLAYED
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.one_stake import only_stake
from cardroom.rulebook.cash.stakes import StakeKey, stake_word
from cardroom.server.clustering.everywhere import AskHosts, WideOperations
from cardroom.server.clustering.pages import UnitPages
from cardroom.server.clustering.pool_list import PoolList
from cardroom.server.clustering.shared_stakes import PoolAddedStakes
from cardroom.server.config.options import Config
from cardroom.server.main import CardroomServer
from cardroom.server.neighbours import LastAddresses
from cardroom.server.operations import Operations
from cardroom.server.services import Services
from cardroom.server.sockets.front_desk import LatePresence
from cardroom.server.turn_times import TABLE, TimedChannel, TurnTimes, timed

DRAIN_S = 25.0
"""How long a hand may take to end before its unit moves without it (CRASH-01)."""
ANSWER_S = 2.0
"""How long a unit that ends may take to answer what it was asked before."""
RETURN_MS = 3_000
"""How long a table waits for its players whose connections have outlived its process."""


async def at_once(unit: str) -> None:
    """Waits for nothing."""
    del unit


class Shared(NamedTuple):
    """What the units of one process share."""

    process: str
    guests: GuestList
    relay: Relay
    news: Callable[[str, PlayerId, bytes], None]
    fair: FairHouse | None
    ask_hosts: AskHosts
    metrics: Metrics
    addresses: LastAddresses
    """Where players come from, as their gateways say."""
    is_tournament: Callable[[TournamentId], bool] = lambda _: False
    """Whether a tournament is known as a unit of its own."""
    until_held: Callable[[str], Awaitable[None]] = at_once
    """Waits until this process surely runs a unit."""


class Whole(NamedTuple):
    """The room that the units are parts of."""

    config: Config
    pools: PoolList
    store: Any


class TimedHostedChannel(TimedChannel, HostedChannel):
    """The channel of a table whose decisions are timed, heard through gateways."""


class UnitSwitchboard(HostSwitchboard):
    """The channels of one unit."""

    times: TurnTimes | None = None
    hidden = frozenset({"lobby"})
    """Channels that only this unit itself uses."""
    _is_quiet = False

    def _new(self, name: str, owner: ChannelOwner, *, first: int | None) -> Channel:
        if not name.startswith(TABLE):
            return super()._new(name, owner, first=first)
        channel = TimedHostedChannel(name, owner, self._clock, first=first, relay=self._relay)
        return timed(self.times, channel)

    def has(self, name: str) -> bool:
        """Whether there is such a channel here."""
        return name in self._channels and name not in self.hidden

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Close channels meanwhile without a word: they are opened again in another process."""
        self._is_quiet = True
        try:
            yield
        finally:
            self._is_quiet = False

    def close(self, name: str) -> None:
        """End a channel, with word to its listeners unless it moves."""
        if self._is_quiet:
            del self._channels[name]
        else:
            super().close(name)


class GuestPresence(LatePresence):
    """Who is in reach through any gateway."""

    def __init__(self, guests: GuestList) -> None:
        super().__init__()
        self._guests = guests

    def is_here(self, player: PlayerId) -> bool:
        return self._guests.is_here(player)

    def lag_ms(self, player: PlayerId) -> int:
        return self._guests.lag_ms(player)

    def doubt_ms(self, player: PlayerId) -> int:
        return self._guests.doubt_ms(player)


def rules_for(rules: Edition, stake: StakeKey | None) -> Edition:
    """The rules that a unit plays by: those of its stake, or those of tournaments."""
    assert rules.cash is not None, f"{rules.name} has no cash games"
    cash = only_stake(rules.cash, stake)
    tournament = rules.tournament if stake is None else None
    return msgspec.structs.replace(rules, cash=cash, tournament=tournament)


def config_for(config: Config, stake: StakeKey | None) -> Config:
    """The operator's file as far as it concerns a unit."""
    word, replace = "" if stake is None else stake_word(stake), msgspec.structs.replace
    seats = {one: count for one, count in config.practice.stakes.items() if one == word}
    programs = tuple(one for one in config.programs.stakes if one == word)
    return replace(
        config,
        practice=replace(config.practice, stakes=seats),
        programs=replace(config.programs, stakes=programs),
    )


class Unit(CardroomServer):
    """A unit that this process runs. The store's part is added where it is made."""

    added_stakes_kind: type[AddedStakes] = PoolAddedStakes

    def __init__(self, whole: Whole, name: str, shared: Shared) -> None:
        self.name = name
        self.stake = stake = whole.pools.units.get(name)
        self.process = shared.process
        self.practice_numbers = whole.pools.practice_numbers(name)
        self._shared = shared
        self._pages: UnitPages | None = None
        self._outside_tasks: list[asyncio.Task[None]] = []
        self._asking: set[asyncio.Task[Any]] = set()
        """Those who wait for an answer of this unit."""
        self._is_over = False
        """Whether it runs no longer, and nobody here answers."""
        super().__init__(
            config_for(whole.config, stake),
            rules_for(whole.pools.own, stake),
            whole.store,
        )
        self._stakes.has_all_stakes = False
        if stake is not None:
            self.added_stakes.stake = stake

    # What differs from a room that is one process

    def _make_operations(self) -> Operations:
        made = self._wide = WideOperations(
            self.room, self._stored, self.stop, self._shared.ask_hosts
        )
        return made

    @property
    def operations(self) -> WideOperations:
        """What operators may do with it."""
        return self._wide

    async def do(self, asked: StaffAsks) -> None:
        """What the house does in every unit."""
        if asked.deed == "read_banzai":
            await self.office.banzai.read_again(asked.player)
        else:
            await self._wide.do_here(asked)

    def _make_metrics(self) -> Metrics:
        """The process goes on counting when the unit has moved."""
        return PartMetrics(self._shared.metrics)

    def measured(self) -> Mapping[Key, float]:
        """How much there is of everything here, at this moment."""
        measure(self.room, self._metrics)
        return self._metrics.gauges

    def _make_presence(self) -> LatePresence:
        return GuestPresence(self._shared.guests)

    def _addresses(self) -> LastAddresses:
        return self._shared.addresses

    def _fair_house(self, clock: Clock) -> FairHouse | None:
        del clock
        return self._shared.fair

    def _switchboard(self, clock: SteadyClock, me: MeDesk) -> Switchboard:
        shared = self._shared
        board = self.board = UnitSwitchboard(clock, me.owner, shared.relay, shared.guests)
        board.times = self._turn_times = self._times(clock)
        # Gateways hold back what spectators see; pages of a table must not show it before.
        board.delays_the_rail = bool(self._config.room.rail_delay_s)
        board.news = shared.news
        return board

    @property
    def added_stakes(self) -> PoolAddedStakes:
        """Its stake, if it was added."""
        assert isinstance(self._added_stakes, PoolAddedStakes)
        return self._added_stakes

    async def _open_log(self) -> None:
        """The process has opened it for all its units."""

    async def _close_log(self) -> None:
        """Other units go on with it."""

    # Life

    async def begin(self, *, at_once: bool) -> int:
        """Claim it, bring back what the store has, and let its tables deal: its epoch.

        With `at_once` players are still connected, and need no time to come back.
        """
        services = await self.open(0)
        self._pages = UnitPages(services)
        self.door: Attendance = services.ports.attendance
        self._outside_tasks = self._outside(services)
        pace = self.room.services.pace
        return_ms = min(RETURN_MS, pace.return_after_restart_ms)
        self.room.operator.open_doors(return_ms if at_once else None)
        return self.epoch

    async def open(self, port: int) -> Services:
        """A stake has nothing of the house."""
        services = self._services(port)
        self._added_stakes.listeners.append(services.show_rules)
        await self._operations.close_again()
        await self._numbers.fill()
        self.room.begin_run(await self._stored.begin_run())
        self.room.start()
        self.room.operator.close_doors()
        await self._open_added_stakes()
        if self.stake is None or self.room.rules.stake(self.stake) is None:
            # It was taken away, or a newer release of the house rules has it.
            raise UnitOver
        waiting = await restore_tables(self.room)
        await self.office.banzai.restore()
        await self._names.learn((*self.room.services.board.seated, *waiting), self.accounts)
        await self._learn_pairs()
        await self._stakes.open()
        return services

    @property
    def epoch(self) -> int:
        """Under which this process runs it."""
        return self._stored.epoch_of_pool

    @property
    def player_count(self) -> int:
        """Players at its tables."""
        house = self.tournaments
        playing = 0 if house is None else house.services.board.player_count
        return len(self.room.services.board.seated) + playing

    @property
    def hands(self) -> int:
        """Hands that were paid here."""
        counters = self._metrics.counters.items()
        return sum(count for key, count in counters if key.name == "hands_total")

    def _outside(self, services: Services) -> list["asyncio.Task[None]"]:
        del services
        start = self._background.start
        times = start("decision times", self._turn_times.keep_regularly, is_needed=False)
        return [times, *self._keeping_pairs_apart()]

    async def drain(self) -> None:
        """Play the hands to their end and deal no other."""
        now_ms = self.room.services.clock.now_ms()
        try:
            async with asyncio.timeout(DRAIN_S):
                await self.room.operator.drain(now_ms)
        except TimeoutError as error:
            report(f"a hand of {self.name} is not played to its end", error)
        except CardroomError as error:
            report(f"{self.name} is not drained", error)

    async def end(self) -> None:
        """Run it no longer; what is stored is what the next process finds."""
        self._is_over = True
        await self._end_helpers()
        if self._asking:
            await asyncio.wait(self._asking, timeout=ANSWER_S)
        await self.close()
        self._interrupt()

    async def halt(self) -> None:
        """Somebody else runs it: end it where it is, and store nothing."""
        self._interrupt()
        await self._end_helpers()
        if self.tournaments is not None:
            await self.tournaments.halt()
        await self.room.halt()

    def _interrupt(self) -> None:
        """Nobody answers here any more: whoever still waits hears so, and asks elsewhere."""
        self._is_over = True
        for task in self._asking:
            task.cancel()

    async def _end_helpers(self) -> None:
        for task in self._outside_tasks:
            task.cancel()
        await asyncio.gather(*self._outside_tasks, return_exceptions=True)
        await self.practice.stop()
        if self._pages is not None:
            await self._pages.close()

    # What it is asked

    def has_table(self, table: TableId) -> bool:
        """Whether a table is one of this unit, or is being opened."""
        is_tournaments = self.tournaments is not None and self.tournaments.has_table(table)
        return is_tournaments or self.room.has_table(table)

    @property
    def tables(self) -> Sequence[TableId]:
        """The tables that can be listened to."""
        house = self.tournaments
        return (*self.room.tasks, *(() if house is None else house.tables.tasks))

    @property
    def epochs(self) -> list[tuple[TableId, int]]:
        """The same, with the epoch under which this process runs each."""
        house = self.tournaments
        tasks = [*self.room.tasks.values(), *(() if house is None else house.tables.tasks.values())]
        return [(task.number, task.epoch) for task in tasks]

    @property
    def rows(self) -> tuple[StakeRow, ...]:
        """Its stake as the lobby shows it."""
        return self.room.lobby_view().stakes

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Carry out a request; what other processes have written about the player counts."""
        if self._is_over:
            raise gone()
        task = asyncio.current_task()
        assert task is not None
        self._asking.add(task)
        try:
            if not isinstance(request, PLAYED):
                await self.room.catch_up(caller.player)
            return await self.desk.ask(caller, request)
        except OwnerChanged:
            # This process has not noticed yet; the next owner knows what was done here.
            raise gone() from None
        finally:
            self._asking.discard(task)

    def places_of(self, player: PlayerId) -> Places:
        """What a player has here."""
        board, lobby = self.room.services.board, self.room.lobby.lobby
        return Places(
            seats=board.seats_of(player),
            offers=lobby.offers_of(player),
            queued=lobby.queued(player),
            tournaments=self._me.tournaments_of(player),
        )

    async def page(self, wanted: PageAsks) -> Page:
        """Answer an HTTP request that a gateway has passed on."""
        assert self._pages is not None
        return await self._pages.answer(wanted)
