"""What a hand is: a reading of its events. Questions change nothing, `apply` trusts the event."""

from cardroom.cards import Card
from cardroom.engine.answers import Options, Pot
from cardroom.engine.betting import NOBODY, Betting
from cardroom.engine.events import (
    LAST_SEAT,
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
    Posted,
    PotAwarded,
    Raised,
    Shown,
    UncalledReturned,
)
from cardroom.engine.games import HOLE_CARDS, LIMITS, STREETS
from cardroom.engine.pots import layers, uncalled
from cardroom.engine.starting import clockwise
from cardroom.rulebook import HandRules
from cardroom.units import Seat

LIVE_POSTS = ("small_blind", "big_blind", "post")
DEAD_POSTS = ("table_ante", "dead")


class HandState:
    """Everything that the events of a hand say, by place: 0 is the first seat after the button."""

    def __init__(self, rules: HandRules, started: HandStarted) -> None:
        self.rules = rules
        self.started = started
        seats = clockwise(started.seats, started.button)
        count = len(seats)
        self._seats: list[int] = seats
        self._place_of: list[int] = [NOBODY] * (LAST_SEAT + 1)
        for place in range(count):
            self._place_of[seats[place]] = place
        stacks: list[int] = [0] * count
        given: tuple[int, ...] = started.stacks
        for index, seat in enumerate(started.seats):
            stacks[self._place_of[seat]] = given[index]
        self._hole_count: int = HOLE_CARDS[started.game]
        big_blind: int = started.big_blind
        big_bet: int = started.big_bet
        self._betting = Betting(
            rules, LIMITS[started.game], stacks, big_blind, big_bet or 2 * big_blind
        )
        self._events: list[Event] = [started]
        self._hole: list[tuple[int, ...]] = []
        self._board: list[int] = []
        self._big_blind_place = NOBODY
        for post in started.posts:
            if post.kind == "big_blind":
                self._big_blind_place = self._place_of[post.seat]
        self._shown: list[bool] = [False] * count
        self._mucked: list[bool] = [False] * count
        self._won: list[int] = [0] * count
        self._rake = 0
        self._pots_paid = 0
        self._paid_out = 0
        self._over = False
        self._void = False
        self._showing = NOBODY
        self._wants_board = False

    # Questions

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, in order."""
        return tuple(self._events)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats dealt in, clockwise, the first after the button first."""
        return tuple(self._seats)

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that have not folded."""
        folded = self._betting.folded
        return tuple([seat for place, seat in enumerate(self._seats) if not folded[place]])

    @property
    def is_over(self) -> bool:
        """Whether everything is paid out or given back."""
        return self._over

    @property
    def is_void(self) -> bool:
        """Whether the hand was cancelled."""
        return self._void

    @property
    def waits_for(self) -> str:
        """What comes next from outside: `action`, `board`, `showdown`, or `nothing`."""
        if self._over:
            return "nothing"
        if self._betting.actor >= 0:
            return "action"
        if self._showing >= 0:
            return "showdown"
        return "board" if self._wants_board else "nothing"

    @property
    def actor(self) -> Seat | None:
        """Whose turn it is to act, or at the showdown to show or muck."""
        place = self._betting.actor
        if place < 0:
            place = self._showing
        return self._seats[place] if place >= 0 else None

    @property
    def to_call(self) -> int:
        """What a call by the seat to act adds; 0 when it may check (BET-06)."""
        place = self._betting.actor
        return self._betting.to_call(place) if place >= 0 else 0

    @property
    def options(self) -> Options | None:
        """What the seat to act may do; None when nobody bets now."""
        betting = self._betting
        place = betting.actor
        if place < 0:
            return None
        minimum, maximum = betting.raise_bounds(place)
        closed = betting.acted[place] and betting.closed(place)
        return Options(self._seats[place], betting.to_call(place), minimum, maximum, closed)

    @property
    def street(self) -> str:
        """The street that is played: preflop, flop, turn or river."""
        cards = len(self._board)
        return STREETS[0] if cards == 0 else STREETS[cards - 2]

    @property
    def board(self) -> tuple[Card, ...]:
        """The board cards on the table."""
        return tuple(self._board)

    @property
    def stacks(self) -> dict[Seat, int]:
        """What each seat has behind."""
        stacks = self._betting.stacks
        return {seat: stacks[place] for place, seat in enumerate(self._seats)}

    @property
    def bets(self) -> dict[Seat, int]:
        """What each seat has in front on this street."""
        bets = self._betting.bets
        return {seat: bets[place] for place, seat in enumerate(self._seats)}

    @property
    def chips_in(self) -> int:
        """All chips that were put in and not returned, bets in front included."""
        return self._betting.chips_in

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots as they would be if the betting ended now, main pot first (POT-01, AMB-51)."""
        betting = self._betting
        totals = betting.totals()
        owner, excess = self._uncalled()
        if owner >= 0:
            totals[owner] -= excess
        amounts, winners = layers(totals, betting.folded, betting.dead)
        return tuple(
            [
                Pot(amount, tuple([self._seats[place] for place in places]))
                for amount, places in zip(amounts, winners, strict=True)
            ]
        )

    @property
    def uncalled(self) -> tuple[Seat, int] | None:
        """The seat whose bet nobody has matched yet, and by how much (AMB-50)."""
        owner, excess = self._uncalled()
        return (self._seats[owner], excess) if owner >= 0 else None

    @property
    def payouts(self) -> dict[Seat, int]:
        """What each seat won from the pots; returned bets are not in it."""
        found: dict[int, int] = {}
        for place in range(len(self._won)):
            if self._won[place]:
                found[self._seats[place]] = self._won[place]
        return found

    @property
    def rake(self) -> int:
        """The rake taken from the pots."""
        return self._rake

    @property
    def shown(self) -> tuple[Seat, ...]:
        """The seats whose hands lie open."""
        return tuple([seat for place, seat in enumerate(self._seats) if self._shown[place]])

    def hole(self, seat: Seat) -> tuple[Card, ...]:
        """The hole cards of a seat, hidden from nobody: what others may see is for `views`."""
        return self._hole[self._place_of[seat]] if self._hole else ()

    def seat_state(self, seat: Seat) -> tuple[int, int, bool]:
        """The stack of a seat dealt in, its bet on this street, and whether it has not folded."""
        place = self._place_of[seat]
        betting = self._betting
        return betting.stacks[place], betting.bets[place], not betting.folded[place]

    def _uncalled(self) -> tuple[int, int]:
        if not self.rules.return_uncalled:
            return NOBODY, 0
        return uncalled(self._betting.totals())

    # What a recorded event changes

    def _apply(self, event: Event) -> None:
        """Change the state as the event says; decisions that are often taken do it directly."""
        if isinstance(event, HandVoided):
            self._apply_voided()
        elif isinstance(event, HoleDealt):
            self._apply_hole(event.hole)
        elif isinstance(event, BoardDealt):
            self._apply_board(event.cards)
        elif isinstance(event, PotAwarded):
            self._apply_award(event.seats, event.shares, event.rake)
        else:
            self._apply_to_seat(event)

    def _apply_to_seat(self, event: Event) -> None:
        assert not isinstance(event, HandStarted), "a hand starts once"
        place = self._place_of[event.seat]  # type: ignore[attr-defined]
        if isinstance(event, Posted):
            self._apply_post(place, event.kind, event.by)
        elif isinstance(event, Folded | HandKilled):
            self._betting.fold(place)
        elif isinstance(event, Checked):
            self._betting.check(place)
        elif isinstance(event, Called):
            self._betting.call(place, event.by)
        elif isinstance(event, Raised):
            self._betting.raise_to(place, event.to)
        elif isinstance(event, UncalledReturned):
            self._betting.return_uncalled(place, event.by)
        elif isinstance(event, Mucked):
            self._mucked[place] = True
        else:
            assert isinstance(event, Shown | ForceShown), f"no such event in a hand: {event}"
            self._apply_shown(place, event.hole)

    def _apply_post(self, place: int, kind: str, by: int) -> None:
        self._betting.post(place, by, live=kind in LIVE_POSTS, matched=kind not in DEAD_POSTS)

    def _apply_hole(self, hole: tuple[tuple[int, ...], ...]) -> None:
        """Let the betting begin: the call is the full big blind, also over a short one (AMB-38)."""
        self._hole = list(hole)
        current = 0
        for bet in self._betting.bets:
            current = max(current, bet)
        if self.rules.short_blinds_count_in_full:
            owed = sum([post.amount for post in self.started.posts if post.kind in LIVE_POSTS])
            self._betting.short_blinds = owed - sum(self._betting.bets)
        big_blind = self._big_blind_place
        if big_blind != NOBODY and self.rules.call_after_short_blind == "nominal":
            current = max(current, self._betting.big_blind)
        # Without a big blind the first seat after the button begins: the button is the last place.
        self._betting.open_preflop(
            big_blind if big_blind != NOBODY else self._betting.size - 1, current
        )

    def _apply_board(self, cards: tuple[int, ...]) -> None:
        self._board.extend(cards)
        self._wants_board = False
        self._betting.open_street(late=len(self._board) > 3)

    def _apply_shown(self, place: int, hole: tuple[int, ...]) -> None:
        self._hole[place] = hole
        self._shown[place] = True

    def _apply_award(self, seats: tuple[int, ...], shares: tuple[int, ...], rake: int) -> None:
        self._showing = NOBODY
        self._pots_paid += 1
        self._rake += rake
        self._paid_out += rake
        for index in range(len(seats)):
            place = self._place_of[seats[index]]
            share = shares[index]
            self._betting.stacks[place] += share
            self._won[place] += share
            self._paid_out += share
        self._over = self._paid_out == self._betting.chips_in

    def _apply_voided(self) -> None:
        """Give back every stack as it was before the first forced bet (CRASH-01)."""
        for seat, stack in zip(self.started.seats, self.started.stacks, strict=True):
            self._betting.stacks[self._place_of[seat]] = stack
        self._betting.take_back()
        self._showing = NOBODY
        self._wants_board = False
        self._void = True
        self._over = True
