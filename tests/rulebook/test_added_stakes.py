"""A stake that a house adds follows from its kind, and must fit the rules as a row of theirs."""

from typing import Any

import msgspec
import pytest

from cardroom.errors import OperatorRefused
from cardroom.rulebook import edition, house_rules
from cardroom.rulebook.cash import CashRules
from cardroom.rulebook.cash.added import AddedStake, is_dealt, with_stake
from cardroom.rulebook.cash.problems import problems
from cardroom.rulebook.cash.stakes import StakeKey
from tests.rule import rule

ROW: dict[str, Any] = {
    "game": "nl-holdem", "format": "ordinary", "small_blind": 10, "big_blind": 20,
    "rake_permille": 40, "rake_cap": 150,
}  # fmt: skip


def added(**changes: Any) -> AddedStake:
    return AddedStake(**ROW | changes)


def cash_of(name: str = "en-2.7") -> CashRules:
    cash = edition(name).cash
    assert cash is not None
    return cash


@rule("CASH-19", "CASH-16", "RAKE-05", "AMB-01")
def test_seats_buy_ins_and_name_of_an_added_stake_follow_from_its_kind() -> None:
    before = cash_of()
    cash = with_stake(before, added())
    stake = cash.stake(StakeKey("nl-holdem", "ordinary", 10, 20))
    assert stake is not None
    assert (stake.name, stake.seats) == ("NL20", 6)
    assert (stake.min_buy_in, stake.max_buy_in) == (1000, 2000)
    assert (stake.rake_permille, stake.rake_cap, stake.short_handed_cap) == (40, 150, 75)
    # It has its place by the blinds, and all others are what they were.
    names = [one.name for one in cash.stakes if one.game == "nl-holdem"][:5]
    assert names == ["NL4", "NL10", "NL100", "NL20", "NL25"]
    assert tuple(one for one in cash.stakes if one.key != stake.key) == before.stakes
    assert list(problems(cash)) == []


@pytest.mark.parametrize(
    ("game", "table_format", "big_blind", "name", "most"),
    [
        ("nl-holdem", "deepstack", 20, "NL200", 20_000),
        ("pl-omaha", "shortstack", 12, "PL2.40", 240),
        ("pl-omaha", "ordinary", 1, "PL1", 100),
        ("nl-holdem", "banzai", 100, "NL10", 1000),
    ],
)
@rule("AMB-01", "AMB-02", "AMB-03", "BANZ-02")
def test_every_kind_that_the_rules_deal_can_be_added(
    game: str, table_format: str, big_blind: int, name: str, most: int
) -> None:
    wanted = added(game=game, format=table_format, small_blind=1, big_blind=big_blind)
    stake = with_stake(cash_of(), wanted).stake(wanted.key)
    assert stake is not None
    assert (stake.name, stake.max_buy_in) == (name, most)


@pytest.mark.parametrize(
    ("changes", "number", "reason"),
    [
        ({"small_blind": 5, "big_blind": 10}, "AMB-01", "stake_is_offered"),
        ({"small_blind": 21}, "RAKE-07", "small_blind_above_big_blind"),
        ({"game": "pl-omaha", "small_blind": 21}, "RAKE-08", "small_blind_above_big_blind"),
        ({"game": "pl-omaha", "format": "banzai"}, "CASH-19", "kind_not_dealt"),
        ({"rake_cap": 1}, "RAKE-03", "cap_below_minimum_rake"),
    ],
)
@rule("CASH-19", "RAKE-03", "AMB-07")
def test_a_stake_that_does_not_fit_the_rules_is_refused(
    changes: dict[str, Any], number: str, reason: str
) -> None:
    with pytest.raises(OperatorRefused) as refused:
        with_stake(cash_of(), added(**changes))
    assert (refused.value.rule, refused.value.reason) == (number, reason)


@rule("CASH-19")
def test_a_kind_that_an_edition_or_the_house_does_not_deal_cannot_be_added() -> None:
    assert is_dealt(cash_of("en-2.7"), "nl-holdem", "deepstack")
    assert not is_dealt(cash_of("en-2.2"), "nl-holdem", "deepstack")
    text = 'inherits = "en-2.7"\n[CASH-19]\ngames = ["pl-omaha"]\n'
    own = house_rules(text, "omaha.toml").cash
    assert own is not None
    assert not is_dealt(own, "nl-holdem", "ordinary")
    with pytest.raises(OperatorRefused) as refused:
        with_stake(own, added())
    assert refused.value.reason == "kind_not_dealt"


def test_a_stored_stake_with_impossible_numbers_is_not_read() -> None:
    for changes in ({"big_blind": 0}, {"rake_permille": 1001}, {"rake_cap": -1}, {"game": "stud"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(ROW | changes, AddedStake)
