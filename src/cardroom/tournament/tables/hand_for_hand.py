"""Synchronised hands: all tables deal together and wait for each other (H4H-02)."""

from collections.abc import Iterable

from cardroom.tournament.events import (
    FieldEvent,
    HandDealt,
    HandFinished,
    HandForHandEnded,
    HandForHandStarted,
    HandRolledBack,
    SynchronisedHandEnded,
    SynchronisedHandLeft,
    SynchronisedHandStarted,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.play.finishing import Finishing, Group


class HandForHand:
    """Whether tables play hand for hand, and who has still to deal or to finish this hand."""

    def __init__(self, finishing: Finishing) -> None:
        self._finishing = finishing
        self.is_on = False
        self.level = 0
        """What all tables play in this synchronised hand (TAMB-59)."""
        self.to_deal: dict[TableNumber, None] = {}
        self.unfinished: set[TableNumber] = set()
        self.group: Group | None = None
        """All who are out in this synchronised hand, at whatever table (H4H-03)."""

    def apply(self, event: FieldEvent) -> None:
        """Follow the synchronised hand."""
        match event:
            case HandForHandStarted():
                self.is_on = True
            case HandForHandEnded():
                self.is_on = False
                self._close_group()
            case SynchronisedHandStarted(tables=tables, level=level):
                self.level = level
                self._start(tables)
            case SynchronisedHandEnded():
                self._close_group()
            case SynchronisedHandLeft(table=table):
                self.to_deal.pop(table, None)
                self.unfinished.discard(table)
            case HandDealt(table=table):
                self.to_deal.pop(table, None)
            case HandFinished(table=table):
                self.unfinished.discard(table)
            case HandRolledBack(table=table):
                if table in self.unfinished:
                    self.to_deal[table] = None

    def _start(self, tables: Iterable[TableNumber]) -> None:
        self._close_group()
        self.to_deal = dict.fromkeys(tables)
        self.unfinished = set(self.to_deal)
        self.group = self._finishing.new_group()
        self.group.is_open = True

    def _close_group(self) -> None:
        if self.group is not None:
            self.group.is_open = False
            self.group = None
