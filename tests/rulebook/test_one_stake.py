"""The rules of a room that offers one stake, as one process of several runs it."""

import pytest

from cardroom.rulebook.cash.one_stake import only_stake
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.loading import edition
from tests.rule import rule


def cash() -> CashRules:
    rules = edition("en-2.7").cash
    assert rules is not None
    return rules


@rule("CASH-19")
@pytest.mark.parametrize("stake", cash().stakes, ids=lambda stake: f"{stake.format} {stake.name}")
def test_of_all_stakes_the_one_is_left_as_it_was(stake: object) -> None:
    key = stake.key  # type: ignore[attr-defined]
    assert only_stake(cash(), key).stakes == (stake,)


def test_a_room_without_a_stake_has_all_other_rules() -> None:
    rules = only_stake(cash(), None)
    assert rules.stakes == ()
    assert rules.seating == cash().seating
