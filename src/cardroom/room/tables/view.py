"""The hand as a viewer sees it, as far as it was published: nothing of it that is hidden."""

from collections.abc import Mapping

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.hand import Hand
from cardroom.engine.views import HandView, SeatView, Viewer, view
from cardroom.units import Seat


def hand_view(
    hand: Hand,
    viewer: Viewer,
    *,
    published: int,
    is_asked: bool,
    shown: Mapping[Seat, tuple[Card, ...]],
) -> HandView:
    """The hand as far as it was sent, with the cards that were shown after it.

    What it pays is sent once it is stored, so it is taken out until then (CRASH-01). Nobody acts
    before being asked, such as in the pause before a new street.
    """
    seen = msgspec.structs.replace(view(hand, viewer), options=None)
    if not is_asked:
        seen = msgspec.structs.replace(seen, actor=None, waits_for="nothing")
    if published < len(hand.events):
        seats = tuple(_unpaid(seat) for seat in seen.seats)
        seen = msgspec.structs.replace(
            seen, seats=seats, rake=0, is_over=False, event_count=published
        )
    if shown:
        seats = tuple(_opened(seat, shown.get(seat.seat)) for seat in seen.seats)
        seen = msgspec.structs.replace(seen, seats=seats)
    return seen


def _unpaid(seat: SeatView) -> SeatView:
    stack = seat.stack - seat.won
    all_in = seat.live and stack == 0
    return msgspec.structs.replace(seat, stack=stack, won=0, all_in=all_in)


def _opened(seat: SeatView, hole: tuple[Card, ...] | None) -> SeatView:
    """The seat with what was shown; what was not stays as the viewer sees it."""
    if hole is None:
        return seat
    known = tuple(
        seen if shown == UNKNOWN else shown for seen, shown in zip(seat.hole, hole, strict=True)
    )
    return msgspec.structs.replace(seat, open=True, hole=known)
