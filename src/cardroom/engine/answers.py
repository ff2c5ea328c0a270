"""What a hand answers when it is asked: the legal actions of a seat, and the pots."""

import msgspec

from cardroom.units import Seat


class Options(msgspec.Struct, frozen=True, gc=False):
    """What the seat to act may do; folding is always there (BET-04).

    `call` is what a call adds, 0 when checking is free. A bet or raise is a total on this street
    from `raise_from` to `raise_to`; both are 0 when there is none. `closed` says that the betting
    was not reopened to this seat (BET-13).
    """

    seat: Seat
    call: int
    raise_from: int = 0
    raise_to: int = 0
    closed: bool = False

    @property
    def check(self) -> bool:
        """Whether nothing is to be called (BET-05)."""
        return self.call == 0


class Pot(msgspec.Struct, frozen=True, gc=False):
    """An amount, and the live seats that can win it, clockwise from the button (POT-01)."""

    amount: int
    seats: tuple[Seat, ...]
