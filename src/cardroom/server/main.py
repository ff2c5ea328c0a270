"""Wires the house together: store, room, server; the only place that knows all of them."""

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from zoneinfo import ZoneInfo

import msgspec
from aiohttp import web

from cardroom.errors import UsageError
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.audit import Report
from cardroom.odds import ranking
from cardroom.office.added_stakes import AddedStakes
from cardroom.office.bank import Bank
from cardroom.office.card_readings import CardReadings
from cardroom.office.charity import give_to_charity
from cardroom.office.entrance.refills import RefillDesk
from cardroom.office.review.flagged import flagged_pairs
from cardroom.office.stake_desk import StakeDesk
from cardroom.office.stake_terms import StakeTerms
from cardroom.office.tickets import expire_tickets
from cardroom.office.tournaments import TournamentOffice
from cardroom.room.bus import LocalBus
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.cash.seat_board import SeatBoard
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.fair.log_book import LogBook
from cardroom.room.floor.house import FloorHouse
from cardroom.room.gauges import measure
from cardroom.room.incidents import log
from cardroom.room.metrics import Metrics
from cardroom.room.ports import Attendance, Clock
from cardroom.room.receipts import forget_old_receipts
from cardroom.room.room import Room
from cardroom.room.services import RoomServices, SteadyClock, cash_services
from cardroom.room.shuffle import SystemBits
from cardroom.room.table_numbers import TableNumbers
from cardroom.room.tournaments.board import TournamentBoard
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.pages.own import own_tournaments
from cardroom.room.tournaments.pages.pages import TournamentPages
from cardroom.room.tournaments.services import TournamentServices
from cardroom.room.wallets import Wallets
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.server.app import create_app
from cardroom.server.auditing import BackgroundAudit
from cardroom.server.back_office import BackOffice, OfficeStores
from cardroom.server.background import Background
from cardroom.server.config.options import Config
from cardroom.server.config.reading import rules_of
from cardroom.server.fair_keys import FairKeys, fair_house, fair_keys
from cardroom.server.listening import listen, settings_of, tls_context
from cardroom.server.neighbours import LastAddresses, Neighbours
from cardroom.server.operations import Operations, stake_key
from cardroom.server.outside import carry_to_cashier, deliver_outbox
from cardroom.server.people.addresses import address_of
from cardroom.server.people.doorman import Doorman
from cardroom.server.player_desks import announce_new_rules
from cardroom.server.practising import IN_FIELD, Practice
from cardroom.server.services import Ports, Services
from cardroom.server.sockets.front_desk import Door, FrontDesk, LatePresence, NameBook
from cardroom.server.tournament_wiring import PlayerFacts, learn_names, offered_by
from cardroom.server.tracing.loading import load_traces, traces_sent
from cardroom.server.turn_times import TurnTimes, timed_switchboard
from cardroom.server.world import SystemClock, SystemTokens
from cardroom.store import Store
from cardroom.store.audit.auditing import ShowProgress, audit_store, replay_by
from cardroom.store.floors import StoredFloors
from cardroom.store.hands.bulk_reading import StoredBulkReader, StoredHandResults
from cardroom.store.hands.decision_times import StoredTimes
from cardroom.store.hands.house_reports import StoredHouseReports
from cardroom.store.hands.library import StoredLibrary
from cardroom.store.hands.scorebook import StoredScorebook
from cardroom.store.house.acceptances import StoredAcceptances
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.alerts import StoredAlerts
from cardroom.store.house.applications import StoredApplications
from cardroom.store.house.bookings import StoredBookings
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.deck_log import StoredDeckLog
from cardroom.store.house.exclusions import StoredExclusions
from cardroom.store.house.help_requests import StoredHelpRequests
from cardroom.store.house.holdings import StoredHoldings
from cardroom.store.house.invitations import StoredInvitations
from cardroom.store.house.money_trail import StoredMoneyTrail
from cardroom.store.house.notices import StoredNotices
from cardroom.store.house.orders import StoredOrders
from cardroom.store.house.outgoing import StoredOutbox
from cardroom.store.house.password_links import StoredPasswordLinks
from cardroom.store.house.sessions import StoredSessions
from cardroom.store.house.settings import StoredSettings
from cardroom.store.house.signals import StoredSignals
from cardroom.store.house.staff_log import StoredStaffLog
from cardroom.store.rooms import RoomStore
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from cardroom.tournament.tables.keeping_apart import no_partners


class CardroomServer:
    """A running room with its server. `started` gets the address once it listens."""

    process = "cardroom"
    """The name under which it claims what it runs."""
    room_kind: type[Room] = Room
    bank_kind: type[Bank] = Bank
    house_kind: type[TournamentHouse] = TournamentHouse
    added_stakes_kind: type[AddedStakes] = AddedStakes
    services_kind: type[Services] = Services
    practice_numbers = range(1, IN_FIELD)
    """Those of the practice players whom it may hire."""

    def __init__(self, config: Config, rules: Edition, store: Store) -> None:
        self._config = config
        self._traces = load_traces(config)
        self._store = store
        self._stopping = asyncio.Event()
        self._names = NameBook()
        self._presence = self._make_presence()
        self._bits = SystemBits()
        self._deck_log = StoredDeckLog(store)
        self._keys: FairKeys | None = None
        tells = bool(config.webhooks.url)
        self._metrics = self._make_metrics()
        self._background = Background(self._metrics)
        self._stored = self._room_store(tells=tells)
        self._numbers = TableNumbers(self._stored.reserve_tables)
        self.accounts = StoredAccounts(store, tells=tells)
        self._cases = StoredCases(store, tells=tells)
        self._rules = rules
        self.desk: FrontDesk
        """Where players' requests go; made when the room opens."""
        self.tournaments: TournamentHouse | None = None
        """Where the rules have tournaments; made when the room opens."""
        self._tournament_store = self._make_tournament_store(tells=tells)
        self.library = StoredLibrary(store, self.accounts, rules)
        self.room, self.bank = self._make_room(rules)
        self._operations = self._make_operations()
        self._stored_orders = StoredOrders(store, tells=tells)
        self._outbox = StoredOutbox(store)
        settings = StoredSettings(store)
        self._alerts = StoredAlerts(store, tells=tells)
        self.office = BackOffice(
            config,
            rules,
            self.room,
            self.bank,
            OfficeStores(
                accounts=self.accounts,
                cases=self._cases,
                rooms=self._stored,
                tournaments=self._tournament_store,
                library=self.library,
                exclusions=StoredExclusions(store, tells=tells),
                orders=self._stored_orders,
                bookings=StoredBookings(store),
                notices=StoredNotices(store),
                acceptances=StoredAcceptances(store),
                help_requests=StoredHelpRequests(store),
                settings=settings,
                invitations=StoredInvitations(store, tells=tells),
                applications=StoredApplications(store, tells=tells),
                signals=StoredSignals(store),
                alerts=self._alerts,
                hands=StoredBulkReader(store),
                results=StoredHandResults(store, config.room.currency),
                trail=StoredMoneyTrail(store, config.room.currency),
            ),
        )
        self.practice = Practice(
            self.room,
            self.accounts,
            self.bank,
            self._bits,
            background=self._background,
            remember=self._names.remember,
            thinking_percent=config.practice.thinking_percent,
            numbers=self.practice_numbers,
        )
        self._stakes = self._stake_desk(settings)
        self._added_stakes = self.added_stakes_kind(
            self.room, self._stakes, settings, self._stored, self._cases
        )
        self._added_stakes.listeners.append(self.library.play_by)

    def _make_operations(self) -> Operations:
        """What the operator may do with the running room."""
        return Operations(self.room, self._stored, self.stop)

    def _make_presence(self) -> LatePresence:
        """Who is in reach."""
        return LatePresence()

    def _make_tournament_store(self, *, tells: bool) -> StoredTournaments:
        """Where tournaments are kept."""
        return StoredTournaments(self._store, tells=tells, metrics=self._metrics)

    def _room_store(self, *, tells: bool) -> RoomStore:
        """The tables and places that this room runs."""
        return RoomStore(self._store, tells=tells, metrics=self._metrics)

    def _make_room(self, rules: Edition) -> tuple[Room, Bank]:
        clock = SteadyClock(self._machine_clock())
        currency = self._config.room.currency
        stored = self._stored
        wallets = Wallets(stored, currency, self._epoch_of)
        me = self._me = MeDesk(wallets, currency)
        switchboard = self._switchboard(clock, me)
        history, cashier = cash_services(rules, wallets, currency, epoch=clock.now_ms())
        self.fair = self._fair_house(clock)
        self._neighbours = self._keeps_apart()
        house = RoomServices(
            edition=rules,
            wallets=wallets,
            history=history,
            cashier=cashier,
            money=stored,
            tables=stored,
            clock=clock,
            bits=self._bits,
            switchboard=switchboard,
            presence=self._presence,
            names=self._names,
            pace=self._config.pace,
            currency=currency,
            bus=LocalBus() if self._traces is None else self._traces.bus(),
            board=SeatBoard(),
            new_table=self._numbers.next,
            fair=self.fair,
            verify_neighbours=None if self._neighbours is None else self._neighbours.verify,
        )
        bank = self.bank_kind(
            wallets,
            StoredHoldings(self._store, currency),
            switchboard,
            clock,
            house.rules.conduct,
            currency=currency,
            play_money=self._config.room.play_money,
            seats_of=house.board.seats_of,
        )
        return self.room_kind(house, me, self._cases, self.process), bank

    def _keeps_apart(self) -> Neighbours | None:
        """Who may not sit beside whom; nothing where the operator has no such switch on."""
        options = self._config.integrity
        if not options.seats_per_address and not options.keep_flagged_apart:
            return None
        return Neighbours(
            self._names.kind, per_address=options.seats_per_address, addresses=self._addresses()
        )

    def _addresses(self) -> LastAddresses:
        """Where the players of this process come from."""
        return LastAddresses()

    async def _learn_pairs(self) -> None:
        """Know which pairs are kept apart before a tournament can start (AMB-74)."""
        if self._neighbours is not None and self._config.integrity.keep_flagged_apart:
            self._neighbours.keep_apart(await flagged_pairs(self._alerts))

    def _keeping_pairs_apart(self) -> list[asyncio.Task[None]]:
        """Go on knowing which pairs are kept apart, in a house that says so (AMB-74)."""
        if self._neighbours is None or not self._config.integrity.keep_flagged_apart:
            return []
        keep_up = partial(self._neighbours.keep_up, partial(flagged_pairs, self._alerts))
        return [self._background.start("flagged pairs", keep_up, is_needed=False)]

    def _fair_house(self, clock: Clock) -> FairHouse | None:
        """Where decks are made that players can verify, unless the operator wants none."""
        if not self._config.fairness.verifiable:
            return None
        keys = self._keys = fair_keys(self._config)
        return fair_house(keys, self._bits, LogBook(self._deck_log, keys.signing, clock.now_ms))

    def _machine_clock(self) -> Clock:
        return SystemClock()

    def _times(self, clock: SteadyClock) -> TurnTimes:
        """How long people take over their decisions."""
        return TurnTimes(StoredTimes(self._store), clock, self._names.kind)

    def _switchboard(self, clock: SteadyClock, me: MeDesk) -> Switchboard:
        """The channels; those of tables with a delay for the rail, where the operator wants it."""
        self._turn_times = self._times(clock)
        delay_ms = 1000 * self._config.room.rail_delay_s
        return timed_switchboard(
            self._turn_times, clock, me.owner, delay_ms=delay_ms, sits_at=self._sits_at
        )

    def _sits_at(self, channel: str, player: PlayerId) -> bool:
        table = TableId(int(channel.removeprefix("table:")))
        house = self.tournaments
        plays = house is not None and house.sits_at(table, player)
        return plays or self.room.sits_at(table, player)

    async def _make_tournaments(self) -> TournamentHouse | None:
        """The house of tournaments by the operator's files, where the rules have any."""
        if self._rules.tournament is None:
            return None
        room, stored = self.room.services, self._tournament_store
        now_ms = room.clock.now_ms()
        offered, zone = await offered_by(self._config, self._rules, stored, now_ms)
        services = TournamentServices(
            store=stored,
            prizes=stored,
            schedules=stored,
            money=self._stored,
            wallets=room.wallets,
            bus=room.bus,
            clock=room.clock,
            bits=self._bits,
            switchboard=room.switchboard,
            presence=self._presence,
            names=self._names,
            pace=room.pace,
            currency=room.currency,
            numbers=self._numbers,
            owner=self.room.process,
            board=TournamentBoard(),
            takes=offered.takes,
            facts=PlayerFacts(self.bank, StoredScorebook(self._store), stored, room.clock),
            money_moved=self._me.money_moved,
            tells=bool(self._config.webhooks.url),
            ticket_ms=86_400_000 * self._config.tournaments.ticket_days,
            fair=self.fair,
            partners_of=no_partners if self._neighbours is None else self._neighbours.partners_of,
        )
        house = self.house_kind(services, offered, zone, self._rules)
        self.office.rules_desk.others = house.editions
        self._me.tournaments_of = lambda player: own_tournaments(house, player)
        self.room.operator.join(house.tables)
        return house

    def _epoch_of(self, table: TableId) -> int | None:
        return self.room.epoch_of(table)

    async def run(self, started: Callable[[str], None]) -> None:
        """Open the room, serve until told to stop, close it."""
        tls = tls_context(self._config.server)
        listening = listen(self._config.server)
        services = await self.open(listening.getsockname()[1])
        runner = web.AppRunner(create_app(services), shutdown_timeout=2.0)
        await runner.setup()
        assert runner.server is not None
        doorman = Doorman(listening, runner.server, tls, services)
        outside = self._outside(services)
        for task in outside:
            services.readiness.watch(task)
        try:
            doorman.open()
            self.room.operator.open_doors()
            started(address_of(self._config.server, listening.getsockname()[1]))
            if self._keys is not None and self._keys.taken_away is not None:
                log.warning("made a key for the auditor: take %s away", self._keys.taken_away)
            await self._stopping.wait()
        finally:
            for task in outside:
                task.cancel()
            await asyncio.gather(*outside, return_exceptions=True)
            await self.practice.stop()
            doorman.close()
            await runner.cleanup()
            await self.close()

    async def open(self, port: int) -> Services:
        """Bring back what the store has; no table deals before the doors are open (CRASH-01)."""
        self.tournaments = self._operations.tournaments = await self._make_tournaments()
        services = self._services(port)
        self._added_stakes.listeners.append(services.show_rules)
        await self.office.reception.settings.load()
        await self._operations.close_again()
        await self._numbers.fill()
        self.room.begin_run(await self._stored.begin_run())
        await self._open_log()
        await self._claim_jobs()
        self.room.start()
        self.room.operator.close_doors()
        await self._open_added_stakes()
        waiting = await restore_tables(self.room)
        await self.office.banzai.restore()
        await self._names.learn((*self.room.services.board.seated, *waiting), self.accounts)
        await announce_new_rules(
            self.office.rules_desk,
            self._tournament_store,
            self.office.noticeboard,
            self._names,
            list(self.room.services.board.seated),
        )
        await learn_names(self._tournament_store, self.accounts, self._names.remember)
        await self._learn_pairs()
        if self.tournaments is not None:
            await self.tournaments.open()
        await self.office.bookings.finish()
        await self._stakes.open()
        if self.tournaments is not None and self._config.room.play_money:
            self.practice.enter_tournaments(self.tournaments)
        return services

    async def close(self) -> None:
        """End the tables; hands in progress never were (CRASH-01, AMB-69)."""
        if self.tournaments is not None:
            await self.tournaments.close()
        await self.room.stop()
        await self._turn_times.keep_last()
        await self._close_log()

    async def _open_log(self) -> None:
        if self.fair is not None:
            await self.fair.log.open()

    async def _close_log(self) -> None:
        if self.fair is not None:
            await self.fair.log.close()

    async def _open_added_stakes(self) -> None:
        await self._added_stakes.open()

    async def _claim_jobs(self) -> None:
        """Take over the work of the house from a room that ran here before (CRASH-01)."""
        for job in (self._stored.suspense, self._stored_orders.job, self._outbox.job):
            await job.claim()

    def _outside(self, services: Services) -> list[asyncio.Task[None]]:
        """What is done beside the tables for as long as the room is open."""
        start, clock = self._background.start, services.clock
        services.readiness.watch_failing(self._background.failing)
        tasks = [
            start("charity", lambda: give_to_charity(self._stored, clock)),
            start("tickets", lambda: expire_tickets(self._tournament_store, clock)),
            start("receipts", lambda: forget_old_receipts(self._stored, clock)),
            start("review", self.office.review.review.run_regularly, is_needed=False),
            start("decision times", self._turn_times.keep_regularly, is_needed=False),
        ]
        tasks += self._keeping_pairs_apart()
        watch = self.office.entry_watch
        if watch is not None:
            tasks.append(start("entries", watch.keep_up, is_needed=False))
        if self._config.webhooks.url:
            tasks.append(start("webhooks", lambda: deliver_outbox(self._config.webhooks, services)))
        if self._config.cashier.url:
            tasks.append(
                start(
                    "cashier",
                    lambda: carry_to_cashier(self._config.cashier, self.office.orders, services),
                )
            )
        return tasks

    def _stake_desk(self, settings: StoredSettings) -> StakeDesk:
        """What is set about the stakes: by the operator's file, and while the room runs."""
        config, replace = self._config, msgspec.structs.replace
        configured = {
            self._stake(text): StakeTerms(practice=count)
            for text, count in config.practice.stakes.items()
        }
        for text in config.programs.stakes:
            terms = configured.get(self._stake(text), StakeTerms())
            configured[self._stake(text)] = replace(terms, sitters=terms.sitters | {"program"})
        return StakeDesk(
            self.room,
            self.practice,
            settings,
            self._cases,
            configured,
            is_play_money=config.is_play_money,
        )

    def _stake(self, text: str) -> StakeKey:
        """A stake of the operator's file, which the edition must offer."""
        key = stake_key(text)
        if self.room.rules.stake(key) is None:
            raise UsageError(f"The edition does not offer {text}.")
        return key

    def _services(self, port: int) -> Services:
        house = self.room.services
        config, may_play = self._config, self._config.integrity.staff_may_play
        desk = self.desk = self._front_desk(
            staff_may_play=may_play == "always"
            or (may_play == "play_money" and config.is_play_money)
        )
        ports = Ports(
            desk=desk,
            attendance=self._door(),
            switchboard=house.switchboard,
            lobby=desk,
            bank=self.bank,
            library=self.library,
            scores=StoredScorebook(self._store),
            administration=self._operations,
            audit=self._audit_desk(),
            cases=self._cases,
            accounts=self.accounts,
            sessions=StoredSessions(self._store),
            outbox=self._outbox,
            clock=house.clock,
            tokens=SystemTokens(),
            rules=self._rules,
            cashier=self.office.window,
            proofs=self.library,
            card_readings=CardReadings(self._cases, self._cases),
            casework=self.office.casework,
            review=self.office.review,
            signals=self.office.signals,
            neighbours=self._neighbours,
            voiding=self.office.voiding,
            reseating=self.office.reseating,
            suspense=self.office.suspense,
            banzai=self.office.banzai,
            tickets=self.office.tickets,
            bookings=self.office.bookings,
            password_links=StoredPasswordLinks(self._store),
            house_reports=StoredHouseReports(self._store, house.currency),
            staff_log=StoredStaffLog(self._store),
            stakes=self._stakes,
            added_stakes=self._added_stakes,
            reception=self.office.reception,
            refills=RefillDesk(
                self.office.reception.settings,
                self.bank,
                StoredHoldings(self._store, house.currency),
                house.clock,
            ),
            rules_desk=self.office.rules_desk,
            noticeboard=self.office.noticeboard,
            help_desk=self.office.help_desk,
            fair=self.fair,
            floors=FloorHouse(
                StoredFloors(self._store),
                house.clock,
                self._bits,
                SystemTokens(),
                currency=house.currency,
            ),
            tournaments=None if self.tournaments is None else TournamentPages(self.tournaments),
            tournament_office=self._tournament_office(),
            look=self._store.probe,
            measure=self._measure,
        )
        services = self.services_kind(ports, settings_of(self._config, port), self._metrics)
        self._presence.registry = services.registry
        if self._traces is not None:
            self._traces.follow(services)
        return services

    def _front_desk(self, *, staff_may_play: bool) -> FrontDesk:
        return FrontDesk(
            self.room,
            self._names,
            self.tournaments,
            self.office.rules_desk,
            chat=self.office.review.chat,
            staff_may_play=staff_may_play,
        )

    def _door(self) -> Attendance:
        """Who hears that players come and go."""
        return Door(self.room, self.tournaments)

    def _tournament_office(self) -> TournamentOffice | None:
        house, currency = self.tournaments, self._config.room.currency
        if house is None:
            return None
        office = TournamentOffice(
            house,
            self._cases,
            self.office.casework,
            self.office.bookings,
            rules=self._rules,
            currency=currency,
            zone=ZoneInfo(self._config.tournaments.zone),
        )
        self.office.review.decisions.tournaments = office
        return office

    def _make_metrics(self) -> Metrics:
        return Metrics()

    def _measure(self, metrics: Metrics) -> None:
        measure(self.room, metrics)
        metrics.set("queue_to_database", self._store.waiting_count)

    def _audit_desk(self) -> BackgroundAudit:
        replay, clock = replay_by({self._rules.name: self._rules}), self.room.services.clock

        async def audit(tell: ShowProgress) -> Report:
            return await audit_store(self._store, replay, now_ms=clock.now_ms(), show_progress=tell)

        return BackgroundAudit(audit, clock)

    def stop(self) -> None:
        """Close the room."""
        self._stopping.set()


async def serve(config: Config, started: Callable[[str], None]) -> None:
    """Open the store and run a room until a signal or a drain stops it."""
    rules = rules_of(config)
    if rules.cash is None:
        raise UsageError(f"The rules {rules.name} have no cash games.")
    if config.cluster.nats:
        await _serve_in_cluster(config, rules, started)
        return
    # Otherwise the first showdown would hold up every table for a second.
    ranking.prepare()
    with traces_sent(config):
        async with await store_kind(config).open(config.database.address, alone=True) as store:
            await _serve_alone(config, rules, store, started)


def store_kind(config: Config) -> type[Store]:
    """The store, or the one that writes traces of what it commits."""
    traces = load_traces(config)
    return Store if traces is None else traces.store_kind


async def _serve_alone(
    config: Config, rules: Edition, store: Store, started: Callable[[str], None]
) -> None:
    await store.verify_sound()
    server = CardroomServer(config, rules, store)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stop)
    await server.run(started)


async def _serve_in_cluster(config: Config, rules: Edition, started: Callable[[str], None]) -> None:
    """Run one process of a room that has several; nothing of it is loaded without [cluster]."""
    try:
        from cardroom.server.clustering.main import serve_in_cluster
    except ModuleNotFoundError as missing:
        if missing.name != "nats":
            raise
        raise UsageError("[cluster] needs the extra: install 'cardroom-poker[cluster]'.") from None
    await serve_in_cluster(config, rules, started)
