"""A player's part in the draw of a start: it reveals only to a list that it agrees with."""

from typing import NoReturn

from cardroom.errors import AccessRefused
from cardroom.fairness.draws.draw_list import (
    DrawContext,
    draw_hash,
    draw_seed_commitment,
    read_draw_list,
)
from cardroom.fairness.hashing import SEED_BYTES
from cardroom.fairness.keys import is_signed
from cardroom.fairness.seeds import RULE


class DrawParticipant:
    """One contribution to one draw; `fixed_to` is what the room has published of its secret."""

    __slots__ = ("_context", "_fixed_to", "_seed", "player")

    def __init__(self, context: DrawContext, player: int, seed: bytes, fixed_to: bytes) -> None:
        assert len(seed) == SEED_BYTES, "a seed has 32 bytes, fresh for every draw"
        self._context = context
        self._seed = seed
        self._fixed_to = fixed_to
        self.player = player

    @property
    def commitment(self) -> bytes:
        """What is sent before the list."""
        return draw_seed_commitment(self._context, self.player, self._seed)

    def reveal(self, encoded: bytes, signature: bytes, key: bytes) -> bytes:
        """The seed, for a list that the room signed, with its secret and this commitment in it."""
        found = read_draw_list(encoded)
        if found is None or not is_signed(key, draw_hash(encoded), signature):
            raise AccessRefused(RULE, "list_not_signed")
        if (found.context, found.commitment) != (self._context, self._fixed_to):
            raise AccessRefused(RULE, "list_has_another_secret")
        if found.committed.get(self.player) != self.commitment:
            raise AccessRefused(RULE, "commitment_not_listed")
        return self._seed

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seed that was not revealed cannot be copied out")
