"""Refusals of a room as sentences: names, money and dates instead of numbers."""

import pytest

from cardroom.commands.corrections import void_rows
from cardroom.commands.refusals import money, sentence_of
from cardroom.commands.room_client import RoomSaidNo

AT_MS = 1_794_814_709_959
WHEN = "2026-11-16 07:38 UTC"


@pytest.mark.parametrize(
    ("reason", "details", "said"),
    [
        (
            "winner_has_too_little",
            {"missing": [{"player": 7, "name": "Ana", "amount": 910}], "currency": "EUR"},
            "winner has too little: Ana lacks 9.10 EUR; with --house-pays the house pays it",
        ),
        (
            "hand_is_void",
            {"operator": "Robin", "at_ms": AT_MS, "reason": "twin aces"},
            f"hand is void: Robin voided it on {WHEN}: twin aces",
        ),
        ("hand_is_void", {"reason": "twin aces"}, "hand is void, reason twin aces"),
        (
            "given_to_charity",
            {"reference": "case-9", "at_ms": AT_MS},
            f"given to charity: case-9 went to charity on {WHEN}",
        ),
        ("needs_role", {"role": "administrator"}, "needs role: that needs an administrator"),
        ("does_not_fit", {"said": "amount is missing"}, "does not fit: amount is missing"),
        ("table_full", {"seats": 6}, "table full, seats 6"),
        ("no_such_hand", {}, "no such hand"),
        ("not_later", {"starts_ms": AT_MS}, f"not later, starts {WHEN}"),
        ("account_barred", {"until_ms": 2**53}, "account barred"),
        ("too_fast", {"pause_ms": 800}, "too fast, pause_ms 800"),
        ("no_such_offer", {"known": ["Evening", "H"]}, "no such offer, known Evening, H"),
    ],
)
def test_a_refusal_is_a_sentence(reason: str, details: dict[str, object], said: str) -> None:
    assert sentence_of(reason, details) == said
    refusal = {"rule": "AMB-24", "reason": reason, "d": details}
    assert str(RoomSaidNo(409, refusal)) == f"The room refused: {said} (AMB-24)."


def test_money_is_written_with_its_cents() -> None:
    assert [money(cents, "EUR") for cents in (0, 5, 910, -1910)] == [
        "0.00 EUR",
        "0.05 EUR",
        "9.10 EUR",
        "-19.10 EUR",
    ]


def test_what_was_missing_is_told_as_paid_by_the_house() -> None:
    share = {"player": 7, "name": "Ana", "amount": -1910, "from_stack": 1000, "missing": 910}
    (before,) = void_rows({"state": "paid", "shares": [share]})
    (after,) = void_rows({"state": "void", "shares": [share]})
    assert before == {"name": "Ana", "amount": -1910, "from stack": 1000, "missing": 910}
    assert list(after) == ["name", "amount", "from stack", "paid by the house"]
    assert list(after.values()) == list(before.values())
