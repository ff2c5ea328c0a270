"""Terms as bytes and back, also those that an earlier release has stored.

A tournament is played by the rules it was announced with (TRN-01), and is announced days ahead: a
release may come in between, with a switch more or less. What the stored rules do not know is as
the edition says that they build on; what no longer exists is left out.
"""

from typing import Any

import msgspec

from cardroom.rulebook import EDITIONS, edition
from cardroom.tournament.definition.file import ONLINE
from cardroom.tournament.terms import Terms

Plain = dict[str, Any]


def encode_terms(terms: Terms) -> bytes:
    """Write terms as JSON."""
    return msgspec.json.encode(terms)


def decode_terms(stored: bytes | str) -> Terms:
    """Read what `encode_terms` wrote, in this release or before; else a DecodeError is raised."""
    data = msgspec.json.decode(stored, type=dict[str, Any])
    named = edition(_basis(data))
    for part, rules in (("rules", named.tournament), ("hand_rules", named.hand)):
        if isinstance(data.get(part), dict):
            data[part] = renewed(data[part], msgspec.to_builtins(rules))
    return msgspec.convert(data, Terms)


def _basis(data: Plain) -> str:
    """The published edition that the rules are, or build on."""
    names = (data.get("inherits"), data.get("edition"), ONLINE[-1])
    return next(name for name in names if name in EDITIONS and name in ONLINE)


def renewed(stored: Plain, today: Plain) -> Plain:
    """The values that were stored, for the switches that there are today."""
    found: Plain = {}
    for name, value in today.items():
        kept = stored.get(name, value)
        if isinstance(kept, dict) and isinstance(value, dict):
            kept = renewed(kept, value)
        found[name] = kept
    return found
