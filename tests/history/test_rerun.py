"""A stored hand played again: the same events, or a refusal that says where it differs."""

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.engine import Hand, encode_events
from cardroom.engine.events import (
    Called,
    Event,
    Folded,
    HandStarted,
    HoleDealt,
    PotAwarded,
    Raised,
    Shown,
)
from cardroom.errors import CardroomError, InvalidFile
from cardroom.history.rerun import rerun, won
from tests.engine.random_play import play
from tests.engine.script import ONLINE, deal

CARDS = {"A": "Ah Kd", "B": "Qh Qd", "C": "5h 4d"}
SCRIPT = "C raises to 50, A all-in 100, B calls, C calls"


@pytest.fixture
def played() -> Hand:
    stacks = {"A": 100, "B": 300, "C": 900}
    hand = deal(stacks, hole=CARDS, board="2c 7d 9h Ts 3s", small=("A", 5), big=("B", 10))
    return hand.play(SCRIPT).play("B checks, C checks, B checks, C checks, B checks, C checks").hand


@settings(max_examples=150)
@given(seed=st.integers(0, 10**9))
def test_every_random_hand_plays_again_to_the_same_end(seed: int) -> None:
    hand = play(seed)
    again = rerun(hand.rules, encode_events(hand.events))
    assert again.events == hand.events
    assert sum(won(again).values()) == -hand.rake


def test_what_each_seat_won_is_told(played: Hand) -> None:
    again = rerun(ONLINE, encode_events(played.events))
    assert won(again) == {1: -100, 2: 200, 3: -100}


def swapped(played: Hand, old: type[Event], **fields: object) -> bytes:
    """The stored hand with the first event of a kind changed."""
    events = list(played.events)
    place = next(at for at, event in enumerate(events) if isinstance(event, old))
    events[place] = msgspec.structs.replace(events[place], **fields)
    return encode_events(events)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (PotAwarded, {"seats": (3,)}),
        (PotAwarded, {"amount": 299, "shares": (299,)}),
        (Called, {"by": 91}),
        (Raised, {"to": 51}),
        (HandStarted, {"stacks": (99, 300, 900)}),
    ],
)
def test_a_hand_that_was_changed_afterwards_does_not_follow(
    played: Hand, kind: type[Event], fields: dict[str, object]
) -> None:
    with pytest.raises(CardroomError):
        rerun(ONLINE, swapped(played, kind, **fields))


def test_a_hand_that_lost_or_gained_an_event_does_not_follow(played: Hand) -> None:
    for at in range(1, len(played.events)):
        with pytest.raises(CardroomError):
            rerun(ONLINE, encode_events(played.events[:at] + played.events[at + 1 :]))
    with pytest.raises(CardroomError):
        rerun(ONLINE, encode_events([*played.events, Folded(1)]))


@pytest.mark.parametrize("stored", [b"", b"[]", b"{}", b'[{"type":"folded","seat":1}]', b"\xff"])
def test_what_is_no_hand_is_refused(stored: bytes) -> None:
    with pytest.raises(InvalidFile):
        rerun(ONLINE, stored)


def test_a_refusal_tells_nobodys_cards(played: Hand) -> None:
    with pytest.raises(InvalidFile) as refusal:
        rerun(ONLINE, swapped(played, Shown, hole=(0, 1)))
    assert re.fullmatch(r"history: event [0-9]+, Shown, does not follow", str(refusal.value))


def test_unequal_holes_are_refused(played: Hand) -> None:
    dealt = next(event for event in played.events if isinstance(event, HoleDealt))
    holes = (dealt.hole[0][:1], *dealt.hole[1:])
    with pytest.raises(InvalidFile, match="unequal"):
        rerun(ONLINE, swapped(played, HoleDealt, hole=holes))


@settings(max_examples=100)
@given(seed=st.integers(0, 300), place=st.integers(0), number=st.integers(0, 60))
def test_a_number_changed_anywhere_gives_the_same_hand_or_a_refusal(
    seed: int, place: int, number: int
) -> None:
    hand = play(seed)
    stored = encode_events(hand.events)
    numbers = list(re.finditer(rb"\b[0-9]+\b", stored))
    chosen = numbers[place % len(numbers)]
    changed = stored[: chosen.start()] + b"%d" % number + stored[chosen.end() :]
    try:
        again = rerun(hand.rules, changed)
    except CardroomError:
        return
    assert encode_events(again.events) == changed
