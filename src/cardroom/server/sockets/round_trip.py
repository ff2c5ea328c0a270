"""How long a message is under way, measured by the server's own pings only."""

WEIGHT = 8
JITTER_WEIGHT = 4
PINGS_KEPT = 8


class RoundTrip:
    """A smoothed round trip and its jitter, as TCP keeps them."""

    __slots__ = ("_jitter_ms", "_mean_ms", "_next", "_sent")

    def __init__(self) -> None:
        self._mean_ms: float | None = None
        self._jitter_ms = 0.0
        self._sent: dict[int, int] = {}
        self._next = 0

    @property
    def rtt_ms(self) -> int | None:
        return None if self._mean_ms is None else round(self._mean_ms)

    @property
    def lag_ms(self) -> int | None:
        """Half the round trip plus its jitter."""
        return None if self._mean_ms is None else round(self._mean_ms / 2 + self._jitter_ms)

    def ping(self, now_ms: int) -> bytes:
        """What a ping carries and its pong must bring back."""
        self._next += 1
        self._sent[self._next] = now_ms
        if len(self._sent) > PINGS_KEPT:
            del self._sent[next(iter(self._sent))]
        return self._next.to_bytes(8, "big")

    def pong(self, payload: bytes, now_ms: int) -> None:
        """Measure a pong that answers one of our pings; anything else is ignored."""
        sent_ms = (
            self._sent.pop(int.from_bytes(payload, "big"), None) if len(payload) == 8 else None
        )
        if sent_ms is None:
            return
        took_ms = now_ms - sent_ms
        if self._mean_ms is None:
            self._mean_ms, self._jitter_ms = float(took_ms), took_ms / 2
            return
        self._jitter_ms += (abs(took_ms - self._mean_ms) - self._jitter_ms) / JITTER_WEIGHT
        self._mean_ms += (took_ms - self._mean_ms) / WEIGHT
