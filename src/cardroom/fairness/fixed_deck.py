"""A deck that the server fixes face down: one secret makes the order, the salts and the root."""

from typing import NoReturn

from cardroom.cards import Card
from cardroom.fairness.hashing import PROTOCOL, SECRET_BYTES, hmac_sha256, u8
from cardroom.fairness.permutation import DECK_SIZE, keyed_permutation
from cardroom.fairness.tree import LEAVES, card_leaves, levels_over, pad_leaf, path_in

_SALT = f"{PROTOCOL}|salt|".encode()


class FixedDeck:
    """`sigma`, its salts and its tree; neither printed, nor pickled, nor compared."""

    __slots__ = ("_levels", "_order", "_salts", "_secret")

    def __init__(self, secret: bytes, context: bytes) -> None:
        assert len(secret) == SECRET_BYTES
        self._secret = secret
        self._order = keyed_permutation(secret, b"sigma" + context)
        keyed, head = hmac_sha256(secret), _SALT + context
        self._salts = [keyed(head + u8(place)) for place in range(DECK_SIZE)]
        leaves = card_leaves(context, self._order, self._salts)
        leaves += [pad_leaf(context, place) for place in range(DECK_SIZE, LEAVES)]
        self._levels = levels_over(leaves)

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
