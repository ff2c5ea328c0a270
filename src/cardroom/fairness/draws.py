"""Every other draw that matters: the HexaPro multiplier, seats, the button, balancing.

One secret, one list, all seeds; the secret is opened at once. After a crash the same draw is
finished from its stored list and secret; nothing is ever drawn again.
"""

import hmac
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from cardroom.fairness.cut import cut_key
from cardroom.fairness.hand_list import Entry, list_hash
from cardroom.fairness.hashing import PROTOCOL, tagged, u8, u64, with_length
from cardroom.fairness.keys import is_signed
from cardroom.units import Seat

_STREAM = f"{PROTOCOL}|draw|".encode()
_WORD_BYTES: Final = 8
_WORDS: Final = 1 << 64


class Outcome(Struct, frozen=True, array_like=True):
    """A row of a prize table: how many of the numbers fall on it, and what it says."""

    count: int
    label: str


class DrawList(Struct, frozen=True, kw_only=True):
    """The list of a draw: who takes part, what the secret is fixed to, what can come out.

    `tournament` is the context; `number` tells the draws of one tournament apart.
    """

    tournament: int
    number: int
    kind: str
    commitment: bytes
    outcomes: tuple[Outcome, ...]
    entries: tuple[Entry, ...]

    @property
    def encoded(self) -> bytes:
        """The bytes that are hashed, signed and stored before anybody reveals a seed."""
        rows = [u64(row.count) + with_length(row.label.encode()) for row in self.outcomes]
        entries = [
            u8(one.seat) + u64(one.player) + with_length(one.commitment or b"")
            for one in self.entries
        ]
        head = draw_context(self.tournament) + u64(self.number) + with_length(self.kind.encode())
        parts = [head, self.commitment, u64(len(rows)), *rows, u64(len(entries)), *entries]
        return b"".join(parts)

    @property
    def size(self) -> int:
        """How many numbers there are to draw from."""
        return sum(row.count for row in self.outcomes)


def draw_context(tournament: int) -> bytes:
    """`ctx` of a draw: the id of its tournament."""
    return u64(tournament)


def draw_commitment(tournament: int, secret: bytes) -> bytes:
    """`C`: it fixes the room's secret before the seeds are known."""
    return tagged("draw", draw_context(tournament), secret)


def draw_seed_commitment(tournament: int, seat: Seat, player: int, seed: bytes) -> bytes:
    """`h_i` of a draw."""
    return tagged("seed", draw_context(tournament), u8(seat), u64(player), seed)


class DrawSource:
    """Uniform numbers from the stream that the secret and all seeds make together."""

    def __init__(self, secret: bytes, key: bytes) -> None:
        self._words = _words(secret, key)

    def below(self, count: int) -> int:
        """The next number from 0 up to `count`; words that would be biased are thrown away."""
        assert 0 < count <= _WORDS
        limit = _WORDS - _WORDS % count
        while (word := next(self._words)) >= limit:
            pass
        return word % count


def drawn(draw: DrawList, secret: bytes, seeds: Mapping[Seat, bytes]) -> Outcome:
    """What a draw with a prize table came to."""
    source = DrawSource(secret, cut_key(list_hash(draw.encoded), seeds))
    left = source.below(draw.size)
    for outcome in draw.outcomes:
        if left < outcome.count:
            return outcome
        left -= outcome.count
    raise AssertionError("the numbers of the outcomes add up to the size")


def draw_faults(
    draw: DrawList,
    secret: bytes,
    seeds: Mapping[Seat, bytes],
    *,
    key: bytes,
    signature: bytes,
    outcome: Outcome,
) -> list[str]:
    """What is wrong with a draw, in the words of the findings; nothing for a fair one."""
    found = []
    if not is_signed(key, list_hash(draw.encoded), signature):
        found.append("signature_wrong")
    if draw_commitment(draw.tournament, secret) != draw.commitment:
        found.append("audit_wrong")
    committed = {one.seat: one for one in draw.entries if one.commitment is not None}
    if committed.keys() - seeds.keys():
        found.append("seed_missing")
    if seeds.keys() - committed.keys():
        found.append("seed_unlisted")
    for seat in committed.keys() & seeds.keys():
        entry = committed[seat]
        made = draw_seed_commitment(draw.tournament, seat, entry.player, seeds[seat])
        if made != entry.commitment:
            found.append("seed_wrong")
    if not found and drawn(draw, secret, seeds) != outcome:
        found.append("outcome_differs")
    return found


def _words(secret: bytes, key: bytes) -> Iterator[int]:
    number = 0
    while True:
        block = hmac.digest(secret, _STREAM + key + u64(number), "sha512")
        for at in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[at : at + _WORD_BYTES])
        number += 1
