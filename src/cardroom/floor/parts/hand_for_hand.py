"""Hand for hand before the money: all tables together, all-ins hidden and resolved one by one."""

from collections.abc import Collection, Sequence
from typing import Literal

from cardroom.errors import FloorRefused
from cardroom.floor.events import (
    HandForHandAnnounced,
    HandForHandOver,
    SynchronisedHandDealt,
    TableHeld,
    TableResolving,
)
from cardroom.floor.log import LogEntry
from cardroom.floor.seat_events import HandFinished
from cardroom.rulebook.live import LiveRules

Phase = Literal["normal", "announced", "hand", "resolving"]
TableState = Literal["playing", "held", "resolving", "done"]


class HandForHand:
    """The controller of section 8.7."""

    def __init__(self) -> None:
        self.phase: Phase = "normal"
        self.hand = 0
        self.tables: dict[int, TableState] = {}

    # Questions

    @property
    def is_hand_over(self) -> bool:
        """Whether every table has finished the hand, its held showdowns included."""
        return all(state == "done" for state in self.tables.values())

    @property
    def held(self) -> tuple[int, ...]:
        """Tables that wait with an all-in, in the order in which they are resolved (LIVE-29.a)."""
        return tuple(sorted(table for table, state in self.tables.items() if state == "held"))

    def shows_cards(self, rules: LiveRules, table: int) -> bool:
        """Whether an all-in at a table may be turned up now (LIVE-29.a before LIVE-39.b)."""
        hidden = self.tables.get(table) == "held" and rules.floor.h4h_hides_all_in_cards
        return not hidden

    # What is verified

    def verify_announce(self, players_left: int, paid_places: int) -> None:
        """It begins before the money, and once (LIVE-29)."""
        if self.phase != "normal":
            raise FloorRefused("LIVE-29", "hand_for_hand_already")
        if players_left <= paid_places:
            raise FloorRefused("LIVE-29", "in_the_money_already", {"paid_places": paid_places})

    def verify_finish(self, table: int) -> None:
        """In a synchronised hand a table finishes one hand, and a held one only when resolved."""
        if self.phase in {"hand", "resolving"}:
            self.verify_table(table, "playing", "resolving")

    def verify_start(self, table: int) -> None:
        """A table that has been announced to wait deals with all others (LIVE-29)."""
        if self.phase != "normal":
            self.verify_table(table, "playing")

    def verify_deal(self, tables: Sequence[int], playing: Collection[int]) -> None:
        """All tables deal together, when the last one has finished."""
        if self.phase == "normal":
            raise FloorRefused("LIVE-29", "not_hand_for_hand")
        waiting = sorted({*playing, *(t for t, state in self.tables.items() if state != "done")})
        if waiting:
            raise FloorRefused("LIVE-29", "tables_have_not_finished", {"tables": waiting})
        if not tables or len(set(tables)) < len(tables):
            raise FloorRefused("LIVE-29", "name_each_table_once")

    def verify_table(self, table: int, *states: TableState) -> None:
        """A table must be in one of these states."""
        if self.tables.get(table) not in states:
            raise FloorRefused("LIVE-29.a", "not_now", {"table": self.tables.get(table, "none")})

    def verify_resolve(self, table: int) -> None:
        """One held table after the other, when no table plays any more (LIVE-29.a)."""
        self.verify_table(table, "held")
        busy = sorted(t for t, state in self.tables.items() if state in {"playing", "resolving"})
        if busy:
            raise FloorRefused("LIVE-29.a", "wait_for_the_other_tables", {"tables": busy})

    # What a recorded event changes

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case HandForHandAnnounced():
                self.phase = "announced"
            case SynchronisedHandDealt(tables=tables):
                self.phase = "hand"
                self.hand += 1
                self.tables = dict.fromkeys(tables, "playing")
            case TableHeld(table=table):
                self.tables[table] = "held"
            case TableResolving(table=table):
                self.phase = "resolving"
                self.tables[table] = "resolving"
            case HandFinished(table=table) if table in self.tables:
                self.tables[table] = "done"
            case HandForHandOver():
                self.phase = "normal"
                self.tables = {}
            case _:
                pass
