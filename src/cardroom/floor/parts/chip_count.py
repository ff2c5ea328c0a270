"""How many chips are in play: issued, raced, removed; what is counted must be the same."""

from fractions import Fraction

from cardroom.errors import FloorRefused
from cardroom.floor.events import RebuyAnnounced, RebuyDelivered
from cardroom.floor.log import LogEntry
from cardroom.floor.seat_events import ChipsRaced, EntryTaken, PlayerRemoved
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class ChipCount:
    """The chips that must be on the tables."""

    def __init__(self) -> None:
        self.issued: Chips = 0
        self.raced: Chips = 0
        """By how much the races have changed the chips in play (section 4.1 step 8)."""
        self.removed: Chips = 0
        """Chips of disqualified players (LAMB-36)."""
        self.races: set[tuple[int, Chips]] = set()
        self._announced: dict[EntryId, Chips] = {}

    @property
    def in_play(self) -> Chips:
        """Issued, changed by races, without what left with a player."""
        return self.issued + self.raced - self.removed

    def average(self, players: int) -> Fraction:
        """The average stack of those who are left."""
        return Fraction(self.in_play, players)

    def difference(self, counted: Chips) -> Chips:
        """What a count of all tables has too much, or too little if it is negative."""
        return counted - self.in_play

    def verify_race(self, table: int, removed: Chips) -> None:
        """A denomination leaves a table once."""
        if (table, removed) in self.races:
            raise FloorRefused("LIVE-18", "raced_already", {"table": table, "chip": removed})

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case EntryTaken(stack=stack):
                self.issued += stack
            case RebuyAnnounced(player=player, chips=chips):
                self._announced[player] = chips
            case RebuyDelivered(player=player):
                self.issued += self._announced.pop(player)
            case ChipsRaced(table=table, race=race):
                self.races.add((table, race.removed))
                self.raced += race.change
            case PlayerRemoved(stack=stack):
                self.removed += stack
            case _:
                pass
