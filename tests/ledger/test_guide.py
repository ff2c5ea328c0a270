"""The operator's guide to money names every kind of account and every invariant."""

import re
from pathlib import Path

from cardroom.ledger import Invariant, Kind
from cardroom.ledger.accounts import MAY_BE_NEGATIVE

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "money.md"
ROWS = [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]


def row_of(kind: Kind) -> str:
    """The row of the guide's first table that an account of the kind stands in."""
    words = kind.value.split(":")
    whole = re.compile("`" + ":".join("[0-9]+" if word == "#" else word for word in words) + ":")
    found = [row for row in ROWS if whole.search(row)]
    if not found:
        found = [row for row in ROWS if f"`{words[0]}:" in row and f"`{words[-1]}`" in row]
    assert len(found) == 1, kind
    return found[0]


def test_the_guide_tells_every_kind_of_account_and_whether_it_may_be_below_zero() -> None:
    for kind in Kind:
        word = "yes" if kind in MAY_BE_NEGATIVE else "no"
        assert row_of(kind).endswith(f"| {word} |"), kind


def test_the_guide_tells_every_invariant() -> None:
    listed = [row.split("|")[1].strip() for row in ROWS if re.match(r"\| I[0-9]+ \|", row)]
    assert listed == list(Invariant)
