"""The decision that a player is out for good: penalty, place, and chips that leave play."""

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.seat_events import PlayerRemoved
from cardroom.rulebook.live import PenaltyType
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class Disqualifying:
    """Verifies disqualifications, and writes them to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def disqualify(
        self, entry: EntryId, kind: PenaltyType, stack: Chips, by: By, *, hand: int, level: int
    ) -> LogEntry:
        """Note the penalty, and take the player and the chips out (LAMB-36, LAMB-54)."""
        floor = self._floor
        place = floor.field.place(entry)
        if floor.field.left < 2:
            raise FloorRefused("LAMB-54", "nobody_would_be_left")
        others = floor.field.left - 1
        if not 0 < stack <= floor.chip_count.in_play - others:
            # Everybody else has a chip at least.
            raise FloorRefused("LAMB-36", "count_the_chips_of_the_player")
        if entry in floor.rebuys.open:
            raise FloorRefused("LIVE-11.p1", "announced_rebuy_binds", {"entry": entry})
        floor.penalise(
            entry, kind, "disqualification", by, table=place.table, hand=hand, level=level
        )
        return floor.record(PlayerRemoved(entry, place, stack), by._replace(seen=None))
