"""Decisions about stacks: counted ones, exchanges of chips, and the audit of all tables."""

from collections.abc import Mapping

from cardroom.errors import FloorRefused
from cardroom.floor.chips.colour_up import colour_up
from cardroom.floor.floor import Floor
from cardroom.floor.house_events import ChipsExchanged, StackNoted, TableCounted
from cardroom.floor.log import By, LogEntry
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class Counting:
    """Verifies what is counted, and writes it to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def note_stack(self, entry: EntryId, stack: Chips, by: By) -> LogEntry:
        """Somebody has counted a stack."""
        self._floor.field.place(entry)
        if not 0 < stack <= self._floor.chip_count.in_play:
            raise FloorRefused("LIVE-21.p2", "not_a_stack", {"entry": entry})
        return self._floor.record(StackNoted(entry, stack), by)

    def exchange(
        self,
        entry: EntryId,
        chips: Mapping[Chips, int],
        small: Chips,
        large: Chips,
        by: By,
        *,
        present: bool,
    ) -> LogEntry:
        """Small chips for large ones at a seat; without the player it waits (LIVE-19)."""
        self._floor.field.place(entry)
        if small < 1 or min(chips, default=1) < 1 or min(chips.values(), default=0) < 0:
            raise FloorRefused("LIVE-19", "not_chips")
        if sum(chip * count for chip, count in chips.items()) > self._floor.chip_count.in_play:
            raise FloorRefused("LIVE-19", "not_a_stack", {"entry": entry})
        done = colour_up(self._floor.rules, chips, small, large, present=present)
        if done.state == "done" and not done.given:
            raise FloorRefused("LIVE-19", "not_enough_small_chips", {"needed": large // small})
        return self._floor.record(
            ChipsExchanged(entry, small, large, done.given, done.received), by
        )

    def count_table(self, table: int, chips: Mapping[Chips, int], by: By) -> LogEntry:
        """All chips of a table, by denomination."""
        self._floor.field.table(table)
        known = {chip.value for chip in self._floor.terms.chips}
        for chip, count in chips.items():
            if chip < 1 or count < 0 or (known and chip not in known):
                raise FloorRefused("LIVE-18", "not_a_chip_of_the_house", {"chip": chip})
        return self._floor.record(TableCounted(table, dict(chips)), by)
