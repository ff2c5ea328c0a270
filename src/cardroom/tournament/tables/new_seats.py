"""Which seats the players of a broken table get, and that nobody has the big blind twice."""

from collections.abc import Collection

from cardroom.engine.chance import RandBelow, drawn
from cardroom.ledger import PlayerId
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.field_state import FieldState
from cardroom.tournament.tables.keeping_apart import KeepingApart
from cardroom.tournament.tables.positions import first_positions, next_positions
from cardroom.tournament.tables.seat_choice import best_seat, free_seats
from cardroom.tournament.tables.table import Table, passed_over
from cardroom.units import Seat

NewSeat = tuple[TableNumber, Seat]
"""A table and a seat there."""


def seat_at(
    field: FieldState, table: Table, taken: Collection[Seat], rand_below: RandBelow
) -> Seat:
    """The seat with the longest wait for the big blind; any one before the first hand (TAMB-55)."""
    seats = field.terms.seats
    if table.big_blind is None:
        return drawn(free_seats(taken, seats), rand_below)
    return best_seat(table.big_blind, taken, seats)


def has_big_blind_next(table: Table, seat: Seat, taken: Collection[Seat]) -> bool:
    """Whether a seat has the big blind in the next hand, all `taken` ones dealt in (TAMB-54)."""
    if len(taken) == 1:
        return False
    if table.big_blind is None:
        absent = passed_over(table.rules, table.seats)
        return first_positions(taken, absent).big_blind == seat
    return next_positions(table.big_blind, taken).big_blind == seat


class NewSeats:
    """Free seats for the players of one table, chosen before anybody moves (TAMB-56)."""

    def __init__(
        self,
        field: FieldState,
        rand_below: RandBelow,
        apart: KeepingApart,
        *,
        other_than: TableNumber,
    ) -> None:
        self._field = field
        self._rand_below = rand_below
        self._apart = apart
        self._broken = other_than
        self._taken: dict[TableNumber, list[Seat]] = {}
        """The seats that are or will be taken at the tables that get players."""
        self._going: dict[PlayerId, TableNumber] = {}
        """The tables chosen so far."""

    def next_one(self, entrant: Entrant) -> NewSeat:
        """A seat for this player at the table that will then be the smallest; one where a partner
        sits comes after all others that have a seat (AMB-74)."""
        number = self._smallest(self._tables_of_partners(entrant))
        self._going[entrant.player] = number
        table = self._field.tables[number]
        taken = self._taken.setdefault(number, list(table.seats))
        seat = seat_at(self._field, table, taken, self._rand_below)
        taken.append(seat)
        return number, seat

    def _tables_of_partners(self, entrant: Entrant) -> set[TableNumber]:
        partners = self._apart.partners(entrant.player)
        return {self._going.get(one.player, one.table) for one in partners}

    def _smallest(self, avoided: Collection[TableNumber]) -> TableNumber:
        """Drawn among the smallest, those counted in that were chosen before."""
        sizes = self._field.sizes
        coming = {
            number: len(taken) - len(self._field.tables[number].seats)
            for number, taken in self._taken.items()
        }
        for number, players in coming.items():
            sizes.change(number, players)
        other_than = {self._broken, *avoided}
        if not sizes.has_free_seat(other_than=other_than):
            other_than = {self._broken}
        found = sizes.draw_smallest(self._rand_below, other_than=other_than)
        for number, players in coming.items():
            sizes.change(number, -players)
        return found

    def spare_second_big_blinds(self, new_seats: list[NewSeat], players: list[Entrant]) -> None:
        """Whoever had the big blind last does not have it next: others take that seat (BTN-02)."""
        for turn, (chosen, entrant) in enumerate(zip(new_seats, players, strict=True)):
            if not entrant.had_big_blind or not self._has_big_blind_next(chosen):
                continue
            other = self._who_swaps(turn, new_seats, players)
            if other is None:
                new_seats[turn] = self._other_seat(chosen)
            else:
                players[turn], players[other] = players[other], entrant
                self._going[entrant.player] = new_seats[other][0]
                self._going[players[turn].player] = chosen[0]

    def _who_swaps(self, turn: int, new_seats: list[NewSeat], players: list[Entrant]) -> int | None:
        """The first one who had no big blind and will have none; better one with whom nobody
        comes to a partner's table (AMB-74)."""
        able = [
            other
            for other, (chosen, entrant) in enumerate(zip(new_seats, players, strict=True))
            if not entrant.had_big_blind and not self._has_big_blind_next(chosen)
        ]
        apart = (
            other
            for other in able
            if new_seats[other][0] not in self._tables_of_partners(players[turn])
            and new_seats[turn][0] not in self._tables_of_partners(players[other])
        )
        return next(apart, able[0] if able else None)

    def _has_big_blind_next(self, chosen: NewSeat) -> bool:
        number, seat = chosen
        return has_big_blind_next(self._field.tables[number], seat, self._taken[number])

    def _other_seat(self, chosen: NewSeat) -> NewSeat:
        """Another free seat there, else at another table, the smallest first; else the same."""
        number, seat = chosen
        self._taken[number].remove(seat)
        others = [one for one in self._field.tables if one not in {self._broken, number}]
        others.sort(key=lambda one: len(self._taken.get(one, self._field.tables[one].seats)))
        for other in (number, *others):
            taken = self._taken.setdefault(other, list(self._field.tables[other].seats))
            for free in reversed(free_seats(taken, self._field.terms.seats)):
                if not has_big_blind_next(self._field.tables[other], free, [*taken, free]):
                    taken.append(free)
                    return other, free
        self._taken[number].append(seat)
        return chosen
