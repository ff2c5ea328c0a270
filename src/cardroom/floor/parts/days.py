"""Days of the tournament: the last hands, bags, ID checks, and stacks that are known."""

from cardroom.floor.day_end import LastHands
from cardroom.floor.events import HandMissed
from cardroom.floor.house_events import (
    BlindsPosted,
    DayStarted,
    IdChecked,
    LastHandsDrawn,
    StackBagged,
    StackNoted,
)
from cardroom.floor.log import LogEntry
from cardroom.floor.seat_events import EntryTaken, HandFinished
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class Days:
    """Which day it is, and what each table and player has still to do before its end."""

    def __init__(self) -> None:
        self.day = 1
        self.draw: LastHands | None = None
        """The card of this day's end, once it was drawn (LIVE-28)."""
        self.in_hand: set[int] = set()
        self.finished: dict[int, int] = {}
        """Hands that each table has finished since the draw."""
        self.bags: dict[EntryId, tuple[Chips, str]] = {}
        """Stacks of the night with the numbers of their bags."""
        self.checked: set[EntryId] = set()
        """Who has shown an ID on this day (LIVE-9)."""
        self.stacks: dict[EntryId, Chips] = {}
        """The stack of each player when somebody last counted it."""

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case EntryTaken(entry=player, stack=stack):
                self.stacks[player] = stack
                self.checked.add(player)
            case StackNoted(entry=player, stack=stack):
                self.stacks[player] = stack
            case (
                BlindsPosted(entry=player, posted=posted) | HandMissed(player=player, posted=posted)
            ):
                if player in self.stacks:
                    self.stacks[player] = max(0, self.stacks[player] - posted)
            case LastHandsDrawn() as drawn:
                self.draw = LastHands(card=drawn.card, level_left_ms=drawn.level_left_ms)
                self.in_hand, self.finished = set(drawn.in_hand), {}
            case HandFinished(table=table) if self.draw is not None:
                self.finished[table] = self.finished.get(table, 0) + 1
            case StackBagged(entry=player, stack=stack, bag=bag):
                self.bags[player] = (stack, bag)
                self.stacks[player] = stack
            case DayStarted(day=day):
                self.day, self.draw = day, None
                self.bags, self.checked, self.in_hand = {}, set(), set()
            case IdChecked(entry=player):
                self.checked.add(player)
            case _:
                pass
