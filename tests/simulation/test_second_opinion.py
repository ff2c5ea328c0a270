"""The second opinion is an opinion: it refuses every hand that was changed by a cent or a card."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from phevaluator import evaluate_cards, evaluate_omaha_cards

from tests.rule import rule
from tests.simulation.catalogue import NL10, PL10
from tests.simulation.ranking import best
from tests.simulation.second_hand import Raw, SecondHand
from tests.simulation.second_pots import Fee, Pot, pay, pots_of

C, D, H, S = range(4)


def card(rank: int, suit: int) -> int:
    return 4 * (rank - 2) + suit


HAND: list[Raw] = [
    {
        "type": "hand_started", "game": "nl-holdem", "button": 1, "seats": [1, 2, 3, 4],
        "stacks": [500, 301, 1000, 700], "big_blind": 10, "unit": 1,
        "posts": [
            {"seat": 2, "kind": "small_blind", "amount": 5},
            {"seat": 3, "kind": "big_blind", "amount": 10},
        ],
        "rake": {"permille": 35, "cap": 100, "minimum": 1},
    },
    {"type": "posted", "seat": 2, "kind": "small_blind", "by": 5},
    {"type": "posted", "seat": 3, "kind": "big_blind", "by": 10},
    {
        "type": "hole_dealt", "seats": [2, 3, 4, 1],
        "hole": [
            [card(14, S), card(13, S)], [card(14, H), card(13, H)],
            [card(2, C), card(7, D)], [card(3, C), card(8, D)],
        ],
    },
    {"type": "folded", "seat": 4},
    {"type": "called", "seat": 1, "by": 10},
    {"type": "raised", "seat": 2, "to": 301},
    {"type": "raised", "seat": 3, "to": 1000},
    {"type": "folded", "seat": 1},
    {"type": "uncalled_returned", "seat": 3, "by": 699},
    {"type": "shown", "seat": 3, "hole": [card(14, H), card(13, H)]},
    {"type": "shown", "seat": 2, "hole": [card(14, S), card(13, S)]},
    {"type": "board_dealt", "street": "flop", "cards": [card(9, C), card(9, D), card(5, S)]},
    {"type": "board_dealt", "street": "turn", "cards": [card(11, C)]},
    {"type": "board_dealt", "street": "river", "cards": [card(4, D)]},
    {
        "type": "pot_awarded", "pot": 0, "amount": 591, "rake": 21, "seats": [2, 3],
        "shares": [296, 295],
    },
]  # fmt: skip
"""Two ace-kings share 612 cents less 21 of rake; the odd cent is the small blind's."""


@rule("POT-04", "POT-05", "RAKE-06", "AMB-50")
def test_a_hand_that_is_right_is_right() -> None:
    outcome = SecondHand(NL10, HAND, may_post=True).play()
    assert outcome.stacks == {2: 296, 3: 994, 4: 700, 1: 490}
    assert outcome.rake == 21
    assert [due.seat for due in outcome.decisions] == [4, 1, 2, 3, 1]


def _pay(**changed: Any) -> Callable[[list[Raw]], None]:
    return lambda events: events[-1].update(changed)


CHANGES: dict[str, Callable[[list[Raw]], object]] = {
    "no rake": _pay(rake=0, amount=612, shares=[306, 306]),
    "a cent of rake too much": _pay(rake=22, amount=590, shares=[295, 295]),
    "the odd cent at the other seat": _pay(shares=[295, 296]),
    "one winner of two": _pay(seats=[2], shares=[591]),
    "the uncalled bet kept": lambda events: events.pop(9),
    "too little returned": lambda events: events[9].update(by=698),
    "a call for too little": lambda events: events[5].update(by=9),
    "a raise below the minimum": lambda events: events[6].update(to=15),
    "a raise beyond the stack": lambda events: events[6].update(to=302),
    "somebody acts out of turn": lambda events: events[4].update(seat=1),
    "a small blind of ten": lambda events: events[1].update(by=10),
    "blinds the other way round": lambda events: events[0]["posts"].reverse(),
    "the button somewhere else": lambda events: events[0].update(button=2),
    "the rake's cap for three": lambda events: events[0]["rake"].update(cap=50),
    "a card twice": lambda events: events[13].update(cards=[card(9, C)]),
    "a turn of two cards": lambda events: events[13].update(cards=[card(11, C), card(12, C)]),
    "the river before the turn": lambda events: events.insert(13, events.pop(14)),
    "a hand that is not shown": lambda events: events.pop(11),
    "another hand shown": lambda events: events[10].update(hole=[card(14, D), card(13, D)]),
    "nobody is paid": lambda events: events.pop(),
}


@rule("POT-04", "POT-05", "RAKE-06", "AMB-50", "BET-08", "CASH-13")
@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_in_a_hand_is_found(change: str) -> None:
    events = copy.deepcopy(HAND)
    CHANGES[change](events)
    with pytest.raises(AssertionError):
        SecondHand(NL10, events, may_post=True).play()


@rule("HAND-03", "POT-07", "OMA-02")
@pytest.mark.parametrize("hole", [2, 4])
def test_the_second_ranking_agrees_with_a_stranger_about_every_pair_of_hands(hole: int) -> None:
    chance = Random(11)
    for _ in range(400):
        deck = chance.sample(range(52), 2 * hole + 5)
        board, first, second = deck[:5], deck[5 : 5 + hole], deck[5 + hole :]
        ours = [best(one, board) for one in (first, second)]
        rank: Callable[..., int] = evaluate_cards if hole == 2 else evaluate_omaha_cards
        theirs = [-rank(*board, *one) for one in (first, second)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (
            theirs[0] > theirs[1],
            theirs[0] == theirs[1],
        )


@rule("AMB-51", "AMB-52", "POT-05")
def test_pots_rake_and_odd_cents_are_those_of_the_catalogue() -> None:
    paid = {5: 5, 6: 300, 2: 110, 4: 300}
    pots = pots_of(paid, [6, 2, 4], dead=0)
    assert pots == [Pot(335, (6, 2, 4)), Pot(380, (6, 4))]
    everybody = pay(pots, Fee(35, 100), lambda pot: list(pot.seats))
    assert [(one.net, one.rake) for one in everybody] == [(323, 12), (367, 13)]
    assert [one.shares for one in everybody] == [(108, 108, 107), (184, 183)]
    assert PL10.fee(2) == Fee(30, 75)
