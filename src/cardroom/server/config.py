"""The operator's file: what a room is called, what it deals, where it listens, where money is kept.

Every key has a default; `CARDROOM_SECTION_KEY` in the environment overrides the file.
"""

import ipaddress
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook.source import Source
from cardroom.server.limits import SOCKETS_PER_ADDRESS

PREFIX = "CARDROOM_"
OPEN_AIR = (
    "plain HTTP beyond this machine needs certificate and key, behind_proxy = true, or"
    " home_network = true"
)
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - to be recognised, not to be used
StakeText = Annotated[str, Meta(pattern=r"^[a-z]+-[a-z]+:[a-z]+:[0-9]+:[0-9]+$")]


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class RoomSection(_Section, frozen=True, kw_only=True):
    """What is played."""

    edition: str = "en-2.7"
    house_rules: str = ""
    """A file of house rules instead of an edition."""
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")] = "XPM"
    play_money: Annotated[int, Meta(ge=0, le=10**12)] = 1_000_000
    """What a new account is given by the house, in cents."""


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
    """Plain HTTP beyond this machine, because the operator says the network is his own."""
    metrics_everywhere: bool = False
    static: str = ""
    """A folder with a web client of your own."""


class DatabaseSection(_Section, frozen=True, kw_only=True):
    """Where money and hands are kept."""

    address: str = "sqlite:///room.db"


class PracticeSection(_Section, frozen=True, kw_only=True):
    """Practice players, by stake."""

    stakes: dict[StakeText, Annotated[int, Meta(ge=0, le=60)]] = {}


class ProgramSection(_Section, frozen=True, kw_only=True):
    """Stakes where programs may play (FAIR-07)."""

    stakes: tuple[StakeText, ...] = ()


class WebhookSection(_Section, frozen=True, kw_only=True):
    """Where the operator's systems are told what happens."""

    url: str = ""
    secrets: tuple[str, ...] = ()


class LimitSection(_Section, frozen=True, kw_only=True):
    """What one address may do; a club behind one address needs more, a load test much more."""

    sockets_per_address: Annotated[int, Meta(ge=1, le=1_000_000)] = SOCKETS_PER_ADDRESS
    requests_every_ms: Annotated[int, Meta(ge=1, le=60_000)] = 50
    requests_burst: Annotated[int, Meta(ge=1, le=1_000_000)] = 200
    """HTTP requests of one address."""
    entries_every_ms: Annotated[int, Meta(ge=1, le=600_000)] = 5_000
    entries_burst: Annotated[int, Meta(ge=1, le=1_000_000)] = 20
    """Guests, registrations and logins of one address."""


class LogSection(_Section, frozen=True, kw_only=True):
    """What is written to standard error."""

    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"


class Config(_Section, frozen=True, kw_only=True):
    """The whole file."""

    room: RoomSection = RoomSection()
    server: ServerSection = ServerSection()
    database: DatabaseSection = DatabaseSection()
    practice: PracticeSection = PracticeSection()
    programs: ProgramSection = ProgramSection()
    webhooks: WebhookSection = WebhookSection()
    limits: LimitSection = LimitSection()
    logs: LogSection = LogSection()

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach the room by TLS."""
        return bool(self.server.certificate) or self.server.behind_proxy


def read_config(text: str, file: str, environment: Mapping[str, str]) -> Config:
    """Read the file, lay the environment over it, and refuse what does not fit."""
    source = Source(file, text)
    data: dict[str, Any] = {
        name: dict(table) if isinstance(table, dict) else table
        for name, table in source.data.items()
    }
    from_environment = _overridden(data, environment)
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise _misfit(source, str(error), from_environment) from None
    _verify(config, file)
    return config


def _overridden(data: dict[str, Any], environment: Mapping[str, str]) -> set[str]:
    """Put values of the environment into the data; which keys came from there."""
    found: set[str] = set()
    for section in Config.__struct_fields__:
        start = f"{PREFIX}{section}_".upper()
        defaults = msgspec.structs.asdict(getattr(Config(), section))
        for name in sorted(environment):
            if name.startswith(start):
                key = name.removeprefix(start).lower()
                if key not in defaults:
                    raise InvalidFile("environment", "no such option", key=name)
                table = data.setdefault(section, {})
                if isinstance(table, dict):
                    table[key] = _value(environment[name], defaults[key])
                    found.add(f"{section}.{key}")
    return found


def _value(word: str, like: object) -> object:
    """The word as the option wants it: true or false, a number, a list by commas, `stake=count`."""
    match like:
        case bool() if word in {"true", "false"}:
            return word == "true"
        case int() if word.isdigit():
            return int(word)
        case tuple():
            return [part.strip() for part in word.split(",") if part.strip()]
        case dict():
            pairs = (part.partition("=") for part in word.split(",") if part.strip())
            return {name.strip(): _value(count.strip(), 0) for name, _, count in pairs}
        case _:
            return word


def _misfit(source: Source, message: str, from_environment: set[str]) -> InvalidFile:
    said, _, place = message.partition(" - at `$")
    path = [part for part in place.rstrip("`").replace("[...]", "").split(".") if part]
    reason = said[0].lower() + said[1:]
    unknown = re.fullmatch("object contains unknown field `(.*)`", reason)
    if unknown:
        return source.error("no such option", *path[:1], unknown[1])
    if ".".join(path[:2]) in from_environment:
        name = f"{PREFIX}{'_'.join(path[:2])}".upper()
        return InvalidFile("environment", reason, key=name)
    return source.error(reason, *path[:2])


def _verify(config: Config, file: str) -> None:
    """Refuse what fits by itself but not together."""
    for wrong, key, reason in _contradictions(config):
        if wrong:
            raise InvalidFile(file, reason, key=key)


def _contradictions(config: Config) -> Iterator[tuple[bool, str, str]]:
    server, hooks = config.server, config.webhooks
    yield (
        bool(server.certificate) != bool(server.key),
        "[server] certificate",
        "certificate and key go together",
    )
    yield (
        not _is_loopback(server.host) and not config.is_secure and not server.home_network,
        f"[server] host {server.host}",
        OPEN_AIR,
    )
    yield (
        server.host in EVERYWHERE and not server.origins,
        "[server] origins",
        "a room that listens everywhere must be told the addresses that browsers show for it",
    )
    yield (
        server.behind_proxy and not (server.trusted_proxies and server.origins),
        "[server] behind_proxy",
        "trusted_proxies and origins are needed behind a proxy",
    )
    for network in server.trusted_proxies:
        yield not _is_network(network), "[server] trusted_proxies", f"'{network}' is no network"
    for origin in server.origins:
        yield (
            re.fullmatch(r"https?://[^/\s]+", origin) is None,
            "[server] origins",
            f"'{origin}' is no address like https://poker.example",
        )
    yield bool(hooks.url) != bool(hooks.secrets), "[webhooks] url", "url and secrets go together"
    yield (
        bool(hooks.url) and re.match(r"https?://", hooks.url) is None,
        "[webhooks] url",
        f"'{hooks.url}' is no http or https address",
    )


def _is_network(word: str) -> bool:
    try:
        ipaddress.ip_network(word)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def load_config(path: Path | None, environment: Mapping[str, str]) -> Config:
    """The operator's file, or all defaults without one."""
    if path is None:
        return read_config("", "defaults", environment)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
    return read_config(text, str(path), environment)
