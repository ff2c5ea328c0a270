"""Cards as small integers: `rank * 4 + suit`, from 0 (deuce of clubs) to 51 (ace of spades)."""

from collections.abc import Iterable
from typing import Final

Card = int
"""A card: `rank * 4 + suit`. `card_names` writes it as players do."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
LAST_CARD: Final = 51
DECK: tuple[Card, ...] = tuple(range(LAST_CARD + 1))
UNKNOWN: Final = -1
"""A card that exists but was never seen, written `??`."""

_BY_NAME = {
    f"{rank}{suit}": 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)
}
_BY_NAME["??"] = UNKNOWN
_NAMES = {card: name for name, card in _BY_NAME.items()}


def card_name(card: Card) -> str:
    """Write one card: `Ah`, `Td`, `2c`, or `??`."""
    return _NAMES[card]


def card_names(cards: Iterable[Card]) -> str:
    """Write cards one after the other: `AhKh`."""
    return "".join(_NAMES[card] for card in cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written with or without spaces between them: `AhKh`, `Th 9h 2c`, `????`.

    Anything else raises a ValueError that names the part that is no card.
    """
    joined = "".join(text.split())
    pairs = [joined[place : place + 2] for place in range(0, len(joined), 2)]
    for pair in pairs:
        if pair not in _BY_NAME:
            raise ValueError(f"'{pair}' is no card")
    return tuple(_BY_NAME[pair] for pair in pairs)


_LETTERS = {"1": "A", "R": "K", "D": "Q", "V": "J"}
"""Ranks as the French rulebook writes them: as, roi, dame, valet (AMB-13)."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards as people type them: like `parse_cards`, but also `10h`, and `1h Rh Dh Vh`.

    Answers use the usual letters (AMB-13, HAND-01).
    """
    joined = "".join(text.split()).replace("10", "T")
    pairs = [joined[place : place + 2] for place in range(0, len(joined), 2)]
    names = [_LETTERS.get(pair[:1], pair[:1]) + pair[1:] for pair in pairs]
    for pair, name in zip(pairs, names, strict=True):
        if name not in _BY_NAME:
            raise ValueError(f"'{pair}' is no card")
    return tuple(_BY_NAME[name] for name in names)
