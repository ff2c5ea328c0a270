"""What fits by itself in the operator's file, but not together."""

import ipaddress
import re
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cardroom.office.stake_terms import PRACTICE_IN_ALL_MAX
from cardroom.server.config.options import Config
from cardroom.server.signatures import key_of

Contradiction = tuple[bool, str, str, str]
"""Whether it is one, the section and key to look at, and what is wrong."""

OPEN_AIR = (
    "plain HTTP beyond this machine needs certificate and key, behind_proxy = true, or"
    " home_network = true"
)
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - to be recognised, not to be used
SECRET_LENGTH_MIN = 16


def contradictions(config: Config) -> Iterator[Contradiction]:
    """Everything that could contradict itself."""
    yield from _of_server(config)
    yield from _of_webhooks(config)
    yield from _of_cashier(config)
    yield from _of_tournaments(config)
    yield from _of_refills(config)
    yield (
        sum(config.practice.stakes.values()) > PRACTICE_IN_ALL_MAX,
        "practice",
        "stakes",
        f"at most {PRACTICE_IN_ALL_MAX} practice players in all",
    )


def _of_refills(config: Config) -> Iterator[Contradiction]:
    """Only play money is given away, and only to who has less than they would get."""
    said = config.refills
    yield (
        said.to > 0 and not config.room.play_money,
        "refills",
        "to",
        "only play money is refilled, and play_money of [room] is 0",
    )
    yield (
        said.below > (said.to or config.room.play_money),
        "refills",
        "below",
        "below is not more than what an account is refilled to",
    )


def _of_tournaments(config: Config) -> Iterator[Contradiction]:
    """The files of tournaments come from one place, and their clock exists."""
    said = config.tournaments
    yield (
        bool(said.folder) and said.starter,
        "tournaments",
        "starter",
        "folder and starter exclude each other",
    )
    yield (
        not is_zone(said.zone),
        "tournaments",
        "zone",
        f"'{said.zone}' is not a time zone; write Europe/Amsterdam or UTC",
    )


def is_zone(name: str) -> bool:
    """Whether the system knows a time zone of that name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _of_server(config: Config) -> Iterator[Contradiction]:
    """A room beyond this machine is reached by TLS, or by the operator's own word."""
    server = config.server
    yield (
        bool(server.certificate) != bool(server.key),
        "server",
        "certificate" if server.certificate else "key",
        "certificate and key go together",
    )
    yield (
        not _is_loopback(server.host) and not config.is_secure and not server.home_network,
        "server",
        "host",
        OPEN_AIR,
    )
    yield (
        server.host in EVERYWHERE and not server.origins,
        "server",
        "host",
        "a room that listens everywhere needs the addresses that browsers show for it",
    )
    yield (
        server.behind_proxy and not (server.trusted_proxies and server.origins),
        "server",
        "behind_proxy",
        "trusted_proxies and origins are needed behind a proxy",
    )
    for network in server.trusted_proxies:
        yield not _is_network(network), "server", "trusted_proxies", f"'{network}' is not a network"
    for origin in server.origins:
        yield (
            re.fullmatch(r"https?://[^/\s]+", origin) is None,
            "server",
            "origins",
            f"'{origin}' is not an address like https://poker.example",
        )


def _of_webhooks(config: Config) -> Iterator[Contradiction]:
    """Every message is signed."""
    hooks = config.webhooks
    yield bool(hooks.url) != bool(hooks.secrets), "webhooks", "url", "url and secrets go together"
    yield (
        bool(hooks.url) and re.fullmatch(r"https?://\S+", hooks.url) is None,
        "webhooks",
        "url",
        f"'{hooks.url}' is not an http or https address",
    )
    yield from _of_secrets("webhooks", hooks.secrets)


def _of_secrets(section: str, secrets: Sequence[str]) -> Iterator[Contradiction]:
    """A secret of the Standard Webhooks convention can be read; which one cannot is not printed."""
    for number, secret in enumerate(secrets, 1):
        try:
            key_of(secret)
        except ValueError as error:
            yield True, section, "secrets", f"secret {number}: {error}"


def _of_cashier(config: Config) -> Iterator[Contradiction]:
    """Money that can be paid out needs a channel that nobody can read or forge."""
    cashier = config.cashier
    yield (
        bool(cashier.url) != bool(cashier.secrets),
        "cashier",
        "url",
        "url and secrets go together",
    )
    yield (
        bool(cashier.url) and not _is_private(cashier.url),
        "cashier",
        "url",
        f"'{cashier.url}' is not an https address; http is for this machine only",
    )
    yield (
        any(len(secret) < SECRET_LENGTH_MIN for secret in cashier.secrets),
        "cashier",
        "secrets",
        f"a secret has at least {SECRET_LENGTH_MIN} characters",
    )
    yield from _of_secrets("cashier", cashier.secrets)
    yield (
        cashier.smallest > cashier.largest,
        "cashier",
        "smallest",
        "smallest is not more than largest",
    )
    yield (
        bool(cashier.url) and config.room.play_money > 0,
        "room",
        "play_money",
        "play_money is 0 where a cashier pays money out",
    )
    yield (
        bool(cashier.url) and any(config.practice.stakes.values()),
        "practice",
        "stakes",
        "practice players play for play money only",
    )


def _is_private(url: str) -> bool:
    """Whether nobody can listen: TLS, or this machine."""
    found = re.fullmatch(r"(https?)://(\[[^\]\s]+\]|[^/:\s]+)(:\d+)?(/\S*)?", url)
    return found is not None and (found[1] == "https" or _is_loopback(found[2].strip("[]")))


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
