"""A hand as an object of a library: it copies, pickles, prints, and answers nonsense politely.

These run on the compiled modules, too: both builds do the same.
"""

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.engine import Hand, Viewer, view
from cardroom.errors import ActionRefused
from tests.engine.random_play import act, start
from tests.engine.script import ONLINE, refusal, to_the_flop
from tests.rule import rule

STACKS = [1000, 1000, 400]
COPIES: tuple[Callable[[Hand], Hand], ...] = (
    copy.copy,
    copy.deepcopy,
    lambda hand: pickle.loads(pickle.dumps(hand)),
)


def dealt() -> Hand:
    return Hand.deal(
        "nl-holdem",
        stacks=STACKS,
        blinds=(5, 10),
        rules=ONLINE,
        hole=["AhAd", "KsKh", "7c2d"],
        board="Qs9h4d3c8s",
    )


def state(hand: Hand) -> list[object]:
    viewers: list[Viewer] = [*hand.seats, "rail"]
    return [hand.rules, hand.events, hand.options, *(view(hand, viewer) for viewer in viewers)]


@given(st.integers(0, 2**32), st.integers(0, 30), st.sampled_from(COPIES))
def test_a_copy_is_the_same_hand_and_is_played_on_alone(
    seed: int, decisions: int, copied: Callable[[Hand], Hand]
) -> None:
    rng, hand = start(seed)
    for _ in range(decisions):
        if not hand.is_over:
            act(rng, hand)
    twin = copied(hand)
    assert type(twin) is Hand
    assert state(twin) == state(hand)
    before = state(hand)
    rng_state = rng.getstate()
    while not twin.is_over:
        act(rng, twin)
    assert state(hand) == before
    rng.setstate(rng_state)
    while not hand.is_over:
        act(rng, hand)
    assert state(hand) == state(twin)


def test_a_hand_prints_as_one_line_without_a_hidden_card() -> None:
    hand = dealt()
    assert repr(hand) == "<Hand nl-holdem, seats 1 2 3, preflop, pot 15, seat 3 to act>"
    to_the_flop(hand)
    assert str(hand) == "<Hand nl-holdem, seats 1 2 3, flop Qs9h4d, pot 20, seat 1 to act>"
    twin = copy.copy(hand)
    hand.raise_to(1, 20)
    hand.fold(2)
    assert repr(hand) == "<Hand nl-holdem, seats 1 2 3, flop Qs9h4d, seat 1 wins 20>"
    twin.void("power cut")
    assert repr(twin) == "<Hand nl-holdem, seats 1 2 3, flop Qs9h4d, void>"
    waiting = Hand.deal("nl-holdem", stacks=[9, 9], blinds=(5, 10), rules=ONLINE)
    waiting.call(2)
    assert "preflop, pot 18, a board card is due>" in repr(waiting)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("raise_to", "seat to"),
        ("act", "seat action to"),
        ("fold", "seat"),
        ("show", "seat hole"),
        ("kill", "seat rule"),
        ("award", "winners"),
        ("hole", "seat"),
    ],
)
def test_a_method_keeps_its_signature(name: str, arguments: str) -> None:
    given = inspect.signature(getattr(dealt(), name)).parameters
    assert " ".join(given) == arguments


def test_the_signatures_of_starting_a_hand_are_kept() -> None:
    assert list(inspect.signature(Hand).parameters) == ["rules", "started", "deck", "stored"]
    deal = inspect.signature(Hand.deal).parameters
    assert list(deal)[:4] == ["game", "stacks", "blinds", "rules"]
    assert all(deal[name].kind is inspect.Parameter.KEYWORD_ONLY for name in list(deal)[1:])


NONSENSE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.just([1]),
    st.just({}),
)


@given(
    st.sampled_from(["fold", "check", "call", "muck", "show", "raise_to"]),
    NONSENSE.filter(lambda seat: not (type(seat) is int and seat == 3)),
)
@rule("AMB-49")
def test_whatever_is_no_seat_or_not_its_turn_is_refused(name: str, seat: object) -> None:
    hand = dealt()
    more = (20,) if name == "raise_to" else ()
    assert refusal(getattr(hand, name), seat, *more).rule


@given(NONSENSE.filter(lambda to: not (type(to) is int and (20 <= to <= 400))))
@rule("AMB-47", "BET-08")
def test_whatever_is_no_legal_amount_is_refused(to: object) -> None:
    hand = dealt()
    assert refusal(hand.raise_to, 3, to).rule in {"AMB-47", "BET-08", "BET-17"}
    assert refusal(hand.act, 3, "raise", to).rule in {"AMB-47", "BET-08", "BET-17"}


@pytest.mark.parametrize("cards", [("Ah", "Kd", "Qc"), (1.5, 2, 3), (None,) * 3, (-1, 1, 2)])
@rule("CASH-02")
def test_whatever_is_no_card_is_refused(cards: Any) -> None:
    hand = Hand.deal("nl-holdem", stacks=STACKS, blinds=(5, 10), rules=ONLINE)
    to_the_flop(hand)
    assert refusal(hand.deal_board, cards).reason == "no_such_card"


@pytest.mark.parametrize("word", [None, 7, b"fold", ["fold"]])
def test_what_should_be_a_text_and_is_none_is_a_type_error(word: Any) -> None:
    hand = dealt()
    before = hand.events
    calls: list[Callable[[], None]] = [
        lambda: hand.act(3, word),
        lambda: hand.kill(1, word),
        lambda: hand.force_show(1, word),
        lambda: hand.void(word),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="str object expected; got"):
            call()
    assert hand.events == before


@pytest.mark.parametrize("word", ["", "bet", "Fold"])
@rule("AMB-49")
def test_a_word_that_is_no_action_is_refused(word: str) -> None:
    with pytest.raises(ActionRefused, match="unknown action"):
        dealt().act(3, word)


@pytest.mark.parametrize("cards", [None, 7])
def test_what_should_be_a_list_and_is_none_is_a_type_error(cards: Any) -> None:
    hand = Hand.deal("nl-holdem", stacks=STACKS, blinds=(5, 10), rules=ONLINE)
    to_the_flop(hand)
    with pytest.raises(TypeError):
        hand.deal_board(cards)
    with pytest.raises(TypeError):
        Hand.deal("nl-holdem", stacks=cards, blinds=(5, 10), rules=ONLINE)
