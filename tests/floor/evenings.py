"""Whole live tournaments by random staff, with mistakes and undos, from the draw to one player.

After every evening the log is read by somebody else: a second implementation of the positions.
"""

import random
from typing import Any

from cardroom.errors import FloorRefused
from cardroom.floor.disqualifying import Disqualifying
from cardroom.floor.events import SynchronisedHandDealt
from cardroom.floor.floor import Floor
from cardroom.floor.log import LogEntry, decode_log, encode_log
from cardroom.floor.seat_events import (
    ButtonDrawn,
    EntryTaken,
    HandFinished,
    Place,
    PlayerMoved,
    PlayerRemoved,
    TableBroken,
    TableOpened,
)
from cardroom.floor.seating.seating import Seating
from cardroom.tournament.ids import EntryId
from tests.floor.second_positions import Chairs, Dealt
from tests.floor.staff import TERMS, by, floor


class Auditor:
    """Reads a log and keeps seats and positions of its own."""

    def __init__(self) -> None:
        self.seats: dict[int, dict[int, EntryId]] = {}
        self.chairs: dict[int, Chairs] = {}
        self.drawn: dict[int, int] = {}
        """Buttons that were drawn, at tables whose first hand was not played yet."""
        self.hands = 0

    def read(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            self._read(entry.event)

    def _read(self, event: Any) -> None:
        match event:
            case TableOpened(table=table):
                self.seats[table] = {}
            case EntryTaken(entry=entry, place=place):
                self._sit(entry, place)
            case ButtonDrawn(table=table, button=button):
                self.drawn[table] = button
            case HandFinished(table=table, positions=positions, out=out):
                self._hand(table, positions)
                for one in out:
                    assert self.seats[table].pop(one.seat) == one.entry
            case PlayerMoved(entry=entry, origin=origin, place=place, cause=cause):
                assert self.seats[origin.table].pop(origin.seat) == entry
                if cause == "balancing" and place.table not in self.drawn:
                    assert place.seat != self.chairs[place.table].last.big, "the small blind"
                self._sit(entry, place)
            case PlayerRemoved(entry=entry, origin=origin):
                assert self.seats[origin.table].pop(origin.seat) == entry
            case TableBroken(table=table, moves=moves):
                leaving = self.seats.pop(table)
                assert {move.entry for move in moves} == set(leaving.values())
                for move in moves:
                    self._sit(move.entry, move.place)
            case _:
                pass

    def _sit(self, entry: EntryId, place: Place) -> None:
        assert place.seat not in self.seats[place.table]
        self.seats[place.table][place.seat] = entry

    def _first_hand(self, table: int, button: int) -> Dealt:
        """The hand after a draw: the blinds are the next two, heads-up the button is the small."""
        seats = sorted(self.seats[table])
        chairs = Chairs(TERMS.seats, Dealt(0, 0, 0, 0, False, (), ()))
        order = [seat for seat in chairs.walk(button) if seat in seats]
        small, big = (button, order[0]) if len(order) == 2 else (order[0], order[1])
        chairs.last = Dealt(button, small, small, big, True, tuple(seats), ())
        self.chairs[table] = chairs
        return chairs.last

    def _hand(self, table: int, positions: Any) -> None:
        self.hands += 1
        if table in self.drawn:
            dealt = self._first_hand(table, self.drawn.pop(table))
        else:
            dealt = self.chairs[table].next_hand(set(self.seats[table]))
        assert (positions.button, positions.small_blind, positions.big_blind) == (
            *(dealt.button, dealt.small_chair, dealt.big),
        )


class Staff:
    """Plays a tournament to its end and makes mistakes."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.room: Floor = floor()
        self.seating = Seating(self.room)
        self.at_s = 0
        self.undos_refused = 0

    def by(self, reason: str = "") -> Any:
        self.at_s += 1
        return by("manager", self.at_s, reason)

    def start(self, players: int) -> None:
        for _ in range(-(-players // 7)):
            self.seating.open_table(self.by())
        for number in range(players):
            self.seating.take_entry(f"p{number}", "initial", self.by(), self.chance.randrange)
        for table in list(self.room.field.tables):
            self._draw_or_break(table)

    def _draw_or_break(self, table: int) -> None:
        """A table of two does not start: its players go elsewhere, or others come to them."""
        tables = self.room.field.tables
        while len(tables[table].players) < 3 and len(tables) > 1:
            elsewhere = sum(len(one.open_seats) for one in tables.values() if one.number != table)
            if elsewhere >= len(tables[table].players):
                self.seating.break_table(table, self.by(), self.chance.randrange)
                return
            largest = max(tables.values(), key=lambda one: len(one.players))
            entry = next(iter(largest.players.values()))
            place = Place(table, tables[table].open_seats[0])
            self.seating.move(entry, place, self.by(), "initial_balance")
            self.seating.arrive(entry, self.by())
        self.seating.draw_button(table, self.by(), rand_below=self.chance.randrange)

    def balance(self) -> None:
        """Do what the floor proposes until it proposes nothing; never in a synchronised hand."""
        while self.room.hand_for_hand.is_hand_over:
            alone = [t for t in self.room.field.tables.values() if len(t.players) < 2]
            if alone and len(self.room.field.tables) > 1:
                self.seating.break_table(alone[0].number, self.by(), self.chance.randrange)
                continue
            undrawn = [t.number for t in self.room.field.tables.values() if t.button is None]
            for table in undrawn:
                self._draw_or_break(table)
            proposal = self.seating.proposal(1000 * self.at_s)
            if proposal.breaks is not None:
                self.seating.break_table(proposal.breaks, self.by(), self.chance.randrange)
            elif proposal.moves:
                move = proposal.moves[0]
                entry = self.room.field.tables[move.from_table].players[move.from_seat]
                place = Place(move.to_table, move.to_seat)
                self.seating.move(entry, place, self.by(), "balancing")
                self.seating.arrive(entry, self.by())
            else:
                return

    def play(self) -> None:
        """One step: a hand at some table, or one step of a synchronised hand."""
        together = self.room.hand_for_hand
        left, paid = self.room.field.left, TERMS.paid_places(len(self.room.field.names))
        if together.phase == "normal":
            if len(self.room.field.tables) > 1 and paid < left <= paid + 2:
                self.room.announce_hand_for_hand(left, paid, self.by())
            else:
                self.hand(self.chance.choice(sorted(self.room.field.tables)))
        elif not together.is_hand_over:
            self._play_together()
        elif left <= paid or len(self.room.field.tables) == 1:
            self.places_are_right(left)
            if left <= paid:
                self.room.end_hand_for_hand(left, paid, self.by())
            else:
                self.room.deal_synchronised(sorted(self.room.field.tables), self.by())
        else:
            self.places_are_right(left)
            self.room.deal_synchronised(sorted(self.room.field.tables), self.by())

    def _play_together(self) -> None:
        """Finish a table, hold one with an all-in, or resolve a held one when no other plays."""
        together = self.room.hand_for_hand
        busy = [t for t, state in together.tables.items() if state in {"playing", "resolving"}]
        if not busy:
            self.room.resolve_table(together.held[0], self.by())
            return
        table = self.chance.choice(busy)
        if together.tables[table] == "playing" and self.chance.random() < 0.3:
            assert together.shows_cards(self.room.rules, table)
            self.room.hold_table(table, self.by())
            assert not together.shows_cards(self.room.rules, table)
        else:
            self.hand(table)

    def places_are_right(self, left: int) -> None:
        """Every place below those who are left is taken, and every cent of them is paid."""
        busts = self.room.hand_for_hand.busts
        before = left + len(busts)
        prizes = list(range(10 * before, 0, -10))
        found = self.room.synchronised_places(before, prizes)
        assert sum(one.prize for one in found) == sum(prizes[left:before])
        assert all(left < one.place <= before for one in found)

    def hand(self, table: int) -> None:
        """A hand at a table with random busts, if it may be dealt."""
        try:
            hand = self.seating.next_hand(table, 1000 * self.at_s)
        except FloorRefused:
            self._stuck(table)
            return
        players = self.room.field.tables[table].players
        able = [players[seat] for seat in hand.dealt_in]
        out = self.chance.sample(able, self.chance.choice([0, 0, 1, 1, 2]) % len(able))
        stacks = {entry: self.chance.randrange(1, 9999) for entry in out}
        self.seating.finish_hand(table, self.by(), out, stacks)

    def _stuck(self, table: int) -> None:
        """A table that may not deal in a synchronised hand has nothing to finish: it is over."""
        if self.room.hand_for_hand.tables.get(table) in {"playing", "resolving"}:
            number = self.last_dealt()
            self.room.undo(number, self.by("a table cannot deal"), with_dependents=True)

    def last_dealt(self) -> int:
        """The entry with which the last synchronised hand began."""
        return max(
            entry.number
            for entry in self.room.log.active()
            if isinstance(entry.event, SynchronisedHandDealt)
        )

    def punish(self) -> None:
        """Somebody misses hands, or is out for good."""
        entry = self.chance.choice(sorted(self.room.field.places))
        if self.chance.random() < 0.3 and self.room.hand_for_hand.is_hand_over:
            if self.room.field.left > 2:
                out = Disqualifying(self.room)
                out.disqualify(entry, "COLLUSION", 777, self.by("x"), hand=1, level=1)
        else:
            where = {"table": 1, "hand": 1, "level": 1}
            self.room.penalise(
                entry, "DEVICE", "missed_hands", self.by("x"), missed_hands=3, **where
            )

    def mistake(self) -> None:
        """Undo one of the last entries, with all that depends on it, or be refused."""
        number = self.chance.randrange(max(1, self.room.log.last - 12), self.room.log.last + 1)
        try:
            self.room.undo(number, self.by("a mistake"), with_dependents=True)
        except FloorRefused:
            self.undos_refused += 1

    def verify(self) -> None:
        field = self.room.field
        seated = {
            entry: Place(table.number, seat)
            for table in field.tables.values()
            for seat, entry in table.players.items()
        }
        assert seated == field.places
        gone = sum(len(out) for _, out in field.out) + len(field.disqualified)
        assert field.left + gone == len(field.names)
        chips = self.room.chip_count
        assert chips.in_play == len(field.names) * TERMS.starting_stack - chips.removed
        assert all(hands > 0 for hands in self.room.discipline.missing.values())


def play_evening(seed: int, players: int) -> Floor:
    """A tournament to its last player, and its log as others read it."""
    staff = Staff(seed)
    staff.start(players)
    for _ in range(200 * players):
        if staff.room.field.left == 1:
            break
        staff.balance()
        staff.play()
        if staff.chance.random() < 0.05:
            staff.mistake()
        if staff.chance.random() < 0.03:
            staff.punish()
        staff.verify()
    room = staff.room
    assert room.field.left == 1, "the evening did not end"
    Auditor().read(list(room.log.active()))
    again = Floor(room.edition, room.terms, decode_log(encode_log(room.log.entries)))
    assert again.field.places == room.field.places
    assert again.field.out == room.field.out
    return room
