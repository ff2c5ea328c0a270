"""A ruling: what the book decides about what physically happened at a table.

The facts of a situation go in, a `Ruling` comes out. Both are plain structs: the command line, an
HTTP endpoint and a page use them as they are. Nothing here has a state.
"""

from typing import Literal, NamedTuple

import msgspec

from cardroom.errors import UsageError
from cardroom.rulebook import Edition, HandRules
from cardroom.rulebook.live import LiveRules, PenaltyType
from cardroom.units import Chips, Seat

Decision = Literal[
    "check",
    "call",
    "bet",
    "raise",
    "all_in",
    "fold",
    "complete_or_forfeit",
    "understood",
    "unclear",
    "binding",
    "not_binding",
    "misdeal",
    "hand_stands",
    "hand_live",
    "hand_passive",
    "hand_folded",
    "hand_dead",
    "refund",
    "allowed",
    "refused",
    "shows_first",
    "must_show",
    "need_not_show",
    "old_level",
    "new_level",
    "pay",
]
"""What is decided; `hand_stands` means that the deal counts."""

HandStatus = Literal["live", "passive", "folded", "dead"]
"""What the hand in question is worth afterwards; a passive hand may not bet or raise (LAMB-26)."""

Pile = Literal["stack", "bet", "pot"]
"""Where chips of a seat are: behind, in front on this street, or among all chips in the middle."""


class ChipMove(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that change their place, from a pile of a seat to a pile of the same or another seat.

    Seat 0 is the player whom the ruling is about, where the facts name no seats.
    """

    chips: Chips
    source: Pile
    target: Pile
    seat: Seat = 0
    to_seat: Seat = 0


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the ways out that a ruling leaves to the player or to the floor."""

    choice: str
    hand_status: HandStatus | None = None
    bet_to: Chips | None = None
    chip_moves: tuple[ChipMove, ...] = ()


class Amounts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The numbers of a ruling; what does not apply is None."""

    bet_to: Chips | None = None
    """The player's total on this street after the ruling."""
    adds: Chips | None = None
    """What the player has put in beyond what was in front before."""
    back: Chips | None = None
    """What goes back of the chips that were pushed, bet or paid."""
    missing: Chips | None = None
    """What the player still has to put in."""
    call: Chips | None = None
    """What a call adds for the player whom the question is about."""
    minimum: Chips | None = None
    maximum: Chips | None = None
    """The smallest and the largest total of a legal bet or raise."""
    count: Chips | None = None
    """The number that the dealer names."""


class SharedPot(msgspec.Struct, frozen=True, kw_only=True):
    """One pot: the seats that can win it, and what each winner gets (LIVE-20, LIVE-26.p1)."""

    chips: Chips
    seats: tuple[Seat, ...]
    shares: dict[Seat, Chips]


NO_AMOUNTS = Amounts()


class Ruling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the book decides, and why. `explain` makes a sentence of `reason` and `values`."""

    decision: Decision
    rule_ids: tuple[str, ...]
    reason: str
    """The key of the explanation in the table of sentences."""
    values: dict[str, Chips | str] = {}
    """What the placeholders of the explanation mean."""
    amounts: Amounts = NO_AMOUNTS
    chip_moves: tuple[ChipMove, ...] = ()
    hand_status: HandStatus | None = None
    options: tuple[Option, ...] = ()
    reopens: bool | None = None
    """Whether a bet reopens the betting to those who have acted (LIVE-38.p2)."""
    seats: tuple[Seat, ...] = ()
    """Seats in the order of the answer: who shows, first to last."""
    pots: tuple[SharedPot, ...] = ()
    penalty_hint: PenaltyType | None = None
    """A penalty that the floor may record; nothing is punished by itself."""
    needs_floor: bool = False


class TableRules(NamedTuple):
    """What the rulings read of an edition."""

    hand: HandRules
    live: LiveRules


def table_rules(rules: Edition) -> TableRules:
    """The part of an edition that rulings are made by; editions without live tables have none."""
    if rules.live is None:
        raise UsageError(f"The rules '{rules.name}' say nothing about live tables.")
    return TableRules(rules.hand, rules.live)
