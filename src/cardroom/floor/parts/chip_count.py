"""How many chips are in play: issued, raced, removed; what is counted must be the same."""

from collections import Counter
from collections.abc import Collection
from fractions import Fraction

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.events import RebuyAnnounced, RebuyDelivered
from cardroom.floor.house_events import ChipsExchanged, DayStarted, TableCounted
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import AddOnSold, EntryWithdrawn
from cardroom.floor.seat_events import (
    ChipsRaced,
    EntryTaken,
    PlayerMoved,
    PlayerRemoved,
    TableBroken,
)
from cardroom.floor.terms import FloorTerms
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class ChipAudit(msgspec.Struct, frozen=True, kw_only=True):
    """Whether all chips are there: in all, by table, by denomination."""

    in_play: Chips
    counted: Chips
    tables: dict[int, Chips]
    not_counted: tuple[int, ...]
    difference: Chips | None
    """Too many chips, or too few if it is negative; None until every table was counted."""
    denominations: dict[Chips, int]
    """Chips too many or too few, by denomination."""


class ChipCount:
    """The chips that must be on the tables."""

    def __init__(self, terms: FloorTerms) -> None:
        self._terms = terms
        self.kinds: Counter[Chips] = Counter()
        """How many chips of each denomination are on the tables, where it is known."""
        self.counted: dict[int, dict[Chips, int]] = {}
        """What was counted at each table, by denomination; a table that chips have come to or left
        since then is to be counted again."""
        self._tables: dict[EntryId, int] = {}
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

    def audit(self, tables: Collection[int]) -> ChipAudit:
        """Issued, without what was removed, changed by races, against what was counted.

        Denominations are compared where the terms say which chips players get, and while no chips
        left with a disqualified player.
        """
        missing = tuple(sorted(set(tables) - set(self.counted)))
        counted: Counter[Chips] = Counter()
        for table in tables:
            counted.update(self.counted.get(table, {}))
        worth = sum(chip * count for chip, count in counted.items())
        known = bool(self._terms.starting_chips) and not self.removed
        kinds = {
            chip: counted[chip] - self.kinds[chip]
            for chip in sorted(set(counted) | set(self.kinds))
            if known and counted[chip] != self.kinds[chip]
        }
        return ChipAudit(
            in_play=self.in_play,
            counted=worth,
            tables={
                table: sum(chip * count for chip, count in self.counted[table].items())
                for table in sorted(set(tables) & set(self.counted))
            },
            not_counted=missing,
            difference=None if missing else self.difference(worth),
            denominations={} if missing else kinds,
        )

    def verify_race(self, table: int, removed: Chips) -> None:
        """A denomination leaves a table once."""
        if (table, removed) in self.races:
            raise FloorRefused("LIVE-18", "raced_already", {"table": table, "chip": removed})

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        self._follow_stacks(entry)
        match entry.event:
            case EntryTaken(stack=stack):
                self.issued += stack
                self.kinds.update(self._terms.starting_chips)
            case RebuyAnnounced(player=player, chips=chips):
                self._announced[player] = chips
            case RebuyDelivered(player=player):
                self.issued += self._announced.pop(player)
                self.kinds.update(self._terms.rebuy.mix if self._terms.rebuy else {})
            case ChipsRaced(table=table, race=race):
                self.races.add((table, race.removed))
                self.raced += race.change
                ratio = race.target // race.removed
                for line in race.lines:
                    self.kinds.subtract({race.removed: line.exchanged * ratio + line.odd})
                    self.kinds.update({race.target: line.exchanged + line.won})
                    self.kinds.update({race.rescue_chip: int(line.rescued)})
            case PlayerRemoved(stack=stack):
                self.removed += stack
            case AddOnSold(chips=chips):
                self.issued += chips
                self.kinds.update(self._terms.addon.mix if self._terms.addon else {})
            case EntryWithdrawn(stack=stack):
                self.issued -= stack
                self.kinds.subtract(self._terms.starting_chips)
            case ChipsExchanged(small=small, large=large, given=given, received=received):
                self.kinds.subtract({small: given})
                self.kinds.update({large: received})
            case TableCounted(table=table, chips=counts):
                self.counted[table] = counts
            case _:
                pass

    def _follow_stacks(self, entry: LogEntry) -> None:
        """Where stacks are carried or change, what was counted there is no longer true."""
        match entry.event:
            case EntryTaken(entry=player, place=place):
                self._sit(player, place.table)
            case PlayerMoved(entry=player, place=place):
                self._sit(player, place.table)
            case TableBroken(moves=moves) | DayStarted(moves=moves):
                for move in moves:
                    self._sit(move.entry, move.place.table)
            case RebuyDelivered(player=player):
                self._count_again(player)
            case AddOnSold(entry=player) | PlayerRemoved(entry=player):
                self._count_again(player)
            case EntryWithdrawn(entry=player) | ChipsExchanged(entry=player):
                self._count_again(player)
            case ChipsRaced(table=table):
                self.counted.pop(table, None)
            case _:
                pass

    def _sit(self, player: EntryId, table: int) -> None:
        self._count_again(player)
        self._tables[player] = table
        self._count_again(player)

    def _count_again(self, player: EntryId) -> None:
        self.counted.pop(self._tables.get(player, 0), None)
