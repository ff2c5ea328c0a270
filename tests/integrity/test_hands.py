"""What the review reads from a hand, and what each decision moved."""

from random import Random

import pytest

from cardroom.cards import parse_cards
from cardroom.engine.hand import Hand
from cardroom.integrity.alerts import IN_ONE_HAND
from cardroom.integrity.equities import DealEquities, own_strength, starting_strength
from cardroom.integrity.hands import CALL, FOLD, RAISE, ReviewedHand
from cardroom.integrity.impacts import transfers
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import (
    BAD_CALL,
    EVENTS,
    GOOD_FOLD,
    NUTS_CHECKED,
    WEAK_RERAISE,
    moved_by,
    spots_of,
)
from cardroom.odds import equity
from cardroom.rulebook import edition
from tests.rule import rule

NAMES = {1: "Ann", 2: "Bo", 3: "Cy"}


def played(holes: str, board: str, *moves: str, stacks: int = 10_000) -> ReviewedHand:
    """Ann has the small blind of 50, Bo the big one, Cy the button and acts first.

    A move is fold, check, call or a total.
    """
    hand = Hand.deal(
        "nl-holdem",
        stacks=[stacks] * 3,
        blinds=(50, 100),
        rules=edition("en-2.7"),
        hole=[parse_cards(one) for one in holes.split()],
        board=parse_cards(board),
    )
    for move in moves:
        assert hand.actor is not None
        if move.isdecimal():
            hand.raise_to(hand.actor, int(move))
        else:
            hand.act(hand.actor, move)
    while hand.waits_for == "showdown":
        assert hand.actor is not None
        hand.show(hand.actor)
    found = reviewed_hand(hand.events, NAMES, key="one")
    assert found is not None
    return found


def spots(hand: ReviewedHand) -> list[Spot]:
    equities = DealEquities(hand)
    return spots_of(hand, 0, [0, 1, 2], equities, moved_by(hand, equities))


BOARD = "2c 7d Jh Qs 3s"


def test_a_decision_knows_its_pot_its_bet_and_who_bet() -> None:
    hand = played("AhAd KsKd 9h8h", BOARD, "fold", "300", "call", "check", "600", "fold")
    acts = [one.act for one in hand.decisions]
    assert acts == [FOLD, RAISE, CALL, CALL, RAISE, FOLD]
    call = hand.decisions[2]
    assert (call.pot, call.to_call, call.chips) == (400, 200, 200)
    assert call.aggressor == hand.decisions[1].place
    assert [one.street for one in hand.decisions] == [0, 0, 0, 3, 3, 3]


def test_a_bet_that_nobody_calls_was_never_at_risk() -> None:
    hand = played("AhAd KsKd 9h8h", BOARD, "fold", "call", "check", "check", "600", "fold")
    bet, fold = hand.decisions[-2:]
    assert (bet.act, bet.chips) == (RAISE, 0)
    assert (fold.pot, fold.to_call) == (200, 600)


def test_equities_after_the_flop_are_exact() -> None:
    hand = played("AhAd KsKd 9h8h", BOARD, "call", "call", "check", *["check"] * 9)
    shares = DealEquities(hand).shares(3, 0b011)
    dead = hand.hole[2]
    exact = equity([hand.hole[0], hand.hole[1]], hand.board[:3], dead)
    assert shares[0] == pytest.approx(float(exact.hands[0].share))
    assert sum(DealEquities(hand).shares(3, 0b111).values()) == pytest.approx(1)


def test_no_decision_makes_or_destroys_value() -> None:
    hand = played(
        "AhAd KsKd 9h8h", BOARD, "300", "900", "fold", "call", "1200", "call", *["check"] * 4
    )
    for moved in moved_by(hand, DealEquities(hand)):
        assert sum(moved.values()) == pytest.approx(0, abs=1e-6)
    table = transfers(hand, moved_by(hand, DealEquities(hand)))
    assert sum(sum(row) for row in table) == pytest.approx(0, abs=1e-6)


def test_folding_the_better_hand_gives_the_pot_away() -> None:
    hand = played("AhAd 9h8h KsKd", BOARD, "fold", "300", "call", "400", "fold")
    assert not [one for one in spots(hand) if one.events >> GOOD_FOLD & 1]
    hand = played("9h8h KsKd AhAd", BOARD, "fold", "300", "call", "400", "fold")
    (given,) = [one for one in spots(hand) if one.events >> GOOD_FOLD & 1]
    assert (given.actor, given.partner) == (1, 0)
    assert given.gain > 4


def test_calling_with_no_chance_is_a_bad_call() -> None:
    board = "Ac Ad 7s 8s 2c"
    hand = played("AhAs KsKd 4h3h", board, "300", "call", "fold", "400", "call", *["check"] * 4)
    found = [one for one in spots(hand) if one.events >> BAD_CALL & 1]
    assert {(one.actor, one.partner) for one in found} == {(2, 0)}


def test_the_nuts_checked_on_the_river_are_seen() -> None:
    board = "Ac Ad 7s 8s 2c"
    hand = played("AhAs KsKd 4h3h", board, "300", "call", "fold", *["check"] * 6)
    found = [one for one in spots(hand) if one.events >> NUTS_CHECKED & 1]
    assert [(one.actor, one.partner) for one in found] == [(0, 2)]


def test_a_weak_reraise_with_a_third_player_in_is_seen() -> None:
    hand = played("7s2d KsKd AhAd", BOARD, "300", "900", "fold", "fold")
    found = [one for one in spots(hand) if one.events >> WEAK_RERAISE & 1]
    assert [(one.actor, one.partner) for one in found] == [(0, 2)]


def test_own_strength_knows_nothing_of_others() -> None:
    assert starting_strength(parse_cards("AhAd")) == 1
    assert starting_strength(parse_cards("7s2d")) < 0.25
    assert own_strength(parse_cards("AhAd"), parse_cards("Ac As 7s")) == 1
    chance = Random(1)
    for _ in range(20):
        cards = chance.sample(range(52), 7)
        assert 0 <= own_strength(cards[:2], cards[2:]) <= 1


def test_a_hand_with_unknown_cards_is_not_judged() -> None:
    hand = Hand.deal("nl-holdem", stacks=[1000] * 3, blinds=(5, 10), rules=edition("en-2.7"))
    hand.fold(3)
    hand.fold(1)
    found = reviewed_hand(hand.events, NAMES, key="one")
    assert found is not None
    assert not found.is_complete


def test_a_void_hand_never_was() -> None:
    hand = Hand.deal(
        "nl-holdem",
        stacks=[1000] * 3,
        blinds=(5, 10),
        rules=edition("en-2.7"),
        rand_below=Random(1).randrange,
    )
    hand.void("power cut")
    assert reviewed_hand(hand.events, NAMES, key="one") is None


@rule("FAIR-04")
def test_every_reason_to_open_a_hand_has_words() -> None:
    assert set(EVENTS) <= IN_ONE_HAND.keys()
