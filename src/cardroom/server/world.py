"""The real world behind the smallest ports: the machine's clock and its generator of secrets."""

import secrets
import time


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class SystemTokens:
    """Secrets from the operating system's generator."""

    def fresh(self) -> str:
        return secrets.token_urlsafe(32)
