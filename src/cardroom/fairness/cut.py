"""The cut: all seeds together choose the deck and the order in which it is dealt."""

from collections.abc import Mapping

from cardroom.fairness.hand_list import HandList, list_hash
from cardroom.fairness.hashing import tagged, u8
from cardroom.fairness.permutation import keyed_permutation
from cardroom.units import Seat


class Cut:
    """What follows from a list and all its seeds: the deck that is played, and `pi`."""

    def __init__(self, hand_list: HandList, seeds: Mapping[Seat, bytes]) -> None:
        key = cut_key(list_hash(hand_list.encoded), seeds)
        self.deck = key[0] >> 7
        """Which of the two decks is played: the first bit of `K`."""
        self.root = hand_list.roots[self.deck]
        self.audit_root = hand_list.roots[1 - self.deck]
        secret = tagged("cutkey", key, self.root)
        self.places = keyed_permutation(secret, b"pi" + hand_list.context.encoded)
        """`pi`: the place in the deck of every dealt card."""


def cut_key(hashed_list: bytes, seeds: Mapping[Seat, bytes]) -> bytes:
    """`K`: nobody knows it before the last seed is revealed."""
    return tagged("cut", hashed_list, *(u8(seat) + seeds[seat] for seat in sorted(seeds)))
