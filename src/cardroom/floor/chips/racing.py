"""Decisions about chips on the floor: a race at a table is kept with all its cards."""

from collections.abc import Collection, Sequence

from cardroom.cards import Card
from cardroom.errors import FloorRefused
from cardroom.floor.chips.race import RaceSeat, chip_race
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.seat_events import ChipsRaced, DrawnBy
from cardroom.units import Chips


class Racing:
    """Verifies chip races, and writes them to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def race(
        self,
        table: int,
        by: By,
        *,
        removed: Chips,
        in_play: Collection[Chips],
        seats: Sequence[RaceSeat],
        cards: Sequence[Card],
        drawn_by: DrawnBy,
    ) -> LogEntry:
        """Race the odd chips of a table: every player of it, and once (LIVE-18)."""
        players = self._floor.field.table(table).players
        if sorted(one.seat for one in seats) != sorted(players):
            raise FloorRefused("LIVE-18", "name_every_player_of_the_table", {"table": table})
        self._floor.chip_count.verify_race(table, removed)
        self._verify_chips(removed, in_play, seats)
        rules = self._floor.rules
        found = chip_race(rules, removed=removed, in_play=in_play, seats=seats, cards=cards)
        return self._floor.record(ChipsRaced(table, found, drawn_by), by)

    def _verify_chips(
        self, removed: Chips, in_play: Collection[Chips], seats: Sequence[RaceSeat]
    ) -> None:
        """The chips are those of the house, and no more than there are."""
        owned = {chip.value for chip in self._floor.terms.chips}
        strange = [chip for chip in in_play if chip < 1 or (owned and chip not in owned)]
        if strange or removed not in in_play:
            details = {"chip": strange[0] if strange else removed}
            raise FloorRefused("LIVE-18", "not_a_chip_of_the_house", details)
        there = sum(one.chips * removed + one.rest for one in seats)
        if there > self._floor.chip_count.in_play:
            details = {"chips": self._floor.chip_count.in_play, "stacks": there}
            raise FloorRefused("LIVE-18", "more_than_the_chips_in_play", details)
