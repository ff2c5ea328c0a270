"""The shuffle: the one place of the room where cards meet chance (CASH-02, AMB-22).

The bits come from the operating system's generator through a port. A shuffle returns a sealed deck
and its proof, which is stored with the hand; ours has none to give.
"""

import secrets
from typing import NamedTuple, Protocol

from cardroom.cards import DECK, Card
from cardroom.room.sealed import Sealed


class ShuffledDeck(NamedTuple):
    """A deck for one hand, and what proves after the hand that it was shuffled fairly."""

    cards: Sealed[list[Card]]
    proof: bytes | None = None


class Shuffle(Protocol):
    """Makes a deck of chance for one hand."""

    def __call__(self, bits: "Bits", /) -> ShuffledDeck: ...


class Bits(Protocol):
    """Chance, from the operating system's generator in a real room."""

    def bits(self, count: int) -> int:
        """A uniform integer with this many random bits."""


class SystemBits:
    """The operating system's generator: nobody can guess or repeat what it gives."""

    def bits(self, count: int) -> int:
        return secrets.randbits(count)


def below(bits: Bits, count: int) -> int:
    """A uniform integer from 0 up to `count`; what would be biased is drawn again."""
    assert count > 0
    length = (count - 1).bit_length()
    while (drawn := bits.bits(length) if length else 0) >= count:
        pass
    return drawn


def shuffled(bits: Bits) -> list[Card]:
    """All 52 cards in an order that is as likely as any other, fresh for every hand."""
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        other = below(bits, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def shuffle(bits: Bits) -> ShuffledDeck:
    """The shuffle of the room: everybody trusts the operator's generator, so it proves nothing."""
    return ShuffledDeck(Sealed(shuffled(bits)))
