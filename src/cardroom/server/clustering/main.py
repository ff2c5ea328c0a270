"""Wires one process of a room that has several: store, membership, its host and its gateway."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from hashlib import sha256

from cardroom.cluster.membership import Membership, membership
from cardroom.cluster.nats_bus import NatsBus
from cardroom.cluster.sealing import new_room_key
from cardroom.errors import UsageError
from cardroom.ledger import TournamentId
from cardroom.odds import ranking
from cardroom.room.fair.house import FairHouse
from cardroom.room.fair.shared_log import SharedLogBook
from cardroom.room.incidents import log
from cardroom.room.metrics import Metrics
from cardroom.room.shuffle import SystemBits
from cardroom.rulebook import Edition
from cardroom.server.clustering.everywhere import ask_hosts
from cardroom.server.clustering.gateway_server import GatewayServer
from cardroom.server.clustering.health import lacks_of, measure_bus, measure_units
from cardroom.server.clustering.host import HostSide
from cardroom.server.clustering.host_pages import HostPages
from cardroom.server.clustering.pool_list import PoolList
from cardroom.server.clustering.shared_stakes import PoolWatch
from cardroom.server.clustering.tournament_units import HallUnit, HouseUnit
from cardroom.server.clustering.unit import Shared, Unit, Whole
from cardroom.server.clustering.unit_names import HALL, HOUSE, tournament_unit
from cardroom.server.config.options import Config
from cardroom.server.fair_keys import fair_house, fair_keys, signal_key
from cardroom.server.main import store_kind
from cardroom.server.readiness import Readiness
from cardroom.server.tracing.loading import load_traces, traces_sent
from cardroom.server.world import SystemClock
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from cardroom.store.house.processes import StoredProcesses
from cardroom.store.house.settings import StoredSettings
from cardroom.store.one_pool import PoolStore
from cardroom.store.tournaments.owned_tournaments import OwnedTournaments

NEEDS_POSTGRESQL = "[cluster] needs PostgreSQL: a SQLite file belongs to one process."
OTHER_KEYS = (
    "The keys of [fairness] are not those of the other processes of this room: give every process"
    " the same folder, or a copy of it."
)


class StoredUnit(Unit):
    """A unit on the store."""

    def _room_store(self, *, tells: bool) -> PoolStore:
        return PoolStore(self._store, self.stake, tells=tells, metrics=self._metrics)

    def _make_tournament_store(self, *, tells: bool) -> OwnedTournaments:
        return OwnedTournaments(
            self._store,
            until_ours=lambda number: self._shared.until_held(self._unit_of(number)),
            tells=tells,
            metrics=self._metrics,
        )

    def _unit_of(self, tournament: TournamentId) -> str:
        """Whoever has this unit plays a tournament that is here."""
        return tournament_unit(tournament) if self.name == HALL else self.name


class StoredHouse(HouseUnit, StoredUnit):
    """The house on the store."""


class StoredHall(HallUnit, StoredUnit):
    """The tournaments of a host on the store."""


KINDS: dict[str, type[StoredUnit]] = {HOUSE: StoredHouse, HALL: StoredHall}


class ClusterProcess:
    """This process: what it is a member of, and what it does."""

    def __init__(self, config: Config, rules: Edition, store: Store, member: Membership) -> None:
        self._member = member
        self.pools = PoolList(rules, StoredSettings(store))
        self._watch = PoolWatch(member.leases, self.pools)
        self._whole = Whole(config, self.pools, store)
        self._metrics = Metrics()
        self._stopping = asyncio.Event()
        self.fair: FairHouse | None = None
        self.host: HostSide | None = None
        self.gateway: GatewayServer | None = None
        if member.is_host:
            # Otherwise the first showdown would hold up every table for a second.
            ranking.prepare()
            self.fair = self._fair_house(config, store)
            self.host = HostSide(member, SystemClock(), self.pools, self._make)
            self.host.closed = self.stop
            self.host.watch(self._watch)
        if member.is_gateway:
            self.gateway = GatewayServer(member, self.pools, config, rules, store)
            self.gateway.measure_process = self.measure

    def _fair_house(self, config: Config, store: Store) -> FairHouse | None:
        """Where the decks of all units of this process are made."""
        if not config.fairness.verifiable:
            return None
        keys, bits = fair_keys(config), SystemBits()
        if keys.taken_away is not None:
            log.warning("made a key for the auditor: take %s away", keys.taken_away)
        book = SharedLogBook(StoredDeckLog(store), keys.signing, SystemClock().now_ms)
        return fair_house(keys, bits, book)

    def _make(self, name: str, host: HostSide) -> Unit:
        news = host.room.send_news
        shared = Shared(
            self._member.name,
            host.guests,
            host.relay,
            news,
            self.fair,
            ask_hosts(self._member),
            self._metrics if self.gateway is None else self.gateway.metrics,
            host.addresses,
            lambda number: tournament_unit(number) in self._member.leases.known,
            self._member.leases.until_held,
        )
        return KINDS.get(name, StoredUnit)(self._whole, name, shared)

    async def run(self, started: Callable[[str], None]) -> None:
        """Take part until told to stop."""
        await self.pools.read()
        watching = asyncio.create_task(self._watch.look_on(), name="stakes")
        if self.fair is not None:
            await self.fair.log.open()
        if self.host is not None:
            self.host.start()
        try:
            if self.gateway is not None:
                await self.gateway.run(started)
            else:
                await self._run_as_host(started)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            if self.host is not None:
                await self.host.stop()
            if self.fair is not None:
                await self.fair.log.close()

    async def _run_as_host(self, started: Callable[[str], None]) -> None:
        """Run units, and say how they are."""
        assert self.host is not None
        config, pools, store = self._whole
        readiness = Readiness(store.probe)
        readiness.need(lambda: lacks_of(self._member))
        for task in self.host.tasks:
            readiness.watch(task)
        pages = HostPages(
            config.server, readiness, self._metrics, self.measure, edition=pools.own.name
        )
        try:
            started(await pages.open())
            await self._stopping.wait()
        finally:
            await pages.close()

    def measure(self, metrics: Metrics) -> None:
        """Set the gauges of this process and of its units."""
        measure_bus(self._member, metrics)
        metrics.set("units_wanted", len({*self.pools.units, *self._member.leases.known}))
        metrics.set("queue_to_database", self._whole.store.waiting_count)
        if self.host is not None:
            measure_units(self.host, metrics)

    def stop(self) -> None:
        """Hand over what runs here, and end."""
        self._stopping.set()
        if self.gateway is not None:
            self.gateway.stop()


async def serve_in_cluster(config: Config, rules: Edition, started: Callable[[str], None]) -> None:
    """Join the room and serve until a signal stops this process."""
    _verify(config)
    cluster = config.cluster
    async with AsyncExitStack() as stack:
        traces = load_traces(config)
        stack.enter_context(traces_sent(config))
        opening = store_kind(config).open(config.database.address)
        store = await stack.enter_async_context(await opening)
        await store.verify_sound()
        register = StoredProcesses(store)
        await register.room_key(new_room_key())
        if not await register.has_keys(sha256(signal_key(config)).digest()):
            raise UsageError(OTHER_KEYS)
        roles = frozenset(cluster.roles)
        member = await stack.enter_async_context(
            membership(
                cluster.nats,
                cluster.name,
                roles,
                register,
                SystemClock(),
                bus_kind=NatsBus if traces is None else traces.nats_bus,
            )
        )
        process = ClusterProcess(config, rules, store, member)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, process.stop)
        await process.run(started)


def _verify(config: Config) -> None:
    """Refuse what a room in several processes cannot do."""
    if not config.database.address.startswith(("postgresql:", "postgres:")):
        raise UsageError(NEEDS_POSTGRESQL)
