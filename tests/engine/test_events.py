import msgspec
import pytest

from cardroom.cards import card_names
from cardroom.engine import decode_events, encode_events
from cardroom.engine.events import AnyEvent, Event, HandStarted, Post, Posted, Raised
from tests.engine.script import deal
from tests.rule import rule

EVENTS = list(AnyEvent.__args__)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_is_frozen_and_tagged(kind: type[Event]) -> None:
    config = kind.__struct_config__
    assert config.frozen
    assert isinstance(config.tag, str)


def test_every_event_has_a_tag_of_its_own_and_can_be_stored() -> None:
    assert len({kind.__struct_config__.tag for kind in EVENTS}) == len(EVENTS)
    assert set(EVENTS) == set(Event.__subclasses__())


def test_an_event_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Raised(1, 20).to = 30  # type: ignore[misc]


def test_the_tags_are_those_that_are_stored_for_ever() -> None:
    tags = "posted hole_dealt folded checked called raised hand_killed board_dealt shown mucked"
    later = "hand_started uncalled_returned force_shown pot_awarded hand_voided"
    assert {kind.__struct_config__.tag for kind in EVENTS} == {*tags.split(), *later.split()}


def test_stored_events_say_what_they_are() -> None:
    assert encode_events([Raised(3, 120)]) == b'[{"type":"raised","seat":3,"to":120}]'


@pytest.mark.parametrize(
    "stored",
    [
        b'[{"type":"raised","seat":3,"to":-1}]',
        b'[{"type":"raised","seat":11,"to":1}]',
        b'[{"type":"raised","seat":3,"to":true}]',
        b'[{"type":"raised","seat":3,"to":"5"}]',
        b'[{"type":"raised","seat":3}]',
        b'[{"type":"shown","seat":3,"hole":[52,1]}]',
        b'[{"type":"poked","seat":3}]',
        b'[{"seat":3}]',
        b"[",
    ],
)
def test_what_is_no_event_is_not_read(stored: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_events(stored)


@rule("LIVE-31")
def test_the_blinds_of_a_hand_are_fixed_when_it_starts() -> None:
    hand = deal(("SB", "BB", "UTG"), small=("SB", 300), big=("BB", 600)).hand
    assert isinstance(hand.events[0], HandStarted)
    assert hand.events[0].big_blind == 600
    posted = [event for event in hand.events if isinstance(event, Posted)]
    assert posted == [Posted(1, "small_blind", 300), Posted(2, "big_blind", 600)]
    with pytest.raises(AttributeError):
        hand.started.big_blind = 800  # type: ignore[misc]
    assert hand.started.posts == (Post(1, "small_blind", 300), Post(2, "big_blind", 600))


@rule("LIVE-30", "CASH-15")
def test_cards_are_dealt_one_at_a_time_from_the_first_seat_after_the_button() -> None:
    from cardroom.engine import Hand
    from tests.engine.script import ONLINE

    started = deal(("BB", "BTN"), small=("BTN", 1), big=("BB", 2)).hand.started
    hand = Hand(ONLINE, started, range(52))
    assert hand.hole(1) == (0, 2)
    assert hand.hole(2) == (1, 3)
    hand.call(2)
    hand.check(1)
    assert card_names(hand.board) == "3c3d3h"
