"""The operator's file: what a room is called, what it deals, where it listens, where money is kept.

Every key has a default; `CARDROOM_SECTION_KEY` in the environment overrides the file.
"""

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook.source import Source

PREFIX = "CARDROOM_"
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
        for key in _keys(section):
            word = environment.get(f"{PREFIX}{section}_{key}".upper())
            if word is not None:
                data.setdefault(section, {})[key] = _value(word)
                found.add(f"{section}.{key}")
    return found


def _keys(section: str) -> tuple[str, ...]:
    default: msgspec.Struct = getattr(Config(), section)
    return default.__struct_fields__


def _value(word: str) -> object:
    """Numbers, true and false, lists by commas; everything else is text."""
    if word in {"true", "false"}:
        return word == "true"
    if word.isdigit():
        return int(word)
    return word


def _misfit(source: Source, message: str, from_environment: set[str]) -> InvalidFile:
    said, _, place = message.partition(" - at `$")
    path = [part for part in place.rstrip("`").replace("[...]", "").split(".") if part]
    reason = said[0].lower() + said[1:]
    if ".".join(path[:2]) in from_environment:
        name = f"{PREFIX}{'_'.join(path[:2])}".upper()
        return InvalidFile("environment", reason, key=name)
    return source.error(reason, *path[:2])


def _verify(config: Config, file: str) -> None:
    server = config.server
    if bool(server.certificate) != bool(server.key):
        raise InvalidFile(file, "certificate and key go together", key="[server] certificate")
    open_air = not _is_loopback(server.host) and not config.is_secure and not server.home_network
    if open_air:
        reason = (
            "plain HTTP beyond this machine needs certificate and key, behind_proxy = true, or"
            " home_network = true"
        )
        raise InvalidFile(file, reason, key=f"[server] host {server.host}")
    for network in server.trusted_proxies:
        try:
            ipaddress.ip_network(network)
        except ValueError:
            raise InvalidFile(
                file, f"'{network}' is no network", key="[server] trusted_proxies"
            ) from None
    if bool(config.webhooks.url) != bool(config.webhooks.secrets):
        raise InvalidFile(file, "url and secrets go together", key="[webhooks] url")


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
