"""What the processes of a room share out among themselves: the units, by name."""

from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey, stake_word

HOUSE = "house"
"""The tournaments, the live floors and the jobs of the house."""


def pool_unit(stake: StakeKey) -> str:
    """The unit of a stake: its lobby and its tables."""
    return f"pool:{stake_word(stake)}"


def units_of(cash: CashRules) -> dict[str, StakeKey | None]:
    """Every unit of a room with its stake; the house has none."""
    return {HOUSE: None} | {pool_unit(stake.key): stake.key for stake in cash.stakes}
