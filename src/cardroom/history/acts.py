"""Events turned into acts: what each seat did, what it cost, and whether it was all of a stack."""

from typing import Literal

from msgspec import Struct

from cardroom.cards import Card
from cardroom.engine.events import (
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    ForceShown,
    HandKilled,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Raised,
    Shown,
    Street,
    UncalledReturned,
)
from cardroom.engine.games import STREETS
from cardroom.engine.state import LIVE_POSTS
from cardroom.rulebook import HandRules
from cardroom.units import Seat

Posting = Literal["ante", "small_blind", "big_blind", "extra_blind", "dead_blind", "straddle"]
Doing = Literal["fold", "check", "call", "bet", "raise", "take_back", "show", "muck"]
Verb = Posting | Doing

ANTES = ("ante", "table_ante")
_POSTS: dict[PostKind, Verb] = {
    "ante": "ante",
    "table_ante": "ante",
    "small_blind": "small_blind",
    "big_blind": "big_blind",
    "post": "extra_blind",
    "dead": "dead_blind",
}


class Act(Struct, frozen=True, kw_only=True):
    """One thing that a seat did.

    `by` is what left the stack (or came back), `to` the seat's bet on this street after a bet or
    raise, `over` how far it lies above the highest bet before.
    """

    seat: Seat
    verb: Verb
    by: int = 0
    to: int = 0
    over: int = 0
    all_in: bool = False
    cards: tuple[Card, ...] = ()


class ActRecorder:
    """Follows stacks and bets from event to event; trusts them, they were verified."""

    def __init__(self, started: HandStarted, rules: HandRules) -> None:
        self._started = started
        self._rules = rules
        self._stacks = dict(zip(started.seats, started.stacks, strict=True))
        self._bets = dict.fromkeys(started.seats, 0)
        self._current = 0
        self.dealt: dict[Seat, tuple[Card, ...]] = {}
        self.posts: list[Act] = []
        self.streets: list[Street] = [STREETS[0]]
        self.cards: list[tuple[Card, ...]] = [()]
        self.acts: list[list[Act]] = [[]]
        self.showdown: list[Act] = []
        self.awards: list[PotAwarded] = []
        self.shown: dict[Seat, tuple[Card, ...]] = {}
        self.folded: dict[Seat, Street] = {}
        self.bettors: set[Seat] = set()

    def record(self, event: Event) -> None:
        """Take in what happened next."""
        match event:
            case Posted(seat=seat, kind=kind, by=by):
                self._post(seat, kind, by)
            case HoleDealt(seats=seats, hole=hole):
                self.dealt = dict(zip(seats, hole, strict=True))
                self._current = self._opening()
            case BoardDealt(street=street, cards=cards):
                self._open_street(street, cards)
            case Shown(seat=seat, hole=hole) | ForceShown(seat=seat, hole=hole):
                self.shown[seat] = hole
                self.showdown.append(Act(seat=seat, verb="show", cards=hole))
            case Mucked(seat=seat):
                self.showdown.append(Act(seat=seat, verb="muck"))
            case PotAwarded():
                self.awards.append(event)
            case _:
                self.acts[-1].append(self._act(event))

    def _act(self, event: Event) -> Act:
        match event:
            case Folded(seat=seat) | HandKilled(seat=seat):
                self.folded[seat] = self.streets[-1]
                return Act(seat=seat, verb="fold")
            case Checked(seat=seat):
                return Act(seat=seat, verb="check")
            case Called(seat=seat, by=by):
                return self._bet(seat, "call", by)
            case Raised(seat=seat, to=to):
                verb: Verb = "raise" if self._current else "bet"
                return self._bet(seat, verb, to - self._bets[seat])
        assert isinstance(event, UncalledReturned), f"no such event in a hand: {event}"
        self._stacks[event.seat] += event.by
        return Act(seat=event.seat, verb="take_back", by=event.by)

    def _post(self, seat: Seat, kind: PostKind, by: int) -> None:
        self._stacks[seat] -= by
        if kind in LIVE_POSTS:
            self._bets[seat] += by
        if kind not in ANTES:
            self.bettors.add(seat)
        self.posts.append(
            Act(seat=seat, verb=self._verb_of(kind, by), by=by, all_in=self._stacks[seat] == 0)
        )

    def _verb_of(self, kind: PostKind, by: int) -> Verb:
        """A further blind above the big blind is a straddle."""
        is_straddle = kind == "big_blind" and by > self._started.big_blind
        return "straddle" if is_straddle else _POSTS[kind]

    def _opening(self) -> int:
        """What there is to call before the flop, also over a short big blind (AMB-38)."""
        highest = max(self._bets.values())
        posted = any(act.verb in ("big_blind", "straddle") for act in self.posts)
        if posted and self._rules.call_after_short_blind == "nominal":
            return max(highest, self._started.big_blind)
        return highest

    def _open_street(self, street: Street, cards: tuple[Card, ...]) -> None:
        self.streets.append(street)
        self.cards.append(cards)
        self.acts.append([])
        self._bets = dict.fromkeys(self._bets, 0)
        self._current = 0

    def _bet(self, seat: Seat, verb: Verb, by: int) -> Act:
        self._stacks[seat] -= by
        self._bets[seat] += by
        to, over = self._bets[seat], max(0, self._bets[seat] - self._current)
        self._current = max(self._current, to)
        self.bettors.add(seat)
        return Act(seat=seat, verb=verb, by=by, to=to, over=over, all_in=self._stacks[seat] == 0)
