"""The options of the operator's file, as types: what each is, its default, what it may be."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.office.entrance.house_settings import Door
from cardroom.office.stake_terms import PRACTICE_MAX
from cardroom.room.tables.pace import Pace
from cardroom.server.limits import (
    CONNECTIONS_MAX,
    CONNECTIONS_PER_ADDRESS,
    FIRST_REQUEST_S,
    KEEP_ALIVE_S,
    SOCKETS_PER_ADDRESS,
)

HOUSE_NAME_MAX = 40
WELCOME_MAX = 2_000
HOUSE_NAME = r"^[^\x00-\x1f\x7f<>]*\Z"


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class RoomSection(_Section, frozen=True, kw_only=True):
    """What is played."""

    edition: str = "en-2.7"
    house_rules: str = ""
    """A file of house rules instead of an edition."""
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")] = "XPM"
    play_money: Annotated[int, Meta(ge=0, le=10**12)] = 1_000_000
    """What a new account is given by the house, in cents."""
    rail_delay_s: Annotated[int, Meta(ge=0, le=600)] = 0
    """How much later who watches without a seat sees what happens."""


class AccessSection(_Section, frozen=True, kw_only=True):
    """Who comes in, and how."""

    registration: Door = "open"
    guests: Door = "open"
    """Anybody, by invitation, by approval, or nobody; administrators change it as the room runs."""
    password_link_hours: Annotated[int, Meta(ge=1, le=168)] = 24
    """How long a link is good that an operator issues for a forgotten password."""


class HouseSection(_Section, frozen=True, kw_only=True):
    """What the house is called, and how it greets people."""

    name: Annotated[str, Meta(max_length=HOUSE_NAME_MAX, pattern=HOUSE_NAME)] = ""
    welcome: Annotated[str, Meta(max_length=WELCOME_MAX)] = ""
    logo: str = ""
    """A PNG, WebP or SVG file."""


class RefillSection(_Section, frozen=True, kw_only=True):
    """When players who have little left get more play money."""

    to: Annotated[int, Meta(ge=0, le=10**12)] = 0
    """Up to so much, in cents; 0: as much as a new account is given."""
    below: Annotated[int, Meta(ge=0, le=10**12)] = 0
    """Whoever has less than so much, in cents; 0: a tenth of `to`."""
    hours: Annotated[int, Meta(ge=0, le=8_760)] = 24
    """Once in this many hours; 0: never."""


class ServerSection(_Section, frozen=True, kw_only=True):
    """Where the room listens."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8080
    origins: tuple[str, ...] = ()
    """Addresses of the room's own pages beside its own, such as https://poker.example."""
    certificate: str = ""
    key: str = ""
    behind_proxy: bool = False
    """A proxy on this or a trusted machine speaks TLS for the room."""
    trusted_proxies: tuple[str, ...] = ()
    home_network: bool = False
    """Plain HTTP beyond this machine, because the operator owns the network."""
    metrics_everywhere: bool = False
    static: str = ""
    """A folder with a web client of your own."""


class DatabaseSection(_Section, frozen=True, kw_only=True):
    """Where money and hands are kept."""

    address: str = "sqlite:///room.db"


class PracticeSection(_Section, frozen=True, kw_only=True):
    """Practice players, by stake."""

    stakes: dict[str, Annotated[int, Meta(ge=0, le=PRACTICE_MAX)]] = {}
    thinking_percent: Annotated[int, Meta(ge=0, le=1_000)] = 100
    """How long they think, of the time that people take; at 0 they act at once."""


class ProgramSection(_Section, frozen=True, kw_only=True):
    """Stakes where programs may play (FAIR-07)."""

    stakes: tuple[str, ...] = ()


class TournamentSection(_Section, frozen=True, kw_only=True):
    """Which tournaments are offered, and by which clock they start."""

    folder: str = ""
    """A folder with tournament files; without one, only what operators create is played."""
    starter: bool = False
    """The files that come with cardroom, instead of a folder."""
    zone: str = "UTC"
    """The time zone of all start times, such as Europe/Amsterdam."""
    ticket_days: Annotated[int, Meta(ge=0, le=3650)] = 0
    """How long a ticket won in a satellite is valid; 0: for ever (TAMB-87)."""


class FairnessSection(_Section, frozen=True, kw_only=True):
    """Decks that players can verify."""

    verifiable: bool = True
    """Whether decks are made by commit, cut, open; without it players trust the room."""
    keys: str = ""
    """A folder for the room's keys; without one it is that of the database, if that is a file."""
    auditor: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    """The auditor's public key in 64 hexadecimal digits; without one the room makes a pair."""


class WebhookSection(_Section, frozen=True, kw_only=True):
    """Where the room reports what happens to the operator's systems."""

    url: str = ""
    secrets: tuple[str, ...] = ()


class CashierSection(_Section, frozen=True, kw_only=True):
    """The operator's own cashier, who gets deposits and withdrawals as orders and answers them."""

    url: str = ""
    secrets: tuple[str, ...] = ()
    smallest: Annotated[int, Meta(ge=1, le=10**12)] = 100
    largest: Annotated[int, Meta(ge=1, le=10**12)] = 1_000_000
    """What one deposit or withdrawal may be, in cents."""


class BookingSection(_Section, frozen=True, kw_only=True):
    """What administrators may book by hand, in cents."""

    largest: Annotated[int, Meta(ge=1, le=10**12)] = 10_000_000
    """The most that one booking may be."""
    alone: Annotated[int, Meta(ge=0, le=10**12)] = 100_000
    """What one administrator may book in a day; beyond it a second one must approve."""


class IntegritySection(_Section, frozen=True, kw_only=True):
    """How the house reviews play."""

    every_minutes: Annotated[int, Meta(ge=0, le=100_000)] = 60
    """How often all new hands are reviewed; 0: only when somebody asks."""
    days: Annotated[int, Meta(ge=1, le=366)] = 30
    """How far back a review reads; its memory grows with the hands."""
    staff_may_play: Literal["always", "play_money", "never"] = "play_money"
    """Whether accounts with a role may take seats and register: only where nothing can be lost."""
    two_people: bool = False
    """Whether complaints of players are decided by two people, as alerts always are."""
    signals: bool = True
    """Whether hashes of addresses, devices and payments are kept for 90 days (FAIR-03)."""
    seats_per_address: Annotated[int, Meta(ge=0, le=10)] = 0
    """How many players of one network address may sit at a cash table; 0: no limit (AMB-73)."""
    keep_flagged_apart: bool = False
    """Whether two with an open case get no seat at one table, where another has one (AMB-74)."""


class LimitSection(_Section, frozen=True, kw_only=True):
    """What one address may do; a club behind one address needs more, a load test much more."""

    connections: Annotated[int, Meta(ge=1, le=1_000_000)] = CONNECTIONS_MAX
    """TCP connections in all, as far as the system allows that many open files."""
    connections_per_address: Annotated[int, Meta(ge=1, le=1_000_000)] = CONNECTIONS_PER_ADDRESS
    """TCP connections of one address, and never fewer than `sockets_per_address`."""
    first_request_s: Annotated[int, Meta(ge=1, le=600)] = FIRST_REQUEST_S
    """How long a connection may say nothing before its first request."""
    keep_alive_s: Annotated[int, Meta(ge=1, le=3_600)] = KEEP_ALIVE_S
    """How long it may say nothing between two requests."""
    sockets_per_address: Annotated[int, Meta(ge=1, le=1_000_000)] = SOCKETS_PER_ADDRESS
    requests_every_ms: Annotated[int, Meta(ge=1, le=60_000)] = 50
    requests_burst: Annotated[int, Meta(ge=1, le=1_000_000)] = 200
    """HTTP requests of one address."""
    entries_every_ms: Annotated[int, Meta(ge=1, le=600_000)] = 5_000
    entries_burst: Annotated[int, Meta(ge=1, le=1_000_000)] = 20
    """Guests, registrations and logins of one address."""


class ClusterSection(_Section, frozen=True, kw_only=True):
    """Several processes as one room, with PostgreSQL and NATS."""

    nats: str = ""
    """The address of NATS, such as nats://10.0.0.5:4222; without one this process is the room."""
    roles: Annotated[tuple[Literal["gateway", "host"], ...], Meta(min_length=1)] = (
        "gateway",
        "host",
    )
    """What this process does: serve players, run tables and tournaments, or both."""
    name: Annotated[str, Meta(pattern=r"^[a-z0-9-]{0,32}\Z")] = ""
    """What operators see this process as; without one it is named after the machine."""


class TracesSection(_Section, frozen=True, kw_only=True):
    """Traces from the socket to the commit, for OpenTelemetry."""

    endpoint: Annotated[str, Meta(pattern=r"^(https?://\S+)?\Z")] = ""
    """Where they are sent by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; without an
    address there are none."""
    percent: Annotated[int, Meta(ge=1, le=100)] = 100
    """How many of all requests are traced."""


class LogSection(_Section, frozen=True, kw_only=True):
    """What is written to standard error."""

    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"


class Config(_Section, frozen=True, kw_only=True):
    """The whole file."""

    room: RoomSection = RoomSection()
    access: AccessSection = AccessSection()
    house: HouseSection = HouseSection()
    refills: RefillSection = RefillSection()
    pace: Pace = Pace()
    server: ServerSection = ServerSection()
    database: DatabaseSection = DatabaseSection()
    practice: PracticeSection = PracticeSection()
    programs: ProgramSection = ProgramSection()
    tournaments: TournamentSection = TournamentSection()
    fairness: FairnessSection = FairnessSection()
    webhooks: WebhookSection = WebhookSection()
    cashier: CashierSection = CashierSection()
    bookings: BookingSection = BookingSection()
    integrity: IntegritySection = IntegritySection()
    limits: LimitSection = LimitSection()
    cluster: ClusterSection = ClusterSection()
    traces: TracesSection = TracesSection()
    logs: LogSection = LogSection()

    @property
    def is_play_money(self) -> bool:
        """Whether nothing that players win here can be paid out."""
        return self.room.play_money > 0 and not self.cashier.url

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach the room by TLS."""
        return bool(self.server.certificate) or self.server.behind_proxy
