"""The prizes of a satellite: seats in its target, and the cash that fills no seat."""

from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.prizes.awards import Award, Structure
from cardroom.tournament.prizes.structures import mtt_structure
from cardroom.units import Cents


def satellite_structure(
    rules: TournamentRules,
    *,
    entries: int,
    seats: int,
    pool: Cents,
    seat_price: Cents,
    seats_guaranteed: int = 0,
) -> tuple[Structure, Cents]:
    """The awards, and what the house adds for guaranteed seats (TYP-04, TAMB-67).

    Guaranteed seats beyond the entries lapse. A pool below one seat is paid out in cash.
    """
    guaranteed = min(seats_guaranteed, entries)
    added = max(0, guaranteed * seat_price - pool)
    pool += added
    won = min(pool // seat_price, entries)
    if won == 0:
        return mtt_structure(rules.prizes, entries=entries, seats=seats, pool=pool), added
    leftover = pool - won * seat_price
    if won == entries:
        return _a_seat_for_everybody(won, seat_price, leftover), added
    cash = (Award(leftover),) if leftover else ()
    return (*(Award(seat_price, seat=True),) * won, *cash), added


def _a_seat_for_everybody(entries: int, seat_price: Cents, leftover: Cents) -> Structure:
    """There is no next place for the leftover: cash on top of the seats, odd cents from first place
    on (TAMB-67)."""
    share, odd = divmod(leftover, entries)
    return tuple(Award(seat_price + share + (place < odd), seat=True) for place in range(entries))
