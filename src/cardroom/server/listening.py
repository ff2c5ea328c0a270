"""Where the server listens, with which certificate, and the settings that it goes by."""

import socket
import ssl
from ipaddress import ip_network
from pathlib import Path

import msgspec

from cardroom.errors import UsageError
from cardroom.release import release
from cardroom.server.config.options import Config, ServerSection
from cardroom.server.config.settings import Settings
from cardroom.server.people.addresses import in_address

CLIENT = Path(__file__).parent / "client"
"""The web client that comes with the server."""


def listen(server: ServerSection) -> socket.socket:
    """The socket at the operator's host and port."""
    try:
        family = socket.AF_INET6 if ":" in server.host else socket.AF_INET
        return socket.create_server((server.host, server.port), family=family)
    except OSError as error:
        said = error.strerror or str(error)
        raise UsageError(f"{server.host} port {server.port} cannot be used: {said}.") from None


def tls_context(server: ServerSection) -> ssl.SSLContext | None:
    """The operator's certificate; None where a proxy has it, or nobody."""
    if not server.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(server.certificate, server.key)
    except OSError as error:
        said = error.strerror or str(error)
        raise UsageError(f"Certificate or key cannot be used: {said}.") from None
    return context


def settings_of(config: Config, port: int) -> Settings:
    """What the server goes by, at the port where it listens."""
    server = config.server
    own = _own_origins(server, port)
    return Settings(
        origins=frozenset({*own, *server.origins}),
        home=next(iter((*server.origins, *own))),
        password_link_hours=config.access.password_link_hours,
        secure=config.is_secure,
        build=release(),
        static=_client(server.static),
        trusted_proxies=tuple(ip_network(network) for network in server.trusted_proxies),
        metrics_everywhere=server.metrics_everywhere,
        **msgspec.structs.asdict(config.limits),
    )


def _own_origins(server: ServerSection, port: int) -> list[str]:
    """Where browsers find the room by itself; behind a proxy only where the operator says."""
    if server.behind_proxy:
        return []
    scheme = "https" if server.certificate else "http"
    return [f"{scheme}://{host}:{port}" for host in (in_address(server.host), "localhost")]


def _client(folder: str) -> Path:
    """The folder of the web client: our own, or the operator's."""
    static = Path(folder) if folder else CLIENT
    if folder and not (static / "index.html").is_file():
        raise UsageError(f"{static} holds no web client: index.html is missing.")
    return static
