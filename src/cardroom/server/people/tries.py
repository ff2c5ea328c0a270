"""Guessing at one account's password gets slower, from wherever it comes, and locks nobody out.

Tries from strange addresses take turns, further and further apart. An address from which somebody
knew the password before does not wait for them, so that a stranger who keeps guessing cannot keep
the owner out.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.limits import BUCKETS_MAX

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

FREE_TRIES = 5
FIRST_DELAY_MS = 500
DELAY_MS_MAX = 8_000
WAIT_MS_MAX = 30_000
"""Whoever would have to wait longer is refused, with the time to come back."""
FORGOTTEN_AFTER_MS = 15 * 60_000


class _Failures:
    """What is remembered about the tries at one account."""

    __slots__ = ("count", "last_ms", "turn_ms")

    def __init__(self) -> None:
        self.count = 0
        self.last_ms = 0
        self.turn_ms = 0

    @property
    def delay_ms(self) -> int:
        if self.count < FREE_TRIES:
            return 0
        return min(FIRST_DELAY_MS << min(self.count - FREE_TRIES, 10), DELAY_MS_MAX)


class LoginTries:
    """Failed log-ins by account, and the addresses that are known to each."""

    def __init__(self, keys_max: int = BUCKETS_MAX) -> None:
        self._keys_max = keys_max
        self._failures: OrderedDict[str, _Failures] = OrderedDict()
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def wait_ms(self, key: str, address: str, now_ms: int) -> int:
        """Take a turn at an account: how long to wait for it; or refuse, when too many wait."""
        failures = self._recent(key, now_ms)
        if failures is None or (key, address) in self._known or not failures.delay_ms:
            return 0
        turn_ms = max(now_ms, failures.turn_ms) + failures.delay_ms
        if turn_ms - now_ms > WAIT_MS_MAX:
            seconds = -(-(turn_ms - now_ms) // 1000)
            raise AccessRefused(Net.RATE, "too_many_tries", {"retry_after_s": seconds})
        failures.turn_ms = turn_ms
        return turn_ms - now_ms

    def failed(self, key: str, now_ms: int) -> None:
        """Somebody guessed wrong."""
        failures = self._recent(key, now_ms) or _Failures()
        failures.count += 1
        failures.last_ms = now_ms
        self._keep(self._failures, key, failures)

    def succeeded(self, key: str, address: str) -> None:
        """The owner was there: wrong guesses are forgotten, and the address is known."""
        self._failures.pop(key, None)
        self._keep(self._known, (key, address), None)

    def _recent(self, key: str, now_ms: int) -> _Failures | None:
        failures = self._failures.get(key)
        if failures is None or now_ms - failures.last_ms > FORGOTTEN_AFTER_MS:
            return None
        return failures

    def _keep(self, kept: OrderedDict[K, V], key: K, value: V) -> None:
        kept[key] = value
        kept.move_to_end(key)
        if len(kept) > self._keys_max:
            kept.popitem(last=False)
