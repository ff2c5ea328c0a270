"""The ledger in memory: each key once, nothing below zero, nothing changed by a refusal."""

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import (
    GENESIS,
    Answer,
    Kind,
    Ledger,
    PlayerId,
    SettledHand,
    TableId,
    canonical,
    chain,
    settle_hand,
)
from cardroom.ledger.accounts import escrow, house, player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in, cash_out, top_up
from tests.rule import rule

ANN, BEN, CAT = PlayerId(1), PlayerId(2), PlayerId(3)
TABLE = TableId(9)


@pytest.fixture
def ledger() -> Ledger:
    """Ann, Ben and Cat have 20.00 each and sit with 10.00, 8.00 and 5.00."""
    opened = Ledger()
    for player, stack in ((ANN, 1000), (BEN, 800), (CAT, 500)):
        opened.apply(deposit(player, 2000, "EUR", reference=f"bank-{player}", at_ms=1))
        opened.apply(buy_in(TABLE, player, stack, "EUR", request="1", at_ms=2))
    return opened


def hand(number: int = 1, *, rake: int = 25) -> SettledHand:
    """Ann wins 475 net, Ben loses 500, 25 are rake."""
    return SettledHand(
        table=TABLE,
        epoch=1,
        number=number,
        edition="en-2.7",
        currency="EUR",
        at_ms=3,
        deltas={ANN: 500 - rake, BEN: -500, CAT: 0},
        rake=rake,
        rake_cap=100,
        stacks={ANN: 1500 - rake, BEN: 300, CAT: 500},
        history=b"{}",
    )


def test_a_buy_in_moves_cash_to_the_table_and_a_cash_out_moves_it_back(ledger: Ledger) -> None:
    assert ledger.balance(player_cash(ANN, "EUR")) == 1000
    ledger.apply(top_up(TABLE, ANN, 200, "EUR", request="2", at_ms=3))
    ledger.apply(cash_out(TABLE, ANN, 1200, "EUR", request="3", at_ms=4))
    assert ledger.balance(player_cash(ANN, "EUR")) == 2000
    assert ledger.balance(escrow(TABLE, ANN, "EUR")) == 0


@rule("CRASH-01")
def test_a_hand_is_money_all_at_once_when_it_is_settled(ledger: Ledger) -> None:
    assert ledger.apply(settle_hand(hand())) is Answer.APPLIED
    assert [ledger.balance(escrow(TABLE, who, "EUR")) for who in (ANN, BEN, CAT)] == [
        1475,
        300,
        500,
    ]
    assert ledger.balance(house(Kind.RAKE, "EUR")) == 25


def test_the_same_transfer_again_changes_nothing(ledger: Ledger) -> None:
    ledger.apply(settle_hand(hand()))
    before = dict(ledger.balances), ledger.head
    assert ledger.apply(settle_hand(hand())) is Answer.ALREADY_APPLIED
    assert (dict(ledger.balances), ledger.head) == before


def test_the_same_key_with_another_content_is_refused(ledger: Ledger) -> None:
    ledger.apply(settle_hand(hand()))
    with pytest.raises(TransferRefused, match="key with another content") as refusal:
        ledger.apply(settle_hand(hand(rake=50)))
    assert refusal.value.rule == "I7"


def test_nobody_buys_in_for_more_than_his_cash(ledger: Ledger) -> None:
    before = dict(ledger.balances)
    with pytest.raises(TransferRefused) as refusal:
        ledger.apply(buy_in(TABLE, ANN, 1001, "EUR", request="2", at_ms=3))
    assert refusal.value.rule == "I2"
    assert refusal.value.details == {"account": "player:1:cash:EUR", "at_most": 1000}
    assert ledger.balances == before


def test_a_statement_tells_every_movement_with_the_balance_after_it(ledger: Ledger) -> None:
    lines = list(ledger.statement(player_cash(BEN, "EUR")))
    assert [(line.transfer.reason.value, line.amount, line.balance) for line in lines] == [
        ("deposited", 2000, 2000),
        ("bought_in", -800, 1200),
    ]


def test_the_head_is_the_chain_over_all_transfers_in_their_order(ledger: Ledger) -> None:
    head = GENESIS
    for transfer in ledger.transfers:
        head = chain(head, canonical(transfer))
    assert ledger.head == head
