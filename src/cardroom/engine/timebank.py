"""The timebank of one player at one table, in milliseconds (TIME-03 to TIME-06, TTB-01)."""

from cardroom.engine.clock_terms import BankTerms

__all__ = ["BankTerms", "TimeBank"]


class TimeBank:
    """Seconds in reserve. It belongs to one table or one tournament entry, never to both."""

    def __init__(self, terms: BankTerms, *, left_ms: int | None = None, hands: int = 0) -> None:
        self.terms = terms
        self.left_ms = terms.first_ms if left_ms is None else left_ms
        self.hands = hands
        """Finished hands that the player was dealt into."""

    def start_hand(self) -> None:
        """Lift the bank to its floor, where there is one (AMB-59)."""
        self.left_ms = max(self.terms.floor_ms, self.left_ms)

    def finish_hand(self) -> None:
        """Count a hand dealt in; the bank grows after a number of them (AMB-60)."""
        self.hands += 1
        if self.hands % self.terms.refill_every_hands == 0:
            self.left_ms = min(self.terms.cap_ms, self.left_ms + self.terms.refill_ms)

    def charge(self, used_ms: int) -> None:
        """Take what was used, every started step in full, never more than there is (AMB-58)."""
        step = self.terms.charge_step_ms
        self.left_ms -= min(self.left_ms, -(-used_ms // step) * step)

    def copy(self) -> "TimeBank":
        """A bank to return to when the hand is rolled back (AMB-69)."""
        return TimeBank(self.terms, left_ms=self.left_ms, hands=self.hands)
