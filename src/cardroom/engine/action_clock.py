"""How long a player may think: decision time, then the bank, and more for a lost connection.

Times are milliseconds of the room's clock, passed in. The clock never sleeps: `deadline_ms` is
data that the room schedules; a deadline that passes reaches the hand as an ordinary action.
"""

from cardroom.engine.clock_terms import ClockTerms
from cardroom.engine.timebank import TimeBank

__all__ = ["ActionClock", "ClockTerms", "Connection"]


class Connection:
    """Whether a player is there, and how often this hand has waited for the player's return."""

    def __init__(self) -> None:
        self.lost_at_ms: int | None = None
        self.extras_used = 0

    @property
    def is_lost(self) -> bool:
        return self.lost_at_ms is not None

    def start_hand(self) -> None:
        """Every new hand grants the extra time again (AMB-57)."""
        self.extras_used = 0


class ActionClock:
    """The clock of one decision: from the turn's start to the action or to the deadline."""

    __slots__ = ("_bank", "_connection", "_extra_here", "_free_until_ms", "_start_ms", "terms")

    def __init__(
        self, terms: ClockTerms, bank: TimeBank, connection: Connection, *, start_ms: int
    ) -> None:
        self.terms = terms
        self.restart(bank, connection, start_ms)

    def restart(self, bank: TimeBank, connection: Connection, start_ms: int) -> None:
        """Begin the clock of the next decision, with the bank of whose turn it is."""
        self._bank = bank
        self._connection = connection
        self._extra_here = False
        self._start_ms = start_ms
        self._free_until_ms = start_ms + self.terms.action_ms
        """Until here nothing is charged; then the bank runs, if the player is there."""
        if connection.lost_at_ms is not None:
            self._wait_for_return()

    @property
    def deadline_ms(self) -> int:
        """When the server decides, if nothing happens before (TIME-02, AMB-56, AMB-58)."""
        if self._connection.is_lost and self.terms.bank_frozen_offline:
            return self._free_until_ms
        return self._free_until_ms + self._bank.left_ms

    @property
    def bank_starts_ms(self) -> int:
        """When the decision time ends and the bank begins to run."""
        return self._free_until_ms

    @property
    def decision_ms(self) -> int:
        """The decision time in all, from the turn's start until the bank begins to run."""
        return self._free_until_ms - self._start_ms

    def begin_at(self, start_ms: int) -> None:
        """The turn begins only then: what passes before it costs the player nothing."""
        later_ms = start_ms - self._start_ms
        if later_ms > 0:
            self._start_ms = start_ms
            self._free_until_ms += later_ms

    def lose_connection(self, at_ms: int) -> None:
        """The player is gone: the bank is charged up to now and frozen (AMB-58)."""
        self._connection.lost_at_ms = at_ms
        self._charge_until(at_ms)
        self._wait_for_return()

    def reconnect(self) -> None:
        """The player is back: the running deadline stays, then the bank may run (AMB-58)."""
        self._connection.lost_at_ms = None

    def stop(self, at_ms: int) -> None:
        """The player acted, or the deadline passed: charge what the bank gave."""
        if at_ms <= self._free_until_ms:
            return
        if not (self._connection.is_lost and self.terms.bank_frozen_offline):
            self._charge_until(at_ms)

    def _charge_until(self, at_ms: int) -> None:
        if at_ms > self._free_until_ms:
            self._bank.charge(at_ms - self._free_until_ms)
            self._free_until_ms = at_ms

    def _wait_for_return(self) -> None:
        """Grant the extra time once per decision, as often per hand as the rules say (AMB-57)."""
        if self._extra_here or self._connection.extras_used >= self.terms.extras_per_hand:
            return
        self._connection.extras_used += 1
        self._extra_here = True
        lost_at_ms = self._connection.lost_at_ms
        assert lost_at_ms is not None
        ends = (
            self._start_ms + self.terms.action_ms + self.terms.reconnect_extra_ms,
            lost_at_ms + self.terms.reconnect_ms,
        )
        self._free_until_ms = max(ends) if self.terms.both_must_pass else min(ends)
