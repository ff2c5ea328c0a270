"""Which seat a player gets: the draw at the start, and the longest wait for the big blind."""

from collections.abc import Collection, Sequence

from cardroom.engine.chance import RandBelow, shuffled
from cardroom.engine.positions import strictly_between
from cardroom.tournament.ids import EntryId
from cardroom.units import Seat


def draw(
    entries: Sequence[EntryId], seats: int, rand_below: RandBelow
) -> list[list[tuple[EntryId, Seat]]]:
    """All players at as few tables as can be, sizes within one of each other (TRN-04, TAMB-47)."""
    count = -(-len(entries) // seats)
    tables: list[list[EntryId]] = [[] for _ in range(count)]
    for turn, entry in enumerate(shuffled(entries, rand_below)):
        tables[turn % count].append(entry)
    return [_at_table(table, seats, rand_below) for table in tables]


def _at_table(
    entries: list[EntryId], seats: int, rand_below: RandBelow
) -> list[tuple[EntryId, Seat]]:
    chairs = shuffled(range(1, seats + 1), rand_below)[: len(entries)]
    return list(zip(entries, chairs, strict=True))


def free_seats(occupied: Collection[Seat], seats: int) -> list[Seat]:
    """The seats of a table that nobody sits in."""
    return [seat for seat in range(1, seats + 1) if seat not in occupied]


def wait(seat: Seat, big_blind: Seat, occupied: Collection[Seat]) -> int:
    """The hands until a free seat would post the big blind (TAMB-55).

    In the seat where the big blind was it would be a whole orbit, with the small blind at once.
    """
    if seat == big_blind:
        return len(occupied) + 1
    return 1 + len(strictly_between(occupied, big_blind, seat))


def best_seat(big_blind: Seat, occupied: Collection[Seat], seats: int) -> Seat:
    """The free seat as far from the big blind as possible (BAL-05, TAMB-55).

    Equal waits: the seat furthest clockwise from the big blind. Its own seat, when that player has
    left it, is used only when nothing else is free.
    """
    free = free_seats(occupied, seats)
    others = [seat for seat in free if seat != big_blind]
    if not others:
        return free[0]
    return max(
        others,
        key=lambda seat: (wait(seat, big_blind, occupied), (seat - big_blind) % seats),
    )
