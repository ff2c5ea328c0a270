"""Who plays in a pool: drawn from all honest styles and look-alikes, colluders planted on top."""

from cardroom.engine.events import Game
from cardroom.simulation.population.pool import PoolTerms
from cardroom.simulation.population.schemes import Scheme
from cardroom.simulation.population.styles import LOOK_ALIKES, STYLES
from cardroom.simulation.population.tempo import BOTS
from cardroom.simulation.scripts import Chance

PLAYERS_MIN = 6
SUPERUSER = "superuser"
"""One player who sees all cards, in a part of the decisions."""
LOOK_ALIKE_PERMILLE = 350


def mixed_pool(
    chance: Chance,
    *,
    players: int,
    kind: str | None = None,
    intensity: int = 1000,
    game: Game = "nl-holdem",
) -> PoolTerms:
    """A pool of named players; with a kind the first two cheat in that way, or the first sees all
    cards, or the first is a program.

    Two honest players always sit together, and two others play alike: what reviewers must not
    mistake for cheating.
    """
    names = [f"player {number}" for number in range(1, players + 1)]
    styles = {name: _drawn(chance) for name in names}
    styles[names[4]] = styles[names[5]]
    schemes: list[Scheme] = []
    superusers: dict[str, int] = {}
    tempos: dict[str, str] = {}
    if kind in BOTS:
        styles[names[0]], tempos[names[0]] = "program", kind
    elif kind == SUPERUSER:
        superusers[names[0]] = 1000 - intensity
    elif kind is not None:
        schemes = [Scheme(kind=kind, players=(names[0], names[1]), intensity=intensity)]
    return PoolTerms(
        styles=styles,
        schemes=schemes,
        superusers=superusers,
        companions=[(names[2], names[3])],
        tempos=tempos,
        game=game,
    )


def _drawn(chance: Chance) -> str:
    look_alike = chance.randrange(1000) < LOOK_ALIKE_PERMILLE
    known = list(LOOK_ALIKES if look_alike else STYLES)
    return known[chance.randrange(len(known))]
