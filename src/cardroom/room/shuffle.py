"""Decks for hands, and the bits of chance behind them (CASH-02, AMB-22).

The bits come from the operating system's generator through a port. Tables get their decks from
`tables/shuffling.py`: by CCO/1 where the room has keys for it, else by the plain shuffle here,
which has no proof to give.
"""

import secrets
from typing import Protocol

from cardroom.cards import DECK, Card
from cardroom.fairness.proof import Opening
from cardroom.room.sealed import Opaque, Sealed


class DeckProof(Protocol):
    """What proves that a deck was shuffled fairly: card by card, and after the hand as a whole."""

    def open(self, dealt: int) -> Opening:
        """The proof of one dealt card, for who may see that card."""

    def encoded(self) -> bytes:
        """The proof of all dealt cards: stored with the finished hand, and nowhere before."""


class ShuffledDeck(Opaque):
    """A deck for one hand, with its proof if it has one."""

    __slots__ = ("cards", "proof")

    def __init__(self, cards: Sealed[list[Card]], proof: DeckProof | None = None) -> None:
        self.cards = cards
        self.proof = proof


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
    """The plain shuffle: everybody trusts the operator's generator, so it proves nothing."""
    return ShuffledDeck(Sealed(shuffled(bits)))
