"""Holds: withheld money stays the player's, and leaves once, to him or to the house."""

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Account, Answer, Ledger
from cardroom.ledger.accounts import escrow
from cardroom.ledger.cases import confiscate_hold, place_hold, release_hold
from cardroom.ledger.tables import buy_in
from tests.ledger.scene import ANN, BEN, CASE, PRICE, SUNDAY, TABLE, booked, cash, seated
from tests.rule import rule

HELD = Account("case:5:held:1:EUR")
SEIZED = Account("house:seized:EUR")
HOLD = place_hold(CASE, ANN, 3000, cash(ANN), number=1, at_ms=3)


@pytest.fixture
def ledger() -> Ledger:
    return booked([*seated(), HOLD])


@rule("FAIR-04", "AMB-70", "TRN-24")
def test_withheld_winnings_are_still_there_but_cannot_be_spent(ledger: Ledger) -> None:
    assert (ledger.balance(cash(ANN)), ledger.balance(HELD)) == (1000, 3000)
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(buy_in(TABLE, ANN, 1001, "EUR", request="2", at_ms=4))


@rule("FAIR-04")
def test_a_released_hold_is_cash_again(ledger: Ledger) -> None:
    ledger.apply(release_hold(HOLD, at_ms=4))
    assert (ledger.balance(cash(ANN)), ledger.balance(HELD)) == (4000, 0)
    assert not ledger.open


@rule("FAIR-04", "AMB-70")
def test_a_seizure_is_a_booking_of_its_own_by_somebody_with_a_reason(ledger: Ledger) -> None:
    ledger.apply(confiscate_hold(HOLD, operator="op", note="dumping, case 5", at_ms=4))
    assert (ledger.balance(SEIZED), ledger.balance(HELD)) == (3000, 0)


@rule("FAIR-04")
def test_a_hold_is_closed_exactly_once_whichever_way(ledger: Ledger) -> None:
    released = release_hold(HOLD, at_ms=4)
    ledger.apply(released)
    assert ledger.apply(released) is Answer.ALREADY_APPLIED
    with pytest.raises(TransferRefused, match="key with another content"):
        ledger.apply(confiscate_hold(HOLD, operator="op", note="too late", at_ms=5))
    assert ledger.balance(SEIZED) == 0


def test_a_hold_is_not_closed_in_part_nor_to_somebody_else(ledger: Ledger) -> None:
    released = release_hold(HOLD, at_ms=4)
    part = ((HELD, -1), (cash(ANN), 1))
    with pytest.raises(TransferRefused, match="not what was set aside"):
        ledger.apply(msgspec.structs.replace(released, entries=part))
    other = ((HELD, -3000), (cash(BEN), 3000))
    with pytest.raises(TransferRefused, match="several players"):
        ledger.apply(msgspec.structs.replace(released, entries=other))


@rule("AMB-70")
def test_the_stack_of_a_suspended_player_goes_to_the_held_balance() -> None:
    stack = place_hold(CASE, BEN, 800, escrow(TABLE, BEN, "EUR"), number=1, at_ms=3)
    ledger = booked([*seated(), stack, release_hold(stack, at_ms=4)])
    assert ledger.balance(cash(BEN)) == 5000


@rule("TRN-24")
def test_a_prize_under_review_is_held_and_the_tournament_can_still_close() -> None:
    entered = SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=3)
    prize = place_hold(CASE, ANN, 900, SUNDAY.places, number=1, at_ms=4)
    ledger = booked([*seated(), entered, prize, SUNDAY.close(100, {}, at_ms=5)])
    ledger.apply(release_hold(prize, at_ms=6))
    assert ledger.balance(cash(ANN)) == 3900


def test_two_holds_of_a_case_on_one_player_are_closed_one_by_one() -> None:
    holds = [place_hold(CASE, ANN, 100, cash(ANN), number=one, at_ms=3) for one in (1, 2)]
    ledger = booked([*seated(), *holds, release_hold(holds[0], at_ms=4)])
    assert ledger.balance(HELD) == 100
    assert list(ledger.open) == ["hold:5:1:2"]
