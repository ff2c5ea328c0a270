"""Decisions about tables and seats: entries, draws, hands, moves and broken tables."""

from collections.abc import Mapping, Sequence

import msgspec

from cardroom.cards import DECK, Card
from cardroom.engine.chance import RandBelow, drawn, shuffled
from cardroom.engine.positions import FEWEST, NextHand, drawn_button, live_table_may_deal
from cardroom.errors import FloorRefused
from cardroom.floor.event import FloorEvent
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.parts.field import Field, FloorTable
from cardroom.floor.seat_events import (
    ButtonDrawn,
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
from cardroom.floor.seating.balancing import Move, balancing_plan, halted, table_to_break
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips, Seat

NAME_MAX = 100
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
        """Whether players may still enter: the window is open, and nobody is paid (LIVE-12)."""
        clock = self._floor.level_clock
        if clock.has_started and clock.now(at_ms).number > self._floor.terms.entries_until_level:
            return False
        ends = self._rules.seating.reentry_ends_at_paid_places
        return not (ends and self._field.entries_closed)

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
        if not player.strip() or len(player) > NAME_MAX:
            raise FloorRefused("LIVE-8", "a_player_has_a_name")
        if not self.is_registering(by.at_ms):
            raise FloorRefused("LIVE-12", "entries_are_closed")
        if (kind == "re-entry") != (previous is not None):
            raise FloorRefused("LIVE-12", "a_re_entry_names_the_entry_before")
        if previous is not None and previous not in self._field.old_places:
            raise FloorRefused("LIVE-12", "the_entry_before_is_not_out", {"entry": previous})
        kept_free = self._rules.seating.reserved_late_seats if kind == "initial" else 0
        places = list(self._field.open_places(kept_free))
        if previous is not None and self._rules.seating.reentry_new_seat:
            others = [place for place in places if place != self._field.old_places[previous]]
            places = others or places
        if not places:
            raise FloorRefused("LIVE-8.2", "no_seat_is_free")
        entry = EntryId(self._count(EntryTaken) + 1)
        stack = self._floor.terms.starting_stack
        taken = EntryTaken(entry, player, kind, drawn(places, rand_below), stack)
        return self._floor.record(taken, by)

    # Hands

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

    def _is_new(self, table: int) -> bool:
        """Whether a table has still to start; the last one only goes on (LIVE-17, LAMB-05)."""
        goes_on = len(self._field.tables) == 1 and bool(self._field.out)
        return self._field.table(table).hands == 0 and not goes_on

    def next_hand(self, table: int, at_ms: int) -> NextHand:
        """Who has what in the next hand, if it may be dealt now (3.1, LIVE-14.p1, LIVE-11.p1)."""
        found = self._field.table(table)
        may = live_table_may_deal(
            self._rules,
            len(found.players),
            first_hand=self._is_new(table),
            last_table=len(self._field.tables) == 1,
            registering=self.is_registering(at_ms),
        )
        if not may:
            raise FloorRefused("LIVE-14.p1", "the_table_stops", {"players": len(found.players)})
        if not self._floor.may_deal(table):
            raise FloorRefused("LIVE-11.p1", "a_rebuy_is_on_its_way", {"table": table})
        return found.next_hand(self._rules)

    def finish_hand(
        self,
        table: int,
        by: By,
        out: Sequence[EntryId] = (),
        stacks: Mapping[EntryId, Chips] = NO_STACKS,
    ) -> LogEntry:
        """A hand is over, and these players are out.

        Two or more of them, and all who go out hand for hand, with the stacks that they had when
        the hand began (LIVE-29.c).
        """
        self._floor.hand_for_hand.verify_finish(table)
        hand = self.next_hand(table, by.at_ms)
        players = self._field.table(table).players
        players_before = dict(players)
        dealt_in = {players[seat] for seat in hand.dealt_in}
        if len(set(out)) < len(out) or not set(out) <= dealt_in:
            raise FloorRefused("LIVE-29.c", "not_dealt_in_at_this_table", {"table": table})
        if len(out) >= len(dealt_in):
            raise FloorRefused("LIVE-29.c", "somebody_must_be_left")
        together = len(out) > 1 or self._floor.hand_for_hand.phase != "normal"
        if together and not set(out) <= set(stacks):
            raise FloorRefused("LIVE-29.c", "starting_stacks_are_needed")
        gone = tuple(Out(entry, self._field.place(entry).seat, stacks.get(entry)) for entry in out)
        finished = self._floor.record(HandFinished(table, hand.positions, gone), by)
        self._miss_hands(finished.number, hand, players_before, by)
        return finished

    def _miss_hands(
        self, number: int, hand: NextHand, players: Mapping[Seat, EntryId], by: By
    ) -> None:
        """Penalties count down with the hands of the player's table (LAMB-36, LAMB-55)."""
        missing = self._floor.discipline.missing
        owed = {
            players[seat]: self._forced_bets(hand, seat, by.at_ms)
            for seat in hand.dealt_in
            if players[seat] in missing
        }
        self._floor.hand_dealt(owed, by._replace(seen=None), finished=number)

    def _forced_bets(self, hand: NextHand, seat: Seat, at_ms: int) -> Chips:
        """Blinds and ante of a seat in a hand; nothing before the first level begins."""
        clock = self._floor.level_clock
        if not clock.has_started:
            return 0
        level = clock.now(at_ms).level
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
        broken = table_to_break(self._rules, now)
        moves = balancing_plan(self._rules, now) if broken is None else ()
        return Proposal(halted=stopped, breaks=broken, moves=moves)

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
        reasons = self._rules.seating.reseat_reasons
        if cause != "balancing" and cause not in reasons:
            raise FloorRefused("LIVE-8", "not_a_reason_to_reseat", {"reasons": ", ".join(reasons)})
        if place.seat not in self._field.table(place.table).open_seats:
            raise FloorRefused("LIVE-22.p1", "the_seat_is_taken", {"seat": place.seat})
        return self._floor.record(PlayerMoved(entry, origin, place, cause, hands_to_big_blind), by)

    def arrive(self, entry: EntryId, by: By) -> LogEntry:
        """The player sits in the new seat."""
        if entry not in self._field.travelling:
            raise FloorRefused("LIVE-22.p1", "no_move_is_open", {"entry": entry})
        return self._floor.record(PlayerArrived(entry), by)

    def break_table(self, number: int, by: By, rand_below: RandBelow) -> LogEntry:
        """Close a table; its players draw a table with room, then a seat (LIVE-13.p1)."""
        table = self._field.table(number)
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
