"""Watches one hand and counts what each seat did, and what it could have done."""

from cardroom.engine.events import (
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HandKilled,
    HandStarted,
    PotAwarded,
    Raised,
)
from cardroom.engine.starting import clockwise
from cardroom.units import Seat

LATE = ("cutoff", "hijack", "lojack")
"""Positions before the button, the nearest first; all others are early."""


class Watcher:
    """The counters of all seats of a hand that is over.

    The big blind is the first bet before the flop, so the second raise is a third bet. A turn that
    faces exactly one raise of somebody else is a chance for it, and a turn of the first raiser that
    faces exactly one raise more a chance to fold to it; each counts once a hand.
    """

    def __init__(self, started: HandStarted) -> None:
        self._started = started
        self._counters: dict[Seat, dict[str, int]] = {seat: {"hands": 1} for seat in started.seats}
        self._live = list(started.seats)
        self._saw_flop: list[Seat] = []
        self._raisers: list[Seat] = []
        self._is_preflop = True
        self._acted = False
        self._winners: set[Seat] = set()

    def see(self, event: Event) -> None:
        """Take in what happened next."""
        match event:
            case BoardDealt():
                self._is_preflop = False
                self._saw_flop = self._saw_flop or list(self._live)
            case HandKilled(seat=seat):
                self._live.remove(seat)
            case PotAwarded(seats=seats):
                self._winners.update(seats)
            case Folded() | Checked() | Called() | Raised():
                self._see_turn(event)

    def _see_turn(self, event: Folded | Checked | Called | Raised) -> None:
        if self._is_preflop:
            self._see_preflop(event)
        else:
            self._see_later(event)
        if isinstance(event, Folded):
            self._live.remove(event.seat)

    def _see_preflop(self, event: Folded | Checked | Called | Raised) -> None:
        seat, raisers = event.seat, self._raisers
        self._acted = self._acted or not isinstance(event, Folded)
        if len(raisers) == 1 and seat not in raisers:
            self._mark(seat, "three_bet_chance")
            if isinstance(event, Raised):
                self._mark(seat, "three_bet")
        elif len(raisers) == 2 and seat == raisers[0]:
            self._mark(seat, "fold_to_three_bet_chance")
            if isinstance(event, Folded):
                self._mark(seat, "fold_to_three_bet")
        if isinstance(event, Called | Raised):
            self._mark(seat, "vpip")
        if isinstance(event, Raised):
            self._mark(seat, "pfr")
            raisers.append(seat)

    def _see_later(self, event: Folded | Checked | Called | Raised) -> None:
        if not isinstance(event, Checked):
            names = {Folded: "gave_up", Called: "passive", Raised: "aggressive"}
            name = names[type(event)]
            counters = self._counters[event.seat]
            counters[name] = counters.get(name, 0) + 1

    def _mark(self, seat: Seat, name: str) -> None:
        self._counters[seat][name] = 1

    def counters(self) -> dict[Seat, dict[str, int]]:
        """What the hand adds, by seat; counters that stay as they are left out."""
        if not self._acted and len(self._live) == 1:
            self._mark(self._live[0], "walks")
        for seat in self._saw_flop:
            self._mark(seat, "flops_seen")
        for seat in self._live if len(self._live) > 1 else []:
            self._mark(seat, "showdowns")
            if seat in self._winners:
                self._mark(seat, "showdowns_won")
        for seat in self._winners:
            self._mark(seat, "hands_won")
        return self._counters

    def position(self, seat: Seat) -> str:
        """Where a seat sat: a blind, the button, or a place before it; of two one is the button."""
        if seat == self._started.button:
            return "button"
        for kind in ("small_blind", "big_blind"):
            if any(post.seat == seat and post.kind == kind for post in self._started.posts):
                return kind
        order = clockwise(self._started.seats, self._started.button)
        before = [one for one in reversed(order) if one != self._started.button].index(seat)
        return LATE[before] if before < len(LATE) else "early"
