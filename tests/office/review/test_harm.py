"""Harmed players get back what they lost to a pair, to the cent and never more."""

from hypothesis import given
from hypothesis import strategies as st

from cardroom.ledger import PlayerId
from cardroom.office.review.harm import losses_to, preview, split
from tests.rule import rule

ANN, BO, CY, DI = map(PlayerId, (1, 2, 3, 4))
PAIR = frozenset({ANN, BO})
players = st.integers(3, 12).map(PlayerId)
cents = st.integers(1, 10**9)


@rule("FAIR-13")
def test_what_the_two_won_together_was_lost_by_those_who_lost_in_the_hand() -> None:
    hands = [
        {ANN: -500, BO: 900, CY: -300, DI: -100},  # Together they won 400.
        {ANN: -1000, BO: 1000, CY: 0},  # Chips passed on harm nobody else.
        {ANN: 50, CY: -50},  # One of them alone.
        {ANN: -20, BO: -30, CY: 50},
    ]
    assert losses_to(PAIR, hands) == {CY: 300, DI: 100}


def test_rake_is_nobodys_loss_to_the_pair() -> None:
    assert losses_to(PAIR, [{ANN: -100, BO: 280, CY: -200}]) == {CY: 180}


@rule("CASH-01", "FAIR-13")
def test_where_less_is_held_than_was_lost_everybody_gets_the_same_part() -> None:
    found = preview({ANN: 0, BO: 101}, {CY: 300, DI: 100})
    assert found.shares == {CY: 76, DI: 25}
    assert (found.seized, found.kept) == ({BO: 101}, 0)


def test_what_is_not_needed_stays_with_the_house() -> None:
    found = preview({ANN: 400, BO: 600}, {CY: 300})
    assert (found.shares, found.kept) == ({CY: 300}, 700)


@given(st.dictionaries(players, cents), st.integers(0, 10**9))
def test_no_cent_is_lost_or_paid_twice(losses: dict[PlayerId, int], held: int) -> None:
    found = preview({BO: held}, losses)
    assert sum(found.shares.values()) + found.kept == held
    assert all(0 < share <= losses[player] for player, share in found.shares.items())
    assert found.kept == 0 or found.shares == losses


@given(st.dictionaries(players, cents, min_size=1), st.integers(0, 10**9))
def test_an_amount_is_shared_without_a_rest(weights: dict[PlayerId, int], amount: int) -> None:
    assert sum(split(amount, weights).values()) == amount
