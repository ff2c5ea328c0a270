"""Limits hold for all gateways together: what one has let pass, the others count."""

import msgspec
import pytest

from cardroom.cluster.codec import Codec
from cardroom.cluster.messages import ROOM_MESSAGES
from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.people import Caller
from cardroom.server.clustering.shared_limits import (
    COUNTED_EVERY,
    SHARED_FROM,
    SharedLimits,
    SharedRegistry,
)
from cardroom.server.limits import SOCKETS_PER_ACCOUNT
from cardroom.server.people.accounts import LOGIN_BURST
from cardroom.server.people.tries import FIRST_DELAY_MS, FREE_TRIES
from cardroom.server.sockets.messages import CloseCode
from tests.server.clients import QUICK, World

HOME = "198.51.100.7"
SETTINGS = msgspec.structs.replace(
    QUICK, requests_every_ms=1000, requests_burst=4, sockets_per_address=2 * SHARED_FROM
)


class Gateways:
    """Two gateways that tell each other what they have let pass."""

    def __init__(self) -> None:
        self.worlds = [World(SETTINGS), World(SETTINGS)]
        for world in self.worlds:
            services = world.services
            services.registry = SharedRegistry(
                services.ports.attendance, services.clock, SETTINGS.sockets_per_address
            )
        names = ("east", "west")
        self.limits = [
            SharedLimits(name, world.services)
            for name, world in zip(names, self.worlds, strict=True)
        ]
        self.east, self.west = (world.services for world in self.worlds)
        self._codec = Codec(ROOM_MESSAGES)

    def tell(self) -> None:
        """Over the bus, as bytes."""
        for one, other in (self.limits, self.limits[::-1]):
            used = one.used()
            if used is not None:
                other.read(self._codec.unpack(self._codec.pack(used)))

    @property
    def now_ms(self) -> int:
        return self.east.clock.monotonic_ms()


async def test_requests_that_one_gateway_has_taken_are_taken_at_the_other_too() -> None:
    gateways = Gateways()
    for _ in range(SETTINGS.requests_burst):
        gateways.east.requests.verify(HOME, gateways.now_ms)
        gateways.east.requests_of_account.verify(7, gateways.now_ms)
    gateways.tell()
    assert not gateways.west.requests.take(HOME, gateways.now_ms)
    assert not gateways.west.requests_of_account.take(7, gateways.now_ms)
    assert gateways.west.requests.take("198.51.100.8", gateways.now_ms)
    # What was counted for somebody else is not told again.
    gateways.tell()
    gateways.tell()
    for world in gateways.worlds:
        world.clock.advance(SETTINGS.requests_every_ms)
    assert gateways.west.requests.take(HOME, gateways.now_ms)


async def test_guesses_at_an_account_are_counted_at_every_gateway() -> None:
    gateways = Gateways()
    east, west = gateways.east.accounts, gateways.west.accounts
    for _ in range(FREE_TRIES):
        assert not east.guesses.wait_ms("ana", HOME, gateways.now_ms)
        east.guesses.failed("ana", gateways.now_ms)
    gateways.tell()
    assert west.guesses.wait_ms("ana", "198.51.100.9", gateways.now_ms) == FIRST_DELAY_MS
    gateways.tell()
    # Who comes next waits for whoever waits elsewhere.
    assert east.guesses.wait_ms("ana", "198.51.100.10", gateways.now_ms) == 2 * FIRST_DELAY_MS
    west.guesses.succeeded("ana", HOME)
    gateways.tell()
    assert not east.guesses.wait_ms("ana", HOME, gateways.now_ms)
    for _ in range(LOGIN_BURST):
        east._tries.verify(("ben", HOME), gateways.now_ms)
    gateways.tell()
    with pytest.raises(AccessRefused, match="too many tries"):
        west._tries.verify(("ben", HOME), gateways.now_ms, "too_many_tries")


async def test_an_address_has_as_many_sockets_at_all_gateways_as_at_one() -> None:
    gateways = Gateways()
    for _ in range(SHARED_FROM + 4):
        gateways.east.registry.take_address(HOME)
    for _ in range(COUNTED_EVERY):
        gateways.tell()
    for _ in range(SHARED_FROM - 4):
        gateways.west.registry.take_address(HOME)
    with pytest.raises(AccessRefused, match="too many connections"):
        gateways.west.registry.take_address(HOME)
    # A gateway that is gone has no connections.
    gateways.limits[1].forget(set())
    gateways.west.registry.take_address(HOME)


class Window:
    """A connection that is just there."""

    lag_ms = None
    doubt_ms = 0

    def __init__(self) -> None:
        self.closed = 0

    def deliver(self, frame: bytes) -> None: ...

    def hang_up(self, code: int) -> None:
        self.closed = code

    def look_after(self, now_ms: int) -> None: ...


async def test_an_account_has_as_many_connections_at_all_gateways_as_at_one() -> None:
    gateways = Gateways()
    caller = Caller(player=PlayerId(7), name="ana", kind="person")
    east, west = gateways.east.registry, gateways.west.registry
    at_east, at_west = east.live("one", caller, 0), west.live("two", caller, 0)
    windows = [Window() for _ in range(SOCKETS_PER_ACCOUNT - 1)]
    for window in windows:
        east.attach(at_east, window, is_socket=True)
    for _ in range(COUNTED_EVERY):
        gateways.tell()
    first = Window()
    west.attach(at_west, first, is_socket=True)
    # One window too many takes the place of the session's oldest one, as in one process.
    west.attach(at_west, Window(), is_socket=True)
    assert first.closed == CloseCode.REPLACED
    # A session that has no window there to give up, and a stream, are refused.
    with pytest.raises(AccessRefused, match="too many connections"):
        west.attach(west.live("three", caller, 0), Window(), is_socket=True)
    with pytest.raises(AccessRefused, match="too many connections"):
        west.attach(at_west, Window(), is_socket=False)
    for window in windows:
        east.detach(at_east, window, on_purpose=True)
    for _ in range(COUNTED_EVERY):
        gateways.tell()
    west.attach(west.live("three", caller, 0), Window(), is_socket=True)


async def test_gateways_that_let_nothing_pass_tell_nothing() -> None:
    gateways = Gateways()
    gateways.east.registry.take_address(HOME)
    assert [one.used() for _ in range(COUNTED_EVERY) for one in gateways.limits] == [None] * 16
