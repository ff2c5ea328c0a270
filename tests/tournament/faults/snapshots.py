"""What a tournament is, as plain data: two of the same events must look the same."""

from collections import deque
from collections.abc import Mapping, Set
from typing import Any

import msgspec

from cardroom.tournament.tournament import Tournament

Plain = Any
"""Numbers, texts, lists and dicts of them."""

VOLATILE = frozenset(
    {
        "_journal",
        "_handlers",
        "_below",
        "_balance",
        "takes",
        "terms",
        "_terms",
        "definition",
        "_rules",
        "rules",
        "_phased",
        "_money",
        "money",
        "_desk",
        "_held",
        "_deadlines",
        "balancing",
        "_by_number",
        "looked_at_ms",
        "hand",
        "clock",
        "clock_terms",
        "timed_out",
        "extras_used",
        "left_ms",
    }
)
"""Not told by events: chance, clocks, a hand in progress, and what other parts own."""

DERIVED = frozenset({"ready", "_new", "_commits", "_is_overdue"})
"""Found anew after a restart."""


def journaled(tournament: Tournament) -> Plain:
    """All that must follow from the events alone."""
    return _plain(tournament, VOLATILE | DERIVED)


def complete(tournament: Tournament) -> Plain:
    """The same, with the tables that may deal and the next deadline."""
    return {
        "state": _plain(tournament, VOLATILE),
        "may deal": sorted(tournament.ready),
        "time banks": {entry: one.bank.left_ms for entry, one in tournament.field.entrants.items()},
    }


def _plain(value: Any, skipped: frozenset[str]) -> Plain:
    if value is None or isinstance(value, int | str | msgspec.Struct | tuple):
        return _struct(value, skipped) if isinstance(value, msgspec.Struct) else value
    if isinstance(value, Mapping):
        return {repr(key): _plain(one, skipped) for key, one in value.items()}
    if isinstance(value, Set):
        return sorted(value)
    if isinstance(value, deque):
        # Groups without players wait for nothing: they are dropped when places are given.
        waiting = [group for group in value if group.out or not group.is_complete]
        return [_plain(group, skipped) for group in waiting]
    if isinstance(value, list):
        return [_plain(one, skipped) for one in value]
    return {name: _plain(getattr(value, name), skipped) for name in _names(value, skipped)}


def _struct(value: msgspec.Struct, skipped: frozenset[str]) -> Plain:
    if value.__struct_config__.frozen:
        return value
    return {name: _plain(getattr(value, name), skipped) for name in value.__struct_fields__}


def _names(value: Any, skipped: frozenset[str]) -> list[str]:
    names = _slots(type(value)) or vars(value)
    return [name for name in names if name not in skipped]


_SLOTS: dict[type, tuple[str, ...]] = {}


def _slots(kind: type) -> tuple[str, ...]:
    """The attributes of a class without a `__dict__`, as of a compiled one."""
    if kind not in _SLOTS:
        slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
        _SLOTS[kind] = tuple(slots) or tuple(getattr(kind, "__mypyc_attrs__", ()))
    return _SLOTS[kind]


def first_difference(one: Plain, other: Plain, path: str = "") -> str | None:
    """Where two of them differ, in words; None when they do not."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}, key=str):
            if key not in one or key not in other:
                return f"{path}.{key} is only in the {'first' if key in one else 'second'}"
            found = first_difference(one[key], other[key], f"{path}.{key}")
            if found is not None:
                return found
    return f"{path}: {one!r} is not {other!r}"
