import pytest

from cardroom.cards import UNKNOWN, parse_cards
from cardroom.engine import events_for, redacted, replay, stored_events_for, view
from cardroom.engine.events import HoleDealt
from cardroom.engine.views import Viewer
from tests.engine.script import LIVE, Script, deal, refusal
from tests.rule import rule

HIDDEN = (UNKNOWN, UNKNOWN)
CARDS = {"SB": "Ah Kd", "BB": "Qh Qd", "BTN": "5h 4d"}
BOARD = "2c 7d 9h Ts 3s"


@pytest.fixture
def hand() -> Script:
    return deal(tuple(CARDS), rules=LIVE, hole=CARDS, board=BOARD, small=("SB", 5), big=("BB", 10))


def holes(script: Script, viewer: Viewer) -> dict[str, tuple[int, ...]]:
    seats = view(script.hand, viewer).seats
    return {script.names[seat.seat - 1]: seat.hole for seat in seats}


def to_showdown(script: Script) -> Script:
    script.play("BTN calls, SB calls, BB checks")
    while script.hand.options is not None:
        script.hand.check(script.hand.actor or 0)
    return script


def test_a_seat_sees_its_own_cards_and_no_others(hand: Script) -> None:
    assert holes(hand, 1) == {"SB": parse_cards("Ah Kd"), "BB": HIDDEN, "BTN": HIDDEN}
    assert set(holes(hand, "rail").values()) == {HIDDEN}


def test_whoever_folded_still_sees_the_own_cards(hand: Script) -> None:
    hand.play("BTN folds")
    assert holes(hand, 3)["BTN"] == parse_cards("5h 4d")
    assert holes(hand, 1)["BTN"] == HIDDEN


@rule("LIVE-39.p1")
def test_everybody_sees_a_hand_that_was_shown_and_nobody_a_mucked_one(hand: Script) -> None:
    to_showdown(hand).play("SB shows, BB shows, BTN mucks")
    for viewer in (1, 2, "rail"):
        assert holes(hand, viewer)["SB"] == parse_cards("Ah Kd")
        assert holes(hand, viewer)["BTN"] == HIDDEN


def test_an_auditor_sees_everything_but_only_after_the_hand(hand: Script) -> None:
    assert refusal(view, hand.hand, "auditor").reason == "hand_is_not_over"
    assert refusal(events_for, hand.hand, "auditor").rule == "LIVE-42.a"
    hand.play("BTN folds, SB folds")
    assert holes(hand, "auditor")["BTN"] == parse_cards("5h 4d")
    assert events_for(hand.hand, "auditor") == hand.hand.events


def test_stored_events_are_told_afterwards_as_they_were_seen(hand: Script) -> None:
    hand.play("BTN folds, SB folds")
    viewers: tuple[Viewer, ...] = (1, 2, 3, "rail", "auditor")
    for viewer in viewers:
        assert stored_events_for(hand.hand.events, viewer) == events_for(hand.hand, viewer)


def test_a_view_holds_what_a_screen_needs(hand: Script) -> None:
    seen = view(hand.hand, 3)
    assert (seen.game, seen.button, seen.street, seen.board) == ("nl-holdem", 3, "preflop", ())
    assert seen.options == hand.hand.options
    assert (seen.actor, seen.waits_for, seen.chips_in) == (3, "action", 15)
    assert [(seat.seat, seat.bet, seat.live) for seat in seen.seats] == [
        (1, 5, True),
        (2, 10, True),
        (3, 0, True),
    ]


def test_only_the_seat_to_act_is_told_its_options(hand: Script) -> None:
    assert view(hand.hand, 1).options is None
    assert view(hand.hand, "rail").options is None


def test_a_redacted_event_keeps_its_number_and_its_shape(hand: Script) -> None:
    events = events_for(hand.hand, 2)
    assert len(events) == len(hand.hand.events)
    twin = next(event for event in events if isinstance(event, HoleDealt))
    assert twin.hole == (HIDDEN, parse_cards("Qh Qd"), HIDDEN)
    assert redacted(hand.hand.events[0], 2) is hand.hand.events[0]


def test_the_redacted_events_tell_the_same_hand_without_the_hidden_cards(hand: Script) -> None:
    to_showdown(hand).play("SB shows, BB shows, BTN mucks")
    for viewer in (1, 2, 3, "rail"):
        known = replay(LIVE, events_for(hand.hand, viewer))
        assert view(known, viewer) == view(hand.hand, viewer)
        assert known.is_over
