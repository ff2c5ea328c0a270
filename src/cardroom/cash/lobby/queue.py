"""The queue of one stake: first in, first out (CASH-06, AMB-39)."""

from collections.abc import Iterator
from typing import NamedTuple

from cardroom.cash.lobby_events import EntryNumber
from cardroom.ledger import PlayerId


class QueueEntry(NamedTuple):
    """One player's wish for one seat."""

    number: EntryNumber
    player: PlayerId


class Queue:
    """Who waits, in the order of arrival; a player may be in it several times."""

    def __init__(self) -> None:
        self._entries: dict[EntryNumber, QueueEntry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[QueueEntry]:
        return iter(tuple(self._entries.values()))

    def __contains__(self, number: EntryNumber) -> bool:
        return number in self._entries

    def add(self, entry: QueueEntry) -> None:
        """Join at the end."""
        self._entries[entry.number] = entry

    def remove(self, number: EntryNumber) -> None:
        """Leave, from any place."""
        del self._entries[number]

    def place(self, number: EntryNumber) -> int:
        """How many are served before this one, plus one."""
        return list(self._entries).index(number) + 1
