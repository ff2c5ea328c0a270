"""What lists, dicts and attributes were before something that may be refused (I7)."""

from collections.abc import Iterable
from typing import Any, Final

_MISSING: Final = object()


class Savepoint:
    """Notes what is about to change; `restore` makes it as it was.

    Only what was noted is restored: lists lose what was added, dicts get back the entries under the
    noted keys.
    """

    def __init__(self) -> None:
        self._attributes: list[tuple[object, str, object]] = []
        self._lengths: list[tuple[list[Any], int]] = []
        self._entries: list[tuple[dict[Any, Any], object, object]] = []

    def note_attributes(self, of: object, names: Iterable[str]) -> None:
        """Plain values that will be replaced."""
        self._attributes += [(of, name, getattr(of, name)) for name in names]

    def note_lists(self, lists: Iterable[list[Any]]) -> None:
        """Lists that only grow."""
        self._lengths += [(rows, len(rows)) for rows in lists]

    def note_entries(self, mapping: dict[Any, Any], keys: Iterable[object]) -> None:
        """What a dict has under some keys, or that it has nothing there."""
        self._entries += [(mapping, key, mapping.get(key, _MISSING)) for key in keys]

    def restore(self) -> None:
        """Undo everything since it was noted."""
        for of, name, value in self._attributes:
            setattr(of, name, value)
        for rows, length in self._lengths:
            del rows[length:]
        for mapping, key, value in self._entries:
            if value is _MISSING:
                mapping.pop(key, None)
            else:
                mapping[key] = value
