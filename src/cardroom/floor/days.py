"""Decisions about days: the last hands, bags, the next morning, ID checks (LIVE-9, LIVE-28)."""

from cardroom.engine.chance import RandBelow, drawn, shuffled
from cardroom.errors import FloorRefused
from cardroom.floor.day_end import last_hands
from cardroom.floor.floor import Floor
from cardroom.floor.house_events import DayStarted, IdChecked, LastHandsDrawn, StackBagged
from cardroom.floor.log import By, LogEntry
from cardroom.floor.seat_events import DrawnBy, LevelClockPaused, Place, Redrawn
from cardroom.floor.seating.seating import Seating
from cardroom.floor.terms import MINUTE_MS
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips

BAG_MAX = 30


class DayKeeper:
    """Verifies what happens at the end and at the beginning of a day."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def draw_last_hands(self, by: By, rand_below: RandBelow, card: int | None = None) -> LogEntry:
        """Stop the clock and draw how many hands every table still plays (LIVE-28).

        The card is drawn at a table and entered, or drawn here.
        """
        floor = self._floor
        floor.till.verify_playing()
        if floor.days.draw is not None:
            raise FloorRefused("LIVE-28", "drawn_already", {"card": floor.days.draw.card})
        now = floor.level_clock.now(by.at_ms)
        source: DrawnBy = "table" if card is not None else "software"
        chosen = drawn(floor.rules.floor.dayend_cards, rand_below) if card is None else card
        found = last_hands(
            floor.rules, chosen, final_level=now.level.ends_day, level_left_ms=now.left_ms
        )
        in_hand = tuple(
            number
            for number, table in sorted(floor.field.tables.items())
            if table.hand_level is not None
        )
        if not now.paused:
            floor.record(LevelClockPaused(now.number, now.left_ms), by)
        made = LastHandsDrawn(found.card, found.level_left_ms, in_hand, source)
        return floor.record(made, by._replace(seen=None))

    def bag(self, entry: EntryId, stack: Chips, bag: str, by: By) -> LogEntry:
        """Enter a stack and the number of its bag, once the table has played its hands (8.6)."""
        floor = self._floor
        place = floor.field.place(entry)
        if Seating(floor).hands_left(place.table) != 0:
            raise FloorRefused("LIVE-28", "the_table_still_plays", {"table": place.table})
        if not 0 < stack <= floor.chip_count.in_play:
            raise FloorRefused("LIVE-28", "not_a_stack", {"entry": entry})
        if not bag.strip() or len(bag) > BAG_MAX:
            raise FloorRefused("LIVE-28", "a_bag_has_a_number")
        others = {one for who, (_, one) in floor.days.bags.items() if who != entry}
        if bag in others:
            raise FloorRefused("LIVE-28", "the_bag_is_taken", {"bag": bag})
        return floor.record(StackBagged(entry, stack, bag, place.table), by)

    def start_day(self, by: By, rand_below: RandBelow) -> LogEntry:
        """Next morning: new seats by lot or the old ones, stacks from the bags (8.6)."""
        floor = self._floor
        floor.till.verify_playing()
        field, days = floor.field, floor.days
        missing = sorted(set(field.places) - set(days.bags))
        if days.draw is None or missing:
            raise FloorRefused("LIVE-28", "stacks_are_not_bagged", {"entries": missing})
        bagged = sum(days.bags[entry][0] for entry in field.places)
        if bagged != floor.chip_count.in_play:
            details = {"chips": floor.chip_count.in_play, "bagged": bagged}
            raise FloorRefused("LIVE-28", "not_the_chips_in_play", details)
        now = floor.level_clock.now(by.at_ms)
        if now.following is None:
            raise FloorRefused("LIVE-28", "no_level_is_left")
        moves, tables = self._new_seats(rand_below)
        started = floor.record(DayStarted(days.day + 1, moves, tables), by)
        paused = LevelClockPaused(now.number + 1, now.following.minutes * MINUTE_MS)
        floor.record(paused, by._replace(seen=None))
        return started

    def _new_seats(self, rand_below: RandBelow) -> tuple[tuple[Redrawn, ...], tuple[int, ...]]:
        """Everybody's seat of the new day, on as few tables as they need."""
        field, seating = self._floor.field, self._floor.rules.seating
        players = sorted(field.places.items())
        if seating.resumption_seats == "kept":
            kept = tuple(Redrawn(entry, place, place) for entry, place in players)
            return kept, tuple(sorted(field.tables))
        numbers: list[int] = []
        room = 0
        for number, table in sorted(field.tables.items()):
            if room < len(players):
                numbers.append(number)
                room += table.seats
        # Tables of a new day differ by one player at most: each gets its turn, then a seat by lot.
        free = {number: shuffled(range(1, field.tables[number].seats + 1), rand_below)
                for number in numbers}  # fmt: skip
        moves = []
        for turn, (entry, origin) in enumerate(shuffled(players, rand_below)):
            number = numbers[turn % len(numbers)]
            if not free[number]:
                number = next(one for one in numbers if free[one])
            moves.append(Redrawn(entry, origin, Place(number, free[number].pop())))
        return tuple(moves), tuple(numbers)

    def check_id(self, entry: EntryId, by: By) -> LogEntry:
        """The player has shown an ID: the stack is released (LIVE-9)."""
        floor = self._floor
        floor.field.place(entry)
        if entry in floor.days.checked:
            raise FloorRefused("LIVE-9", "checked_already", {"entry": entry})
        return floor.record(IdChecked(entry, floor.days.day), by)
