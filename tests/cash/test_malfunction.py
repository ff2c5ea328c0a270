"""Hands that must be taken back, and money that finds no owner."""

import pytest

from cardroom.cash.malfunction import set_aside, take_back
from cardroom.errors import TransferRefused
from cardroom.ledger import Kind, Ledger, PlayerId, SettledHand, TableId, settle_hand
from cardroom.ledger.accounts import escrow, house
from cardroom.ledger.banking import deposit
from cardroom.ledger.suspense import due_to_charity
from cardroom.ledger.tables import buy_in
from tests.cash.tables import cash_rules
from tests.rule import rule

TABLE, ANA, BEN = TableId(1), PlayerId(1), PlayerId(2)
DAY_MS = 86_400_000
HAND = SettledHand(
    table=TABLE,
    epoch=1,
    number=1,
    edition="en-2.7",
    currency="EUR",
    at_ms=5,
    deltas={ANA: 95, BEN: -100},
    rake=5,
    rake_cap=100,
    stacks={ANA: 1095, BEN: 900},
    history=b"[]",
)


def paid() -> Ledger:
    ledger = Ledger()
    for player in (ANA, BEN):
        ledger.apply(deposit(player, 1000, "EUR", reference=f"d{player}", at_ms=1))
        ledger.apply(buy_in(TABLE, player, 1000, "EUR", request=f"b{player}", at_ms=2))
    ledger.apply(settle_hand(HAND))
    return ledger


@rule("CASH-01", "CASH-03", "CRASH-03", "AMB-24")
def test_a_malfunction_found_after_the_payment_is_corrected_by_a_reversing_transfer() -> None:
    ledger = paid()
    ledger.apply(take_back(HAND, operator="floor-7", note="wrong deck", at_ms=9))
    stacks = [ledger.balance(escrow(TABLE, player, "EUR")) for player in (ANA, BEN)]
    assert (stacks, ledger.balance(house(Kind.RAKE, "EUR"))) == ([1000, 1000], 0)
    assert ledger.transfer(HAND.key) is not None


@rule("CASH-01")
@pytest.mark.parametrize(("operator", "note"), [("", "wrong deck"), ("floor-7", "")])
def test_an_override_needs_somebody_who_answers_for_it_and_a_reason(
    operator: str, note: str
) -> None:
    ledger = paid()
    with pytest.raises(TransferRefused):
        ledger.apply(take_back(HAND, operator=operator, note=note, at_ms=9))
    assert ledger.balance(escrow(TABLE, ANA, "EUR")) == 1095


@rule("CRASH-04", "AMB-23")
def test_money_that_finds_no_owner_goes_to_charity_after_ninety_days() -> None:
    ledger = paid()
    crash = cash_rules().crash
    source = escrow(TABLE, BEN, "EUR")
    ledger.apply(set_aside(crash, BEN, 900, source, reference="case-1", at_ms=10))
    early = due_to_charity(ledger.open.values(), 10 + 90 * DAY_MS - 1)
    assert early == []
    for transfer in due_to_charity(ledger.open.values(), 10 + 90 * DAY_MS):
        ledger.apply(transfer)
    assert ledger.balance(house(Kind.CHARITY, "EUR")) == 900
