"""The settled hand: one transfer with all deltas and the rake, or a refusal."""

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Ledger, PlayerId, SettledHand, settle_hand
from cardroom.ledger.accounts import escrow
from cardroom.ledger.settling import HISTORY_BYTES_MAX, PLAYERS_MAX, verify_hand
from tests.ledger.scene import ANN, BEN, CAT, HANDS, TABLE, booked, hand, seated
from tests.rule import rule

replace = msgspec.structs.replace
HAND = HANDS[0]


def refused(wrong: SettledHand) -> str:
    with pytest.raises(TransferRefused) as refusal:
        settle_hand(wrong)
    assert refusal.value.rule == "I6"
    return refusal.value.reason


def test_a_hand_is_one_transfer_of_deltas_and_rake() -> None:
    transfer = settle_hand(HAND)
    assert transfer.key == transfer.hand == "hand:9:1:1"
    assert dict(transfer.entries) == {
        "house:rake:EUR": 25,
        "table:9:escrow:1:EUR": 475,
        "table:9:escrow:2:EUR": -500,
    }


def test_a_hand_in_which_everybody_gets_his_money_back_moves_nothing() -> None:
    quiet = hand(2, {ANN: 0, BEN: 0}, {ANN: 1000, BEN: 800})
    assert settle_hand(quiet).entries == ()
    ledger = booked([*seated(), settle_hand(quiet)])
    assert ledger.transfer("hand:9:1:2") is not None


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rake": 26}, "does_not_sum_to_zero"),
        ({"deltas": {ANN: 475, BEN: -499}}, "does_not_sum_to_zero"),
        ({"rake_cap": 24}, "rake_above_cap"),
        ({"rake": -25, "deltas": {ANN: 525, BEN: -500}}, "not_an_amount"),
        ({"rake": True, "deltas": {ANN: 499, BEN: -500}}, "not_an_amount"),
        ({"deltas": {ANN: 475.0, BEN: -500}}, "not_an_amount"),
        ({"stacks": {ANN: -1, BEN: 300, CAT: 500}}, "not_an_amount"),
        ({"stacks": {ANN: 1475}}, "stack_missing"),
        ({"stacks": {ANN: 1475, BEN: 300, PlayerId(0): 0}}, "not_an_id"),
        ({"table": 0}, "not_an_id"),
        ({"seats": {1: ANN, 2: BEN}}, "seat_missing"),
        ({"stacks": {PlayerId(one): 0 for one in range(1, PLAYERS_MAX + 2)}}, "too_large"),
        ({"history": bytes(HISTORY_BYTES_MAX + 1)}, "too_large"),
    ],
)
def test_a_hand_that_does_not_add_up_is_refused(fields: dict[str, object], reason: str) -> None:
    assert refused(replace(HAND, **fields)) == reason


def test_a_hand_at_the_limits_is_settled() -> None:
    full = {PlayerId(one): 0 for one in range(1, PLAYERS_MAX + 1)}
    verify_hand(replace(HAND, rake_cap=25, stacks=full, history=bytes(HISTORY_BYTES_MAX)))


@rule("CRASH-01", "CRASH-02")
def test_a_hand_that_was_not_settled_is_rolled_back_by_reading_the_ledger_again() -> None:
    before = booked(seated())
    settle_hand(HAND)
    after = booked(before.transfers)
    stacks = [after.balance(escrow(TABLE, who, "EUR")) for who in (ANN, BEN, CAT)]
    assert stacks == [1000, 800, 500]
    assert after.head == before.head


@rule("CRASH-05", "AMB-69")
def test_a_voided_hand_leaves_a_gap_in_the_numbers_and_takes_no_rake() -> None:
    ledger = booked([*seated(), *(settle_hand(one) for one in HANDS)])
    assert [one.hand for one in ledger.transfers if one.hand] == ["hand:9:1:1", "hand:9:1:3"]
    assert ledger.transfer("hand:9:1:2") is None


def test_nobody_loses_more_than_his_stack() -> None:
    ledger = Ledger()
    lost = hand(1, {ANN: 801, BEN: -801}, {ANN: 1801, BEN: 0})
    for transfer in seated():
        ledger.apply(transfer)
    with pytest.raises(TransferRefused) as refusal:
        ledger.apply(settle_hand(lost))
    assert refusal.value.details == {"account": "table:9:escrow:2:EUR", "at_most": 800}
    assert ledger.balance(escrow(TABLE, ANN, "EUR")) == 1000


def test_the_entries_of_a_hand_are_sorted_whatever_the_order_of_its_players() -> None:
    other = replace(HAND, deltas=dict(reversed(HAND.deltas.items())))
    assert settle_hand(other) == settle_hand(HAND)
