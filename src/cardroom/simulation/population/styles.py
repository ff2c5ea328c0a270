"""How simulated players play: honest styles, and habits that look like collusion and are none."""

from msgspec import Struct


class PlayStyle(Struct, frozen=True, kw_only=True):
    """One way to play; all figures in a thousand."""

    loose: int
    """How much weaker a hand may be than a cautious player's."""
    aggression: int
    """How often a good hand bets or raises instead of checking or calling."""
    bluffs: int
    sticky: int
    """How much less a call needs than the pot odds ask for."""
    noise: int
    """How far the player's reading of their own hand is off."""
    size: int = 600
    """The usual bet, of the pot."""
    stack_bb: int = 100
    positional: int = 0
    """How much bolder the player is when acting last."""
    tilts: bool = False
    """Plays much worse for some dozens of hands now and then."""
    changes_to: str = ""
    """The style that the player takes up in the second half of the pool."""


STYLES = {
    "nit": PlayStyle(loose=-60, aggression=450, bluffs=20, sticky=-30, noise=60),
    "tag": PlayStyle(loose=0, aggression=650, bluffs=70, sticky=0, noise=60),
    "lag": PlayStyle(loose=90, aggression=700, bluffs=140, sticky=0, noise=70),
    "maniac": PlayStyle(loose=160, aggression=850, bluffs=250, sticky=40, noise=120, size=800),
    "station": PlayStyle(loose=140, aggression=250, bluffs=20, sticky=140, noise=110),
    "rock": PlayStyle(loose=-30, aggression=300, bluffs=10, sticky=30, noise=80, size=450),
    "regular": PlayStyle(loose=40, aggression=600, bluffs=90, sticky=20, noise=40),
    "small_ball": PlayStyle(loose=80, aggression=600, bluffs=100, sticky=0, noise=60, size=350),
    "loose_passive": PlayStyle(loose=110, aggression=350, bluffs=40, sticky=80, noise=100),
}
"""The honest styles."""

LOOK_ALIKES = {
    "tilter": PlayStyle(loose=30, aggression=600, bluffs=80, sticky=10, noise=60, tilts=True),
    "beginner": PlayStyle(loose=120, aggression=400, bluffs=80, sticky=120, noise=250),
    "cautious": PlayStyle(loose=-80, aggression=350, bluffs=5, sticky=-40, noise=50),
    "program": PlayStyle(loose=20, aggression=600, bluffs=60, sticky=0, noise=10),
    "changing": PlayStyle(
        loose=120, aggression=400, bluffs=50, sticky=90, noise=80, changes_to="tag"
    ),
    "short_stack": PlayStyle(
        loose=-10, aggression=800, bluffs=60, sticky=40, noise=70, stack_bb=25
    ),
    "positional": PlayStyle(
        loose=20, aggression=550, bluffs=60, sticky=0, noise=60, positional=150
    ),
}
"""Honest, but easily suspected: two of a kind may sit together."""

TILTED = PlayStyle(loose=220, aggression=800, bluffs=200, sticky=150, noise=150, size=900)


def style(name: str) -> PlayStyle:
    """A style or a look-alike by its name."""
    return STYLES[name] if name in STYLES else LOOK_ALIKES[name]
