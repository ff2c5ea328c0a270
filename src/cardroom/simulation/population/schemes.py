"""What two players who cheat have agreed on."""

from msgspec import Struct


class Scheme(Struct, frozen=True, kw_only=True):
    """What two players have agreed on. The first gives where only one of them does."""

    kind: str
    players: tuple[str, str]
    intensity: int = 1000
    """In how many of a thousand shared hands they do it."""
    first_hand: int = 0
    last_hand: int = 2**31
    """They do it from one hand of the pool to another: an episode."""
    eager: bool = False
    """Who dumps chips seeks the other out before the flop, whatever both hold."""

    def is_on(self, hand: int) -> bool:
        """Whether they cheat at all at this time."""
        return self.first_hand <= hand <= self.last_hand
