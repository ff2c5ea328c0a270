"""Suspense: what a rollback cannot credit waits 90 days, then it is charity's."""

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Account, Answer, Ledger
from cardroom.ledger.accounts import escrow
from cardroom.ledger.banking import request_withdrawal
from cardroom.ledger.suspense import due_to_charity, resolve_suspense, suspend
from tests.ledger.scene import ANN, BEN, CAT, DAY_MS, TABLE, booked, cash, seated
from tests.rule import rule

CHARITY = Account("charity:EUR")
WAITING = Account("player:3:suspense:EUR")
ITEM = suspend(CAT, 500, escrow(TABLE, CAT, "EUR"), reference="hand:9:1:1", after_days=90, at_ms=5)
DUE_MS = 5 + 90 * DAY_MS


@pytest.fixture
def ledger() -> Ledger:
    return booked([*seated(), ITEM])


@rule("AMB-23", "CRASH-04")
def test_money_that_cannot_be_credited_waits_in_suspense(ledger: Ledger) -> None:
    assert ledger.balance(WAITING) == 500
    assert due_to_charity(ledger.open.values(), DUE_MS - 1) == []


@rule("AMB-23", "CRASH-04")
def test_after_90_days_to_the_millisecond_it_goes_to_charity(ledger: Ledger) -> None:
    [gift] = due_to_charity(ledger.open.values(), DUE_MS)
    ledger.apply(gift)
    assert (ledger.balance(WAITING), ledger.balance(CHARITY)) == (0, 500)
    assert due_to_charity(ledger.open.values(), DUE_MS) == []


@rule("CRASH-04")
def test_the_job_gives_nothing_twice(ledger: Ledger) -> None:
    for gift in due_to_charity([ITEM], DUE_MS):
        ledger.apply(gift)
    again = [ledger.apply(gift) for gift in due_to_charity([ITEM], DUE_MS)]
    assert again == [Answer.ALREADY_APPLIED]
    with pytest.raises(TransferRefused, match="key with another content"):
        ledger.apply(due_to_charity([ITEM], DUE_MS + 1)[0])
    assert ledger.balance(CHARITY) == 500


@rule("CRASH-04")
def test_charity_gets_nothing_before_the_90_days_are_over(ledger: Ledger) -> None:
    [gift] = due_to_charity([ITEM], DUE_MS)
    early = type(gift)(gift.key, gift.reason, DUE_MS - 1, gift.entries, closes=gift.closes)
    with pytest.raises(TransferRefused) as refusal:
        ledger.apply(early)
    assert (refusal.value.rule, refusal.value.reason) == ("CRASH-04", "not_yet_due")
    assert refusal.value.details == {"from_ms": DUE_MS}


@rule("AMB-23")
def test_a_dispute_settled_in_time_credits_the_player(ledger: Ledger) -> None:
    ledger.apply(resolve_suspense(ITEM, at_ms=6))
    assert ledger.balance(cash(CAT)) == 5000
    with pytest.raises(TransferRefused):
        ledger.apply(due_to_charity([ITEM], DUE_MS)[0])


def test_how_long_money_waits_is_said_by_the_rules_of_the_day() -> None:
    item = suspend(BEN, 10, cash(BEN), reference="b", after_days=30, at_ms=5)
    ledger = booked([*seated(), item])
    assert due_to_charity(ledger.open.values(), 5 + 30 * DAY_MS - 1) == []
    [gift] = due_to_charity(ledger.open.values(), 5 + 30 * DAY_MS)
    assert ledger.apply(gift) is Answer.APPLIED


def test_only_suspense_that_is_due_goes_to_charity() -> None:
    pending = request_withdrawal(ANN, 10, "EUR", reference="w", at_ms=1)
    later = suspend(BEN, 10, cash(BEN), reference="later", after_days=90, at_ms=6)
    ledger = booked([*seated(), ITEM, pending, later])
    gifts = due_to_charity(ledger.open.values(), DUE_MS)
    assert [gift.closes for gift in gifts] == [ITEM.key]
