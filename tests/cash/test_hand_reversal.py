"""Hands that must be taken back, and money that finds no owner."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cash.hand_reversal import Share, set_aside, shares
from cardroom.errors import TransferRefused
from cardroom.ledger import Kind, Ledger, PlayerId, SettledHand, TableId, settle_hand
from cardroom.ledger.accounts import escrow, house, player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.overrides import reverse, take_back
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


def paid(*, cash: int = 500) -> Ledger:
    """Two players with some cash and 1,000 each at the table, and one hand."""
    ledger = Ledger()
    for player in (ANA, BEN):
        ledger.apply(deposit(player, 1000 + cash, "EUR", reference=f"d{player}", at_ms=1))
        ledger.apply(buy_in(TABLE, player, 1000, "EUR", request=f"b{player}", at_ms=2))
    ledger.apply(settle_hand(HAND))
    return ledger


def cash_in(ledger: Ledger) -> list[int]:
    return [ledger.balance(player_cash(player, "EUR")) for player in (ANA, BEN)]


def stacks_in(ledger: Ledger) -> list[int]:
    return [ledger.balance(escrow(TABLE, player, "EUR")) for player in (ANA, BEN)]


@rule("CASH-01", "CASH-03", "CRASH-03", "AMB-24")
def test_a_malfunction_found_after_the_payment_is_corrected_in_cash_and_the_stacks_stay() -> None:
    ledger = paid()
    ledger.apply(take_back(HAND, {}, operator="floor-7", note="wrong deck", at_ms=9))
    assert (cash_in(ledger), stacks_in(ledger)) == ([405, 600], [1095, 900])
    assert ledger.balance(house(Kind.RAKE, "EUR")) == 0
    assert ledger.transfer(HAND.key) is not None


@rule("AMB-24")
def test_what_a_winner_no_longer_has_is_paid_by_the_house() -> None:
    ledger = paid(cash=30)
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(take_back(HAND, {}, operator="floor-7", note="wrong deck", at_ms=9))
    ledger.apply(take_back(HAND, {ANA: 65}, operator="floor-7", note="wrong deck", at_ms=9))
    assert cash_in(ledger) == [0, 130]
    assert ledger.balance(house(Kind.OVERLAY, "EUR")) == -65


@rule("AMB-24")
def test_the_house_pays_all_of_it_when_the_winner_has_nothing() -> None:
    ledger = paid(cash=0)
    ledger.apply(take_back(HAND, {ANA: 95}, operator="floor-7", note="wrong deck", at_ms=9))
    assert cash_in(ledger) == [0, 100]
    assert ledger.balance(house(Kind.OVERLAY, "EUR")) == -95


@rule("AMB-24")
@pytest.mark.parametrize(
    "missing",
    [{BEN: 10}, {ANA: 96}],
    ids=["for one who lost", "more than was won"],
)
def test_the_house_gives_nothing_that_the_hand_did_not_take(missing: dict[PlayerId, int]) -> None:
    ledger = paid()
    with pytest.raises(TransferRefused, match="not the reverse"):
        ledger.apply(take_back(HAND, missing, operator="floor-7", note="wrong deck", at_ms=9))
    assert cash_in(ledger) == [500, 500]


@rule("AMB-24")
@pytest.mark.parametrize(
    "entries",
    [
        ((player_cash(ANA, "EUR"), -100), (player_cash(BEN, "EUR"), 100)),
        ((player_cash(ANA, "EUR"), -95), (house(Kind.OVERLAY, "EUR"), 95)),
        ((house(Kind.OVERLAY, "EUR"), -5), (house(Kind.RAKE, "EUR"), 5)),
        ((escrow(TableId(2), ANA, "EUR"), -95), (house(Kind.RAKE, "EUR"), 95)),
        (),
    ],
    ids=["the rake kept", "to the house", "the rake twice", "of another table", "nothing"],
)
def test_a_hand_is_not_taken_back_in_part_or_otherwise(
    entries: tuple[tuple[str, int], ...],
) -> None:
    ledger = paid()
    back = take_back(HAND, {}, operator="floor-7", note="wrong deck", at_ms=9)
    with pytest.raises(TransferRefused):
        ledger.apply(msgspec.structs.replace(back, entries=tuple(sorted(entries))))


@rule("AMB-24")
def test_a_hand_is_taken_back_once_and_for_good() -> None:
    ledger = paid()
    back = take_back(HAND, {}, operator="floor-7", note="wrong deck", at_ms=9)
    ledger.apply(back)
    with pytest.raises(TransferRefused, match="key with another content"):
        ledger.apply(take_back(HAND, {}, operator="floor-8", note="wrong deck", at_ms=10))
    with pytest.raises(TransferRefused, match="reversal is final"):
        ledger.apply(reverse(back, operator="floor-7", note="after all", at_ms=11))


@rule("CASH-01")
@pytest.mark.parametrize(("operator", "note"), [("", "wrong deck"), ("floor-7", "")])
def test_an_override_needs_somebody_who_answers_for_it_and_a_reason(
    operator: str, note: str
) -> None:
    ledger = paid()
    with pytest.raises(TransferRefused):
        ledger.apply(take_back(HAND, {}, operator=operator, note=note, at_ms=9))
    assert cash_in(ledger) == [500, 500]


@rule("AMB-24")
def test_who_won_pays_from_cash_then_from_the_stack_and_the_rest_is_missing() -> None:
    full = shares(HAND, {ANA: 95, BEN: 0}, {ANA: 1095})
    assert full == (Share(ANA, -95), Share(BEN, 100))
    assert shares(HAND, {ANA: 40, BEN: 0}, {ANA: 1095})[0] == Share(ANA, -95, from_stack=55)
    assert shares(HAND, {ANA: 40, BEN: 0}, {ANA: 20})[0] == Share(ANA, -95, 20, missing=35)
    assert shares(HAND, {ANA: 0, BEN: 0}, {})[0] == Share(ANA, -95, missing=95)


@rule("AMB-24")
@given(st.integers(0, 200), st.integers(0, 200))
def test_whatever_is_left_of_it_the_losers_have_all_of_theirs_again(cash: int, stack: int) -> None:
    ledger = paid(cash=cash)
    first, _ = shares(HAND, {ANA: cash, BEN: cash}, {ANA: stack})
    assert -first.gets == min(95, cash) + first.from_stack + first.missing
    missing = {ANA: first.from_stack + first.missing} if cash < 95 else {}
    ledger.apply(take_back(HAND, missing, operator="floor-7", note="wrong deck", at_ms=9))
    assert cash_in(ledger) == [max(0, cash - 95), cash + 100]


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
