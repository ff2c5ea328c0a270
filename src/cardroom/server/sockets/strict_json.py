"""JSON that means the same to everybody: no key twice in an object, no NUL in a text.

Readers differ in which of two equal keys they believe, and PostgreSQL keeps no NUL.
"""

import re
from typing import Any

NUL = "\x00"
_NUL_ESCAPED = b"\\u0000"
_strings = re.compile(rb'"(?:[^"\\]|\\.)*"(\s*:)?', re.DOTALL)


def why_refused(text: bytes, value: Any) -> str:
    """What is wrong with a JSON text, given the value it was read as; empty when nothing is."""
    if sum(map(bool, _strings.findall(text))) != _keys(value):
        return "a key appears twice in one object"
    if _NUL_ESCAPED in text and _has_nul(value):
        return "a text has the character U+0000"
    return ""


def _keys(value: Any) -> int:
    """How many keys all objects in a value have."""
    if isinstance(value, dict):
        return len(value) + sum(map(_keys, value.values()))
    return sum(map(_keys, value)) if isinstance(value, list) else 0


def _has_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(NUL in key for key in value) or any(map(_has_nul, value.values()))
    if isinstance(value, list):
        return any(map(_has_nul, value))
    return isinstance(value, str) and NUL in value
