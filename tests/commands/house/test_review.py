"""The review desk on the terminal: what the second person reads before approving."""

from typing import Any

from cardroom.commands.house.review import LISTS
from tests.rule import rule

DESK: dict[str, Any] = {
    "names": {"1": "Ann", "2": "Bo", "3": "Cy"},
    "waiting": {
        "number": 3, "proposer": "Rob", "finding": "confirmed", "reason": "five hands",
        "is_approved": False, "may_be_given_up": False,
        "measures": [
            {"do": "seize", "player": 1},
            {"do": "warn", "player": 2, "text": "Never again."},
            {"do": "close_account", "player": 1, "until_ms": 86_400_000},
            {"do": "redistribute", "shares": [{"player": 3, "amount": 6575}]},
        ],
    },
    "appeals": [{"number": 9, "player": 2, "text": "I only won."}],
    "preview": [
        {"player": 1, "name": "Ann", "seized": 3_000_000, "lost": 0, "paid": 0},
        {"player": 3, "name": "Cy", "seized": 0, "lost": 6575, "paid": 6575},
    ],
    "kept": 2_993_425,
}  # fmt: skip


@rule("FAIR-04", "FAIR-13")
def test_the_second_person_reads_what_was_proposed_with_names_and_amounts() -> None:
    rows = [(row["what"], row["said"]) for row in LISTS["desk"].rows(DESK)]
    assert rows == [
        ("proposal 3", "waits; by Rob: confirmed, five hands"),
        ("seize", "Ann"),
        ("warn", "Bo · Never again."),
        ("close account", "Ann · until 1970-01-02 00:00 UTC"),
        ("redistribute", "Cy 65.75"),
        ("appeal 9", "Bo: I only won."),
        ("Ann", "held 30,000.00, lost to them 0.00, gets 0.00"),
        ("Cy", "held 0.00, lost to them 65.75, gets 65.75"),
        ("the house", "keeps 29,934.25"),
    ]
    assert LISTS["desk"].rows({**DESK, "waiting": None, "appeals": [], "preview": []}) == []
