"""Button and blinds from hand to hand, with the catalogue's own cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cash.dealing import first_deal, is_between, next_deal
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions, Standing
from cardroom.ledger import PlayerId
from cardroom.units import Seat
from tests.cash.tables import seated
from tests.rule import rule

Where = tuple[Seat, Seat | None, Seat]


def last(button: Seat, small_blind: Seat | None, big_blind: Seat, *seats: Seat) -> HandPositions:
    return HandPositions(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        dealt_in={seat: PlayerId(seat) for seat in seats},
    )


def stay(*seats: Seat) -> list[Occupant]:
    return [seated(seat, PlayerId(seat), "playing") for seat in seats]


def newcomer(seat: Seat, standing: Standing) -> Occupant:
    return seated(seat, PlayerId(100 + seat), standing)


def owes(seat: Seat, standing: Standing) -> Occupant:
    """Somebody who missed a blind while sitting out, and is back."""
    occupant = seated(seat, PlayerId(seat), standing)
    occupant.missed_blind = True
    return occupant


def where(deal: HandPositions) -> Where:
    return deal.button, deal.small_blind, deal.big_blind


@rule("CASH-09", "CASH-10", "CASH-11", "HC-41")
@pytest.mark.parametrize(
    ("remaining", "expected"),
    [
        ((1, 2, 3, 4, 5, 6), (2, 3, 4)),
        ((1, 2, 4, 5, 6), (2, None, 4)),
        ((1, 3, 4, 5, 6), (1, 3, 4)),
        ((1, 4, 5, 6), (1, None, 4)),
    ],
)
def test_the_big_blind_moves_and_small_blind_and_button_follow(
    remaining: tuple[Seat, ...], expected: Where
) -> None:
    assert where(next_deal(last(1, 2, 3, 1, 2, 3, 4, 5, 6), stay(*remaining))) == expected


@rule("AMB-33", "HC-41")
def test_the_button_stays_when_the_big_blind_before_it_left() -> None:
    deal = next_deal(last(1, 2, 3, 1, 2, 3, 4, 5, 6), stay(1, 2, 4, 5, 6))
    assert where(next_deal(deal, stay(1, 2, 4, 5, 6))) == (2, 4, 5)


@rule("AMB-32")
def test_a_newcomer_in_the_seat_of_the_last_big_blind_does_not_inherit_the_small_blind() -> None:
    ready = [*stay(1, 2, 4, 5), newcomer(3, "posting")]
    deal = next_deal(last(1, 2, 3, 1, 2, 3, 4, 5), ready)
    assert where(deal) == (2, None, 4)
    assert 3 not in deal.dealt_in


@rule("CASH-14", "AMB-35", "HC-42")
def test_a_post_between_button_and_big_blind_waits_until_the_button_has_passed() -> None:
    ready = [*stay(1, 3, 4), newcomer(2, "posting")]
    deal = next_deal(last(1, 2, 3, 1, 2, 3, 4), ready)
    assert (where(deal), 2 in deal.dealt_in) == ((1, 3, 4), False)
    after = next_deal(deal, ready)
    assert (where(after), after.posts) == ((3, 4, 1), (2,))


@rule("CASH-09", "CASH-14", "HC-42")
def test_a_waiting_newcomer_whom_the_big_blind_reaches_is_dealt_in() -> None:
    deal = next_deal(last(1, 2, 3, 1, 2, 3), [*stay(1, 2, 3), newcomer(4, "waiting")])
    assert where(deal) == (2, 3, 4)


@rule("CASH-14", "HC-42")
def test_a_newcomer_behind_the_big_blind_posts_and_is_dealt_in_at_once() -> None:
    deal = next_deal(last(1, 2, 3, 1, 2, 3, 4), [*stay(1, 2, 3, 4), newcomer(5, "posting")])
    assert (where(deal), deal.posts, 5 in deal.dealt_in) == ((2, 3, 4), (5,), True)


@rule("CASH-12", "AMB-34", "HC-43")
@pytest.mark.parametrize(
    ("remaining", "expected"), [((2, 3), (3, 3, 2)), ((1, 3), (3, 3, 1)), ((1, 2), (2, 2, 1))]
)
def test_when_one_of_three_leaves_the_other_of_the_big_blind_has_button_and_small_blind(
    remaining: tuple[Seat, ...], expected: Where
) -> None:
    assert where(next_deal(last(1, 2, 3, 1, 2, 3), stay(*remaining))) == expected


@rule("AMB-31", "AMB-33", "HC-44")
@pytest.mark.parametrize(
    ("third", "expected", "dealt"),
    [
        (newcomer(5, "waiting"), (1, 4, 5), 3),
        (newcomer(2, "posting"), (2, 4, 1), 3),
        (newcomer(2, "waiting"), (4, 4, 1), 2),
    ],
)
def test_a_third_player_joins_a_heads_up_table(
    third: Occupant, expected: Where, dealt: int
) -> None:
    deal = next_deal(last(1, 1, 4, 1, 4), [*stay(1, 4), third])
    assert (where(deal), len(deal.dealt_in)) == (expected, dealt)


@rule("HC-44")
def test_the_third_player_who_waited_is_the_next_big_blind() -> None:
    ready = [*stay(1, 4), newcomer(2, "waiting")]
    deal = next_deal(last(1, 1, 4, 1, 4), ready)
    assert where(next_deal(deal, ready)) == (4, 1, 2)


@rule("AMB-36")
def test_who_missed_no_blind_is_dealt_in_at_once_but_not_between_button_and_big_blind() -> None:
    behind = next_deal(
        last(1, 2, 3, 1, 2, 3, 4), [*stay(1, 2, 3, 4), seated(6, PlayerId(6), "returning")]
    )
    assert (6 in behind.dealt_in, behind.posts) == (True, ())
    between = next_deal(
        last(1, 2, 3, 1, 2, 3, 4), [*stay(1, 3, 4), seated(2, PlayerId(9), "returning")]
    )
    assert 2 not in between.dealt_in


@rule("AMB-71", "CASH-07", "HC-55")
@pytest.mark.parametrize("entering", ["waiting", "posting"])
def test_newcomers_beside_the_only_player_left_are_dealt_in_and_the_big_blind_is_where_it_was_due(
    entering: Standing,
) -> None:
    ready = [*stay(1), newcomer(2, entering), newcomer(3, entering), newcomer(5, entering)]
    deal = next_deal(last(1, 2, 3, 1, 2, 3), ready[:3])
    assert (where(deal), deal.posts, len(deal.dealt_in)) == ((2, 3, 1), (), 3)
    deal = next_deal(last(4, 5, 6, 4, 5, 6, 1), ready)
    assert (where(deal), deal.posts, len(deal.dealt_in)) == ((3, 5, 1), (), 4)


@rule("AMB-71", "AMB-34", "CASH-07")
def test_of_two_who_may_play_on_the_one_due_has_the_big_blind_and_the_newcomer_the_button() -> None:
    deal = next_deal(last(1, 2, 3, 1, 2, 3), [*stay(1), newcomer(2, "waiting")])
    assert (where(deal), deal.dealt_in) == ((2, 2, 1), {1: 1, 2: 102})


@rule("AMB-71", "SIT-07", "AMB-36", "HC-55")
def test_who_missed_a_blind_is_not_let_in_free_when_newcomers_are() -> None:
    before, newcomers = last(1, 1, 6, 1, 6), [newcomer(3, "waiting"), newcomer(4, "waiting")]
    deal = next_deal(before, [*stay(1), owes(2, "waiting"), *newcomers])
    assert (where(deal), set(deal.dealt_in), deal.posts) == ((3, 4, 1), {1, 3, 4}, ())
    deal = next_deal(before, [*stay(1), owes(2, "posting"), *newcomers])
    assert (where(deal), set(deal.dealt_in), deal.posts) == ((3, 4, 1), {1, 2, 3, 4}, (2,))


@rule("AMB-71", "SIT-07", "HC-55")
def test_where_all_others_missed_a_blind_the_first_of_them_has_the_big_blind_at_once() -> None:
    ready = [*stay(2), owes(3, "waiting"), owes(4, "waiting")]
    deal = next_deal(last(2, 2, 1, 1, 2), ready)
    assert (where(deal), deal.dealt_in) == ((2, 2, 3), {2: 2, 3: 3})
    after = next_deal(deal, [*stay(2, 3), owes(4, "waiting")])
    assert where(after) == (2, 3, 4)


@rule("AMB-72", "CASH-12", "CASH-14")
def test_a_newcomer_who_posts_and_is_heads_up_has_the_button_and_the_small_blind_alone() -> None:
    deal = next_deal(last(1, 2, 3, 1, 2, 3), [*stay(1), newcomer(2, "posting")])
    assert (where(deal), deal.posts) == ((2, 2, 1), ())


@rule("CASH-08", "AMB-37", "CASH-13")
def test_the_first_hand_deals_everyone_in_behind_its_button() -> None:
    ready = [newcomer(2, "waiting"), newcomer(4, "posting"), newcomer(5, "waiting")]
    deal = first_deal(ready, button=5)
    assert (where(deal), set(deal.dealt_in), deal.posts) == ((5, 2, 4), {2, 4, 5}, ())
    two = first_deal(ready[:2], button=2)
    assert where(two) == (2, 2, 4)


seats_present = st.lists(st.sets(st.integers(1, 6), min_size=2), min_size=2, max_size=25)


@rule("CASH-09", "AMB-33")
@given(seats_present, st.sampled_from(["waiting", "posting"]))
def test_the_big_blind_skips_nobody_and_only_the_small_blind_lies_before_it(
    rounds: list[set[Seat]], entering: Standing
) -> None:
    deal = first_deal([newcomer(seat, entering) for seat in rounds[0]], min(rounds[0]))
    for seats in rounds[1:]:
        ready = [
            seated(seat, PlayerId(100 + seat), "playing" if seat in deal.dealt_in else entering)
            for seat in seats
        ]
        following = next_deal(deal, ready)
        button, big_blind = following.button, following.big_blind
        assert {button, big_blind} <= set(following.dealt_in)
        assert button != big_blind
        assert not any(is_between(seat, deal.big_blind, big_blind) for seat in seats)
        if len(following.dealt_in) > 2:
            between = [seat for seat in following.dealt_in if is_between(seat, button, big_blind)]
            assert between == [seat for seat in [following.small_blind] if seat is not None]
        deal = following
