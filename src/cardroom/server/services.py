"""Everything the handlers need, in one place: the room's ports, and what serves the network."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from aiohttp import web

from cardroom.ledger import PlayerId
from cardroom.office.added_stakes import AddedStakes
from cardroom.office.bookings import BookingDesk
from cardroom.office.card_readings import CardReadings
from cardroom.office.casework import Casework
from cardroom.office.entrance.password_links import PasswordLinkStore
from cardroom.office.entrance.refills import RefillDesk
from cardroom.office.excluding import BanzaiDoor
from cardroom.office.hand_proofs import ProofLibrary
from cardroom.office.help_desk import HelpDesk
from cardroom.office.house_reports import HouseReports
from cardroom.office.ports import (
    AccountStore,
    Administration,
    AuditDesk,
    CashierDesk,
    Outbox,
    SessionStore,
)
from cardroom.office.reseating import Reseating
from cardroom.office.review.desk import ReviewDesk
from cardroom.office.review.signals import SignalWatch
from cardroom.office.staff_log import StaffLog
from cardroom.office.stake_desk import StakeDesk
from cardroom.office.suspending import SuspenseDesk
from cardroom.office.tickets import TicketDesk
from cardroom.office.tournaments import TournamentOffice
from cardroom.office.voiding import Voiding
from cardroom.room.acceptance import RulesDesk
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.floor.house import FloorHouse
from cardroom.room.metrics import Metrics
from cardroom.room.noticeboard import Noticeboard
from cardroom.room.ports import (
    Attendance,
    CaseBook,
    Clock,
    Desk,
    HandLibrary,
    LobbyDesk,
    Scorebook,
    Tokens,
)
from cardroom.room.tournaments.pages.pages import TournamentPages
from cardroom.rulebook import Edition
from cardroom.server.api.reports import ReportDesk
from cardroom.server.api.rule_pages import RulePages
from cardroom.server.cashiering import CashierWindow
from cardroom.server.config.settings import Settings
from cardroom.server.limits import LOOK_AFTER_MS
from cardroom.server.metrics import Publisher
from cardroom.server.neighbours import Neighbours
from cardroom.server.people.accounts import Accounts
from cardroom.server.people.addresses import client_address, limited_as
from cardroom.server.people.password_links import PasswordLinks
from cardroom.server.people.passwords import Passwords
from cardroom.server.people.reception import ReceptionDesk, ReceptionPorts
from cardroom.server.people.sessions import Sessions, Ticket, Tickets
from cardroom.server.readiness import Look, Readiness
from cardroom.server.sockets.messages import Drain, encode
from cardroom.server.sockets.rates import Rate
from cardroom.server.sockets.registry import Registry
from cardroom.server.sockets.request_handler import RequestHandler
from cardroom.server.standings import Standings

if TYPE_CHECKING:
    from cardroom.server.tracing.main import Traces

logger = logging.getLogger(__name__)

TIDY_EVERY = 300
"""How often, in checks, expired sessions and unheard channels are removed."""


RedeemElsewhere = Callable[[str], Awaitable[Ticket | None]]
Forward = Callable[[Any, web.Request], Awaitable[web.StreamResponse | None]]
"""Answers a request for a route; None where this process makes the page itself."""


class Ports(NamedTuple):
    """What the room, the store and the world offer the server."""

    desk: Desk
    attendance: Attendance
    switchboard: Switchboard
    lobby: LobbyDesk
    bank: CashierDesk
    library: HandLibrary
    scores: Scorebook
    administration: Administration
    audit: AuditDesk
    cases: CaseBook
    accounts: AccountStore
    sessions: SessionStore
    outbox: Outbox
    clock: Clock
    tokens: Tokens
    rules: Edition
    cashier: CashierWindow | None = None
    """The operator's own cashier, where there is one."""
    card_readings: CardReadings | None = None
    """What the house has looked at, for its players."""
    proofs: ProofLibrary | None = None
    """The proofs of stored hands."""
    casework: Casework | None = None
    """What the house does in cases."""
    review: ReviewDesk | None = None
    """Where people look at what the review of play has found."""
    signals: SignalWatch | None = None
    """Notes what accounts have in common outside the hands."""
    neighbours: Neighbours | None = None
    """Knows where players come from, where somebody may not sit beside somebody."""
    voiding: Voiding | None = None
    """Hands that must not count."""
    reseating: Reseating | None = None
    """Seats that were lost wrongly."""
    suspense: SuspenseDesk | None = None
    """Money that finds no owner."""
    banzai: BanzaiDoor | None = None
    """Whom the house keeps out of Banzai."""
    tournaments: TournamentPages | None = None
    """What is known of tournaments, where there are any."""
    tickets: TicketDesk | None = None
    """What is in the wallets of players beside money."""
    tournament_office: TournamentOffice | None = None
    """What the house does with tournaments."""
    rules_desk: RulesDesk | None = None
    """Who has accepted which rules."""
    noticeboard: Noticeboard | None = None
    """What players must hear, also at their next login."""
    help_desk: HelpDesk | None = None
    """What players ask the house."""
    floors: FloorHouse | None = None
    """The live tournaments of the house."""
    fair: FairHouse | None = None
    """Where decks are made that players verify."""
    password_links: PasswordLinkStore | None = None
    """Links for players who forgot their password."""
    refills: RefillDesk | None = None
    """Play money for who has little left."""
    reception: ReceptionPorts | None = None
    """How the house lets people in; without it anybody comes in."""
    bookings: BookingDesk | None = None
    """What administrators book by hand."""
    house_reports: HouseReports | None = None
    """What the house has earned, and who has won what."""
    stakes: StakeDesk | None = None
    """What is set about each stake."""
    added_stakes: AddedStakes | None = None
    """Stakes that the rules do not list."""
    staff_log: StaffLog | None = None
    """What the staff did."""
    look: Look | None = None
    """Tries whether the database answers."""
    measure: Callable[[Metrics], None] = lambda _metrics: None
    """Sets the gauges of the room, when somebody looks."""


class Services:
    """The network side of one room. `registry` tells the room who is in reach (Presence)."""

    def __init__(
        self,
        ports: Ports,
        settings: Settings,
        metrics: Metrics | None = None,
        passwords: Passwords | None = None,
    ) -> None:
        self.ports = ports
        self.settings = settings
        self.clock = ports.clock
        self.switchboard = ports.switchboard
        self.metrics = metrics or Metrics()
        self.publisher = Publisher(self.metrics, build=settings.build, edition=ports.rules.name)
        self.passwords = passwords or Passwords()
        self.rules = RulePages(ports.rules)
        self.registry = self._make_registry()
        self.sessions = Sessions(ports.sessions, ports.clock, ports.tokens)
        self.tickets = Tickets(ports.clock, ports.tokens)
        self.reports = ReportDesk(ports.cases, ports.accounts, ports.clock)
        self.handler = RequestHandler(ports.desk, self.reports, ports.clock, self.metrics)
        self.accounts = Accounts(
            store=ports.accounts,
            sessions=self.sessions,
            tickets=self.tickets,
            passwords=self.passwords,
            registry=self.registry,
            bank=ports.bank,
            cases=ports.cases,
            house=ports.administration,
            clock=ports.clock,
            tokens=ports.tokens,
        )
        self.password_links = self._password_links()
        self.reception = self._reception()
        self.requests: Rate[str] = Rate(settings.requests_every_ms, settings.requests_burst)
        self.requests_of_account: Rate[int] = Rate(
            settings.requests_every_ms, settings.requests_burst
        )
        self.entries: Rate[str] = Rate(settings.entries_every_ms, settings.entries_burst)
        self.cluster: Any = None
        """In a gateway: knows the processes of the room (ClusterDesk)."""
        self.redeem_elsewhere: RedeemElsewhere | None = None
        """In a gateway: uses up a ticket that another one has issued."""
        self.forward: Forward | None = None
        """In a gateway: has the pages made elsewhere that are not its own."""
        self.trusts_forwarded = False
        """Whether whoever connects has found out the client's address, and says it."""
        self.traces: Traces | None = None
        """Writes traces, if the operator wants them."""
        self.draining_at_ms: int | None = None
        self.readiness = Readiness(ports.look)
        self.standings = Standings(ports.clock)

    def _make_registry(self) -> Registry:
        """Who is connected."""
        ports, per_address = self.ports, self.settings.sockets_per_address
        return Registry(ports.attendance, ports.clock, per_address)

    def show_rules(self, rules: Edition) -> None:
        """The pages of the rulebook show these rules from now on: a stake was added or removed."""
        self.rules = RulePages(rules)

    def _password_links(self) -> PasswordLinks | None:
        ports = self.ports
        if ports.password_links is None:
            return None
        return PasswordLinks(
            store=ports.password_links,
            accounts=ports.accounts,
            sessions=self.sessions,
            tickets=self.tickets,
            passwords=self.passwords,
            registry=self.registry,
            cases=ports.cases,
            clock=ports.clock,
            tokens=ports.tokens,
            hours=self.settings.password_link_hours,
        )

    def _reception(self) -> ReceptionDesk | None:
        ports = self.ports
        if ports.reception is None:
            return None
        return ReceptionDesk(
            ports.reception,
            self.accounts,
            sessions=self.sessions,
            passwords=self.passwords,
            bank=ports.bank,
            cases=ports.cases,
            clock=ports.clock,
            tokens=ports.tokens,
        )

    async def redeem(self, word: str) -> Ticket | None:
        """The ticket for a socket, once and in time, whichever process has issued it."""
        ticket = self.tickets.redeem(word)
        if ticket is None and self.redeem_elsewhere is not None:
            return await self.redeem_elsewhere(word)
        return ticket

    def address_of(self, request: web.Request) -> str:
        """The client's address, as rate limits know it."""
        return limited_as(self.exact_address_of(request))

    def note_address(self, player: PlayerId, request: web.Request) -> None:
        """A player connects: from where, in a house that cares who sits beside whom (AMB-73)."""
        if self.ports.neighbours is not None:
            self.ports.neighbours.addresses.came_from(player, self.address_of(request))

    def exact_address_of(self, request: web.Request) -> str:
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
        if self.trusts_forwarded:
            return forwarded
        return client_address(request.remote, forwarded, self.settings.trusted_proxies)

    def drain(self, at_ms: int) -> None:
        """Tell everybody when the room restarts; 0 calls it off."""
        self.draining_at_ms = at_ms or None
        self.registry.broadcast(self.drain_frame(at_ms))

    def drain_frame(self, at_ms: int) -> bytes:
        """What tells a client when the room restarts."""
        return encode(Drain(at=at_ms, ts=self.clock.now_ms()))

    async def look_after(self) -> None:
        """Once a second, as long as the room is open: the living, the dead and the forgotten."""
        looks = 0
        while True:
            await asyncio.sleep(LOOK_AFTER_MS / 1000)
            looks += 1
            try:
                await self.registry.look_after()
                if looks % TIDY_EVERY == 0:
                    self.switchboard.tidy()
                    await self.sessions.forget_expired()
            except Exception:
                logger.exception("the connections could not be looked after")

    async def open(self) -> AsyncIterator[None]:
        """Look after the connections while the application runs; hang up when it ends."""
        living = asyncio.create_task(self.look_after(), name="connections")
        self.readiness.watch(living)
        looking = asyncio.create_task(self.readiness.run(), name="readiness")
        yield
        for task in (looking, living):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.passwords.close()
