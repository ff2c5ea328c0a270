"""Overrides: a reversal is a new transfer, an adjustment has somebody who answers for it."""

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Account, Answer, Ledger, settle_hand
from cardroom.ledger.accounts import escrow
from cardroom.ledger.overrides import adjust, reverse
from cardroom.ledger.tables import cash_out
from tests.ledger.scene import ANN, BEN, CAT, HANDS, TABLE, booked, cash, seated
from tests.rule import rule

HAND = settle_hand(HANDS[0])
BACK = reverse(HAND, operator="op", note="card seen twice", at_ms=9)


@pytest.fixture
def ledger() -> Ledger:
    return booked([*seated(), HAND])


@rule("CASH-01", "CASH-03", "CRASH-03", "AMB-24")
def test_a_malfunction_found_after_the_payment_is_reversed_by_a_new_transfer(
    ledger: Ledger,
) -> None:
    ledger.apply(BACK)
    assert [ledger.balance(escrow(TABLE, who, "EUR")) for who in (ANN, BEN, CAT)] == [
        1000,
        800,
        500,
    ]
    assert ledger.transfer(HAND.key) == HAND
    assert [one.key for one in ledger.transfers][-2:] == ["hand:9:1:1", "reversed:hand:9:1:1"]


@rule("AMB-24")
def test_a_transfer_is_reversed_once(ledger: Ledger) -> None:
    ledger.apply(BACK)
    assert ledger.apply(BACK) is Answer.ALREADY_APPLIED
    with pytest.raises(TransferRefused, match="key with another content"):
        ledger.apply(reverse(HAND, operator="op", note="again", at_ms=10))


@rule("AMB-24")
def test_what_never_happened_or_happened_differently_is_not_reversed(ledger: Ledger) -> None:
    with pytest.raises(TransferRefused, match="nothing to reverse"):
        ledger.apply(reverse(settle_hand(HANDS[1]), operator="op", note="no", at_ms=9))
    more = ((escrow(TABLE, ANN, "EUR"), -1), (escrow(TABLE, BEN, "EUR"), 1))
    with pytest.raises(TransferRefused, match="not the reverse"):
        ledger.apply(msgspec.structs.replace(BACK, entries=more))


def test_money_that_has_left_the_table_cannot_be_taken_back_from_it(ledger: Ledger) -> None:
    ledger.apply(cash_out(TABLE, ANN, 1475, "EUR", request="2", at_ms=8))
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(BACK)


@rule("CASH-01", "FAIR-13")
def test_an_operator_may_pay_a_harmed_player_from_house_money(ledger: Ledger) -> None:
    overlay = Account("house:overlay:EUR")
    ledger.apply(
        adjust(500, overlay, cash(BEN), request="1", operator="op", note="case 5", at_ms=9)
    )
    assert (ledger.balance(overlay), ledger.balance(cash(BEN))) == (-500, 4700)
    paid = ledger.transfers[-1]
    assert (paid.operator, paid.note) == ("op", "case 5")
