"""A settled hand as somebody may tell it afterwards: own and shown cards only.

Every format has the same content: who sat where, what was posted, what was done on each
street, who showed, who was paid. The formats only find the words.
"""

import re
from typing import Literal

from msgspec import Struct

from cardroom.cards import UNKNOWN, Card
from cardroom.engine import Event, HandStarted, Viewer, stored_events_for
from cardroom.engine.events import HandVoided, PotAwarded, Street
from cardroom.engine.starting import clockwise
from cardroom.errors import ActionRefused
from cardroom.fairness.proof import Proof
from cardroom.history.acts import Act, ActRecorder
from cardroom.rulebook import HandRules
from cardroom.units import Cents, Chips, Seat

PLAY_MONEY = "XPM"
"""The currency of play money, as Open Hand History calls it."""

HANDS_MAX = 10**7
EPOCHS_MAX = 10**4
TABLES_MAX = 9 * 10**7
"""How many hands per epoch, epochs per table, and tables have a number below 2**63."""
_KEY = re.compile(r"hand:(\d{1,18}):(\d{1,18}):(\d{1,18})", re.ASCII)


class TournamentInfo(Struct, frozen=True, kw_only=True):
    """What a history says about the tournament; money is in cents of `currency`."""

    number: int
    name: str
    level: int
    currency: str
    buy_in: Cents
    fee: Cents
    started_ms: int
    first_stack: Chips
    level_minutes: int
    bounty: Cents = 0
    tables: Literal["one", "many"] = "many"
    speed: Literal["Normal", "Turbo", "Hyper-Turbo"] = "Normal"
    level_s: int = 0
    """The length of a level where it is no whole number of minutes; 0 where it is."""


class PlayedHand(Struct, frozen=True, kw_only=True):
    """A hand that was settled: its stored events, and what the room knows about them.

    `number` is unique in the room, at most 12 digits for trackers. `key` is by what the room knows
    the hand, such as `hand:7:1:991` (table, epoch, number), where it is of a room. Without a
    currency the amounts are tournament chips, else cents. `small_blind` is the stake's, posted or
    not.
    """

    events: tuple[Event, ...]
    rules: HandRules
    edition: str
    names: dict[Seat, str]
    number: int
    table: str
    seats_max: int
    at_ms: int
    currency: str | None
    small_blind: int
    site: str = "cardroom"
    tournament: TournamentInfo | None = None
    bounties: dict[Seat, Cents] = {}
    """What is on the heads of those dealt in, in cents of the tournament's currency."""
    proof: Proof | None = None
    """What shows that the deck was fair; an export opens only the cards that its viewer saw."""
    key: str = ""

    @property
    def started(self) -> HandStarted:
        """How the hand began."""
        started = self.events[0]
        assert isinstance(started, HandStarted), "a hand begins with its start"
        return started


class Stage(Struct, frozen=True):
    """A street: the board cards that were turned for it, and what was done on it."""

    street: Street
    cards: tuple[Card, ...]
    acts: tuple[Act, ...]


class NarratedHand(Struct, frozen=True, kw_only=True):
    """A hand for one viewer, ready to be put into words.

    `dealt` are the hole cards that the viewer knows from the deal, `shown` those that were laid
    open, `folded` the street on which a seat gave up, `bettors` who put in more than an ante.
    """

    hand: PlayedHand
    viewer: Viewer
    events: tuple[Event, ...]
    dealt: dict[Seat, tuple[Card, ...]]
    posts: tuple[Act, ...]
    stages: tuple[Stage, ...]
    showdown: tuple[Act, ...]
    awards: tuple[PotAwarded, ...]
    shown: dict[Seat, tuple[Card, ...]]
    folded: dict[Seat, Street]
    bettors: frozenset[Seat]

    @property
    def started(self) -> HandStarted:
        """How the hand began."""
        return self.hand.started

    @property
    def board(self) -> tuple[Card, ...]:
        """The board cards that were dealt."""
        return tuple(card for stage in self.stages for card in stage.cards)

    @property
    def won(self) -> dict[Seat, int]:
        """What each winner got from all pots, the rake taken off."""
        won: dict[Seat, int] = {}
        for award in self.awards:
            for seat, share in zip(award.seats, award.shares, strict=True):
                won[seat] = won.get(seat, 0) + share
        # A pot of nothing, when every chip went back uncalled, has a winner who won nothing.
        return {seat: share for seat, share in won.items() if share}

    @property
    def rake(self) -> int:
        """What was taken from all pots."""
        return sum(award.rake for award in self.awards)

    @property
    def ante(self) -> int:
        """The largest ante that one seat owed; 0 without antes."""
        owed = [post.amount for post in self.started.posts if post.kind in ("ante", "table_ante")]
        return max(owed, default=0)

    @property
    def stacks(self) -> dict[Seat, int]:
        """What each seat began with, by seat number."""
        started = self.started
        return dict(sorted(zip(started.seats, started.stacks, strict=True)))

    @property
    def is_play_money(self) -> bool:
        """Whether nothing is played for: neither money nor a tournament."""
        hand = self.hand
        return hand.currency == PLAY_MONEY or (hand.currency is None and hand.tournament is None)

    def seat_number(self, seat: Seat) -> int:
        """The seat as formats count it, from 1: where the table has a seat 0, all move up."""
        return seat + int(0 in (*self.started.seats, self.started.button))

    def poster(self, kind: Literal["small_blind", "big_blind"]) -> Seat | None:
        """The seat in the place of a blind: the first that owed it, if anybody did (AMB-32)."""
        owing = (post.seat for post in self.started.posts if post.kind == kind)
        return next(owing, None)


def narrate(hand: PlayedHand, viewer: Viewer) -> NarratedHand:
    """The hand as `viewer` may tell it; only players who were dealt in have cards."""
    _refuse(hand, viewer)
    events = stored_events_for(hand.events, viewer)
    recorder = ActRecorder(hand.started, hand.rules)
    for event in events[1:]:
        recorder.record(event)
    known = {seat: cards for seat, cards in recorder.dealt.items() if UNKNOWN not in cards}
    stages = zip(recorder.streets, recorder.cards, recorder.acts, strict=True)
    return NarratedHand(
        hand=hand,
        viewer=viewer,
        events=events,
        dealt={seat: known[seat] for seat in _deal_order(hand.started) if seat in known},
        posts=tuple(recorder.posts),
        stages=tuple(Stage(street, cards, tuple(acts)) for street, cards, acts in stages),
        showdown=tuple(recorder.showdown),
        awards=tuple(recorder.awards),
        shown=recorder.shown,
        folded=recorder.folded,
        bettors=frozenset(recorder.bettors),
    )


def tracker_number(table: int, epoch: int, number: int) -> int:
    """One number for a hand of a table, below 2**63; the room itself numbers its hands in order."""
    assert 0 <= number < HANDS_MAX, "too many hands in an epoch"
    assert 0 <= epoch < EPOCHS_MAX, "too many epochs of a table"
    assert 0 < table < TABLES_MAX, "too many tables"
    return (table * EPOCHS_MAX + epoch) * HANDS_MAX + number


def place_of(key: str, number: int) -> tuple[int, int, int]:
    """Table, epoch and number of a hand: from its key, or from the number of older files."""
    found = _KEY.fullmatch(key)
    if found is not None:
        return int(found[1]), int(found[2]), int(found[3])
    rest, hand = divmod(number, HANDS_MAX)
    table, epoch = divmod(rest, EPOCHS_MAX)
    return table, epoch, hand


def _refuse(hand: PlayedHand, viewer: Viewer) -> None:
    """Refuse a hand that never happened, and a viewer who was not dealt in (LIVE-42.a)."""
    if any(isinstance(event, HandVoided) for event in hand.events):
        raise ActionRefused("AMB-69", "hand_is_void")
    if isinstance(viewer, int) and viewer not in hand.started.seats:
        raise ActionRefused("LIVE-42.a", "not_dealt_in")
    assert any(isinstance(event, PotAwarded) for event in hand.events), "the hand is not over"


def _deal_order(started: HandStarted) -> list[Seat]:
    return clockwise(started.seats, started.button)
