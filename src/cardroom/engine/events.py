"""What happened in a hand: frozen, tagged facts that are stored for ever and replayed.

Later fields come at the end with a default; none is retyped or removed. This module is never
compiled: mypyc would silently drop `frozen=` and `tag=`.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, get_args

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.units import Seat

Game = Literal["nl-holdem", "pl-omaha", "fl-holdem"]
Street = Literal["preflop", "flop", "turn", "river"]
PostKind = Literal["ante", "table_ante", "small_blind", "big_blind", "post", "dead"]
POST_KINDS: Final = get_args(PostKind)

AMOUNT_MAX: Final = 2**53
LAST_SEAT: Final = 10
Amount = Annotated[int, msgspec.Meta(ge=0, le=AMOUNT_MAX)]
"""Cents or chips: an event does not say which, its table does."""
SeatNumber = Annotated[Seat, msgspec.Meta(ge=0, le=LAST_SEAT)]
CardNumber = Annotated[Card, msgspec.Meta(ge=UNKNOWN, le=51)]
Cards = tuple[CardNumber, ...]


class Post(msgspec.Struct, frozen=True, gc=False):
    """A bet that a seat owes before the cards.

    `ante` is each player's own, `table_ante` the one for the whole table that the button pays
    (LIVE-16.1), `post` a live bet out of position (AMB-35), `dead` money that counts for nobody.
    """

    seat: SeatNumber
    kind: PostKind
    amount: Amount


class Rake(msgspec.Struct, frozen=True, gc=False):
    """The fee of this hand in numbers; `cap` is what holds for the players dealt in (RAKE-06)."""

    permille: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    cap: Amount
    minimum: Amount = 1


class Event(msgspec.Struct, frozen=True, gc=False):
    """A recorded fact."""


class HandStarted(Event, frozen=True, tag="hand_started"):
    """Everything that is fixed when the shuffle starts (LIVE-31).

    `button` may be an empty seat. `posts` are what is owed, in the order in which it is taken.
    `unit` is the smallest chip in play (LAMB-10). `big_bet` is the fixed-limit bet of the last two
    streets; 0 is twice the big blind.
    """

    game: Game
    button: SeatNumber
    seats: tuple[SeatNumber, ...]
    stacks: tuple[Amount, ...]
    big_blind: Amount
    posts: tuple[Post, ...] = ()
    rake: Rake | None = None
    unit: Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)] = 1
    big_bet: Amount = 0


class Posted(Event, frozen=True, tag="posted"):
    """A forced bet was taken; `by` is less than owed when the stack was short (AMB-38)."""

    seat: SeatNumber
    kind: PostKind
    by: Amount


class HoleDealt(Event, frozen=True, tag="hole_dealt"):
    """The hole cards, first card clockwise from the button, one at a time (LIVE-30)."""

    seats: tuple[SeatNumber, ...]
    hole: tuple[Cards, ...]


class Folded(Event, frozen=True, tag="folded"):
    """A hand was given up (BET-04)."""

    seat: SeatNumber


class Checked(Event, frozen=True, tag="checked"):
    """Nothing was bet (BET-05)."""

    seat: SeatNumber


class Called(Event, frozen=True, tag="called"):
    """The highest bet was matched, or all of a smaller stack put in (BET-06, BET-11)."""

    seat: SeatNumber
    by: Amount


class Raised(Event, frozen=True, tag="raised"):
    """A bet or a raise (BET-07). `to` is the seat's total on this street."""

    seat: SeatNumber
    to: Amount


class HandKilled(Event, frozen=True, tag="hand_killed"):
    """The floor declared a hand dead; what it bet stays (LIVE-27.p1, LIVE-32)."""

    seat: SeatNumber
    rule: str


class BoardDealt(Event, frozen=True, tag="board_dealt"):
    """The board cards of one street (CASH-15)."""

    street: Street
    cards: Cards


class UncalledReturned(Event, frozen=True, tag="uncalled_returned"):
    """The part of a bet that nobody matched went back (AMB-50)."""

    seat: SeatNumber
    by: Amount


class Shown(Event, frozen=True, tag="shown"):
    """A hand was tabled, all its cards (LIVE-39.p1)."""

    seat: SeatNumber
    hole: Cards


class Mucked(Event, frozen=True, tag="mucked"):
    """A hand was given up unseen at the showdown (LIVE-39.p4)."""

    seat: SeatNumber


class ForceShown(Event, frozen=True, tag="force_shown"):
    """The floor had a hand shown that claims nothing (LIVE-39.p4)."""

    seat: SeatNumber
    hole: Cards
    reason: str


class PotAwarded(Event, frozen=True, tag="pot_awarded"):
    """One pot, main pot first, went to its winners; `amount` is net of `rake` (POT-03, AMB-52)."""

    pot: Amount
    amount: Amount
    rake: Amount
    seats: tuple[SeatNumber, ...]
    shares: tuple[Amount, ...]


class HandVoided(Event, frozen=True, tag="hand_voided"):
    """The hand never was: every stack is what it was before (CASH-03, CRASH-01)."""

    reason: str


AnyEvent = (
    HandStarted
    | Posted
    | HoleDealt
    | Folded
    | Checked
    | Called
    | Raised
    | HandKilled
    | BoardDealt
    | UncalledReturned
    | Shown
    | Mucked
    | ForceShown
    | PotAwarded
    | HandVoided
)

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(list[AnyEvent])


def encode_events(events: Sequence[Event]) -> bytes:
    """Write events as one JSON array; the same events give the same bytes."""
    return _ENCODER.encode(events)


def decode_events(stored: bytes | str) -> list[AnyEvent]:
    """Read what `encode_events` wrote; msgspec raises a DecodeError on anything else."""
    return _DECODER.decode(stored)
