"""What the processes of a room share out among themselves: the units, by name."""

from cardroom.ledger import TournamentId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey, stake_word

HOUSE = "house"
"""The schedule and the queues of tournaments, the live floors and the jobs of the house."""
HALL = "tournaments"
"""The tournaments of one host together; each of them is a unit of its own."""
TOURNAMENT = "tournament:"
POOL = "pool:"


def pool_unit(stake: StakeKey) -> str:
    """The unit of a stake: its lobby and its tables."""
    return f"{POOL}{stake_word(stake)}"


def tournament_unit(tournament: TournamentId) -> str:
    """The unit of a tournament that has started: all its tables."""
    return f"{TOURNAMENT}{tournament}"


def tournament_in(unit: str) -> TournamentId | None:
    """The tournament that a unit or a channel is named after; None where there is none."""
    number = unit.removeprefix(TOURNAMENT)
    is_one = unit.startswith(TOURNAMENT) and number.isdecimal()
    return TournamentId(int(number)) if is_one else None


def units_of(cash: CashRules) -> dict[str, StakeKey | None]:
    """Every unit that a room always has, with its stake; the house has none."""
    return {HOUSE: None} | {pool_unit(stake.key): stake.key for stake in cash.stakes}
