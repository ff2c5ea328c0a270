"""What an operator sets about the network side."""

from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

import msgspec

from cardroom.server.limits import (
    CONNECTIONS_MAX,
    CONNECTIONS_PER_ADDRESS,
    FIRST_MESSAGE_MS,
    FIRST_REQUEST_S,
    KEEP_ALIVE_S,
    SOCKETS_PER_ADDRESS,
    STREAM_BLANK_MS,
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """`origins` are the exact addresses of the room's own pages, such as https://poker.example.

    `secure` says that browsers reach the room by TLS, its own or a proxy's. `static` is the folder
    of the built web client. Only this machine may read metrics, unless `metrics_everywhere`.
    """

    origins: frozenset[str]
    home: str = ""
    """The address that browsers show for the room, for links that the room hands out."""
    password_link_hours: int = 24
    secure: bool = False
    build: str = "0"
    static: Path | None = None
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    metrics_everywhere: bool = False
    first_message_ms: int = FIRST_MESSAGE_MS
    stream_blank_ms: int = STREAM_BLANK_MS
    connections: int = CONNECTIONS_MAX
    connections_per_address: int = CONNECTIONS_PER_ADDRESS
    first_request_s: int = FIRST_REQUEST_S
    keep_alive_s: int = KEEP_ALIVE_S
    sockets_per_address: int = SOCKETS_PER_ADDRESS
    requests_every_ms: int = 50
    requests_burst: int = 200
    """HTTP requests of one address."""
    entries_every_ms: int = 5_000
    entries_burst: int = 20
    """Guests, registrations and logins of one address."""

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; the prefix binds it to this host and to TLS."""
        return "__Host-cardroom" if self.secure else "cardroom"
