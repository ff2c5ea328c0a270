"""One hand as a history file tells it: who sat with what, what happened, how it ended."""

from msgspec import Struct

from cardroom.history.actions import Action

VARIANTS = {
    "NT": "no-limit hold'em",
    "PO": "pot-limit Omaha",
    "FT": "fixed-limit hold'em",
    "NS": "no-limit short-deck hold'em",
    "FO/8": "fixed-limit Omaha high/low",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high/low",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
"""The codes of the format; all are read and written, PLAYED is what can be replayed."""

PLAYED = ("NT", "PO", "FT")


class HandRecord(Struct, frozen=True, kw_only=True):
    """The fields of one hand under the format's own names; amounts are units of 10**-places.

    Everything by player is ordered as the format wants it: clockwise from the small blind, the
    button last; of two players the first is the big blind and the second the button.
    """

    variant: str
    places: int
    antes: tuple[int, ...]
    blinds_or_straddles: tuple[int, ...] = ()
    """As written: of two players reversed (small blind first); negative is a post out of turn."""
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    starting_stacks: tuple[int | None, ...]
    """None is a stack that the file does not know (`inf`)."""
    actions: tuple[Action, ...]
    ante_trimming_status: bool = False
    finishing_stacks: tuple[int | None, ...] | None = None
    winnings: tuple[int | None, ...] | None = None
    players: tuple[str, ...] | None = None
    seats: tuple[int, ...] | None = None
    other: dict[str, object] = {}
    """Every other field as it was read: place and time, names, fields of the annotator's own."""

    @property
    def big_blind(self) -> int:
        """The size of the big blind, whoever posts it: the smallest bet of the first street."""
        return self.min_bet or self.small_bet or 0


class Place(Struct, frozen=True):
    """Where a hand is: the file, its number there (None in a file of one hand), its line."""

    file: str
    number: int | None
    line: int

    def __str__(self) -> str:
        return self.file if self.number is None else f"{self.file} [{self.number}]"
