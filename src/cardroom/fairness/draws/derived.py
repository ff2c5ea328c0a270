"""Secrets of the room and seeds of the seed source, made from keys and from what is asked.

Neither is stored: after a crash the same draw has the same ones, and the house cannot try another.
The two keys are apart, as the two ports for decks are.
"""

import hmac
from typing import NoReturn

from cardroom.errors import AccessRefused
from cardroom.fairness.draws.draw_list import (
    SOURCE_PLAYER,
    DrawContext,
    DrawList,
    draw_hash,
    draw_seed_commitment,
    read_draw_list,
)
from cardroom.fairness.hashing import PROTOCOL
from cardroom.fairness.keys import is_signed
from cardroom.fairness.seeds import RULE

_SECRET = f"{PROTOCOL}|secret|".encode()
_SOURCE = f"{PROTOCOL}|source|".encode()


class _Key:
    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key stays where it is")


class DrawSecrets(_Key):
    """The room's part in its draws."""

    def secret(self, context: DrawContext) -> bytes:
        """`s` of a draw: 64 bytes that nobody knows before it is opened."""
        return hmac.digest(self._key, _SECRET + context.encoded, "sha512")


class DrawSeeds(_Key):
    """The seed source's part: it commits to a draft of the list, with everybody else's part in it,
    and reveals to the signed list that came of it, and to no other."""

    def commitment(self, draft: DrawList) -> bytes:
        """What is added to the list, which has everything else in it by now."""
        return draw_seed_commitment(draft.context, SOURCE_PLAYER, self._seed(draft))

    def reveal(self, encoded: bytes, signature: bytes, key: bytes) -> bytes:
        """The seed, for a list that the room has signed with this source's commitment in it."""
        found = read_draw_list(encoded)
        if found is None or not is_signed(key, draw_hash(encoded), signature):
            raise AccessRefused(RULE, "list_not_signed")
        draft = without_source(found)
        if found.committed.get(SOURCE_PLAYER) != self.commitment(draft):
            raise AccessRefused(RULE, "commitment_not_listed")
        return self._seed(draft)

    def _seed(self, draft: DrawList) -> bytes:
        return hmac.digest(self._key, _SOURCE + draft.encoded, "sha256")


def without_source(found: DrawList) -> DrawList:
    """A list as the seed source has seen it before it committed."""
    entries = tuple(one for one in found.entries if one.player != SOURCE_PLAYER)
    return DrawList(
        context=found.context,
        kind=found.kind,
        commitment=found.commitment,
        question=found.question,
        entries=entries,
    )
