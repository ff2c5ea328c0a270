"""Reads the events of a finished hand: its decisions, with pot and bets before each of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from cardroom.cards import Card
from cardroom.engine.events import (
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HandKilled,
    HandStarted,
    HandVoided,
    HoleDealt,
    Posted,
    Raised,
    UncalledReturned,
)
from cardroom.integrity.hands import CALL, FOLD, NOBODY, RAISE, Decision, ReviewedHand
from cardroom.units import Seat

LIVE_POSTS: Final = ("small_blind", "big_blind", "post")


def reviewed_hand(
    events: Sequence[Event],
    names: Mapping[Seat, str],
    *,
    key: str,
    table: str = "",
    think_ms: Sequence[int] = (),
    number: int = 0,
    at_ms: int = 0,
) -> ReviewedHand | None:
    """Read the events of a hand; a void hand never was and is None (CASH-03)."""
    started = events[0]
    assert isinstance(started, HandStarted), "a hand begins with its start"
    if any(isinstance(event, HandVoided) for event in events):
        return None
    reading = _Reading(started, think_ms)
    for event in events[1:]:
        reading.read(event)
    return ReviewedHand(
        key,
        table,
        tuple(names[seat] for seat in started.seats),
        reading.hole,
        tuple(reading.board),
        started.big_blind,
        tuple(reading.decisions),
        number,
        at_ms,
    )


class _Reading:
    """Pot, bets and live players from one event to the next."""

    def __init__(self, started: HandStarted, think_ms: Sequence[int]) -> None:
        self._places = {seat: place for place, seat in enumerate(started.seats)}
        self._stacks = list(started.stacks)
        self._bets = [0] * len(started.seats)
        self._live = (1 << len(started.seats)) - 1
        self._pot = 0
        self._think_ms = think_ms
        self._start_street()
        self.hole: tuple[tuple[Card, ...], ...] = ()
        self.board: list[Card] = []
        self.decisions: list[Decision] = []

    def _start_street(self) -> None:
        self._bets = [0] * len(self._bets)
        self._aggressor = NOBODY
        self._raises = 0

    def read(self, event: Event) -> None:
        match event:
            case Posted(seat=seat, kind=kind, by=by):
                self._pay(self._places[seat], by, live=kind in LIVE_POSTS)
            case HoleDealt(seats=seats, hole=hole):
                held = {self._places[seat]: cards for seat, cards in zip(seats, hole, strict=True)}
                self.hole = tuple(held.get(place, ()) for place in range(len(self._places)))
            case BoardDealt(cards=cards):
                self.board.extend(cards)
                self._start_street()
            case Folded(seat=seat):
                self._decide(self._places[seat], FOLD, 0)
                self._live &= ~(1 << self._places[seat])
            case HandKilled(seat=seat):
                # The floor's decision, not the player's.
                self._live &= ~(1 << self._places[seat])
            case Checked(seat=seat):
                self._decide(self._places[seat], CALL, 0)
            case Called(seat=seat, by=by):
                self._decide(self._places[seat], CALL, by)
                self._pay(self._places[seat], by)
            case Raised(seat=seat, to=to):
                place = self._places[seat]
                by = to - self._bets[place]
                self._decide(place, RAISE, by)
                self._pay(place, by)
                self._aggressor = place
                self._raises += 1
            case UncalledReturned(seat=seat, by=by):
                self._give_back(self._places[seat], by)

    def _pay(self, place: int, by: int, *, live: bool = True) -> None:
        self._stacks[place] -= by
        self._pot += by
        if live:
            self._bets[place] += by

    def _decide(self, place: int, act: int, chips: int) -> None:
        number = len(self.decisions)
        owed = min(max(self._bets) - self._bets[place], self._stacks[place])
        self.decisions.append(
            Decision(
                place,
                len(self.board),
                act,
                chips,
                self._pot,
                owed,
                self._live,
                self._aggressor,
                self._raises,
                self._think_ms[number] if number < len(self._think_ms) else 0,
            )
        )

    def _give_back(self, place: int, by: int) -> None:
        """Take the uncalled chips out of the raise, and out of the pots that came after it."""
        self._pot -= by
        for number in range(len(self.decisions) - 1, -1, -1):
            one = self.decisions[number]
            raised = one.place == place and one.act == RAISE
            chips = max(0, one.chips - by) if raised else one.chips
            pot = one.pot if raised else one.pot - by
            self.decisions[number] = Decision(
                *(one.place, one.street, one.act, chips, pot, one.to_call),
                *(one.live, one.aggressor, one.raises, one.think_ms),
            )
            if raised:
                return
