"""Decisions about tables and seats: entries, draws, hands, moves and broken tables."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

import msgspec

from cardroom.cards import DECK, Card
from cardroom.engine.chance import RandBelow, drawn, shuffled
from cardroom.engine.positions import (
    FEWEST,
    NextHand,
    Positions,
    drawn_button,
    live_table_may_deal,
)
from cardroom.errors import FloorRefused
from cardroom.floor.day_end import table_left
from cardroom.floor.event import FloorEvent
from cardroom.floor.floor import Floor
from cardroom.floor.house_events import (
    AlternateLeft,
    AlternateQueued,
    BlindsPosted,
    DeckChanged,
    HandDeclaredDead,
    HandMisdealt,
    HandStarted,
    SeatsHeld,
)
from cardroom.floor.log import By, LogEntry
from cardroom.floor.names import is_name, name_key
from cardroom.floor.parts.field import Field, FloorTable
from cardroom.floor.seat_events import (
    ButtonDrawn,
    ButtonPlaced,
    DrawnBy,
    EntryKind,
    EntryTaken,
    HandFinished,
    MoveCause,
    Out,
    Place,
    PlayerArrived,
    PlayerMoved,
    Redrawn,
    TableBroken,
    TableOpened,
)
from cardroom.floor.seating.balancing import (
    Move,
    TableNow,
    balancing_plan,
    halted,
    is_small_blind,
    table_to_break,
)
from cardroom.floor.terms import Level
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips, Seat

DEAD_BY = ("LIVE-5.p1", "LIVE-10", "LIVE-27.p1", "LIVE-32", "LIVE-40.p1")
"""Rules by which the floor declares a hand dead."""
NO_STACKS: Mapping[EntryId, Chips] = {}


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What should be done between the hands; the floor decides."""

    halted: tuple[int, ...]
    breaks: int | None
    moves: tuple[Move, ...]


class Seating:
    """Verifies what happens to seats, and writes it to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._rules = floor.rules

    @property
    def _field(self) -> Field:
        return self._floor.field

    # Tables and entries

    def open_table(self, by: By) -> LogEntry:
        """Add a table; its number says when it was opened (LIVE-8)."""
        number = self._count(TableOpened) + 1
        return self._floor.record(TableOpened(number, self._floor.terms.seats), by)

    def _count(self, kind: type[FloorEvent]) -> int:
        """How often something was recorded, also if undone: numbers are never used twice."""
        return sum(isinstance(entry.event, kind) for entry in self._floor.log.entries)

    def is_registering(self, at_ms: int) -> bool:
        """Whether players may still enter: the window is open, and nobody is paid (LIVE-12).

        Prizes that are fixed close it, too: they are shares of what was paid until then.
        """
        clock, till = self._floor.level_clock, self._floor.till
        if clock.has_started and clock.now(at_ms).number > self._floor.terms.entries_until_level:
            return False
        ends = self._rules.seating.reentry_ends_at_paid_places
        closed_ms = self._field.entries_closed_ms if ends else None
        return till.prizes is None and (closed_ms is None or at_ms < closed_ms)

    def take_entry(
        self,
        player: str,
        kind: EntryKind,
        by: By,
        rand_below: RandBelow,
        *,
        previous: EntryId | None = None,
    ) -> LogEntry:
        """Give a paid player a seat by lot, with a full starting stack (LIVE-8, LIVE-12).

        Seats held for late players are drawn only by those (LIVE-8.1). A re-entry names the
        `previous` entry of the player, and gets another seat if there is one.
        """
        player = player.strip()
        self.verify_entry(player, previous, by.at_ms)
        if kind != "alternate" and (kind == "re-entry") != (previous is not None):
            raise FloorRefused("LIVE-12", "a_re_entry_names_the_entry_before")
        kept_free = self._rules.seating.reserved_late_seats if kind == "initial" else None
        places = list(self._field.open_places(kept_free))
        if previous is not None and self._rules.seating.reentry_new_seat:
            others = [place for place in places if place != self._field.old_places[previous]]
            places = others or places
        if not places:
            raise FloorRefused("LIVE-8.2", "no_seat_is_free")
        entry = EntryId(self._count(EntryTaken) + 1)
        terms = self._floor.terms
        place = drawn(places, rand_below)
        taken = EntryTaken(entry, player, kind, place, terms.starting_stack, terms.price, previous)
        return self._floor.record(taken, by)

    def verify_entry(self, player: str, previous: EntryId | None, at_ms: int) -> None:
        """Whether somebody may enter now: a name that nobody else plays under, an open window, and
        the entry before is out."""
        if not is_name(player):
            raise FloorRefused("LIVE-8", "a_player_has_a_name")
        if not self.is_registering(at_ms):
            raise FloorRefused("LIVE-12", "entries_are_closed")
        if previous is not None and previous not in self._field.old_places:
            raise FloorRefused("LIVE-12", "the_entry_before_is_not_out", {"entry": previous})
        if previous is not None and previous in self._reentered():
            raise FloorRefused("LIVE-12", "re_entered_already", {"entry": previous})
        if previous is not None and player != self._field.names[previous]:
            raise FloorRefused("LIVE-12", "not_the_player_of_that_entry", {"entry": previous})
        if name_key(player) in {name_key(self._field.names[one]) for one in self._field.places}:
            raise FloorRefused("LIVE-8", "plays_already", {"player": player})

    def _reentered(self) -> set[EntryId]:
        """Entries whose players have entered again."""
        events = (entry.event for entry in self._floor.log.active())
        return {
            event.previous
            for event in events
            if isinstance(event, EntryTaken) and event.previous is not None
        }

    # Alternates and held seats

    def hold_seats(self, table: int, seats: int, by: By) -> LogEntry:
        """Keep seats of a table for late players, or release them (LIVE-8.1)."""
        if not 0 <= seats <= self._field.table(table).seats:
            raise FloorRefused("LIVE-8.1", "not_so_many_seats", {"table": table})
        return self._floor.record(SeatsHeld(table, seats), by)

    def queue_alternate(self, player: str, previous: EntryId | None, by: By) -> LogEntry:
        """Sold out: a player waits for a seat (LIVE-8.2)."""
        player = player.strip()
        self.verify_entry(player, previous, by.at_ms)
        if any(True for _ in self._field.open_places()):
            raise FloorRefused("LIVE-8.2", "a_seat_is_free")
        waiting = {name_key(one.player) for one in self._floor.lists.alternates.values()}
        if name_key(player) in waiting:
            raise FloorRefused("LIVE-8.2", "waits_already", {"player": player})
        number = self._count(AlternateQueued) + 1
        return self._floor.record(AlternateQueued(number, player, previous), by)

    def next_alternate(self) -> AlternateQueued | None:
        """Who gets the next seat: first come, or re-entries or newcomers first (LIVE-8.2)."""
        waiting = sorted(self._floor.lists.alternates.items())
        order = self._rules.seating.alternates_order
        if order != "fifo":
            again = order == "reentry_first"
            waiting.sort(key=lambda one: ((one[1].previous is not None) != again, one[0]))
        return waiting[0][1] if waiting else None

    def seat_alternate(self, by: By, rand_below: RandBelow) -> LogEntry:
        """Give a free seat to who is next, with a full starting stack (LIVE-8.2)."""
        queued = self.next_alternate()
        if queued is None:
            raise FloorRefused("LIVE-8.2", "nobody_waits")
        taken = self.take_entry(
            queued.player, "alternate", by, rand_below, previous=queued.previous
        )
        self._floor.record(AlternateLeft(queued.number), by._replace(seen=None))
        return taken

    def drop_alternate(self, number: int, by: By) -> LogEntry:
        """A player does not want to wait any longer."""
        if number not in self._floor.lists.alternates:
            raise FloorRefused("LIVE-8.2", "nobody_waits", {"number": number})
        return self._floor.record(AlternateLeft(number), by)

    # Hands

    def start_hand(self, table: int, by: By) -> LogEntry:
        """The dealer shuffles: the level of this hand is that of now (LIVE-31)."""
        hand = self.next_hand(table, by.at_ms)
        self._floor.hand_for_hand.verify_start(table)
        found = self._field.table(table)
        if found.hand_level is not None:
            raise FloorRefused("LIVE-31", "a_hand_is_in_progress", {"table": table})
        level = self._floor.level_clock.now(by.at_ms).number
        return self._floor.record(HandStarted(table, level, found.hand or hand), by)

    def misdeal(self, table: int, by: By) -> LogEntry:
        """The hand is dealt again: it does not count, positions and ante stay (LAMB-04)."""
        if self._field.table(table).hand_level is None:
            raise FloorRefused("LIVE-33", "no_hand_is_in_progress", {"table": table})
        return self._floor.record(HandMisdealt(table), by)

    def declare_dead(self, entry: EntryId, rule: str, by: By) -> LogEntry:
        """Declare a player's hand invalid, with the rule that says so (LIVE-5.p1, LIVE-10)."""
        place = self._field.place(entry)
        if rule not in DEAD_BY or not by.reason.strip():
            raise FloorRefused("LIVE-1", "say_what_and_why", {"rules": ", ".join(DEAD_BY)})
        return self._floor.record(HandDeclaredDead(entry, place.table, rule), by)

    def change_deck(self, table: int, by: By) -> LogEntry:
        """Another deck, at any time between two hands (LIVE-23)."""
        found = self._field.table(table)
        if found.hand_level is not None and not self._rules.chips.deck_change_in_hand:
            raise FloorRefused("LIVE-23", "a_hand_is_in_progress", {"table": table})
        return self._floor.record(DeckChanged(table), by)

    def draw_button(
        self,
        table: int,
        by: By,
        *,
        cards: Mapping[Seat, Card] | None = None,
        rand_below: RandBelow | None = None,
    ) -> LogEntry:
        """The highest card has the button: entered from the table, or drawn here (LIVE-16)."""
        seats = sorted(self._field.table(table).players)
        if self._field.table(table).last is not None:
            raise FloorRefused("LIVE-16", "the_button_is_drawn", {"table": table})
        if self._field.table(table).hand is not None:
            raise FloorRefused("LIVE-16", "a_hand_is_in_progress", {"table": table})
        fewest = self._rules.button.min_players_start if self._is_new(table) else FEWEST
        if len(seats) < fewest:
            raise FloorRefused("LIVE-17", "too_few_players", {"players": len(seats)})
        source: DrawnBy = "table"
        if cards is None:
            assert rand_below is not None, "a draw needs chance or cards"
            cards = dict(zip(seats, shuffled(DECK, rand_below), strict=False))
            source = "software"
        if sorted(cards) != seats or len(set(cards.values())) < len(seats):
            raise FloorRefused("LIVE-16", "one_card_for_every_player")
        button = drawn_button(self._rules, cards)
        return self._floor.record(ButtonDrawn(table, dict(cards), button, source), by)

    def place_button(self, table: int, positions: Positions, by: By) -> LogEntry:
        """Go on from where button and blinds of the last hand really were (LIVE-16.4, LAMB-42)."""
        found = self._field.table(table)
        if found.last is None and found.button is None:
            raise FloorRefused("LIVE-16", "draw_the_button_first", {"table": table})
        if found.hand_level is not None:
            raise FloorRefused("LIVE-16.4", "a_hand_is_in_progress", {"table": table})
        seats = (positions.button, positions.small_blind, positions.big_blind)
        if max(seats) > found.seats or positions.big_blind in seats[:2]:
            raise FloorRefused("LIVE-16.4", "not_button_and_blinds", {"seats": found.seats})
        if not by.reason.strip():
            raise FloorRefused("LIVE-1", "say_why")
        return self._floor.record(ButtonPlaced(table, positions), by)

    def _is_new(self, table: int) -> bool:
        """Whether a table has still to start; the last one only goes on (LIVE-17, LAMB-05)."""
        goes_on = len(self._field.tables) == 1 and bool(self._field.out)
        return self._field.table(table).hands == 0 and not goes_on

    def hand_to_finish(self, table: int, at_ms: int) -> tuple[NextHand, dict[Seat, EntryId]]:
        """The hand of a table that is over, and who got cards in it and is still there.

        If its beginning was reported, it is what it was then. Otherwise it is the next hand; it may
        have begun before entries were closed, when fewer players were enough (LIVE-14.p1).
        """
        found = self._field.table(table)
        if found.hand is not None:
            self._floor.till.verify_playing()
            return found.hand, found.dealt
        registering = self.is_registering(at_ms) or self.is_registering(found.since_ms)
        hand = self._next_hand(table, registering=registering)
        return hand, {seat: found.players[seat] for seat in hand.dealt_in}

    def next_hand(self, table: int, at_ms: int) -> NextHand:
        """Who has what in the next hand, if it may be dealt now (3.1, LIVE-14.p1, LIVE-11.p1)."""
        return self._next_hand(table, registering=self.is_registering(at_ms))

    def _next_hand(self, table: int, *, registering: bool) -> NextHand:
        found = self._field.table(table)
        may = live_table_may_deal(
            self._rules,
            len(found.players),
            first_hand=self._is_new(table),
            last_table=len(self._field.tables) == 1,
            registering=registering,
        )
        if not may:
            self._refuse_short_table(table)
        if not self._floor.may_deal(table):
            raise FloorRefused("LIVE-11.p1", "a_rebuy_is_on_its_way", {"table": table})
        self._floor.till.verify_playing()
        if self._floor.till.talks is not None:
            raise FloorRefused("LIVE-6", "a_deal_is_talked_about")
        if self.hands_left(table) == 0:
            raise FloorRefused("LIVE-28", "the_day_is_over_at_this_table", {"table": table})
        return found.next_hand(self._rules)

    def _refuse_short_table(self, table: int) -> NoReturn:
        """A new table waits for its first players; one that has played stops."""
        players = len(self._field.table(table).players)
        if self._is_new(table) and players < self._rules.button.min_players_start:
            raise FloorRefused("LIVE-17", "too_few_players", {"players": players})
        raise FloorRefused("LIVE-14.p1", "the_table_stops", {"players": players})

    def hands_left(self, table: int) -> int | None:
        """Hands that a table has still to play today; None while nobody has drawn (LIVE-28)."""
        days = self._floor.days
        if days.draw is None:
            return None
        return table_left(
            self._rules,
            days.draw,
            finished=days.finished.get(table, 0),
            in_hand_at_draw=table in days.in_hand,
        ).hands

    def finish_hand(
        self,
        table: int,
        by: By,
        out: Sequence[EntryId] = (),
        stacks: Mapping[EntryId, Chips] = NO_STACKS,
        order: Sequence[EntryId] = (),
    ) -> LogEntry:
        """A hand is over, and these players are out.

        Two or more of them, and all who go out hand for hand, with the stacks that they had when
        the hand began (LIVE-29.c), or in the `order` that the floor names (LAMB-37).
        """
        self._floor.hand_for_hand.verify_finish(table)
        hand, dealt = self.hand_to_finish(table, by.at_ms)
        if len(set(out)) < len(out) or not set(out) <= set(dealt.values()):
            raise FloorRefused("LIVE-29.c", "not_dealt_in_at_this_table", {"table": table})
        if len(out) >= len(dealt):
            raise FloorRefused("LIVE-29.c", "somebody_must_be_left")
        for entry in out:
            self._verify_out(entry, stacks.get(entry))
        self._verify_order(out, stacks, order, by)
        gone = tuple(
            Out(
                entry, self._field.place(entry).seat, stacks.get(entry),
                order.index(entry) + 1 if order else 0,
            )
            for entry in out
        )  # fmt: skip
        level = self.level_of(table, by.at_ms)
        finished = self._floor.record(HandFinished(table, hand.positions, gone), by)
        self._miss_hands(finished.number, hand, dealt, level, by)
        return finished

    def _verify_order(
        self,
        out: Sequence[EntryId],
        stacks: Mapping[EntryId, Chips],
        order: Sequence[EntryId],
        by: By,
    ) -> None:
        """Stacks say who finishes first; unknown ones go to the floor (LIVE-29.c, LAMB-37)."""
        if order:
            if sorted(order) != sorted(out) or stacks or not by.reason.strip():
                raise FloorRefused("LAMB-37", "name_everybody_who_is_out_and_say_why")
            return
        together = len(out) > 1 or self._floor.hand_for_hand.phase != "normal"
        missing = sorted(set(out) - set(stacks))
        if together and missing:
            raise FloorRefused("LIVE-29.c", "starting_stacks_are_needed", {"entries": missing})

    def level_of(self, table: int, at_ms: int) -> Level | None:
        """The level of a table's hand: frozen when its shuffle began (LIVE-31); None before any."""
        clock, frozen = self._floor.level_clock, self._field.table(table).hand_level
        if frozen is not None:
            return clock.level(frozen)
        return clock.now(at_ms).level if clock.has_started else None

    def _verify_out(self, entry: EntryId, stack: Chips | None) -> None:
        """Nobody goes out with a re-buy announced, or with more chips than there are."""
        if entry in self._floor.rebuys.open:
            raise FloorRefused("LIVE-11.p1", "announced_rebuy_binds", {"entry": entry})
        if stack is not None and not 0 < stack <= self._floor.chip_count.in_play:
            raise FloorRefused("LIVE-29.c", "not_a_stack", {"entry": entry})

    def _miss_hands(
        self,
        number: int,
        hand: NextHand,
        dealt: Mapping[Seat, EntryId],
        level: Level | None,
        by: By,
    ) -> None:
        """Penalties count down with the hands of the player's table (LAMB-36, LAMB-55)."""
        missing = self._floor.discipline.missing
        owed = {
            entry: self._forced_bets(hand, seat, level)
            for seat, entry in dealt.items()
            if entry in missing
        }
        by = by._replace(seen=None)
        self._floor.hand_dealt(owed, by, finished=number)
        for seat, entry in dealt.items():
            posted = self._forced_bets(hand, seat, level)
            if posted and entry not in missing and entry in self._field.places:
                self._blind_off(entry, posted, number, by)

    def _blind_off(self, entry: EntryId, posted: Chips, finished: int, by: By) -> None:
        """Who has not shown an ID pays blinds and antes, and no more (LIVE-9, LAMB-34)."""
        if self.is_released(entry):
            return
        self._floor.record(BlindsPosted(entry, posted, finished), by)

    def is_released(self, entry: EntryId) -> bool:
        """Whether a player may play the stack: checked on this day, or on the first (LIVE-9)."""
        days = self._floor.days
        needed = self._rules.seating.id_check_on_resumption and days.day > 1
        return not needed or entry in days.checked

    def _forced_bets(self, hand: NextHand, seat: Seat, level: Level | None) -> Chips:
        """Blinds and ante of a seat in a hand; nothing before the first level begins."""
        if level is None:
            return 0
        owed = 0
        if seat == hand.positions.big_blind:
            owed += level.big_blind
        if seat == hand.small_blind_poster:
            owed += level.small_blind
        if seat == hand.positions.button and hand.ante_due:
            owed += level.big_blind * self._rules.button.ante_big_blinds
        return owed

    # Moves

    def proposal(self, at_ms: int) -> Proposal:
        """Which tables stop or break, and who should move where (LIVE-14, section 8.4)."""
        tables = [self._ready(table) for _, table in sorted(self._field.tables.items())]
        now = [table.as_it_is(self._rules) for table in tables]
        stopped = halted(self._rules, now, registering=self.is_registering(at_ms))
        broken = self._listed_break(now) or table_to_break(self._rules, now)
        moves = balancing_plan(self._rules, now) if broken is None else ()
        return Proposal(halted=stopped, breaks=broken, moves=moves)

    def _listed_break(self, tables: Sequence[TableNow]) -> int | None:
        """The next table of management's own order, once the others have room for it (LIVE-8)."""
        order = self._floor.terms.breaking_order
        chosen = next((number for number in order if number in self._field.tables), None)
        if chosen is None or len(tables) < 2:
            return None
        room = sum(len(table.open_seats) for table in tables if table.number != chosen)
        return chosen if len(self._field.tables[chosen].players) <= room else None

    def _ready(self, table: FloorTable) -> FloorTable:
        if len(table.players) < 2:
            raise FloorRefused("LIVE-14.p1", "move_the_player_by_hand", {"table": table.number})
        return table

    def move(
        self,
        entry: EntryId,
        place: Place,
        by: By,
        cause: MoveCause,
        hands_to_big_blind: int | None = None,
    ) -> LogEntry:
        """A ticket for a player to an open seat (LIVE-22.p1)."""
        origin = self._field.place(entry)
        self._verify_between_hands(origin.table)
        reasons = self._rules.seating.reseat_reasons
        if cause != "balancing" and cause not in reasons:
            raise FloorRefused("LIVE-8", "not_a_reason_to_reseat", {"reasons": ", ".join(reasons)})
        if place.seat not in self._field.table(place.table).open_seats:
            raise FloorRefused("LIVE-22.p1", "the_seat_is_taken", {"seat": place.seat})
        if cause == "balancing" and self._is_small_blind(place):
            raise FloorRefused("LIVE-14.p2", "never_the_small_blind", {"seat": place.seat})
        return self._floor.record(PlayerMoved(entry, origin, place, cause, hands_to_big_blind), by)

    def _is_small_blind(self, place: Place) -> bool:
        """Whether somebody who comes to a seat would have the small blind in the next hand."""
        table = self._field.table(place.table)
        if not table.players or (table.button is None and table.last is None):
            return False
        return is_small_blind(self._rules, table.as_it_is(self._rules), place.seat)

    def _verify_between_hands(self, table: int) -> None:
        """Nobody leaves a table in the middle of a hand (8.3, 8.4)."""
        if self._field.table(table).hand_level is not None:
            raise FloorRefused("LIVE-13.p1", "a_hand_is_in_progress", {"table": table})
        if self._floor.hand_for_hand.tables.get(table, "done") != "done":
            raise FloorRefused("LIVE-29", "tables_have_not_finished", {"tables": [table]})

    def arrive(self, entry: EntryId, by: By) -> LogEntry:
        """The player sits in the new seat."""
        if entry not in self._field.travelling:
            raise FloorRefused("LIVE-22.p1", "no_move_is_open", {"entry": entry})
        return self._floor.record(PlayerArrived(entry), by)

    def break_table(self, number: int, by: By, rand_below: RandBelow) -> LogEntry:
        """Close a table; its players draw a table with room, then a seat (LIVE-13.p1)."""
        table = self._field.table(number)
        self._verify_between_hands(number)
        free = {
            other.number: other.open_seats
            for other in self._field.tables.values()
            if other is not table
        }
        if sum(map(len, free.values())) < len(table.players):
            raise FloorRefused("LIVE-8", "not_enough_seats_elsewhere", {"table": number})
        moves = []
        for seat in shuffled(sorted(table.players), rand_below):
            chosen = drawn(sorted(one for one, seats in free.items() if seats), rand_below)
            new_seat = drawn(free[chosen], rand_below)
            free[chosen] = [one for one in free[chosen] if one != new_seat]
            moves.append(Redrawn(table.players[seat], Place(number, seat), Place(chosen, new_seat)))
        return self._floor.record(TableBroken(number, tuple(moves)), by)
