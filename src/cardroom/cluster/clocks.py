"""How far the clocks of a room's processes are apart.

No lease and no cent depends on it: they use a clock that cannot be set. But a player's client takes
the time from its gateway, and the moment at which a turn ends from its table's host.
"""

import logging
from collections.abc import Collection

from cardroom.room.ports import Clock

log = logging.getLogger(__name__)

APART_MS_MAX = 1_000
"""What players would notice: an action clock that is wrong by a second."""


class ClockDifferences:
    """What the other processes said of the time, compared with the clock here."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead: dict[str, int] = {}
        self._told: set[str] = set()
        """Processes whose clocks were too far away when they were last asked."""

    @property
    def apart_ms(self) -> int:
        """The largest difference to any other process."""
        return max(map(abs, self._ahead.values()), default=0)

    def note(self, process: str, at_ms: int, *, asked_ms: int) -> None:
        """What a process has answered to a question that was asked here at a moment."""
        now_ms = self._clock.now_ms()
        # It was read between question and answer: whatever lies between them is no difference.
        ahead_ms = max(0, at_ms - now_ms) + min(0, at_ms - asked_ms)
        self._ahead[process] = ahead_ms
        if abs(ahead_ms) <= APART_MS_MAX:
            self._told.discard(process)
        elif process not in self._told:
            self._told.add(process)
            side = "ahead of" if ahead_ms > 0 else "behind"
            seconds = abs(ahead_ms) / 1000
            log.warning("the clock of %s is %.1f s %s the one here", process, seconds, side)

    def keep(self, processes: Collection[str]) -> None:
        """Forget those that are no more."""
        self._ahead = {name: one for name, one in self._ahead.items() if name in processes}
        self._told &= set(processes)
