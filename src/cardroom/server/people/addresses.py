"""Where a client is: the address of the socket, or what a trusted proxy says about it; and where
the room itself is found."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from cardroom.errors import UsageError
from cardroom.server.config.contradictions import EVERYWHERE
from cardroom.server.config.options import ServerSection

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

UNKNOWN = "unknown"
HOPS_MAX = 20


def read_networks(words: Sequence[str]) -> tuple[Network, ...]:
    """The proxies that an operator trusts: addresses or networks such as 10.0.0.0/8."""
    try:
        return tuple(ip_network(word) for word in words)
    except ValueError as error:
        raise UsageError(f"A trusted proxy is neither an address nor a network: {error}.") from None


def client_address(peer: str | None, forwarded: str, trusted: Sequence[Network]) -> str:
    """The nearest address that is no trusted proxy.

    `forwarded` is the X-Forwarded-For header. It is believed only from right to left and only as
    far as trusted proxies have written it; what the client wrote into it stays out of reach.
    """
    address = _read(peer or "")
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()][-HOPS_MAX:]
    while address is not None and hops and _is_trusted(address, trusted):
        address = _read(hops.pop())
    return UNKNOWN if address is None else str(address)


def limited_as(address: str) -> str:
    """The key of rate limits: one IPv6 customer has a whole /64."""
    read = _read(address)
    return str(IPv6Network((read, 64), strict=False)) if isinstance(read, IPv6Address) else address


def is_loopback(address: str) -> bool:
    """Whether the client is on this machine."""
    read = _read(address)
    return read is not None and read.is_loopback


def _read(word: str) -> Address | None:
    try:
        address = ip_address(word)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether a connection comes from a proxy that the operator trusts."""
    address = _read(peer)
    return address is not None and _is_trusted(address, trusted)


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)


def address_of(server: ServerSection, port: int) -> str:
    """Where players find the room; one that listens everywhere is found where it says."""
    if server.host in EVERYWHERE:
        return f"{server.origins[0]}/"
    scheme = "https" if server.certificate else "http"
    return f"{scheme}://{in_address(server.host)}:{port}/"


def in_address(host: str) -> str:
    """A host as an address writes it."""
    return f"[{host}]" if ":" in host else host
