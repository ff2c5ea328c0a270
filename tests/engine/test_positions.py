import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, forced_bets
from cardroom.engine.events import Posted
from cardroom.engine.positions import (
    NextHand,
    Positions,
    drawn_button,
    first_live_hand,
    live_table_may_deal,
    next_live_hand,
)
from cardroom.rulebook import edition
from cardroom.rulebook.live import LiveRules
from tests.engine.script import LIVE
from tests.rule import rule


def live_rules(**button: object) -> LiveRules:
    rules = edition("live").live
    assert rules is not None
    return msgspec.structs.replace(rules, button=msgspec.structs.replace(rules.button, **button))


RULES = live_rules()


def row(hand: NextHand) -> str:
    """As in the trace of section 3.1: button / small blind / big blind / ante."""
    small = hand.small_blind_poster or "none"
    ante = 600 if hand.ante_due else 0
    return f"{hand.positions.button}/{small}/{hand.positions.big_blind}/{ante}"


def trace(start: tuple[int, int, int], occupied: set[int], hands: int) -> list[str]:
    found = []
    last = Positions(*start)
    for _ in range(hands):
        hand = next_live_hand(RULES, last, occupied)
        found.append(row(hand))
        last = hand.positions
    return found


@pytest.mark.parametrize(
    ("start", "occupied", "expected"),
    [
        ((1, 2, 3), {1, 3, 4, 5, 6}, ["1/3/4/0", "3/4/5/600"]),
        ((1, 2, 3), {1, 2, 4, 5, 6}, ["2/none/4/600", "2/4/5/0", "4/5/6/600"]),
        ((1, 2, 3), {1, 4, 5, 6}, ["1/none/4/0", "1/4/5/0", "4/5/6/600"]),
        ((1, 2, 3), {3, 4, 5, 6}, ["1/3/4/0", "3/4/5/600"]),
        ((3, 4, 6), {1, 3, 5, 6, 7, 8}, ["3/6/7/0", "6/7/8/600"]),
        ((4, 5, 6), {2, 4, 5, 6, 7, 8}, ["5/6/7/600"]),
        ((1, 2, 3), {1, 2, 3, 4, 6, 7}, ["2/3/4/600"]),
        ((2, 3, 4), {2, 5}, ["2/2/5/0"]),
    ],
)
@rule("LIVE-16.1", "LIVE-16.2", "LAMB-01", "LAMB-02")
def test_the_trace_of_the_live_rulebook(
    start: tuple[int, int, int], occupied: set[int], expected: list[str]
) -> None:
    assert trace(start, occupied, len(expected)) == expected


@rule("LIVE-16.1", "LIVE-16.2", "LAMB-01", "LHC-01")
def test_when_the_small_blind_is_out_the_button_stays_and_pays_no_second_ante() -> None:
    assert trace((1, 2, 3), {1, 3, 4, 5, 6}, 2) == ["1/3/4/0", "3/4/5/600"]


@rule("LIVE-16.1", "LIVE-16.2", "LHC-02")
def test_when_the_big_blind_is_out_there_is_no_small_blind_and_the_button_stays_once() -> None:
    assert trace((1, 2, 3), {1, 2, 4, 5, 6}, 3) == ["2/none/4/600", "2/4/5/0", "4/5/6/600"]


@rule("LIVE-16.1", "LIVE-16.2", "LHC-03")
def test_when_both_blinds_are_out_the_button_stays_for_three_hands() -> None:
    assert trace((1, 2, 3), {1, 4, 5, 6}, 3) == ["1/none/4/0", "1/4/5/0", "4/5/6/600"]


@rule("LIVE-16.2", "LHC-04")
def test_the_button_may_stay_on_an_empty_seat_and_then_the_nearest_before_it_acts_last() -> None:
    planned = next_live_hand(RULES, Positions(1, 2, 3), {3, 4, 5, 6})
    assert row(planned) == "1/3/4/0"
    assert deal(planned).seats == (3, 4, 5, 6)


@rule("LIVE-13.p2", "LIVE-16.2", "LAMB-02", "LAMB-50", "LHC-05")
def test_an_arrival_between_button_and_small_blind_waits() -> None:
    occupied = {1, 3, 5, 6, 7, 8}
    first = next_live_hand(RULES, Positions(3, 4, 6), occupied)
    assert (row(first), first.waiting) == ("3/6/7/0", (5,))
    assert 5 not in first.dealt_in
    second = next_live_hand(RULES, first.positions, occupied)
    assert (row(second), second.waiting) == ("6/7/8/600", ())
    assert 5 in second.dealt_in


@rule("LAMB-50")
def test_an_arrival_may_wait_for_two_hands_while_the_button_is_stuck() -> None:
    occupied = {1, 2, 4, 5, 6}
    first = next_live_hand(RULES, Positions(1, 3, 4), occupied - {4})
    assert (row(first), first.waiting) == ("1/none/5/0", (2,))
    second = next_live_hand(RULES, first.positions, occupied - {4})
    assert (row(second), second.waiting) == ("1/5/6/0", (2,))
    third = next_live_hand(RULES, second.positions, occupied - {4})
    assert (row(third), third.waiting) == ("5/6/1/600", ())


@rule("LIVE-16.1", "LAMB-02", "LHC-06")
def test_an_arrival_on_the_due_button_seat_is_the_button_and_pays_the_ante() -> None:
    planned = next_live_hand(RULES, Positions(4, 5, 6), {2, 4, 5, 6, 7, 8}, arrivals={5})
    assert row(planned) == "5/6/7/600"
    assert Posted(5, "table_ante", 600) in deal(planned).events
    waits = live_rules(arrival_on_due_button="waits")
    other = next_live_hand(waits, Positions(4, 5, 6), {2, 4, 5, 6, 7, 8}, arrivals={5})
    assert (row(other), other.waiting) == ("4/6/7/0", (5,))


@rule("LIVE-16.3", "LIVE-30", "LAMB-08", "LHC-07")
def test_reaching_heads_up_nobody_is_big_blind_twice_and_the_button_posts_the_small_blind() -> None:
    planned = next_live_hand(RULES, Positions(1, 2, 3), {1, 2})
    assert row(planned) == "2/2/1/600"
    hand = deal(planned)
    posted = [event for event in hand.events if isinstance(event, Posted)]
    assert posted == [
        Posted(2, "small_blind", 300),
        Posted(1, "big_blind", 600),
        Posted(2, "table_ante", 600),
    ]
    assert hand.seats == (1, 2), "the first card goes to seat 1"
    assert hand.actor == 2
    hand.call(2)
    hand.check(1)
    hand.deal_board((0, 1, 2))
    assert hand.actor == 1


@rule("LIVE-16.1", "LIVE-16.3", "LHC-08")
def test_reaching_heads_up_with_the_same_button_costs_no_ante() -> None:
    assert trace((2, 3, 4), {2, 5}, 1) == ["2/2/5/0"]


@rule("LAMB-08", "LIVE-16.3")
def test_heads_up_the_blinds_alternate_and_the_new_button_antes() -> None:
    assert trace((1, 1, 4), {1, 4}, 3) == ["4/4/1/600", "1/1/4/600", "4/4/1/600"]
    no_ante = live_rules(heads_up_ante=False)
    assert not next_live_hand(no_ante, Positions(1, 1, 4), {1, 4}).ante_due


@rule("LAMB-04", "LHC-11")
def test_a_misdealt_hand_is_dealt_again_with_the_same_positions_and_ante() -> None:
    last = Positions(1, 2, 3)
    planned = next_live_hand(RULES, last, {1, 3, 4, 5, 6})
    deal(planned).void("misdeal")
    again = next_live_hand(RULES, last, {1, 3, 4, 5, 6})
    assert again == planned
    assert row(again) == "1/3/4/0"


@rule("LAMB-03")
def test_the_highest_card_draws_the_button_and_spades_come_before_hearts() -> None:
    drawn = dict(zip((2, 5, 7, 9), parse_cards("Kh Ks 9s Kd"), strict=True))
    assert drawn_button(RULES, drawn) == 5
    other = live_rules(suit_order=("d", "h", "s", "c"))
    assert drawn_button(other, drawn) == 9


@rule("LAMB-04")
def test_after_a_draw_the_button_antes_because_there_was_none_before() -> None:
    assert row(first_live_hand(RULES, 5, {1, 3, 5, 9})) == "5/9/1/600"
    assert row(first_live_hand(RULES, 5, {3, 5})) == "5/5/3/600"


@rule("LAMB-45")
@pytest.mark.parametrize(("seat", "expected"), [(5, "1/4/5/0"), (2, "2/4/1/600")])
def test_when_heads_up_grows_to_three_the_blinds_follow(seat: int, expected: str) -> None:
    planned = next_live_hand(RULES, Positions(1, 1, 4), {1, 4, seat}, arrivals={seat})
    assert (row(planned), planned.waiting) == (expected, ())


@rule("LAMB-45", "LIVE-13.p2")
def test_nobody_waits_when_only_two_would_be_dealt_in() -> None:
    planned = next_live_hand(RULES, Positions(3, 4, 6), {3, 5, 6}, arrivals={5})
    assert (row(planned), planned.waiting) == ("5/6/3/600", ())
    assert planned.dealt_in == (3, 5, 6)


@rule("LAMB-01")
def test_a_house_may_put_the_dead_button_on_the_empty_seat() -> None:
    rules = live_rules(dead_button="on_empty_seat")
    planned = next_live_hand(rules, Positions(1, 2, 3), {1, 3, 4, 5, 6})
    assert row(planned) == "2/3/4/0"


@rule("LIVE-17", "LAMB-05")
def test_a_live_table_starts_with_three_and_goes_on_with_two_only_as_the_last() -> None:
    def may(players: int, **state: bool) -> bool:
        usual = {"first_hand": False, "last_table": False, "registering": False}
        return live_table_may_deal(RULES, players, **{**usual, **state})

    assert may(3, first_hand=True)
    assert not may(2, first_hand=True, last_table=True)
    assert may(2, last_table=True)
    assert not may(1, last_table=True)
    assert may(3, registering=True)
    assert not may(2, registering=True)
    assert may(4)
    assert not may(3)


def deal(planned: NextHand) -> Hand:
    """A hand with blinds 300/600 at the positions that were planned."""
    positions = planned.positions
    posts = forced_bets(
        LIVE,
        seats=planned.dealt_in,
        button=positions.button,
        small_blind=(planned.small_blind_poster, 300),
        big_blind=(positions.big_blind, 600),
        ante=600 if planned.ante_due else 0,
    )
    stacks = (10_000,) * len(planned.dealt_in)
    started = HandStarted(
        "nl-holdem", positions.button, planned.dealt_in, stacks, 600, posts, unit=100
    )
    return Hand(LIVE, started)


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[set[int], set[int]]]:
    """Who leaves and who arrives before each of some hands at a table of nine."""
    seats = st.sets(st.integers(1, 9), max_size=3)
    return draw(st.lists(st.tuples(seats, seats), min_size=5, max_size=25))


@given(start=st.sets(st.integers(1, 9), min_size=3), changes=tables())
@settings(max_examples=300)
@rule("LIVE-16.1", "LIVE-16.2", "LIVE-16.3", "LIVE-13.p2")
def test_whoever_leaves_or_arrives_the_positions_stay_in_order(
    start: set[int], changes: list[tuple[set[int], set[int]]]
) -> None:
    planned = first_live_hand(RULES, max(start), start)
    occupied = set(start)
    for leaving, arriving in changes:
        last = planned
        occupied = (occupied - leaving) | (arriving - leaving)
        if len(occupied) < 2:
            return
        planned = next_live_hand(RULES, last.positions, occupied)
        positions = planned.positions
        assert positions.big_blind in planned.dealt_in
        assert positions.big_blind != positions.button
        if len(occupied) > 1 and last.positions.big_blind in occupied:
            assert positions.big_blind != last.positions.big_blind
        assert set(planned.dealt_in) | set(planned.waiting) == occupied
        assert len(planned.dealt_in) >= min(3, len(occupied))
        assert planned.ante_due == (
            positions.button in occupied and positions.button != last.positions.button
        )
        deal(planned)
