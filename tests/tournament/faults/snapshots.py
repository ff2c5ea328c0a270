"""What a tournament is, as plain data: two of the same events must look the same."""

from collections import deque
from collections.abc import Mapping, Set
from typing import Any

import msgspec

from cardroom.tournament.play.finishing import Group
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.table import Table
from cardroom.tournament.tournament import Tournament

Plain = Any
"""Numbers, texts, lists and dicts of them."""

VOLATILE = frozenset(
    {
        "journal",
        "_journal",
        "_rand_below",
        "rand_below",
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
        "deadlines",
        "_deadlines",
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
"""Not in events: what was agreed before, chance, clocks, a hand in progress."""

DERIVED = frozenset({"ready", "_new", "is_committing", "_is_overdue"})
"""Found again after a restart."""


def journaled(tournament: Tournament) -> Plain:
    """All that must follow from the events alone."""
    return _Walk(VOLATILE | DERIVED).plain(tournament)


def complete(tournament: Tournament) -> Plain:
    """The same, with the tables that may deal and the next deadline."""
    return {
        "state": _Walk(VOLATILE).plain(tournament),
        "may deal": sorted(tournament.ready),
        "time banks": {entry: one.bank.left_ms for entry, one in tournament.field.entrants.items()},
    }


class _Walk:
    """Looks at every object once: parts that hold each other name each other by their class."""

    def __init__(self, skipped: frozenset[str]) -> None:
        self._skipped = skipped
        self._seen: set[int] = set()

    def plain(self, value: Any) -> Plain:
        if value is None or isinstance(value, int | str | tuple):
            return value
        if isinstance(value, msgspec.Struct):
            return self._struct(value)
        if isinstance(value, Mapping):
            return {repr(key): self.plain(one) for key, one in value.items()}
        if isinstance(value, Set):
            return sorted(value)
        if isinstance(value, deque):
            # Groups without players wait for nothing: they are dropped when places are given.
            waiting = [group for group in value if group.out or not group.is_complete]
            return [self.plain(group) for group in waiting]
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        if _is_part(value):
            if id(value) in self._seen:
                return type(value).__name__
            self._seen.add(id(value))
        return {name: self.plain(getattr(value, name)) for name in self._names(value)}

    def _struct(self, value: msgspec.Struct) -> Plain:
        if value.__struct_config__.frozen:
            return value
        return {name: self.plain(getattr(value, name)) for name in value.__struct_fields__}

    def _names(self, value: Any) -> list[str]:
        names = _slots(type(value)) or vars(value)
        return [name for name in names if name not in self._skipped]


def _is_part(value: object) -> bool:
    """Whether others hold it too; players, tables and groups are looked at wherever they are."""
    return not isinstance(value, Entrant | Table | Group)


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
