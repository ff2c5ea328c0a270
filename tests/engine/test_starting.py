import msgspec
import pytest

from cardroom.cards import UNKNOWN, parse_cards
from cardroom.engine import Hand, HandStarted, Post, forced_bets, stacked_deck
from cardroom.engine.events import PotAwarded
from tests.engine.script import LIVE, ONLINE, Script, deal, refusal
from tests.rule import rule

BLINDS = (Post(1, "small_blind", 5), Post(2, "big_blind", 10))
STARTED = HandStarted("nl-holdem", 3, (1, 2, 3), (100, 100, 100), 10, BLINDS)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seats": (1,), "stacks": (100,)}, "too_few_or_too_many_players"),
        ({"seats": tuple(range(11)), "stacks": (9,) * 11}, "too_few_or_too_many_players"),
        ({"seats": (1, 2, 2)}, "seats_and_stacks_do_not_match"),
        ({"stacks": (100, 100)}, "seats_and_stacks_do_not_match"),
        ({"seats": (1, 2, 11)}, "unknown_seat"),
        ({"seats": (1, 2, True)}, "unknown_seat"),
        ({"button": -1}, "unknown_seat"),
        ({"stacks": (100, 0, 100)}, "amount_is_not_a_whole_number"),
        ({"stacks": (100, 2.5, 100)}, "amount_is_not_a_whole_number"),
        ({"big_blind": 0}, "amount_is_not_a_whole_number"),
        ({"unit": 0}, "amount_is_not_a_whole_number"),
        ({"posts": (Post(1, "ante", -1),)}, "amount_is_not_a_whole_number"),
        ({"posts": (Post(7, "ante", 1),)}, "forced_bet_of_a_seat_without_cards"),
        ({"posts": (Post(1, "bring_in", 1),)}, "unknown_forced_bet"),  # type: ignore[arg-type]
        ({"game": "stud"}, "unknown_game"),
    ],
)
@rule("AMB-49")
def test_a_hand_that_cannot_be_dealt_is_refused(change: dict[str, object], reason: str) -> None:
    started = msgspec.structs.replace(STARTED, **change)
    assert refusal(Hand, ONLINE, started).reason == reason


@rule("CASH-02")
def test_a_deck_with_a_card_twice_or_a_card_that_is_none_is_refused() -> None:
    assert refusal(Hand, ONLINE, STARTED, [5] * 52).reason == "card_dealt_twice"
    assert refusal(Hand, ONLINE, STARTED, [52] * 52).reason == "no_such_card"
    on_the_river = [*range(10), 3]
    assert refusal(Hand, ONLINE, STARTED, on_the_river).reason == "card_dealt_twice"


def test_seats_that_are_not_named_get_unknown_cards() -> None:
    deck = stacked_deck(STARTED, {2: parse_cards("Ah Kd")}, parse_cards("2c 3c 4c"))
    hand = Hand(ONLINE, STARTED, deck)
    assert hand.hole(2) == parse_cards("Ah Kd")
    assert hand.hole(1) == hand.hole(3) == (UNKNOWN, UNKNOWN)
    assert Hand(ONLINE, STARTED).hole(2) == (UNKNOWN, UNKNOWN)


def posts(rules: object, **settings: object) -> list[tuple[int, str, int]]:
    forced = forced_bets(
        rules,  # type: ignore[arg-type]
        **{  # type: ignore[arg-type]
            "seats": (1, 2, 3),
            "button": 3,
            "small_blind": (1, 5),
            "big_blind": (2, 10),
            "ante": 10,
            **settings,
        },
    )
    return [(post.seat, post.kind, post.amount) for post in forced]


@rule("TAMB-94", "CASH-13")
def test_online_each_player_antes_before_the_blinds() -> None:
    assert posts(ONLINE, ante=1) == [
        (1, "ante", 1),
        (2, "ante", 1),
        (3, "ante", 1),
        (1, "small_blind", 5),
        (2, "big_blind", 10),
    ]


@rule("LIVE-16.1", "LAMB-07")
def test_live_the_button_antes_for_the_table_after_the_blinds_and_an_empty_seat_does_not() -> None:
    blinds = [(1, "small_blind", 5), (2, "big_blind", 10)]
    assert posts(LIVE) == [*blinds, (3, "table_ante", 10)]
    assert posts(LIVE, button=4) == blinds
    assert posts(LIVE, small_blind=(None, 5)) == [blinds[1], (3, "table_ante", 10)]
    assert posts(LIVE, small_blind=(9, 5), ante=0) == blinds[1:]


def to_the_end(script: Script) -> Script:
    """Check everything down and show every hand."""
    while not script.hand.is_over:
        act = script.hand.show if script.hand.waits_for == "showdown" else script.hand.check
        act(script.hand.actor or 0)
    return script


@rule("LAMB-06", "LIVE-16.1", "LHC-09")
def test_a_button_that_is_all_in_from_the_ante_plays_for_the_ante_alone() -> None:
    cards = {"SB": "Kh Kd", "BB": "Qh Qd", "BTN": "Ah Ad"}
    hand = deal(
        {"SB": 9000, "BB": 9000, "BTN": 300}, rules=LIVE, hole=cards, board="2c 7d 9h Ts 3s",
        small=("SB", 300), big=("BB", 600), ante=600, unit=100,
    )  # fmt: skip
    hand.play("SB raises to 1800, BB calls")
    assert hand.pots() == [(300, "BB BTN SB"), (3600, "BB SB")]
    assert to_the_end(hand).payouts() == {"SB": 3600, "BTN": 300}


@rule("LAMB-07", "LAMB-08", "LHC-10")
def test_a_short_heads_up_button_pays_the_small_blind_before_the_ante() -> None:
    hand = deal({"BB": 9000, "BTN": 500}, rules=LIVE, small=("BTN", 300), big=("BB", 600), ante=600)
    assert hand.hand.bets == {1: 300, 2: 300}
    assert hand.stacks() == {"BB": 8700, "BTN": 0}
    assert hand.pots() == [(800, "BB BTN")]


@rule("LIVE-20", "LAMB-10", "LHC-12")
def test_live_the_odd_chip_is_of_the_smallest_denomination_and_goes_to_the_worse_position() -> None:
    stacks = {"SB": 9000, "BB": 9000, "CO": 9000, "BTN": 9000}
    cards = {"SB": "2c 3d", "BB": "4c 4d", "CO": "2h 3c", "BTN": "5c 5d"}
    hand = deal(
        stacks, rules=LIVE, hole=cards, board="As Ks Qs Js Ts", small=("SB", 300),
        big=("BB", 600), ante=600, unit=100,
    )  # fmt: skip
    hand.play("CO raises to 1650, BTN folds, SB calls, BB folds")
    assert hand.pots() == [(4500, "CO SB")]
    assert to_the_end(hand).payouts() == {"SB": 2300, "CO": 2200}


@rule("LIVE-20", "LAMB-09", "LHC-13")
def test_live_several_odd_chips_go_one_each_from_the_worst_position_on() -> None:
    cards = {"SB": "2c 3d", "BB": "4c 4d", "BTN": "2h 3c"}
    hand = deal(
        {"SB": 9000, "BB": 9000, "BTN": 9000}, rules=LIVE, hole=cards, board="As Ks Qs Js Ts",
        small=("SB", 300), big=("BB", 600), ante=200, unit=100,
    )  # fmt: skip
    hand.play("BTN calls, SB calls, BB checks")
    assert hand.pots() == [(2000, "BB BTN SB")]
    assert to_the_end(hand).payouts() == {"SB": 700, "BB": 700, "BTN": 600}


@rule("LAMB-09", "POT-05")
def test_a_house_may_give_all_odd_chips_to_the_worst_position() -> None:
    rules = msgspec.structs.replace(LIVE, odd_units="worst_takes_all")
    cards = {"SB": "2c 3d", "BB": "4c 4d", "BTN": "2h 3c"}
    hand = deal(
        {"SB": 9000, "BB": 9000, "BTN": 9000}, rules=rules, hole=cards, board="As Ks Qs Js Ts",
        small=("SB", 300), big=("BB", 600), ante=200, unit=100,
    )  # fmt: skip
    hand.play("BTN calls, SB calls, BB checks")
    assert to_the_end(hand).payouts() == {"SB": 800, "BB": 600, "BTN": 600}


@rule("LIVE-26.p1", "LHC-14")
def test_live_each_pot_is_split_on_its_own() -> None:
    cards = {"A": "Ts 3d", "B": "Tc Td", "C": "2h 2d", "D": "5c 6c"}
    hand = deal(
        {"A": 9000, "B": 9000, "C": 400, "D": 9000}, rules=LIVE, hole=cards,
        board="As Kd Qs Js 9d", unit=100, big=("D", 100),
    )  # fmt: skip
    hand.play("A raises to 400, B calls, C all-in 400, D folds")
    hand.play("A bets 450, B calls, A checks, B checks, A checks, B checks")
    assert [pot.amount for pot in hand.hand.pots] == [1300, 900]
    assert to_the_end(hand).payouts() == {"A": 1200, "B": 1000}


@rule("LAMB-11", "LHC-15")
def test_live_heads_up_the_odd_chip_goes_to_the_big_blind() -> None:
    hand = deal(
        {"BB": 1500, "BTN": 9000}, rules=LIVE, hole={"BB": "2c 3d", "BTN": "2d 3h"},
        board="As Ks Qs Js Ts", small=("BTN", 300), big=("BB", 600), ante=700, unit=100,
    )  # fmt: skip
    hand.play("BTN raises to 1500, BB calls")
    awarded = hand.hand.events[-1]
    assert isinstance(awarded, PotAwarded)
    assert awarded.amount == 3700
    assert to_the_end(hand).payouts() == {"BB": 1900, "BTN": 1800}


@rule("LIVE-20")
def test_live_chips_smaller_than_the_unit_stay_with_the_worst_position() -> None:
    hand = deal(
        {"BB": 650, "BTN": 9000}, rules=LIVE, hole={"BB": "2c 3d", "BTN": "2d 3h"},
        board="As Ks Qs Js Ts", small=("BTN", 300), big=("BB", 600), unit=100,
    )  # fmt: skip
    hand.play("BTN raises to 1500, BB calls")
    assert hand.payouts() == {"BB": 700, "BTN": 600}


@rule("LIVE-16.2")
def test_with_the_button_on_an_empty_seat_the_nearest_live_seat_before_it_acts_last() -> None:
    hand = deal("ABCD", rules=LIVE, button=7, small=("A", 300), big=("B", 600))
    hand.play("C calls, D calls, A calls, B checks").flop()
    turns = ""
    for _ in range(4):
        turns += hand.turn() or ""
        hand.hand.check(hand.hand.actor or 0)
    assert turns == "ABCD"


@rule("AMB-38", "BET-16")
def test_everybody_may_be_all_in_from_the_forced_bets() -> None:
    cards = {"SB": "Ah Ad", "BB": "Kh Kd", "UTG": "Qh Qd"}
    hand = deal(
        {"SB": 4, "BB": 9, "UTG": 1}, hole=cards, board="2c 7d 9h Ts 3s", small=("SB", 5),
        big=("BB", 10), ante=1,
    )  # fmt: skip
    assert hand.hand.is_over
    assert hand.payouts() == {"SB": 9}
    assert hand.stacks() == {"SB": 9, "BB": 5, "UTG": 0}
