"""The games: how many hole cards, what limits a bet (BET-17, OMA-01, OMA-03), which streets."""

from typing import Final

from cardroom.engine.events import Street

NO_LIMIT: Final = 0
POT_LIMIT: Final = 1
FIXED_LIMIT: Final = 2

HOLE_CARDS: dict[str, int] = {"nl-holdem": 2, "pl-omaha": 4, "fl-holdem": 2}
LIMITS: dict[str, int] = {"nl-holdem": NO_LIMIT, "pl-omaha": POT_LIMIT, "fl-holdem": FIXED_LIMIT}

STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river")
FULL_BOARD: Final = 5
