"""The list of a draw: what is asked, what the room's secret is fixed to, who contributes."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from cardroom.fairness.context import Number
from cardroom.fairness.hashing import HASH_BYTES, tagged, u64, with_length

Scope = Literal["tournament", "table", "lobby"]
"""Where something is drawn: `id` is the number of the tournament or table, or the room's start."""
Kind = Literal["start", "play", "cancel", "button", "seat"]
"""What is drawn: prize and seats of a start, what follows in play, the shares of a cancellation,
the first button of a cash table, a seat at one (CASH-04)."""
SOURCE_PLAYER: Final = 0
"""The seed source takes part in every draw."""
NUMBER_BYTES: Final = 8
LENGTH_BYTES: Final = 4
Player = Annotated[int, Meta(ge=0, le=2**53)]


class DrawContext(Struct, frozen=True):
    """`ctx` of a draw: the room, where it is, and the number of the draw there."""

    room: Number
    scope: Scope
    id: Number
    number: Number

    @property
    def encoded(self) -> bytes:
        """Part of everything that is hashed, so that no proof serves two draws."""
        where = with_length(self.scope.encode())
        return u64(self.room) + where + u64(self.id) + u64(self.number)


class Contribution(Struct, frozen=True):
    """Somebody who has committed to a seed."""

    player: int
    commitment: bytes


class DrawList(Struct, frozen=True, kw_only=True):
    """`L` of a draw. `question` has all that the outcome depends on besides the numbers."""

    context: DrawContext
    kind: Kind
    commitment: bytes
    question: bytes
    entries: tuple[Contribution, ...]

    @property
    def encoded(self) -> bytes:
        """The bytes that are hashed and signed."""
        entries = [u64(one.player) + one.commitment for one in self.entries]
        return b"".join(
            [
                self.context.encoded,
                with_length(self.kind.encode()),
                self.commitment,
                with_length(self.question),
                u64(len(entries)),
                *entries,
            ]
        )

    @property
    def committed(self) -> dict[int, bytes]:
        """Whose seeds have to be revealed, with their commitments."""
        return {one.player: one.commitment for one in self.entries}


def draw_hash(encoded: bytes) -> bytes:
    """What is signed, and what the numbers are made of."""
    return tagged("drawlist", encoded)


def draw_commitment(context: DrawContext, secret: bytes) -> bytes:
    """`C`: it fixes the room's secret before the seeds are known."""
    return tagged("draw", context.encoded, secret)


def draw_seed_commitment(context: DrawContext, player: int, seed: bytes) -> bytes:
    """`h_i` of a draw."""
    return tagged("drawseed", context.encoded, u64(player), seed)


def read_draw_list(encoded: bytes) -> DrawList | None:
    """The list of these bytes; None unless they are exactly what the list encodes to."""
    try:
        found = _Reader(encoded).draw_list()
    except (ValueError, OverflowError):
        return None
    players = [one.player for one in found.entries]
    is_whole = players == sorted(set(players)) and found.encoded == encoded
    return found if is_whole else None


def read_draw_context(encoded: bytes) -> tuple[DrawContext, int] | None:
    """The context at the beginning of these bytes, and its length."""
    reader = _Reader(encoded)
    try:
        return reader.context(), reader.at
    except ValueError:
        return None


class _Reader:
    def __init__(self, encoded: bytes) -> None:
        self._encoded = encoded
        self.at = 0

    def context(self) -> DrawContext:
        room, scope, where, number = self._u64(), self._text(), self._u64(), self._u64()
        if scope not in get_args(Scope):
            raise ValueError(scope)
        return DrawContext(room, scope, where, number)  # type: ignore[arg-type]

    def draw_list(self) -> DrawList:
        context, kind = self.context(), self._text()
        if kind not in get_args(Kind):
            raise ValueError(kind)
        commitment, question = self._take(HASH_BYTES), self._take(self._length())
        count = self._u64()
        if count * (NUMBER_BYTES + HASH_BYTES) != len(self._encoded) - self.at:
            raise ValueError(count)
        entries = tuple(Contribution(self._u64(), self._take(HASH_BYTES)) for _ in range(count))
        return DrawList(
            context=context,
            kind=kind,  # type: ignore[arg-type]
            commitment=commitment,
            question=question,
            entries=entries,
        )

    def _take(self, count: int) -> bytes:
        taken = self._encoded[self.at : self.at + count]
        if len(taken) < count:
            raise ValueError("the list is too short")
        self.at += count
        return taken

    def _length(self) -> int:
        return int.from_bytes(self._take(LENGTH_BYTES))

    def _text(self) -> str:
        return self._take(self._length()).decode("ascii")

    def _u64(self) -> int:
        return int.from_bytes(self._take(NUMBER_BYTES))
