"""How many players come to a simulated tournament: most are small, a few are very large."""

from cardroom.simulation.scripts import Chance
from cardroom.tournament.definition import Definition

USUAL = 3
"""Half of all fields have at most this many players above the fewest."""
STEPS = 1 << 30
TOO_FEW = 4
"""Where a minimum of entries is asked for, one field in this many ignores it."""


def fewest(definition: Definition) -> int:
    """The smallest field that can play: two players, or a full Sit & Go (TYP-02)."""
    return 2 if definition.kind in {"scheduled", "phased"} else definition.seats


def field_size(definition: Definition, chance: Chance, *, maximum: int) -> int:
    """A number of players: twice as many come half as often, never more than `most`.

    A game that starts when it is full is always as large as its table (TYP-02).
    """
    fewest_players = fewest(definition)
    if definition.kind not in {"scheduled", "phased"}:
        return fewest_players
    minimum = definition.registration.minimum_entries
    if minimum > fewest_players and chance.randrange(TOO_FEW):
        fewest_players = 2 * minimum
    above = USUAL * STEPS // (1 + chance.randrange(STEPS)) - USUAL
    return min(fewest_players + above, maximum)
