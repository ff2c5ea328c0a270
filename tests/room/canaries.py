"""A room whose cards are markers, and who reads everything that comes out of it.

Frames, log lines, answers, exceptions and pages of the database are searched for markers. A player
may see their own hole cards, and everybody what lies open; nobody sees anything else.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from cardroom.cards import Card
from cardroom.ledger import PlayerId, TableId
from tests.room.byte_search import found_in
from tests.room.marked_cards import DIGITS, bare_forms_of, words_of

NUMBERS: Final = re.compile(rb"\d{%d,}" % DIGITS)
SALT_LETTERS: Final = 43
"""How many letters of base64 are a salt; a sign of equality follows."""
PUBLIC_EVENTS: Final = ("board_dealt", "shown", "cards_shown")
PAGE_BYTES: Final = 4096


class Dealt(NamedTuple):
    """Where a marker lies: whose card it is in which hand; nobody's on the board or in the stub."""

    hand: int
    owner: PlayerId | None
    table: int


class Leak(NamedTuple):
    """A marker where it must not be."""

    where: str
    hand: int
    owner: PlayerId | None


class Searcher:
    """Knows the markers of all tables and who may see them."""

    def __init__(self) -> None:
        self.leaks: list[Leak] = []
        self.frames = self.lines = self.pages = 0
        """How much was searched."""
        self.seen = 0
        """How many markers were found where they may be: the search is not blind."""
        self._dealt: dict[Card, Dealt] = {}
        self._by_word: dict[bytes, Card] = {}
        self._last: tuple[bytes, set[Card]] = b"", set()
        """The newest frame and what was found in it: most frames go to everybody at the table."""
        self._public: set[Card] = set()

    def know(self, hand: int, owners: Mapping[Card, PlayerId | None], table: int = 1) -> None:
        """A hand has these cards; those of hands long before it at its table are forgotten."""
        old = {
            card for card, one in self._dealt.items() if one.table == table and one.hand < hand - 2
        }
        if old:
            self._dealt = {card: one for card, one in self._dealt.items() if card not in old}
            for word in (word for card in old for word in words_of(card)):
                del self._by_word[word]
            self._public -= old
        self._last = b"", set()
        for card, owner in owners.items():
            self._dealt[card] = Dealt(hand, owner, table)
            self._by_word |= dict.fromkeys(words_of(card), card)

    def last_hand(self, table: int) -> int:
        """The newest hand of a table that has cards; they are fixed while one before is played."""
        return max((one.hand for one in self._dealt.values() if one.table == table), default=0)

    def frame(self, viewer: PlayerId, frame: bytes) -> None:
        """A frame on its way to a client: their own cards, and what lies open."""
        self.frames += 1
        if frame is not self._last[0]:
            self._last = frame, self._found(frame)
        found = self._last[1]
        if not found:
            return
        body = msgspec.json.decode(frame)["d"]
        kind = body.get("type", "snapshot")
        if kind in PUBLIC_EVENTS:
            self._public.update(body.get("cards") or body["hole"])
        for card in found:
            if card in self._public or self._dealt[card].owner == viewer:
                self.seen += 1
            else:
                self._leak(f"{kind} for player {viewer}", card)

    def text(self, where: str, text: str) -> None:
        """A line of a log, an answer or an exception: for nobody in particular."""
        self.lines += 1
        for card in self._found(text.encode()):
            self._leak(where, card)

    def pages_of(self, image: bytes, live: Mapping[TableId, int]) -> int:
        """All pages of the database: nothing of hands in progress, nor of what comes after them.

        `live` is the hand of each table from which on nobody may know. The answer is how many
        markers of finished hands there are.
        """
        self.pages += len(image) // PAGE_BYTES
        hidden = {
            card for card, one in self._dealt.items() if one.hand >= live.get(TableId(one.table), 0)
        }
        bare = {form: card for card in hidden for form in bare_forms_of(card)}
        cards = self._by_word | bare
        found = {cards[form] for form in found_in(image, cards)}
        for card in found & hidden:
            self._leak("the database", card)
        return len(found - hidden)

    def _found(self, text: bytes) -> set[Card]:
        salts = (before[-SALT_LETTERS:] for before in text.split(b"=")[:-1])
        words = (*NUMBERS.findall(text), *salts)
        return {self._by_word[word] for word in words if word in self._by_word}

    def _leak(self, where: str, card: Card) -> None:
        self.leaks.append(Leak(where, *self._dealt[card][:2]))
