"""Moves players so that the tables stay even, and breaks those that are no longer needed."""

from collections.abc import Mapping

from cardroom.engine.chance import RandBelow, drawn, shuffled
from cardroom.tournament.events import FinalTableDrawn, MoveCause, Moved, TableBroken
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.journal import Journal
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.field_state import FieldState
from cardroom.tournament.tables.keeping_apart import KeepingApart
from cardroom.tournament.tables.new_seats import NewSeats, has_big_blind_next, seat_at
from cardroom.tournament.tables.positions import first_positions
from cardroom.tournament.tables.table import Table, passed_over
from cardroom.units import Seat


class Balancing:
    """Breaking first, then one move at a time while the sizes differ too much (TAMB-53)."""

    def __init__(
        self, field: FieldState, journal: Journal, rand_below: RandBelow, apart: KeepingApart
    ) -> None:
        self._field = field
        self._journal = journal
        self._rand_below = rand_below
        self._apart = apart
        self._rules = field.terms.rules.balancing

    @property
    def is_balanced(self) -> bool:
        """Whether no table has to be broken and nobody has to move (TAMB-53)."""
        return not self._break_is_due and not self._move_is_due

    @property
    def _break_is_due(self) -> bool:
        """All players would fit at one table fewer (BAL-06, TAMB-56)."""
        sizes = self._field.sizes
        return sizes.tables > 1 and sizes.seated <= (sizes.tables - 1) * self._field.terms.seats

    @property
    def _move_is_due(self) -> bool:
        sizes = self._field.sizes
        return sizes.tables > 1 and sizes.largest - sizes.smallest > self._rules.spread_max

    def balance(self, at_ms: int) -> set[TableNumber]:
        """Do what can be done now; the tables that gained or lost players (BAL-01, TAMB-53).

        A table gives players only between its own hands. One that has to be broken is waited for,
        and nobody moves meanwhile: it would be to a seat that is gone a minute later.
        """
        touched: set[TableNumber] = set()
        while True:
            if self._break_is_due:
                table = self._field.sizes.highest_of_smallest()
                if not self._field.sizes.is_idle(table):
                    return touched
                touched |= self._break(table, at_ms)
            elif self._move_is_due:
                origin = self._field.sizes.draw_idle_largest(self._rand_below)
                if origin is None:
                    return touched
                touched |= {origin, self._move_one(self._field.tables[origin], at_ms)}
            else:
                return touched

    def _move_one(self, origin: Table, at_ms: int) -> TableNumber:
        """A random player of a largest table to a smallest one (BAL-03, BAL-04, TAMB-54)."""
        number = self._field.sizes.draw_smallest(self._rand_below)
        destination = self._field.tables[number]
        seat = seat_at(self._field, destination, destination.seats, self._rand_below)
        players = [origin.seats[chair] for chair in sorted(origin.seats)]
        seats = [*destination.seats, seat]
        if self._rules.redraw_second_big_blind and has_big_blind_next(destination, seat, seats):
            players = [one for one in players if not one.had_big_blind] or players
        players = [one for one in players if not self._apart.meets(one.player, number)] or players
        self._move(drawn(players, self._rand_below), number, seat, "balancing", at_ms)
        return number

    def _break(self, table: TableNumber, at_ms: int) -> set[TableNumber]:
        """Its players, in random order, each to the then smallest table (BAL-06, TAMB-56)."""
        there = self._field.tables[table].seats
        players = shuffled([there[seat] for seat in sorted(there)], self._rand_below)
        seats = NewSeats(self._field, self._rand_below, self._apart, other_than=table)
        new_seats = [seats.next_one(one) for one in players]
        if self._rules.redraw_second_big_blind:
            seats.spare_second_big_blinds(new_seats, players)
        for entrant, (number, seat) in zip(players, new_seats, strict=True):
            self._move(entrant, number, seat, "table_broken", at_ms)
        self._journal.record(TableBroken(table, at_ms))
        return {table} | {number for number, _ in new_seats}

    def _move(
        self, entrant: Entrant, table: TableNumber, seat: Seat, cause: MoveCause, at_ms: int
    ) -> None:
        self._journal.record(Moved(entrant.entry, entrant.table, table, seat, cause, at_ms))

    def draw_final_table(self, table: Table, at_ms: int) -> None:
        """Draw the seats of the last table again, with a first button (TAMB-56).

        The players sit down in a random order, turned until nobody has the big blind again.
        """
        players = shuffled([table.seats[seat] for seat in sorted(table.seats)], self._rand_below)
        chairs = shuffled(range(1, self._field.terms.seats + 1), self._rand_below)[: len(players)]
        for turn in range(len(players)):
            seats = dict(zip(sorted(chairs), players[turn:] + players[:turn], strict=True))
            if not self._first_big_blind(seats).had_big_blind:
                break
        drawn_seats = tuple((seat, entrant.entry) for seat, entrant in seats.items())
        self._journal.record(FinalTableDrawn(table.number, drawn_seats, at_ms))

    def _first_big_blind(self, seats: Mapping[Seat, Entrant]) -> Entrant:
        absent = passed_over(self._field.terms.rules, seats)
        return seats[first_positions(seats, absent).big_blind]
