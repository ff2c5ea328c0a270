"""Our files in the hands of programs by others: the packages `poker` and PokerKit, neither of which
shares a line with us."""

import sys
from collections.abc import Iterator
from decimal import Decimal
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest
from pokerkit import HandHistory, PokerStarsParser

from cardroom.history import NarratedHand, narrate, phh_of
from cardroom.history.narrated import PLAY_MONEY
from tests.history.played_hands import TOURNAMENT, played, text_of
from tests.history.random_hands import random_hand

SEEDS = range(24)
TWELVE_DIGITS = 999_999_999_999
DOLLARS = msgspec.structs.replace(TOURNAMENT, currency="USD")
"""The package `poker` knows tournaments in dollars."""


def told(seed: int, **other: Any) -> NarratedHand:
    """A random hand at a table of ten, with the longest number that we write."""
    hand = random_hand(seed, raked=other.get("currency") is not None)
    fields: dict[str, Any] = {
        "seats_max": 10,
        "number": TWELVE_DIGITS,
        "key": "hand:7:1:991",
    } | other
    return narrate(played(hand, **fields), hand.seats[0])


def holdem(**other: Any) -> Iterator[NarratedHand]:
    hands = [told(seed, **other) for seed in SEEDS]
    found = [one for one in hands if one.started.game == "nl-holdem"]
    assert len(found) > 5
    yield from found


@pytest.fixture
def stars_reader(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The reader of `poker`, which asks a package that is no more for its own version."""
    gone = ModuleType("pkg_resources")
    gone.get_distribution = lambda _: SimpleNamespace(version="0")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pkg_resources", gone)
    from poker.room.pokerstars import PokerStarsHandHistory

    return PokerStarsHandHistory


def test_poker_reads_hands_of_tournaments(stars_reader: Any) -> None:
    for narrated in holdem(currency=None, tournament=DOLLARS):
        found = stars_reader(text_of(narrated))
        found.parse()
        assert found.ident == str(TWELVE_DIGITS)
        assert (found.tournament_ident, found.buyin, found.rake) == ("4711", 10, 1)
        assert (found.sb, found.bb) == (
            narrated.hand.small_blind, narrated.started.big_blind,
        )  # fmt: skip
        names = narrated.hand.names
        stacks = {player.name: player.stack for player in found.players if player.stack}
        assert stacks == {names[seat]: stack for seat, stack in narrated.stacks.items() if stack}
        assert found.button.name == names.get(narrated.started.button, found.button.name)
        assert isinstance(narrated.viewer, int)
        assert found.hero.name == names[narrated.viewer]
        assert found.total_pot == sum(one.amount + one.rake for one in narrated.awards)
        assert len(found.board or ()) == len(narrated.board)


def test_poker_reads_the_stakes_of_play_money_and_of_dollars(stars_reader: Any) -> None:
    for currency, scale in ((PLAY_MONEY, 1), ("USD", 100)):
        for narrated in holdem(currency=currency):
            found = stars_reader(text_of(narrated))
            found.parse_header()
            blinds = (narrated.hand.small_blind, narrated.started.big_blind)
            assert (scale * found.sb, scale * found.bb) == blinds
            assert found.ident == str(TWELVE_DIGITS)


def test_play_money_is_whole_everywhere() -> None:
    for seed in SEEDS:
        text = text_of(told(seed, currency=PLAY_MONEY))
        assert "(Play Money)" in text
        assert not [word for word in text.split() if "." in word.strip(".") and word[0].isdigit()]


def test_pokerkit_reads_play_money() -> None:
    for narrated in holdem(currency=PLAY_MONEY):
        if narrated.rake or {post.kind for post in narrated.started.posts} - {
            "small_blind", "big_blind",
        }:  # fmt: skip
            continue  # PokerKit's reader knows neither; tests/history/test_text.py says the same.
        (found,) = PokerStarsParser()(text_of(narrated), parse_value=int, error_status=True)
        assert sorted(found.starting_stacks) == sorted(narrated.stacks.values())


@pytest.mark.parametrize("currency", [PLAY_MONEY, "EUR", None])
def test_pokerkit_plays_our_phh_to_the_same_stacks(currency: str | None) -> None:
    other = {} if currency else {"tournament": TOURNAMENT}
    for seed in SEEDS:
        narrated = told(seed, currency=currency, **other)
        if narrated.rake or "dead" in {post.kind for post in narrated.started.posts}:
            continue  # PHH has no rake, and PokerKit reads dead money as a bet.
        found = HandHistory.loads(phh_of(narrated), parse_value=Decimal)
        *_, end = found
        assert list(end.stacks) == list(found.finishing_stacks), seed
        assert found.hand == TWELVE_DIGITS
        assert found.user_defined_fields["_key"] == "hand:7:1:991"
