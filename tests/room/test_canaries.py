"""Cards that betray themselves are found with their owners and nowhere else (FAIR-03)."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from cardroom.cards import Card
from cardroom.ledger import PlayerId, TableId
from tests.room.canaries import Leak, Searcher
from tests.room.canary_rooms import canary_evening
from tests.room.marked_cards import bare_forms_of, marked_cards, marked_deck, words_of
from tests.room.virtual import run
from tests.rule import rule

OWNER, OTHER = PlayerId(1), PlayerId(2)


@rule("CASH-02", "FAIR-03")
@pytest.mark.parametrize("seed", [1, 2], ids=["holdem", "omaha"])
def test_no_marked_card_is_found_outside_the_hands_of_its_owner(seed: int) -> None:
    with marked_cards():
        room = run(canary_evening(seed, 20))
    searcher = room.searcher
    assert searcher.leaks == []
    assert searcher.frames > 1000
    assert searcher.lines > 10
    assert searcher.pages > 100
    assert searcher.seen > 300, "the search finds what players may see"
    assert room.stored > 10, "the search finds finished hands in the database"


def event(kind: str, **said: object) -> bytes:
    return msgspec.json.encode({"t": "event", "d": {"type": kind, **said}})


PLANTED: dict[str, Callable[[Searcher, Card], object]] = {
    "hole_dealt for player 2": lambda one, card: one.frame(OTHER, event("hole_dealt", hole=[card])),
    "snapshot for player 2": lambda one, card: one.frame(
        OTHER, msgspec.json.encode({"t": "snapshot", "d": {"seats": [{"hole": [card]}]}})
    ),
    "cards_opened for player 2": lambda one, card: one.frame(
        OTHER, event("cards_opened", salt=words_of(card)[1].decode() + "=")
    ),
    "the log": lambda one, card: one.text("the log", f"table 7 has stopped at {card}"),
    "an exception": lambda one, card: one.text("an exception", f"KeyError({card})"),
    "the database": lambda one, card: one.pages_of(
        bytes(100) + words_of(card)[0] + bytes(9), {TableId(1): 5}
    ),
}


@pytest.mark.parametrize("where", PLANTED)
def test_a_planted_leak_is_found(where: str) -> None:
    deck = marked_deck(Random(1))
    searcher = Searcher()
    searcher.know(5, {card: OWNER if place < 2 else None for place, card in enumerate(deck)})
    PLANTED[where](searcher, deck[0])
    assert searcher.leaks == [Leak(where, 5, OWNER)]


@pytest.mark.parametrize("form", range(5))
def test_a_card_is_found_in_the_database_in_whatever_form(form: int) -> None:
    deck = marked_deck(Random(1))
    searcher = Searcher()
    searcher.know(5, dict.fromkeys(deck))
    assert searcher.pages_of(b"page" + bare_forms_of(deck[7])[form] + b"page", {TableId(1): 5}) == 0
    assert searcher.leaks == [Leak("the database", 5, None)]


def test_own_cards_and_those_that_lie_open_are_no_leak() -> None:
    deck = marked_deck(Random(1))
    searcher = Searcher()
    searcher.know(5, {card: OWNER if place < 2 else None for place, card in enumerate(deck)})
    searcher.frame(OWNER, event("hole_dealt", hole=deck[:2]))
    searcher.frame(OTHER, event("board_dealt", cards=deck[2:5]))
    searcher.frame(OTHER, event("pots", best=deck[2:5]))
    assert searcher.leaks == []
    assert searcher.seen == 8
    searcher.frame(OTHER, event("pots", best=deck[2:6]))
    assert len(searcher.leaks) == 1
