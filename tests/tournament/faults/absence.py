"""Whether a tournament that ended for want of anybody there had to, judged from its events."""

from collections import Counter

from cardroom.tournament.events import (
    CameBack,
    Disqualified,
    HandDealt,
    HandFinished,
    HandRolledBack,
    KnockedOut,
    Moved,
    Seated,
    TournamentEnded,
    TournamentEvent,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber


class AbsenceCheck:
    """Counts, for every player, the hands since they were last there (TAMB-101)."""

    def __init__(self, hands_max: int) -> None:
        self._hands_max = hands_max
        self._tables: dict[EntryId, TableNumber] = {}
        self._there: set[EntryId] = set()
        self._seen: dict[TableNumber, int] = {}
        """The hands of a table since somebody was last there."""
        self._counts: dict[TableNumber, bool] = {}
        """Whether the hand in progress counts."""
        self._is_ending = False
        """The end is decided: whoever is put out now was still there to be waited for."""

    def read(self, event: TournamentEvent) -> None:
        """Follow one event."""
        match event:
            case Seated(entry=entry, table=table):
                self._tables[entry] = table
                self._come(entry)
            case Moved(entry=entry, table=table):
                self._tables[entry] = table
                if entry in self._there:
                    self._come(entry)
            case KnockedOut(entry=entry):
                if not self._is_ending:
                    del self._tables[entry]
            case WentAway(entry=entry) | Disqualified(entry=entry):
                self._there.discard(entry)
            case CameBack(entry=entry):
                self._come(entry)
            case HandDealt(table=table, dealt_in=dealt_in):
                self._counts[table] = not any(entry in self._there for _, entry in dealt_in)
            case HandFinished(table=table):
                self._seen[table] = self._seen.get(table, 0) + 1 if self._counts[table] else 0
            case HandRolledBack(table=table, reason=reason):
                self._counts[table] = False
                self._is_ending = reason == "tournament_ended"
            case TournamentEnded(cause=cause):
                assert cause != "all_absent" or self._is_due, f"somebody may come back: {event}"

    def _come(self, entry: EntryId) -> None:
        self._there.add(entry)
        self._seen[self._tables[entry]] = 0
        self._counts[self._tables[entry]] = False

    @property
    def _is_due(self) -> bool:
        """Nobody left is there, and every table that deals has waited long enough."""
        sizes = Counter(self._tables.values())
        waited = [self._seen.get(table, 0) for table, size in sizes.items() if size > 1]
        nobody = not self._there & self._tables.keys()
        return (
            nobody and min(waited, default=0) >= self._hands_max and len(sizes) <= len(waited) + 1
        )
