"""Plays a stored hand again: its cards and decisions must lead to the very events that are stored.

`engine.replay` trusts stored events; here nothing is trusted but the cards and who did what.
"""

from collections.abc import Iterator, Sequence

from cardroom.cards import Card
from cardroom.engine import Hand
from cardroom.engine.events import (
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    ForceShown,
    HandKilled,
    HandStarted,
    HandVoided,
    HoleDealt,
    Mucked,
    Raised,
    Shown,
    decode_events,
)
from cardroom.errors import UNREADABLE, InvalidFile
from cardroom.rulebook import HandRules
from cardroom.units import Seat


def rerun(rules: HandRules, stored: bytes) -> Hand:
    """The hand that the stored decisions lead to under the rules; refused where it differs.

    The refusal names the kind of the event and not its content: that may be somebody's cards.
    """
    started, events = _read(stored)
    hand = Hand(rules, started, tuple(_deck(events)))
    come_out = hand.events
    for place, event in enumerate(events):
        if place == len(come_out):
            _decide(hand, event)
            come_out = hand.events
        if come_out[place : place + 1] != (event,):
            raise InvalidFile(
                "history", f"event {place + 1}, {type(event).__name__}, does not follow"
            )
    if len(come_out) != len(events):
        raise InvalidFile("history", f"ends before {type(come_out[len(events)]).__name__}")
    return hand


def won(hand: Hand) -> dict[Seat, int]:
    """What each seat has more, or less, than when the hand began."""
    began = dict(zip(hand.started.seats, hand.started.stacks, strict=True))
    return {seat: stack - began[seat] for seat, stack in hand.stacks.items()}


def _read(stored: bytes) -> tuple[HandStarted, Sequence[Event]]:
    try:
        events = decode_events(stored)
    except UNREADABLE as error:
        raise InvalidFile("history", str(error)) from error
    if not events or not isinstance(events[0], HandStarted):
        raise InvalidFile("history", "does not begin with the start of the hand")
    return events[0], events


def _deck(events: Sequence[Event]) -> Iterator[Card]:
    """The known cards in the order in which they were dealt (LIVE-30, CASH-15)."""
    for event in events:
        match event:
            case HoleDealt(hole=hole):
                if len({len(cards) for cards in hole}) > 1:
                    raise InvalidFile("history", "the seats got unequal numbers of cards")
                for turn in zip(*hole, strict=True):
                    yield from turn
            case BoardDealt(cards=cards):
                yield from cards


def _decide(hand: Hand, event: Event) -> None:
    """Take the decision that an event tells; what nobody decides must follow by itself."""
    match event:
        case Folded(seat=seat):
            hand.fold(seat)
        case Checked(seat=seat):
            hand.check(seat)
        case Called(seat=seat):
            hand.call(seat)
        case Raised(seat=seat, to=to):
            hand.raise_to(seat, to)
        case Shown(seat=seat, hole=hole):
            hand.show(seat, hole)
        case Mucked(seat=seat):
            hand.muck(seat)
        case HandKilled(seat=seat, rule=rule):
            hand.kill(seat, rule)
        case ForceShown(seat=seat, reason=reason):
            hand.force_show(seat, reason)
        case HandVoided(reason=reason):
            hand.void(reason)
