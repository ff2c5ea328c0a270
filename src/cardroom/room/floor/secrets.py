"""Codes of screens and secrets of entries: made from one secret of the tournament, never stored.

Each names what it is for, and ends with a code that nobody can guess. One that was revoked makes
another code from then on.
"""

import base64
import hashlib
import hmac
from typing import NamedTuple

from cardroom.ledger import FloorId

CODE_BYTES = 12
"""96 bits: nobody tries all of them."""


class Pass(NamedTuple):
    """What a code is for: a screen, or an entry with how often its secret was renewed."""

    kind: str
    floor: FloorId
    number: int
    code: str


def display_code(secret: str, floor: FloorId, number: int) -> str:
    """The code of a screen of the hall."""
    return f"d{floor}-{number}-{_code(secret, f'display:{floor}:{number}')}"


def entry_secret(secret: str, floor: FloorId, entry: int, renewed: int) -> str:
    """The secret of an entry, for the QR code on its receipt."""
    return f"e{floor}-{entry}-{_code(secret, f'entry:{floor}:{entry}:{renewed}')}"


def read_pass(text: str) -> Pass | None:
    """What a code says it is for; None if it is none."""
    kind, (floor, _, rest) = text[:1], text[1:].partition("-")
    number, _, code = rest.partition("-")
    numbers = (floor, number)
    plain = all(one.isascii() and one.isdigit() and len(one) <= 9 for one in numbers)
    if kind not in {"d", "e"} or not plain or not code:
        return None
    return Pass(kind, FloorId(int(floor)), int(number), code)


def is_same(text: str, expected: str) -> bool:
    """Whether two codes are the same, in a time that says nothing about where they differ."""
    return hmac.compare_digest(text.encode(), expected.encode())


def _code(secret: str, said: str) -> str:
    digest = hmac.new(secret.encode(), said.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:CODE_BYTES]).decode().rstrip("=").lower()
