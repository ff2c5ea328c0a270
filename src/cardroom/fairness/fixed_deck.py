"""A deck that the server fixes face down: one secret makes the order, the salts and the root."""

from collections.abc import Iterable
from typing import NoReturn

from cardroom.cards import Card
from cardroom.fairness.hashing import PROTOCOL, SECRET_BYTES, hmac_sha256_each, u8
from cardroom.fairness.permutation import DECK_SIZE, keyed_permutation
from cardroom.fairness.tree import card_leaves, levels_over, pad_leaves, path_in

_SALT = f"{PROTOCOL}|salt|".encode()
_PLACES = [u8(place) for place in range(DECK_SIZE)]


class FixedDeck:
    """`sigma`, its salts and its tree; neither printed, nor pickled, nor compared."""

    __slots__ = ("_levels", "_order", "_salts", "_secret")

    def __init__(self, secret: bytes, context: bytes) -> None:
        assert len(secret) == SECRET_BYTES
        self._secret = secret
        self._order = keyed_permutation(secret, b"sigma" + context)
        self._salts = hmac_sha256_each(secret, _SALT + context, _PLACES)
        leaves = card_leaves(context, self._order, self._salts)
        self._levels = levels_over([*leaves, *pad_leaves(context)])

    @property
    def root(self) -> bytes:
        """What is published; it fixes all 52 cards and tells nothing about them."""
        return self._levels[-1][0]

    @property
    def secret(self) -> bytes:
        """What opens the whole deck."""
        return self._secret

    def card(self, place: int) -> Card:
        """The card at a place."""
        return self._order[place]

    def cards(self, places: Iterable[int]) -> list[Card]:
        """The cards at these places, in their order."""
        order = self._order
        return [order[place] for place in places]

    def salt(self, place: int) -> bytes:
        """The salt of one card, 32 bytes that nobody can guess: it opens that card and no other."""
        return self._salts[place]

    def path(self, place: int) -> bytes:
        """The way from a card to the root."""
        return path_in(self._levels, place)

    def __repr__(self) -> str:
        return "FixedDeck(face down)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a deck that lies face down cannot be copied out")
