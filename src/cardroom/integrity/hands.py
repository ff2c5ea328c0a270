"""A finished hand as the review reads it: all cards, every decision, and what it was about."""

from typing import Final

from msgspec import Struct

from cardroom.cards import UNKNOWN, Card

FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2
"""What a decision was: a check is a call of nothing, a bet is a raise."""
NOBODY: Final = -1
HOLDEM: Final = 2
OMAHA: Final = 4
"""How many hole cards a player has: this alone tells the games apart."""


class Decision(Struct, frozen=True, gc=False):
    """One decision; players are places in the hand, amounts are chips or cents."""

    place: int
    street: int
    """The number of board cards that are out."""
    act: int
    chips: int
    """What it put in and nobody gave back: the uncalled part of a raise never was at risk."""
    pot: int
    to_call: int
    live: int
    """Who had not folded, one bit a place, this player's included."""
    aggressor: int
    """Who bet or raised last on this street, or nobody."""
    raises: int
    """How many bets and raises there were on this street."""
    think_ms: int = 0
    """How long it took; 0 where the history does not say."""


class ReviewedHand(Struct, frozen=True):
    """One hand with all cards. `key` names it for people who look it up."""

    key: str
    table: str
    players: tuple[str, ...]
    hole: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    big_blind: int
    decisions: tuple[Decision, ...]
    number: int = 0
    """Its place in the order in which hands ended; 0 where nobody counts."""
    at_ms: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether every hole card is known, two of each or four: only then it can be judged."""
        sizes = {len(hole) for hole in self.hole}
        return sizes in ({HOLDEM}, {OMAHA}) and not any(UNKNOWN in hole for hole in self.hole)

    @property
    def is_omaha(self) -> bool:
        """Whether two of four hole cards play (OMA-02)."""
        return len(self.hole[0]) == OMAHA
