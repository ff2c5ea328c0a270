"""Even tables: which one stops, which one breaks, who moves, and to which seat (section 8.4)."""

from collections.abc import Collection, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.engine.positions import NextHand, Positions, first_live_hand, next_live_hand
from cardroom.errors import FloorRefused
from cardroom.rulebook.live import LiveRules
from cardroom.units import Seat


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """A table between two hands. `number` is also the order in which the tables were opened."""

    number: Annotated[int, Meta(ge=1)]
    last: Positions
    occupied: tuple[Seat, ...]
    seats: Annotated[int, Meta(ge=2, le=10)]
    button: Seat | None = None
    """Drawn, and no hand was played with it yet: `last` is then the hand that is coming."""

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats without a player."""
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.occupied)


class SeatChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A seat for a player who comes: the hands until their big blind, 1 when it is the next."""

    seat: Seat
    hands_to_big_blind: int
    waits: bool = False
    """The seat is in the gap behind the button: no cards at first (LAMB-53)."""


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One player from a seat at one table to a seat at another, and the reason for that seat."""

    from_table: int
    from_seat: Seat
    to_table: int
    to_seat: Seat
    hands_to_big_blind: int


def halted(rules: LiveRules, tables: Sequence[TableNow], *, registering: bool) -> tuple[int, ...]:
    """Tables that stop because too few are left; never the last table (LIVE-14.p1)."""
    if registering or len(tables) < 2:
        return ()
    few = rules.seating.halt_below
    return tuple(table.number for table in tables if len(table.occupied) < few)


def table_to_break(rules: LiveRules, tables: Sequence[TableNow]) -> int | None:
    """The table that is no longer needed, the one opened last first (LIVE-8, section 8.3)."""
    if len(tables) < 2:
        return None
    if rules.seating.breaking_order != "last_opened_first":
        raise FloorRefused("LIVE-8", "the_floor_names_the_table")
    last = max(tables, key=lambda table: table.number)
    players = sum(len(table.occupied) for table in tables)
    room = sum(table.seats for table in tables if table is not last)
    return last.number if players <= room else None


def seat_choices(rules: LiveRules, table: TableNow) -> tuple[SeatChoice, ...]:
    """The open seats that a player who is moved may take, the best choice first (LIVE-14.p2).

    The worst position comes first: the fewest hands until the big blind, then clockwise after the
    last one. Nobody is moved to the small blind, and nobody into the gap behind the button as long
    as there is another seat (LAMB-53).
    """
    found = []
    for seat in table.open_seats:
        if is_small_blind(rules, table, seat):
            continue
        first = _first_hand(rules, table, seat)
        hands = _hands_to_big_blind(rules, first, (*table.occupied, seat), seat)
        waits = seat in first.waiting
        found.append(SeatChoice(seat=seat, hands_to_big_blind=hands, waits=waits))
    found = [choice for choice in found if not choice.waits] or found
    worst_first = rules.seating.balancing_seat == "fewest_hands_to_big_blind"

    def wish(choice: SeatChoice) -> tuple[int, bool, Seat]:
        hands = choice.hands_to_big_blind if worst_first else -choice.hands_to_big_blind
        return hands, choice.seat <= table.last.big_blind, choice.seat

    return tuple(sorted(found, key=wish))


def is_small_blind(rules: LiveRules, table: TableNow, seat: Seat) -> bool:
    """Whether a player who comes to a seat would have the small blind at once (LIVE-14.p2)."""
    first = _first_hand(rules, table, seat)
    return first.positions.small_blind == seat and rules.seating.balancing_never_small_blind


def _first_hand(rules: LiveRules, table: TableNow, seat: Seat) -> NextHand:
    """The first hand of a player who comes to a seat."""
    occupied = (*table.occupied, seat)
    if table.button is not None:
        return first_live_hand(rules, table.button, occupied)
    return next_live_hand(rules, table.last, occupied, (seat,))


def _hands_to_big_blind(
    rules: LiveRules, first: NextHand, occupied: Collection[Seat], seat: Seat
) -> int:
    """How many hands are dealt until a seat has the big blind, the last one included."""
    hands, hand = 1, first
    while hand.positions.big_blind != seat:
        hand = next_live_hand(rules, hand.positions, occupied)
        hands += 1
    return hands


def mover(rules: LiveRules, table: TableNow) -> Seat:
    """The player who would have the big blind next (LAMB-31)."""
    if rules.seating.balancing_mover != "next_big_blind":
        raise FloorRefused("LAMB-31", "the_floor_draws_the_player")
    if table.button is not None:
        return table.last.big_blind
    return next_live_hand(rules, table.last, table.occupied).positions.big_blind


def balancing_plan(rules: LiveRules, tables: Sequence[TableNow]) -> tuple[Move, ...]:
    """One move after the other, until no two tables differ too much (LIVE-14.p1, section 8.4).

    A player moves from the longest table (of several the one that breaks last) to the shortest.
    """
    now = {table.number: table for table in tables}
    moves: list[Move] = []
    while len(now) > 1:
        longest = min(now.values(), key=lambda table: (-len(table.occupied), table.number))
        shortest = min(now.values(), key=lambda table: (len(table.occupied), -table.number))
        difference = len(longest.occupied) - len(shortest.occupied)
        if difference < rules.seating.balancing_from_difference:
            break
        choices = seat_choices(rules, shortest)
        if not choices:
            # Only the small blind is free: after the table's next hand it is another seat.
            break
        seat, choice = mover(rules, longest), choices[0]
        moves.append(
            Move(
                from_table=longest.number,
                from_seat=seat,
                to_table=shortest.number,
                to_seat=choice.seat,
                hands_to_big_blind=choice.hands_to_big_blind,
            )
        )
        now[longest.number] = _with(
            rules, longest, tuple(one for one in longest.occupied if one != seat)
        )
        now[shortest.number] = _with(rules, shortest, (*shortest.occupied, choice.seat))
    return tuple(moves)


def _with(rules: LiveRules, table: TableNow, occupied: tuple[Seat, ...]) -> TableNow:
    last = table.last
    if table.button is not None:
        last = first_live_hand(rules, table.button, occupied).positions
    return msgspec.structs.replace(table, last=last, occupied=tuple(sorted(occupied)))
