"""Every choice that the cash rules offer is one that the code makes."""

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from cardroom.rulebook.cash import CashRules
from cardroom.rulebook.switch import Switch, switches

SOURCE = Path(__file__).parents[2] / "src" / "cardroom"
READERS = ("cash", "engine", "ledger", "rulebook/cash")


def is_choice(hint: Any) -> bool:
    """A switch with more than one possible value: a number, a list, a bool, several words."""
    inner = get_args(hint)[0]
    return not (get_origin(inner) is Literal and len(get_args(inner)) == 1)


CHOICES = [found for found in switches(CashRules) if is_choice(found.type)]
NOT_BEHAVIOUR = {"defects", "silent_on", "default_edition"}
"""What an edition says of its own text, and what the operator's configuration starts from."""


def code() -> str:
    files = [file for name in READERS for file in (SOURCE / name).rglob("*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("found", CHOICES, ids=lambda found: f"{found.rule}-{found.name}")
def test_a_choice_of_the_rules_is_read_by_the_code(found: Switch) -> None:
    if found.path[0] != "conduct" and found.name not in NOT_BEHAVIOUR:
        assert f".{found.name}" in code(), f"nobody reads {found.key}"
