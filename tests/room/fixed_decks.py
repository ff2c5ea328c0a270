"""A stub of the shuffle for tests of secrecy: decks that a test fixes, everything else constant.

Roots, salts, paths and secrets are constants of their usual length. What is left on the wire is
what the room itself says about cards; that the real hashes tell nothing is argued in the guide.
"""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from unittest.mock import patch

from cardroom.cards import Card
from cardroom.fairness import deal
from cardroom.fairness.context import HandContext
from cardroom.fairness.deal import FairDeal
from cardroom.fairness.draws.derived import DrawSecrets
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.proof import Opening
from cardroom.room.fair.house import Draw, FairHouse
from cardroom.room.fair.log_book import LogBook, LogStore
from cardroom.room.fair.seed_source import Seeds
from tests.room.fair_rooms import AUDITOR, KEY
from tests.room.fakes import SeededBits

DeckOf = Callable[[HandContext], list[Card]]
"""The deck of a hand by its table and number."""
SECRETS = (bytes(64), bytes(64))


_made_once = lru_cache(256)(FixedDeck)
"""The deck that nobody gets to see under the stub: the same for all hands of one number."""


class FixedDeal(FairDeal):
    """A draw whose deck is what the test says."""

    def __init__(self, context: HandContext, number: int, deck: list[Card]) -> None:
        with patch.object(deal, "FixedDeck", _made_once):
            super().__init__(context, number, SECRETS, KEY)
        self.fixed = deck

    @property
    def roots(self) -> tuple[bytes, bytes]:
        return bytes(32), bytes(32)

    def cut(self) -> bytes:
        super().cut()
        return bytes(64)

    def deck(self) -> list[Card]:
        return list(self.fixed)

    def open(self, dealt: int) -> Opening:
        return Opening(dealt, dealt, self.fixed[dealt], bytes(32), bytes(192))


class FixedDecks(FairHouse):
    """The house's side with fixed decks; boxes are constant, too."""

    def __init__(self, seed: int, deck_of: DeckOf, log: LogStore) -> None:
        super().__init__(
            key=KEY,
            auditor=AUDITOR,
            bits=SeededBits(Random(seed)),
            seeds=Seeds(SeededBits(Random(seed + 1)), f"seeds {seed}".encode()),
            draws=DrawSecrets(f"draws {seed}".encode()),
            log_book=LogBook(log, KEY, lambda: 0),
        )
        self._deck_of = deck_of

    def draw(self, context: HandContext, number: int) -> Draw:
        fixed = FixedDeal(context, number, self._deck_of(context))
        return self._with_source(fixed, SECRETS)
