"""Hand for hand and the levels, judged again from the events (H4H-01, H4H-02, TAMB-45, TAMB-59)."""

from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.events import (
    HandDealt,
    HandFinished,
    HandForHandEnded,
    HandForHandStarted,
    HandRolledBack,
    KnockedOut,
    LevelStarted,
    Seated,
    StructureFixed,
    SynchronisedHandStarted,
    TableBroken,
    TableOpened,
    TournamentEvent,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.prizes.awards import Structure

TABLES_MIN = 2


class SynchronisedChecks:
    """Near the money all tables deal together, each of them once, and wait for each other."""

    def __init__(self, rules: TournamentRules | None = None, *, places_before_money: int) -> None:
        self._tables_min = TABLES_MIN if rules is None else rules.hand_for_hand.tables_min
        self._places_before = places_before_money
        self._awards: Structure | None = None
        self._left = 0
        self._tables: set[TableNumber] = set()
        self._playing: dict[TableNumber, HandDealt] = {}
        self._is_on = False
        self._to_deal: set[TableNumber] = set()
        self._level = 0
        self._synchronised_level = 0

    def read(self, event: TournamentEvent) -> None:
        """Follow one event; complain about a table that does not wait."""
        match event:
            case SynchronisedHandStarted(tables=tables, level=level):
                assert not self._playing, "a table does not wait for the others (H4H-02)"
                self._to_deal, self._synchronised_level = set(tables), level
            case HandForHandStarted() | HandForHandEnded():
                self._is_on = isinstance(event, HandForHandStarted)
            case LevelStarted(level=level):
                self._level = level
            case StructureFixed(awards=awards):
                self._awards = awards
            case HandDealt():
                self._deal(event)
            case HandFinished(table=table):
                del self._playing[table]
            case HandRolledBack(table=table):
                if self._playing.pop(table).synchronised:
                    self._to_deal.add(table)
            case Seated():
                self._left += 1
            case KnockedOut():
                self._left -= 1
            case TableOpened(table=table):
                self._tables.add(table)
            case TableBroken(table=table):
                self._tables.discard(table)

    def _deal(self, event: HandDealt) -> None:
        assert event.synchronised == self._is_on, f"not together with the others: {event}"
        levels = {self._level, self._synchronised_level} if self._is_on else {self._level}
        assert event.level in levels, f"the level is {self._level} (TAMB-45): {event}"
        if self._is_on:
            assert event.table in self._to_deal, f"a second hand (H4H-02): {event}"
            self._to_deal.remove(event.table)
        else:
            assert not self._is_due, f"not hand for hand (H4H-01, TAMB-58): {event}"
        self._playing[event.table] = event

    @property
    def _is_due(self) -> bool:
        """Prizes final, several tables, a few players before the money (TAMB-58)."""
        if self._awards is None or len(self._tables) < self._tables_min:
            return False
        return len(self._awards) < self._left <= len(self._awards) + self._places_before
