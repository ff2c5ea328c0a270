"""Players of a cash room by script: how they play a hand and how long they think."""

from cardroom.engine.answers import Options
from cardroom.simulation.scripts import Chance, Style, raise_total
from cardroom.units import Cents

STYLES = (
    Style(folds=650, raises=60, all_ins=5),
    Style(folds=350, raises=60, all_ins=10),
    Style(folds=450, raises=200, all_ins=25),
    Style(folds=150, raises=350, all_ins=60),
)
THINKS_MS_MAX = 9_000
"""Usually; now and then somebody needs the timebank."""


def decide(style: Style, options: Options, pot: Cents, chance: Chance) -> tuple[str, Cents]:
    """An action with its total: more or less random, always legal."""
    roll = chance.randrange(1000)
    if options.raise_to and roll < style.raises:
        all_in = chance.randrange(1000) < style.all_ins
        return "raise", raise_total(options, pot, chance, all_in=all_in)
    if options.call == 0:
        return "check", 0
    if chance.randrange(1000) < style.folds:
        return "fold", 0
    return "call", 0
