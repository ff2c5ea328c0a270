"""cardroom: an open poker room that plays by the book, and the library that it is made of.

The names here are what a program needs first; each package has more of its own. Nothing is imported
before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardroom.cards import Card, card_names, read_cards
    from cardroom.engine import Hand, replay
    from cardroom.errors import ActionRefused
    from cardroom.odds import describe, equity, range_equity, read_range, strength
    from cardroom.rulebook import edition, house_rules

    __version__: str
    """The release that is installed, such as `0.2.0`."""

__all__ = [
    "ActionRefused",
    "Card",
    "Hand",
    "__version__",
    "card_names",
    "describe",
    "edition",
    "equity",
    "house_rules",
    "range_equity",
    "read_cards",
    "read_range",
    "replay",
    "strength",
]

_HOMES = {
    "cardroom.cards": ("Card", "card_names", "read_cards"),
    "cardroom.engine": ("Hand", "replay"),
    "cardroom.errors": ("ActionRefused",),
    "cardroom.odds": ("describe", "equity", "range_equity", "read_range", "strength"),
    "cardroom.rulebook": ("edition", "house_rules"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Find a public name in its package when it is first asked for."""
        if name == "__version__":
            return import_module("cardroom.release").release()
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(home), name)
        raise AttributeError(f"module 'cardroom' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
