"""Where button and blinds are: the big blind goes round, the others follow it (BTN-02)."""

from collections.abc import Collection

from cardroom.engine.positions import FEWEST, Positions, following, preceding
from cardroom.units import Seat


def first_positions(occupied: Collection[Seat], absent: Collection[Seat] = ()) -> Positions:
    """The first hand of a table: button on the highest occupied seat (BTN-01, TAMB-49).

    `absent` seats do not count for it, unless everybody is absent.
    """
    button = max(set(occupied) - set(absent) or occupied)
    small = following(occupied, button)
    if len(occupied) == FEWEST:
        return Positions(button, button, small)
    return Positions(button, small, following(occupied, small))


def next_positions(last_big_blind: Seat, occupied: Collection[Seat]) -> Positions:
    """The next hand: nobody is skipped by the big blind, nobody has it twice (BTN-02, TAMB-50).

    The small blind is the seat that had the big blind; it is dead when that is empty now. The
    button is always on a player and may stay where it was (BTN-03).
    """
    big = following(occupied, last_big_blind)
    if len(occupied) == FEWEST:
        button = preceding(occupied, big)
        return Positions(button, button, big)
    return Positions(preceding(occupied, last_big_blind), last_big_blind, big)
