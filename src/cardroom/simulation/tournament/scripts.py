"""Players of a tournament by script: how they play a hand and how long they think."""

from cardroom.engine.answers import Options
from cardroom.simulation.scripts import Chance, Style, raise_total
from cardroom.units import Chips

STYLES = (
    Style(folds=700, raises=90, all_ins=60),
    Style(folds=550, raises=130, all_ins=120),
    Style(folds=450, raises=220, all_ins=200),
    Style(folds=250, raises=320, all_ins=300),
)
THINKS_MS_MAX = 5_000
SHORT_STACK_BLINDS = 8
SHORT_STACK_PUSHES = 350


def decide(
    style: Style, options: Options, *, pot: Chips, big_blind: Chips, chance: Chance
) -> tuple[str, Chips]:
    """An action with its total: more or less random, always legal; short stacks push."""
    roll = chance.randrange(1000)
    maximum = options.raise_to
    if maximum:
        is_short = maximum <= SHORT_STACK_BLINDS * big_blind
        if is_short and roll < SHORT_STACK_PUSHES:
            return "raise", maximum
        if roll < style.raises:
            all_in = roll * 1000 < style.raises * style.all_ins
            return "raise", raise_total(options, pot, chance, all_in=all_in)
    if options.call == 0:
        return "check", 0
    return ("fold", 0) if roll >= 1000 - style.folds else ("call", 0)
