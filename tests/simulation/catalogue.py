"""What the catalogue prints about the stakes of the simulation, copied from docs/rules by hand.

The second opinion must not ask the rulebook's own data: a wrong figure there would be believed.
"""

from tests.simulation.second_hand import Stake

EDITIONS = ("en-2.7", "en-2.2", "fr-2.2", "nl-3.0")

NL4 = Stake("nl-holdem", "ordinary", 2, 4, 20, 50, 25, 200, 400)
NL10 = Stake("nl-holdem", "ordinary", 5, 10, 35, 100, 50, 500, 1000)
NL25 = Stake("nl-holdem", "ordinary", 10, 25, 45, 200, 100, 1250, 2500)
PL10 = Stake("pl-omaha", "ordinary", 5, 10, 30, 150, 75, 500, 1000)
BANZAI = Stake("nl-holdem", "banzai", 5, 10, 20, 25, 12, 100, 100, seats=5)
"""As fr-2.2 and nl-3.0 print it (RAKE-09)."""

STAKES = {
    "en-2.7": (NL10, PL10, NL25, NL4),
    "en-2.2": (NL10, PL10, NL25, NL4),
    "fr-2.2": (NL10, PL10, BANZAI, NL4),
    "nl-3.0": (NL10, PL10, BANZAI, NL25),
}

BANK_FIRST_MS = {"en-2.2": 10_000}
"""TIME-05, TIME-06; 15 seconds where nothing else is printed."""


def may_post(edition: str, stake: Stake) -> bool:
    """Whether a newcomer may post; in en-2.2 Omaha he waits for the big blind (OMA-06)."""
    return not (edition == "en-2.2" and stake.game == "pl-omaha")
