"""The fee of one cash hand in numbers, for the engine to take from the pots (RAKE)."""

from functools import lru_cache

from cardroom.engine.events import Rake
from cardroom.rulebook.cash.rake import RakeRules
from cardroom.rulebook.cash.stakes import Stake

STAKES_REMEMBERED = 256


@lru_cache(maxsize=STAKES_REMEMBERED)
def rakes_of(rules: RakeRules, stake: Stake) -> tuple[Rake, ...]:
    """The fee at a stake by the number of players dealt in; its tables share it (RAKE-05)."""
    return tuple(rake_of(rules, stake, dealt_in=count) for count in range(stake.seats + 1))


def rake_of(rules: RakeRules, stake: Stake, *, dealt_in: int) -> Rake:
    """Percent, cap and minimum; few players dealt in have a lower cap (RAKE-05, RAKE-06)."""
    short_handed = rules.is_short_handed(dealt_in)
    return Rake(
        permille=stake.rake_permille,
        cap=stake.short_handed_cap if short_handed else stake.rake_cap,
        minimum=rules.minimum,
    )
