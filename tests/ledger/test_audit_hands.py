"""The audit of hands: each beside its transfer, its record and its replay."""

from typing import Any

import msgspec
import pytest

from cardroom.errors import InvalidFile
from cardroom.ledger import (
    SettledHand,
    settle_hand,
)
from cardroom.ledger.audit import Replayed
from cardroom.ledger.tables import cash_out
from tests.ledger.scene import (
    ANN,
    BEN,
    CAT,
    HANDS,
    TABLE,
    audit,
    busy_quarter,
    first,
    hand,
    said,
    seated,
    stored,
    totals,
)
from tests.rule import rule

replace = msgspec.structs.replace


@rule("CRASH-01")
def test_an_escrow_that_is_not_the_stack_after_the_hand_is_found() -> None:
    wrong = replace(HANDS[0], stacks={ANN: 1474, BEN: 300, CAT: 500})
    report = audit(stored(busy_quarter(), [wrong, HANDS[1]]))
    assert first(report) == ("I5", "hand:9:1:1", "stack_of_player")
    left = "after it table:9:escrow:1:EUR is 1475, but player 1 was left with 1474"
    assert said(report) == [f"Transfer 7 (hand:9:1:1): {left}."]


def test_money_that_slipped_into_a_running_hand_is_found_at_its_end() -> None:
    transfers = [*seated(), cash_out(TABLE, CAT, 1, "EUR", request="x", at_ms=2)]
    report = audit(stored([*transfers, settle_hand(HANDS[0])]))
    assert first(report) == ("I5", "hand:9:1:1", "stack_of_player")
    assert "table:9:escrow:3:EUR is 499, but player 3 was left with 500" in said(report)[0]


@pytest.mark.parametrize(
    ("wrong", "what", "sentence"),
    [
        (
            replace(HANDS[0], rake=24),
            "does_not_sum_to_zero",
            "the deltas of the hand sum to -25 and its rake is 24",
        ),
        (
            replace(HANDS[0], rake_cap=24),
            "rake_above_cap",
            "the rake of the hand is 25, its cap 24",
        ),
    ],
)
def test_a_hand_that_does_not_add_up_or_is_raked_too_high_is_found(
    wrong: SettledHand, what: str, sentence: str
) -> None:
    report = audit(stored(busy_quarter(), [wrong, HANDS[1]]))
    assert first(report) == ("I6", "hand:9:1:1", what)
    assert said(report) == [f"Transfer 7 (hand:9:1:1): {sentence}."]


def test_a_hand_that_is_paid_twice_is_found() -> None:
    records = stored([*seated(), settle_hand(HANDS[0]), settle_hand(HANDS[0])])
    assert first(audit(records)) == ("I7", "hand:9:1:1", "key_again")


def test_a_hand_of_an_older_epoch_is_found() -> None:
    late = hand(9, {ANN: 10, BEN: -10}, {ANN: 1485, BEN: 290}, epoch=0)
    records = stored([*seated(), settle_hand(HANDS[0]), settle_hand(late)], [HANDS[0], late])
    assert first(audit(records)) == ("I7", "hand:9:0:9", "key_again")


def test_a_hand_that_moved_other_money_than_its_record_says_is_found() -> None:
    other = replace(HANDS[0], deltas={ANN: 475, BEN: 0, CAT: -500})
    records = stored(busy_quarter(), [other, HANDS[1]])
    report = audit(records)
    assert first(report) == ("I10", "hand:9:1:1", "not_what_the_hand_says")
    assert said(report)[0] == (
        "Transfer 7 (hand:9:1:1): it moves table:9:escrow:2:EUR -500 instead of 0,"
        " table:9:escrow:3:EUR 0 instead of -500 by the record of its hand."
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"history": b"[]"},
        {"edition": "fr-2.2"},
        {"stake": "other"},
        {"seats": {1: ANN, 2: BEN, 3: CAT}},
    ],
)
def test_a_record_that_was_changed_is_found_by_its_hash(changed: dict[str, Any]) -> None:
    report = audit(stored(busy_quarter(), [replace(HANDS[0], **changed), HANDS[1]]))
    assert first(report) == ("I10", "hand:9:1:1", "record_changed")
    assert said(report)[0].startswith("Transfer 7 (hand:9:1:1): history, edition, stake or seats")


def test_a_hand_of_another_time_than_its_transfer_is_found() -> None:
    later = replace(HANDS[0], at_ms=60_003)
    report = audit(stored(busy_quarter(), [later, HANDS[1]]))
    assert first(report) == ("I10", "hand:9:1:1", "another_hand")
    assert said(report) == [
        ("Transfer 7 (hand:9:1:1): its hand is hand:9:1:1 of 60003 ms, and not of 3 ms.")
    ]


def test_a_hand_that_replays_differently_is_found() -> None:
    def replay(played: SettledHand) -> Replayed:
        deltas = {**played.deltas, CAT: played.number - 1} if CAT in played.deltas else {}
        return Replayed(deltas, played.rake_cap)

    report = audit(stored(busy_quarter()), replay=replay)
    assert first(report) == ("I10", "hand:9:1:3", "replay_differs")
    assert said(report) == [
        (
            "Transfer 8 (hand:9:1:3): played again, it gives player 1 0 instead of -75,"
            " player 2 0 instead of 70."
        )
    ]


def test_a_cap_of_rake_that_the_hand_did_not_have_is_found() -> None:
    report = audit(stored(busy_quarter()), replay=lambda hand: Replayed(hand.deltas, 99))
    assert first(report) == ("I6", "hand:9:1:1", "another_rake_cap")
    assert said(report)[0].endswith("its rake was capped at 99, its record says 100.")


def test_a_history_that_cannot_be_read_is_found() -> None:
    def replay(played: SettledHand) -> Replayed:
        raise InvalidFile(played.key, "no cards")

    report = audit(stored(busy_quarter()), replay=replay)
    assert first(report) == ("I10", "hand:9:1:1", "history_unreadable")
    assert said(report)[0].endswith("its hand cannot be played again: hand:9:1:1: no cards.")


def test_a_transfer_without_its_hand_and_a_hand_without_its_transfer_are_found() -> None:
    report = audit(stored(busy_quarter(), [HANDS[1]]))
    assert first(report) == ("I10", "hand:9:1:1", "hand_missing")
    records = stored(seated())
    report = audit(records, totals(records)._replace(hands=2))
    assert first(report) == ("I10", "", "hands_without_transfer")
    assert said(report) == ["At the end: 2 settled hands are stored, but transfers lead to 0."]
