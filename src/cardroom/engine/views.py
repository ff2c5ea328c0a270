"""What a viewer may see: the only place that hides cards.

A seat sees its own cards and those that lie open, the rail only the open ones. An auditor sees all,
but only after the hand. A hidden event keeps its number: the viewer gets its redacted twin.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.answers import Options, Pot
from cardroom.engine.events import Event, Game, HoleDealt
from cardroom.engine.hand import Hand
from cardroom.errors import ActionRefused
from cardroom.units import Seat

Viewer = Seat | Literal["rail", "auditor"]
"""Who looks: a seat, the rail, or after the hand an auditor, who sees everything."""


class SeatView(msgspec.Struct, frozen=True):
    """One seat as a viewer sees it; hidden cards are unknown ones."""

    seat: Seat
    stack: int
    bet: int
    live: bool
    all_in: bool
    open: bool
    hole: tuple[Card, ...]
    won: int


class HandView(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it, complete: a screen can be drawn from it alone."""

    game: Game
    button: Seat
    street: str
    board: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    pots: tuple[Pot, ...]
    chips_in: int
    waits_for: str
    actor: Seat | None
    options: Options | None
    """What the viewer may do, when it is the viewer's turn."""
    is_over: bool
    is_void: bool
    rake: int
    event_count: int


def view(hand: Hand, viewer: Viewer) -> HandView:
    """The hand as `viewer` may see it now."""
    _refuse_early_audit(hand, viewer)
    return HandView(
        game=hand.started.game,
        button=hand.started.button,
        street=hand.street,
        board=hand.board,
        seats=_seat_views(hand, viewer),
        pots=hand.pots,
        chips_in=hand.chips_in,
        waits_for=hand.waits_for,
        actor=hand.actor,
        options=hand.options if hand.actor == viewer else None,
        is_over=hand.is_over,
        is_void=hand.is_void,
        rake=hand.rake,
        event_count=len(hand.events),
    )


SeatGlance = tuple[int, int, bool]
"""What everybody sees of a seat: its stack, its bet on this street, and whether it is live."""


class Glance(NamedTuple):
    """What everybody sees and no more, for programs that play many hands: the same figures as in
    the `view` of the rail, without the open hands, the pots and who has won."""

    street: str
    board: tuple[Card, ...]
    button: Seat
    chips_in: int
    seats: dict[Seat, SeatGlance]
    """Clockwise, the first after the button first."""


def glance(hand: Hand) -> Glance:
    """The hand as everybody sees it, in a small part of the time of a `view`."""
    seats = {seat: hand.seat_state(seat) for seat in hand.seats}
    return Glance(hand.street, hand.board, hand.started.button, hand.chips_in, seats)


def own_hole(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """The hole cards that a seat itself may see: its own."""
    return hand.hole(seat)


def events_for(hand: Hand, viewer: Viewer) -> tuple[Event, ...]:
    """All events of the hand, as many as there are, each as `viewer` may see it."""
    _refuse_early_audit(hand, viewer)
    return stored_events_for(hand.events, viewer)


def stored_events_for(events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The stored events of a hand that is over, each as `viewer` may read it afterwards."""
    if viewer == "auditor":
        return tuple(events)
    return tuple(redacted(event, viewer) for event in events)


def redacted(event: Event, viewer: Seat | Literal["rail"]) -> Event:
    """The event itself, or its twin without the cards that `viewer` may not see."""
    if not isinstance(event, HoleDealt):
        return event
    hole = tuple(
        cards if seat == viewer else _hidden(cards)
        for seat, cards in zip(event.seats, event.hole, strict=True)
    )
    return HoleDealt(event.seats, hole)


def _refuse_early_audit(hand: Hand, viewer: Viewer) -> None:
    if viewer == "auditor" and not hand.is_over:
        raise ActionRefused("LIVE-42.a", "hand_is_not_over")


def _seat_views(hand: Hand, viewer: Viewer) -> tuple[SeatView, ...]:
    stacks, bets, payouts = hand.stacks, hand.bets, hand.payouts
    live, shown, is_over = hand.live, hand.shown, hand.is_over
    sees_all = viewer == "auditor"
    seats = []
    for seat, stack in stacks.items():
        is_live, is_open, cards = seat in live, seat in shown, hand.hole(seat)
        seats.append(
            SeatView(
                seat=seat,
                stack=stack,
                bet=bets[seat],
                live=is_live,
                all_in=is_live and stack == 0 and not is_over,
                open=is_open,
                hole=cards if is_open or sees_all or seat == viewer else _hidden(cards),
                won=payouts.get(seat, 0),
            )
        )
    return tuple(seats)


def _hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
