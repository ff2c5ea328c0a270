"""The time of one tournament: it only grows, also over a restart with a clock that was set back."""

from cardroom.room.ports import Clock


class TournamentClock:
    """The room's time, begun at the later of now and the last moment that is stored."""

    def __init__(self, clock: Clock, stored_ms: int) -> None:
        self._clock = clock
        self._ahead_ms = max(0, stored_ms - clock.now_ms())

    def now_ms(self) -> int:
        return self._clock.now_ms() + self._ahead_ms

    def monotonic_ms(self) -> int:
        return self._clock.monotonic_ms()
