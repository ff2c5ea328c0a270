"""Rate limits: a burst, then one at a time at an interval, for one or for many."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.limits import BUCKETS_MAX

K = TypeVar("K", bound=Hashable)


class Allowance:
    """A bucket of `burst` tokens that gains one every `every_ms`.

    Only one number is kept: the moment at which the bucket would be full again.
    """

    __slots__ = ("_burst_ms", "_every_ms", "_full_ms")

    def __init__(self, every_ms: int, burst: int) -> None:
        self._every_ms = every_ms
        self._burst_ms = every_ms * burst
        self._full_ms = 0

    def take(self, now_ms: int) -> bool:
        """Whether there was a token to take."""
        full_ms = max(self._full_ms, now_ms) + self._every_ms
        if full_ms - now_ms > self._burst_ms:
            return False
        self._full_ms = full_ms
        return True

    def wait_ms(self, now_ms: int) -> int:
        """How long until there is a token to take."""
        return max(0, self._full_ms + self._every_ms - now_ms - self._burst_ms)


class Rate(Generic[K]):
    """One allowance per key; the longest unused are forgotten when there are too many."""

    def __init__(self, every_ms: int, burst: int, keys_max: int = BUCKETS_MAX) -> None:
        self._every_ms = every_ms
        self._burst = burst
        self._keys_max = keys_max
        self._kept: OrderedDict[K, Allowance] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, key: K, now_ms: int) -> bool:
        """Whether there was a token to take for a key."""
        allowance = self._kept.get(key)
        if allowance is None:
            allowance = self._kept[key] = Allowance(self._every_ms, self._burst)
            if len(self._kept) > self._keys_max:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return allowance.take(now_ms)

    def verify(self, key: K, now_ms: int, reason: str = "too_fast") -> None:
        """Take a token for a key, or refuse and say in how many seconds there is one."""
        if not self.take(key, now_ms):
            seconds = -(-self._kept[key].wait_ms(now_ms) // 1000)
            raise AccessRefused(Net.RATE, reason, {"retry_after_s": seconds})
