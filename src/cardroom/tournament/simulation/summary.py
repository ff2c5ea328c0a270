"""What a simulation has played."""

import msgspec

from cardroom.units import Cents


class Summary(msgspec.Struct, kw_only=True):
    """Sums over all tournaments of a simulation."""

    tournaments: int = 0
    cancelled: int = 0
    entries: int = 0
    rebuys: int = 0
    addons: int = 0
    unregistered: int = 0
    hands: int = 0
    rolled_back: int = 0
    time_ran_out: int = 0
    moves: int = 0
    tables_broken: int = 0
    disqualified: int = 0
    deals: int = 0
    seats_won: int = 0
    received: Cents = 0
    added_by_house: Cents = 0
    prizes: Cents = 0
    bounties: Cents = 0
    refunds: Cents = 0
    fees: Cents = 0
    multipliers: dict[str, int] = {}
    refused: dict[str, int] = {}
    simulated_ms: int = 0

    def refuse(self, rule: str) -> None:
        """Count what a rule said no to."""
        self.refused[rule] = self.refused.get(rule, 0) + 1
