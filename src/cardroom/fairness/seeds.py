"""Players' contributions: a hash first, the seed only once the list is fixed and signed."""

from typing import NoReturn

from cardroom.errors import AccessRefused
from cardroom.fairness.context import HandContext
from cardroom.fairness.hand_list import (
    SOURCE_PLAYER,
    SOURCE_SEAT,
    HandList,
    list_hash,
    read_list,
)
from cardroom.fairness.hashing import SEED_BYTES, tagged, u8, u64
from cardroom.fairness.keys import is_signed
from cardroom.units import Seat

RULE = "CASH-02"
"""What every refusal of the protocol refers to: the deck and its shuffle."""


def seed_commitment(context: HandContext, seat: Seat, player: int, seed: bytes) -> bytes:
    """`h_i`: it fixes a seed without telling it."""
    return tagged("seed", context.encoded, u8(seat), u64(player), seed)


class Participant:
    """One contribution to one hand: commits, then reveals, but only to a list it agrees with."""

    __slots__ = ("_context", "_roots", "_seed", "player", "seat")

    def __init__(
        self, context: HandContext, seat: Seat, player: int, seed: bytes, roots: tuple[bytes, bytes]
    ) -> None:
        assert len(seed) == SEED_BYTES, "a seed has 32 bytes, fresh for every draw"
        self._context = context
        self._seed = seed
        self._roots = roots
        self.seat = seat
        self.player = player

    @property
    def commitment(self) -> bytes:
        """What is sent before the list."""
        return seed_commitment(self._context, self.seat, self.player, self._seed)

    def reveal(self, encoded: bytes, signature: bytes, key: bytes) -> bytes:
        """The seed, for a list that the room signed, with both roots and this commitment in it."""
        found = read_list(encoded)
        if found is None or not is_signed(key, list_hash(encoded), signature):
            raise AccessRefused(RULE, "list_not_signed")
        return self._seed_for(found)

    def _seed_for(self, found: HandList) -> bytes:
        if found.context != self._context or found.roots != self._roots:
            raise AccessRefused(RULE, "list_has_other_roots")
        if not self._is_listed(found):
            raise AccessRefused(RULE, "commitment_not_listed")
        return self._seed

    def _is_listed(self, found: HandList) -> bool:
        entry = found.committed.get(self.seat)
        mine = (self.player, self.commitment)
        return entry is not None and (entry.player, entry.commitment) == mine

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seed that was not revealed cannot be copied out")


class SeedSource(Participant):
    """The separate seed source: a virtual seat of every hand, apart from whoever makes the decks.

    It protects the hands in which no player sends a seed, as long as its random bytes are its own.
    """

    __slots__ = ()

    def __init__(self, context: HandContext, seed: bytes, roots: tuple[bytes, bytes]) -> None:
        super().__init__(context, SOURCE_SEAT, SOURCE_PLAYER, seed, roots)

    def reveal_for(self, hand_list: HandList) -> bytes:
        """The seed, for a list of these roots with this commitment in it.

        Whether it is signed does not matter here: the house that asks is the house that signs.
        Players ask for a signature because they can show it to others.
        """
        return self._seed_for(hand_list)
