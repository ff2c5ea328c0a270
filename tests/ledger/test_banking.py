"""Money in and out: a deposit once, a withdrawal paid or cancelled exactly once."""

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Account, Answer, Ledger
from cardroom.ledger.banking import cancel_withdrawal, deposit, pay_withdrawal, request_withdrawal
from cardroom.ledger.tables import buy_in
from tests.ledger.scene import ANN, TABLE, booked, cash

BANK = Account("bank:clearing:EUR")
PENDING = Account("player:1:withdrawal:EUR")
REQUEST = request_withdrawal(ANN, 600, "EUR", reference="w1", at_ms=2)


@pytest.fixture
def ledger() -> Ledger:
    return booked([deposit(ANN, 1000, "EUR", reference="a", at_ms=1), REQUEST])


def test_a_deposit_that_the_bank_reports_twice_is_credited_once(ledger: Ledger) -> None:
    again = ledger.apply(deposit(ANN, 1000, "EUR", reference="a", at_ms=1))
    assert again is Answer.ALREADY_APPLIED
    assert ledger.balance(BANK) == -1000


def test_a_requested_withdrawal_cannot_be_played_with(ledger: Ledger) -> None:
    assert (ledger.balance(cash(ANN)), ledger.balance(PENDING)) == (400, 600)
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(buy_in(TABLE, ANN, 401, "EUR", request="1", at_ms=3))


def test_a_paid_withdrawal_leaves_the_room(ledger: Ledger) -> None:
    ledger.apply(pay_withdrawal(REQUEST, at_ms=3))
    assert (ledger.balance(BANK), ledger.balance(PENDING)) == (-400, 0)
    assert not ledger.open


def test_a_cancelled_withdrawal_is_cash_again(ledger: Ledger) -> None:
    ledger.apply(cancel_withdrawal(REQUEST, at_ms=3))
    assert (ledger.balance(cash(ANN)), ledger.balance(PENDING)) == (1000, 0)


def test_a_withdrawal_is_not_paid_and_cancelled(ledger: Ledger) -> None:
    ledger.apply(cancel_withdrawal(REQUEST, at_ms=3))
    with pytest.raises(TransferRefused, match="key with another content"):
        ledger.apply(pay_withdrawal(REQUEST, at_ms=4))


def test_a_withdrawal_nobody_asked_for_is_not_paid(ledger: Ledger) -> None:
    other = request_withdrawal(ANN, 600, "EUR", reference="w2", at_ms=2)
    with pytest.raises(TransferRefused, match="nothing to close"):
        ledger.apply(pay_withdrawal(other, at_ms=3))
