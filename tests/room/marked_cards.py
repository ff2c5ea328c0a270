"""Cards that betray themselves: every card of every deck is a number that nobody could guess.

A marker is a card plus a large random multiple of 52, so that it is the same card to whoever
asks, and found in whatever was written or sent. The salt that opens it is its hash.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from hashlib import sha256
from random import Random
from typing import Any, Final
from unittest.mock import patch

from cardroom import cards as names_of_cards
from cardroom.cards import DECK, UNKNOWN, Card
from cardroom.engine import hand as engine_hand
from cardroom.engine import refusals, showdown
from cardroom.room.tables import hand_strength
from cardroom.units import Seat

MARK_BITS: Final = 50
DIGITS: Final = 16
"""A marker has at least this many digits; a time in milliseconds has 13."""


def marked_deck(chance: Random) -> list[Card]:
    """A shuffled deck of markers."""
    least = 10 ** (DIGITS - 1) // len(DECK) + 1
    deck = [len(DECK) * (least + chance.getrandbits(MARK_BITS)) + card for card in DECK]
    chance.shuffle(deck)
    return deck


def plain(card: Card) -> Card:
    """The card that a marker is."""
    return card if card == UNKNOWN else card % len(DECK)


def salt_of_marker(marker: Card) -> bytes:
    """The salt that opens a marked card: another marker for the same card."""
    return sha256(b"salt %d" % marker).digest()


def words_of(marker: Card) -> tuple[bytes, bytes]:
    """A marker and its salt as the room writes them on purpose: in JSON."""
    return b"%d" % marker, b64encode(salt_of_marker(marker)).rstrip(b"=")


def bare_forms_of(marker: Card) -> tuple[bytes, ...]:
    """Other ways in which a marker or its salt could be written down."""
    salt = salt_of_marker(marker)
    return (
        b"%x" % marker,
        marker.to_bytes(8),
        marker.to_bytes(8, "little"),
        salt,
        salt.hex().encode(),
    )


def _plain_cards(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def called(*cards: Any, **how: Any) -> Any:
        return function(*(_plain(one) for one in cards), **how)

    return called


def _plain(given: Any) -> Any:
    if isinstance(given, int):
        return plain(given)
    return type(given)(_plain(one) for one in given) if isinstance(given, list | tuple) else given


class _EveryNumber:
    """What has every number in it."""

    def __ge__(self, other: object) -> bool:
        return True


@contextmanager
def marked_cards() -> Iterator[None]:
    """Have the engine take markers for cards: what ranks or names a card sees which one it is."""
    ranked: list[tuple[Any, str]] = [
        (showdown, "strength"),
        (showdown, "omaha_strength"),
        (hand_strength, "made_hand"),
        (hand_strength, "equity"),
        (engine_hand, "card_names"),
        (names_of_cards, "card_name"),
    ]
    with ExitStack() as patches:
        for module, name in ranked:
            patches.enter_context(patch.object(module, name, _plain_cards(getattr(module, name))))
        patches.enter_context(patch.object(refusals, "_CARDS", _EveryNumber()))
        yield


def owners_of(
    deck: Sequence[Card], seats: Sequence[Seat], hole_cards: int
) -> dict[Card, Seat | None]:
    """Whose hole card each marker is, by the order of the deal; all others are nobody's."""
    dealt = len(seats) * hole_cards
    return {
        card: seats[place % len(seats)] if place < dealt else None
        for place, card in enumerate(deck)
    }
