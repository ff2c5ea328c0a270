import msgspec
import pytest

from cardroom.cards import parse_cards
from cardroom.engine import Hand, decode_events, encode_events, replay, view
from cardroom.engine.events import PotAwarded
from tests.engine.script import LIVE, ONLINE, deal, flop
from tests.rule import rule

BOARD = "2c 7d 9h Ts 3s"
CARDS = {"A": "Ah Kd", "B": "Qh Qd", "C": "5h 4d"}


def states(hand: Hand) -> list[object]:
    return [hand.events, hand.actor, hand.options, hand.stacks, hand.pots, hand.waits_for]


def test_stored_events_give_the_same_hand_byte_for_byte() -> None:
    stacks = {"A": 100, "B": 300, "C": 900}
    hand = deal(stacks, hole=CARDS, board=BOARD, small=("A", 5), big=("B", 10))
    played = hand.play("C raises to 50, A all-in 100, B calls, C calls").hand
    stored = encode_events(played.events)
    again = replay(ONLINE, decode_events(stored))
    assert encode_events(again.events) == stored
    assert states(again) == states(played)


def test_a_hand_is_taken_up_again_at_every_decision_and_plays_on_with_its_deck() -> None:
    script = "C raises to 50, A folds, B calls, B checks, C bets 60, B calls, B checks, C checks"
    played = deal("ABC", hole=CARDS, board=BOARD, small=("A", 5), big=("B", 10))
    cards = parse_cards("Ah Qh 5h Kd Qd 4d") + parse_cards(BOARD)
    for action in script.split(","):
        again = replay(ONLINE, decode_events(encode_events(played.hand.events)), cards)
        assert states(again) == states(played.hand)
        played.hand = again
        played.play(action)
    assert played.hand.waits_for == "action"


def test_a_hand_stored_in_the_midst_of_what_follows_by_itself_goes_on_from_there() -> None:
    cards = parse_cards("Ah Qh 5h Kd Qd 4d") + parse_cards(BOARD)
    stacks = {"A": 100, "B": 300, "C": 900}
    hand = deal(stacks, hole=CARDS, board=BOARD, small=("A", 5), big=("B", 10))
    whole = hand.play("C raises to 300, A all-in 100, B calls").hand
    assert whole.is_over
    for cut in range(1, len(whole.events)):
        again = replay(ONLINE, whole.events[:cut], cards)
        if again.is_over:
            assert again.events == whole.events
        else:
            assert again.events == whole.events[: len(again.events)]


@rule("CRASH-02")
def test_a_stored_award_that_does_not_add_up_is_an_error_and_not_a_hand_without_end() -> None:
    played = deal("ABC", hole=CARDS, board=BOARD, small=("A", 5), big=("B", 10))
    events = played.play("C folds, A folds").hand.events
    award = events[-1]
    assert isinstance(award, PotAwarded)
    for by in (-1, 1):
        wrong = msgspec.structs.replace(award, shares=(award.shares[0] + by,))
        with pytest.raises(AssertionError, match="do not pay out what was put in"):
            replay(ONLINE, (*events[:-1], wrong))


@rule("CASH-03")
def test_a_voided_hand_stays_void() -> None:
    hand = flop("AB").hand
    hand.void("crash")
    again = replay(ONLINE, hand.events)
    assert again.is_void
    assert again.stacks == hand.stacks


def test_every_kind_of_event_is_applied_again_as_it_was() -> None:
    played = deal("ABC", rules=LIVE, hole=CARDS, board=BOARD, small=("A", 5), big=("B", 10))
    played.play("C calls, A calls, B checks")
    while played.hand.options is not None:
        played.hand.check(played.hand.actor or 0)
    played.play("A mucks, B shows, C mucks").hand.force_show(1, "collusion")
    again = replay(LIVE, played.hand.events)
    assert states(again) == states(played.hand)
    assert view(again, "auditor") == view(played.hand, "auditor")
    killed = deal("ABC", rules=LIVE, hole=CARDS, small=("A", 5), big=("B", 10))
    killed.hand.kill(2, "LIVE-32")
    assert states(replay(LIVE, killed.hand.events)) == states(killed.hand)


def test_a_replay_begins_with_the_start_of_the_hand() -> None:
    with pytest.raises(AssertionError):
        replay(ONLINE, flop("AB").hand.events[1:])
