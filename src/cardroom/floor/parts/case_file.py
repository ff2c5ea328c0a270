"""The rulings of a tournament, each with what the manager decided instead (LIVE-1)."""

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.events import RulingMade, RulingOverridden
from cardroom.floor.log import LogEntry
from cardroom.rulebook.live import LiveRules

DECISION_MAX = 500


class Case(msgspec.Struct):
    """A ruling of the book and the decisions beside it; the last of them is what counts."""

    ruling: LogEntry
    overrides: list[LogEntry]


class CaseFile:
    """Every ruling that was asked for."""

    def __init__(self) -> None:
        self.cases: dict[int, Case] = {}

    def verify_override(self, rules: LiveRules, number: int, decision: str, reason: str) -> None:
        """An override names a ruling, a decision and a reason (LIVE-1)."""
        if not rules.rulings.manager_may_override:
            raise FloorRefused("LIVE-1", "the_book_is_final_here")
        if number not in self.cases:
            raise FloorRefused("LIVE-1", "no_such_ruling", {"entry": number})
        if not decision.strip() or len(decision) > DECISION_MAX or not reason.strip():
            raise FloorRefused("LIVE-1", "say_what_and_why")

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case RulingMade():
                self.cases[entry.number] = Case(entry, [])
            case RulingOverridden(entry=number):
                self.cases[number].overrides.append(entry)
            case _:
                pass
