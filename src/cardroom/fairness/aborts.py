"""Aborts, the last way to cheat: hands that are voided, and seeds that players withhold."""

from math import exp, lgamma, log, log1p

from msgspec import Struct

VOID_RATE = 1e-4
"""Voiding more hands than this share of them is an alarm."""
CHANCE_OF_FALSE_ALARM = 0.001


class AbortCounts(Struct):
    """What is counted in a period: for the whole room, or withheld seeds of one account.

    `disconnected` are the withheld seeds while the account's connection was known to be broken.
    """

    hands: int = 0
    aborted: int = 0
    disconnected: int = 0

    def add(self, *, is_aborted: bool, is_disconnected: bool = False) -> None:
        """Count one more hand."""
        self.hands += 1
        self.aborted += int(is_aborted)
        self.disconnected += int(is_aborted and is_disconnected)

    @property
    def unexplained(self) -> int:
        """The aborts that no broken connection explains."""
        return self.aborted - self.disconnected


def is_alarming(counts: AbortCounts, *, rate: float = VOID_RATE) -> bool:
    """Whether there are more aborts than a fair room has, but for one period in a thousand."""
    return at_least(counts.unexplained, counts.hands, rate) < CHANCE_OF_FALSE_ALARM


def at_least(count: int, hands: int, rate: float) -> float:
    """How likely this many or more aborts are among the hands at this rate."""
    below = 0.0
    for number in range(count):
        ways = lgamma(hands + 1) - lgamma(number + 1) - lgamma(hands - number + 1)
        below += exp(ways + number * log(rate) + (hands - number) * log1p(-rate))
    return max(0.0, 1.0 - below)
