"""What the log says about draws: lists, seeds that did not come, draws that were given up, results.

The first byte says which; all of them are records of the kind `draw`.
"""

from typing import Final, Literal, NamedTuple

from cardroom.fairness.draws.draw_list import DrawContext, read_draw_context
from cardroom.fairness.hashing import u8, u64
from cardroom.fairness.keys import SIGNATURE_BYTES

What = Literal["listed", "withheld", "void", "opened"]
_WORDS: Final[tuple[What, ...]] = ("listed", "withheld", "void", "opened")


class LoggedDraw(NamedTuple):
    """A record about a draw: of which, and the rest of it."""

    what: What
    context: DrawContext
    content: bytes


def listed(encoded: bytes, signature: bytes) -> bytes:
    """A list was signed; it begins with its context, and the signature ends the record."""
    return _record("listed", encoded + signature)


def withheld(context: DrawContext, players: frozenset[int]) -> bytes:
    """Players did not reveal what they had committed to."""
    return _record("withheld", context.encoded + b"".join(map(u64, sorted(players))))


def given_up(context: DrawContext, reason: str) -> bytes:
    """A list never came to anything."""
    return _record("void", context.encoded + reason.encode())


def opened(context: DrawContext, proof: bytes) -> bytes:
    """What a draw came to whose proof is stored nowhere else."""
    return _record("opened", context.encoded + proof)


def read_logged(content: bytes) -> LoggedDraw | None:
    """What a record says; None where it cannot be read."""
    found = read_draw_context(content[1:])
    if found is None or not 0 < content[0] <= len(_WORDS):
        return None
    context, size = found
    what = _WORDS[content[0] - 1]
    # Of a list the context is a part, so that what is signed stays together.
    return LoggedDraw(what, context, content[1:] if what == "listed" else content[1 + size :])


def split_listed(content: bytes) -> tuple[bytes, bytes]:
    """A list and the room's signature under it."""
    return content[:-SIGNATURE_BYTES], content[-SIGNATURE_BYTES:]


def _record(what: What, content: bytes) -> bytes:
    return u8(_WORDS.index(what) + 1) + content
