"""What a viewer may see: the only place that hides cards.

A seat sees its own cards and those that lie open, the rail only the open ones. An auditor sees all,
but only after the hand. A hidden event keeps its number: the viewer gets its redacted twin.
"""

from collections.abc import Sequence
from typing import Literal

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
        seats=tuple(_seat_view(hand, seat, viewer) for seat in hand.seats),
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


def _seat_view(hand: Hand, seat: Seat, viewer: Viewer) -> SeatView:
    is_open = seat in hand.shown
    cards = hand.hole(seat)
    live = seat in hand.live
    return SeatView(
        seat=seat,
        stack=hand.stacks[seat],
        bet=hand.bets[seat],
        live=live,
        all_in=live and hand.stacks[seat] == 0 and not hand.is_over,
        open=is_open,
        hole=cards if is_open or viewer in {seat, "auditor"} else _hidden(cards),
        won=hand.payouts.get(seat, 0),
    )


def _hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
