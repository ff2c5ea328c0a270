"""Which players have met in which hands of a scan; hands are counted from 0 as they are read."""

from array import array
from collections.abc import Callable, Sequence

Pair = tuple[int, int]


class Meetings:
    """Who was dealt into which hand. A pair has met in the hands that are new to a review."""

    def __init__(self) -> None:
        self.shared: dict[Pair, int] = {}
        """In how many hands two have met, the lower number first."""
        self._first: dict[Pair, int] = {}
        self._dealt: dict[int, array[int]] = {}

    def add(self, players: Sequence[int], hand: int, is_old: Callable[[int, int], bool]) -> None:
        """Take in a hand; `is_old` says for which two it was evidence before."""
        for one in players:
            self._dealt.setdefault(one, array("L")).append(hand)
            for other in players:
                if one < other and not is_old(one, other):
                    self.shared[one, other] = self.shared.get((one, other), 0) + 1
                    self._first.setdefault((one, other), hand)

    def played(self, player: int) -> int:
        """Into how many hands a player was dealt."""
        return len(self._dealt[player])

    def count(self, one: int, other: int) -> int:
        """In how many hands two have met."""
        return self.shared.get((min(one, other), max(one, other)), 0)

    def among(self, one: int, other: int, hands: Sequence[int]) -> list[int]:
        """The places of those hands of one player, in their order, that were with the other."""
        first = self._first.get((min(one, other), max(one, other)))
        if first is None:
            return []
        dealt = set(self._dealt[other])
        return [place for place, hand in enumerate(hands) if hand >= first and hand in dealt]
