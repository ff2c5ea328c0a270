"""Limits that hold across gateways: what one has let pass, the others count as their own.

Gateways tell each other a few times a second. Until then each knows only its own part: whoever is
quick enough gets what one gateway allows once more at each of the others, and nothing beyond.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from cardroom.cluster.messages import LimitsUsed
from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.server.people.doorman import Doorman
from cardroom.server.people.tries import LoginTries
from cardroom.server.services import Services
from cardroom.server.sockets.rates import Rate
from cardroom.server.sockets.registry import Registry

TELL_S = 0.25
SHARED_FROM = 16
"""An address with fewer connections to a gateway is not worth a word."""
ACCOUNT_SHARED_FROM = 2
"""Nor is an account with fewer: nearly all players have one window."""
COUNTED_EVERY = 8
"""In words to the others: connections come and go more slowly than requests."""
SAID_MAX = 5_000
"""In one message, which NATS limits: of a flood the busiest count."""
TAKEN_MAX = 1_000
"""More tokens of one key than any burst need not be counted."""

K = TypeVar("K", bound=Hashable)


class SharedRate(Rate[K]):
    """A rate whose tokens are taken in several processes."""

    def __init__(self, every_ms: int, burst: int) -> None:
        super().__init__(every_ms, burst)
        self.taken: Counter[K] = Counter()
        """Since the others were last told."""

    def take(self, key: K, now_ms: int) -> bool:
        """Whether there was a token to take for a key, here."""
        is_taken = super().take(key, now_ms)
        if is_taken:
            self.taken[key] += 1
        return is_taken

    def take_elsewhere(self, key: K, count: int, now_ms: int) -> None:
        """Another process has given this many tokens out."""
        for _ in range(min(count, TAKEN_MAX)):
            if not super().take(key, now_ms):
                return


class SharedTries(LoginTries):
    """Log-ins that are tried in several processes."""

    def __init__(self) -> None:
        super().__init__()
        self.guesses: list[tuple[str, str, str]] = []
        """Since the others were last told."""

    def wait_ms(self, key: str, address: str, now_ms: int) -> int:
        """Take a turn at an account; the next one elsewhere is later."""
        wait_ms = super().wait_ms(key, address, now_ms)
        if wait_ms:
            self.guesses.append(("waits", key, address))
        return wait_ms

    def failed(self, key: str, now_ms: int) -> None:
        """Somebody guessed wrong."""
        super().failed(key, now_ms)
        self.guesses.append(("failed", key, ""))

    def succeeded(self, key: str, address: str) -> None:
        """The owner was there."""
        super().succeeded(key, address)
        self.guesses.append(("succeeded", key, address))

    def note(self, what: str, key: str, address: str, now_ms: int) -> None:
        """What became of a log-in in another process."""
        if what == "failed":
            super().failed(key, now_ms)
        elif what == "succeeded":
            super().succeeded(key, address)
        else:
            # The address is that of somebody who waited: to us it is a stranger's.
            try:
                super().wait_ms(key, "", now_ms)
            except AccessRefused:
                return


def _many(counts: Mapping[str, int], least: int) -> Mapping[str, int]:
    return {key: count for key, count in counts.items() if count >= least}


class SharedRegistry(Registry):
    """Who is connected here, and how many sockets an address or an account has elsewhere."""

    limits: "SharedLimits | None" = None

    @property
    def counts(self) -> Mapping[str, int]:
        """Sockets here by address, of those who have many."""
        return _many(self._addresses, SHARED_FROM)

    @property
    def counts_of_accounts(self) -> Mapping[str, int]:
        """Connections here by account, of those who have several."""
        lines = {str(player): len(lines) for player, lines in self._lines.items()}
        return _many(lines, ACCOUNT_SHARED_FROM)

    def _count_of(self, player: PlayerId) -> int:
        elsewhere = 0 if self.limits is None else self.limits.elsewhere("account", str(player))
        return super()._count_of(player) + elsewhere

    def take_address(self, address: str) -> None:
        """Count a connection from an address, or refuse one too many in all gateways."""
        elsewhere = 0 if self.limits is None else self.limits.elsewhere("socket", address)
        if self._addresses[address] + elsewhere >= self._per_address:
            raise AccessRefused(Net.RATE, "too_many_connections")
        super().take_address(address)


class SharedDoorman(Doorman):
    """Counts the connections of an address in all gateways."""

    limits: "SharedLimits | None" = None

    @property
    def counts(self) -> Mapping[str, int]:
        """Connections here by address, of those who have many."""
        return _many(self._by_address, SHARED_FROM)

    def _count_of(self, address: str) -> int:
        elsewhere = 0 if self.limits is None else self.limits.elsewhere("connection", address)
        return super()._count_of(address) + elsewhere


class GatewayServices(Services):
    """The network side of a gateway."""

    def _make_registry(self) -> Registry:
        ports, per_address = self.ports, self.settings.sockets_per_address
        return SharedRegistry(ports.attendance, ports.clock, per_address)


class SharedLimits:
    """The limits of one gateway, and what the others have said of theirs."""

    def __init__(self, gateway: str, services: Services) -> None:
        self._gateway = gateway
        self._clock = services.clock
        settings, accounts = services.settings, services.accounts
        every_ms, burst = settings.requests_every_ms, settings.requests_burst
        entries_ms, entries = settings.entries_every_ms, settings.entries_burst
        services.requests = SharedRate(every_ms, burst)
        services.requests_of_account = SharedRate(every_ms, burst)
        services.entries = SharedRate(entries_ms, entries)
        accounts._tries = SharedRate(accounts._tries._every_ms, accounts._tries._burst)
        accounts.guesses = self._guesses = SharedTries()
        self._rates: dict[str, SharedRate[str] | SharedRate[int] | SharedRate[tuple[str, str]]] = {
            "requests": services.requests,
            "account": services.requests_of_account,
            "entries": services.entries,
            "log-in": accounts._tries,
        }
        self._counts: dict[str, Callable[[], Mapping[str, int]]] = {}
        self._looks = 0
        self._said: dict[tuple[str, str], int] = {}
        self._elsewhere: dict[tuple[str, str], dict[str, int]] = {}
        """Connections of a kind and an address or account, by gateway."""
        registry = services.registry
        if isinstance(registry, SharedRegistry):
            registry.limits = self
            self.share("socket", lambda: registry.counts)
            self.share("account", lambda: registry.counts_of_accounts)

    def share(self, kind: str, counts: Callable[[], Mapping[str, int]]) -> None:
        """Share how many connections of a kind an address or account has here, if many."""
        self._counts[kind] = counts

    def elsewhere(self, kind: str, key: str) -> int:
        """How many connections an address or account has to the other gateways."""
        return sum(self._elsewhere.get((kind, key), {}).values())

    def forget(self, gateways: "set[str]") -> None:
        """Only these gateways live: what others have said is over."""
        for key, by_gateway in list(self._elsewhere.items()):
            left = {name: count for name, count in by_gateway.items() if name in gateways}
            if left:
                self._elsewhere[key] = left
            else:
                del self._elsewhere[key]

    def used(self) -> LimitsUsed | None:
        """What was let pass here since the last time; None when nothing was."""
        taken = []
        for name, rate in self._rates.items():
            counted, rate.taken = rate.taken, Counter()
            taken += [(name, key, count) for key, count in counted.most_common(SAID_MAX)]
        guesses, self._guesses.guesses = self._guesses.guesses[:SAID_MAX], []
        self._looks += 1
        connected = self._changed() if self._looks % COUNTED_EVERY == 0 else ()
        if not (taken or guesses or connected):
            return None
        return LimitsUsed(self._gateway, tuple(taken), tuple(guesses), connected)

    def _changed(self) -> tuple[tuple[str, str, int], ...]:
        """The many connections of which there are more or fewer now."""
        now = {
            (kind, key): count
            for kind, counts in self._counts.items()
            for key, count in counts().items()
            if key
        }
        gone = {key: 0 for key in self._said if key not in now}
        changed = {key: n for key, n in now.items() if self._said.get(key) != n} | gone
        self._said = now
        return tuple((*key, count) for key, count in changed.items())

    def read(self, used: LimitsUsed) -> None:
        """Count what another gateway has let pass."""
        now_ms = self._clock.monotonic_ms()
        for name, key, count in used.taken:
            rate = self._rates.get(name)
            if rate is not None:
                rate.take_elsewhere(key, count, now_ms)  # type: ignore[arg-type]
        for what, account, address in used.guesses:
            self._guesses.note(what, account, address, now_ms)
        for kind, key, count in used.connected:
            by_gateway = self._elsewhere.setdefault((kind, key), {})
            by_gateway[used.gateway] = count
            if not count:
                del by_gateway[used.gateway]
                if not by_gateway:
                    del self._elsewhere[kind, key]
