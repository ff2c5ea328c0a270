"""What is told afterwards: own and shown cards, to those who were dealt in."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import card_name, card_names
from cardroom.engine import Hand, Viewer, decode_events, encode_events
from cardroom.errors import ActionRefused
from cardroom.history import NarratedHand, narrate, ohh_of, phh_of, tracker_number
from cardroom.history.narrated import EPOCHS_MAX, HANDS_MAX, TABLES_MAX
from tests.engine.random_play import play
from tests.engine.script import LIVE, deal
from tests.history.played_hands import played, text_of
from tests.rule import rule

seeds = st.integers(0, 10**9)
BLINDS: dict[str, Any] = {"small": ("Bob", 5), "big": ("Cid", 10)}


def cards_in_text(narrated: NarratedHand) -> set[str]:
    bracketed = re.findall(r"\[((?:[2-9TJQKA][cdhs] ?)+)\]", text_of(narrated))
    return {card for cards in bracketed for card in cards.split()}


def cards_in_ohh(narrated: NarratedHand) -> set[str]:
    def found(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            yield from value.get("cards", ())
            for inner in value.values():
                yield from found(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from found(inner)

    return set(found(msgspec.json.decode(ohh_of(narrated))))


def cards_in_phh(narrated: NarratedHand) -> set[str]:
    actions = re.findall(r"(?:d dh p\d+|d db|sm|show) ([2-9TJQKAcdhs]+)", phh_of(narrated))
    return {cards[place : place + 2] for cards in actions for place in range(0, len(cards), 2)}


def names(cards: Iterable[int]) -> set[str]:
    return {card_name(card) for card in cards}


@given(seeds, seeds)
def test_a_viewer_is_told_the_board_the_own_cards_and_the_shown_ones_in_every_format(
    seed: int, chosen: int
) -> None:
    hand = play(seed)
    viewers: list[Viewer] = [*hand.seats, "rail"]
    viewer = viewers[chosen % len(viewers)]
    seen = names(hand.board)
    for seat in hand.seats:
        if seat == viewer or seat in hand.shown:
            seen |= names(hand.hole(seat))
    narrated = narrate(played(hand), viewer)
    assert cards_in_text(narrated) == cards_in_ohh(narrated) == cards_in_phh(narrated) == seen


@rule("LIVE-39.p4")
def test_hands_that_differ_in_hidden_cards_alone_are_told_to_others_byte_by_byte_alike() -> None:
    for viewer in ("Bob", "Ann", "rail"):
        narrated = [_mucked(hidden, viewer) for hidden in ("Qh Qd", "5h 4d")]
        for write in (text_of, ohh_of, phh_of):
            assert write(narrated[0]) == write(narrated[1])
    own = [text_of(_mucked(hidden, "Cid")) for hidden in ("Qh Qd", "5h 4d")]
    assert own[0] != own[1]


def _mucked(hidden: str, viewer: str) -> NarratedHand:
    """Cid mucks at the showdown, Ann folds: neither hand is ever seen."""
    hole = {"Bob": "Ah Kd", "Cid": hidden, "Ann": "8c 8d"}
    script = deal(tuple(hole), rules=LIVE, hole=hole, board="As Kc 2c 3s 9d", **BLINDS)
    script.play("Ann folds, Bob calls, Cid checks")
    while script.hand.waits_for == "action":
        script.hand.check(script.hand.actor or 0)
    script.play("Bob shows, Cid mucks")
    return narrate(played(script.hand), "rail" if viewer == "rail" else script.seat(viewer))


def test_an_auditor_is_told_every_card() -> None:
    script = deal(("Bob", "Cid", "Ann"), hole={"Bob": "Ah Kd", "Cid": "Qh Qd"}, **BLINDS)
    script.play("Ann folds, Bob folds")
    narrated = narrate(played(script.hand), "auditor")
    assert [card_names(cards) for cards in narrated.dealt.values()] == ["AhKd", "QhQd"]


def test_the_stored_bytes_of_a_hand_are_enough() -> None:
    hand = play(7)
    stored = tuple(decode_events(encode_events(hand.events)))
    again = played(hand, events=stored)
    assert text_of(narrate(again, hand.seats[0])) == text_of(narrate(played(hand), hand.seats[0]))


def test_a_void_hand_is_not_told() -> None:
    script = deal(("Bob", "Cid", "Ann"), **BLINDS)
    script.hand.void("server_error")
    with pytest.raises(ActionRefused, match="hand is void"):
        narrate(played(script.hand), 1)


def test_who_was_not_dealt_in_is_not_told_a_hand_as_a_player() -> None:
    with pytest.raises(ActionRefused, match="not dealt in"):
        narrate(played(_walk()), 9)


def test_a_hand_that_is_not_over_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="not over"):
        narrate(played(deal(("Bob", "Cid", "Ann"), **BLINDS).hand), 1)


def _walk() -> Hand:
    return deal(("Bob", "Cid", "Ann"), **BLINDS).play("Ann folds, Bob folds").hand


@given(
    *[
        st.tuples(
            st.integers(1, TABLES_MAX - 1),
            st.integers(0, EPOCHS_MAX - 1),
            st.integers(0, HANDS_MAX - 1),
        )
        for _ in range(2)
    ]
)
def test_hands_have_one_number_each_that_fits_into_63_bits(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    assert (tracker_number(*one) == tracker_number(*other)) == (one == other)
    assert 0 < tracker_number(*one) < 2**63


@pytest.mark.parametrize(
    "key", [(0, 0, 0), (TABLES_MAX, 0, 0), (1, EPOCHS_MAX, 0), (1, 0, HANDS_MAX)]
)
def test_a_number_that_would_not_be_unique_is_our_own_mistake(key: tuple[int, int, int]) -> None:
    with pytest.raises(AssertionError, match="too many"):
        tracker_number(*key)
