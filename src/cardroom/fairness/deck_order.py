"""Whether decks of hands that follow each other do: a failed draw that is hidden leaves a gap."""

from cardroom.fairness.context import CONTEXT_BYTES
from cardroom.fairness.hand_list import read_list
from cardroom.fairness.proof import Proof

_TABLE_BYTES = CONTEXT_BYTES - 8
"""Room, table and epoch; the number of the hand follows."""


class DeckOrder:
    """The numbers of the decks of all hands so far, whatever the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[bytes, int], tuple[int, int]] = {}
        """By table and hand: the first and the last pair of decks."""

    def has_gap(self, proof: Proof) -> bool:
        """Whether pairs of decks are missing between this hand and one just before or after it."""
        found = read_list(proof.list)
        assert found is not None
        table, hand = proof.list[:_TABLE_BYTES], found.context.hand
        first, last = found.number - len(proof.attempts), found.number
        self._numbers.setdefault((table, hand), (first, last))
        before, after = (self._numbers.get((table, hand + step)) for step in (-1, 1))
        return (before is not None and first != before[1] + 1) or (
            after is not None and after[0] != last + 1
        )
