"""What earlier reviews have raised alerts about: the same hands are no evidence a second time."""

from collections.abc import Mapping

from msgspec import Struct


class JudgedBefore(Struct, frozen=True, kw_only=True):
    """By pair and by player: the number of the last hand that an alert was made from."""

    pairs: Mapping[tuple[str, str], int] = {}
    """Names in their order."""
    players: Mapping[str, int] = {}
    """Of alerts about one player who seems to see all cards."""
    programs: Mapping[str, int] = {}
    """Of alerts about one player who seems to be a program."""

    def has_pair(self, one: str, other: str, hand: int) -> bool:
        """Whether what the two did to each other in a hand was evidence before."""
        if not self.pairs:
            return False
        return hand <= self.pairs.get((min(one, other), max(one, other)), -1)

    def until(self, player: str) -> int:
        """The last hand of a player's that was evidence; -1 where there was none."""
        return self.players.get(player, -1)

    def has_time(self, player: str, hand: int) -> bool:
        """Whether a player's times in a hand were evidence before."""
        return hand <= self.programs.get(player, -1)
