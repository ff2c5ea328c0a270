"""What the house takes from a pot, per stake, edition and players dealt in."""

import pytest

from cardroom.cash.rake import rake_of
from cardroom.engine import pots
from cardroom.rulebook.cash import StakeKey
from cardroom.units import Cents
from tests.cash.tables import ONLINE, TestTable, cash_rules
from tests.rule import rule

NL4 = StakeKey("nl-holdem", "ordinary", 2, 4)
NL10 = StakeKey("nl-holdem", "ordinary", 5, 10)
NL25 = StakeKey("nl-holdem", "ordinary", 10, 25)
NL50 = StakeKey("nl-holdem", "ordinary", 25, 50)
DEEP = StakeKey("nl-holdem", "deepstack", 5, 10)
PL25 = StakeKey("pl-omaha", "ordinary", 10, 25)
PL50 = StakeKey("pl-omaha", "ordinary", 25, 50)
SHORT = StakeKey("pl-omaha", "shortstack", 25, 50)
BANZAI_NL1 = StakeKey("nl-holdem", "banzai", 5, 10)
BANZAI_NL20 = StakeKey("nl-holdem", "banzai", 100, 200)
LATER = ("fr-2.2", "en-2.7", "nl-3.0")


def rake(name: str, key: StakeKey, pot: Cents, dealt_in: int) -> Cents:
    rules = cash_rules(name)
    stake = rules.stake(key)
    assert stake is not None
    return sum(pots.rake_of([pot], rake_of(rules.rake, stake, dealt_in=dealt_in)))


@rule("RAKE-03", "RAKE-04", "RAKE-06", "AMB-53", "HC-29")
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize(
    ("stake", "pot", "taken"),
    [
        (NL4, 10, 1),
        (NL4, 25, 1),
        (NL4, 75, 2),
        (NL10, 43, 2),
        (NL10, 100, 4),
        (NL25, 100, 5),
        (NL50, 1000, 55),
    ],
)
def test_half_cents_round_up_and_every_raked_hand_pays_a_cent(
    name: str, stake: StakeKey, pot: Cents, taken: Cents
) -> None:
    assert rake(name, stake, pot, 4) == taken


@rule("RAKE-05", "RAKE-07", "HC-30")
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize(
    ("stake", "pot", "dealt_in", "taken"),
    [
        (NL50, 6000, 6, 200),
        (NL50, 6000, 4, 200),
        (NL50, 6000, 3, 100),
        (NL10, 4000, 6, 100),
        (NL10, 4000, 3, 50),
        (NL10, 4000, 2, 50),
        (NL4, 3000, 4, 50),
        (NL4, 3000, 2, 25),
    ],
)
def test_two_or_three_dealt_in_pay_at_most_half_the_cap(
    name: str, stake: StakeKey, pot: Cents, dealt_in: int, taken: Cents
) -> None:
    assert rake(name, stake, pot, dealt_in) == taken


@rule("RAKE-05", "HC-30", "HC-31", "AMB-02", "AMB-03")
@pytest.mark.parametrize("name", LATER)
def test_deepstack_and_shortstack_have_rows_of_their_own(name: str) -> None:
    assert [rake(name, DEEP, 8000, dealt_in) for dealt_in in (6, 3)] == [200, 100]
    assert [rake(name, SHORT, 6000, dealt_in) for dealt_in in (6, 3)] == [150, 75]
    assert rake(name, PL50, 6000, 6) == 210


@rule("RAKE-08", "HC-31")
@pytest.mark.parametrize("name", ONLINE)
def test_omaha_pays_by_its_own_table(name: str) -> None:
    assert [rake(name, PL25, 10_000, dealt_in) for dealt_in in (6, 3)] == [250, 125]


@rule("RAKE-09", "AMB-05", "AMB-54", "HC-32")
@pytest.mark.parametrize(
    ("name", "large_heads_up", "small_three", "five"),
    [
        ("en-2.2", 120, 10, 42),
        ("en-2.7", 100, 10, 42),
        ("fr-2.2", 12, 12, 100),
        ("nl-3.0", 12, 12, 100),
    ],
)
def test_banzai_pays_what_its_edition_prints(
    name: str, large_heads_up: Cents, small_three: Cents, five: Cents
) -> None:
    assert rake(name, BANZAI_NL1, 12_000, 2) == large_heads_up
    assert rake(name, BANZAI_NL1, 1_000, 3) == small_three
    assert rake(name, BANZAI_NL20, 4_200, 5) == five


@rule("RAKE-02")
def test_a_hand_that_ends_before_the_flop_is_free() -> None:
    table = TestTable()
    table.join(1, 2, 3, 4)
    table.deal_next()
    raiser = table.actor
    assert raiser is not None
    table.act(raiser, "raise", 30, 0)
    while table.actor is not None:
        table.act(table.actor, "fold", 0, 0)
    assert table.settlement(epoch=1, edition="x", currency="EUR", at_ms=0).rake == 0


@rule("RAKE-05")
def test_the_cap_depends_on_who_was_dealt_in_not_on_who_sees_the_flop() -> None:
    table = TestTable()
    table.join(1, 2, 3, 4)
    table.deal_next()
    assert table.hand is not None
    assert table.hand.started.rake is not None
    assert table.hand.started.rake.cap == 100
    table.fold_out()
    table.leave(table.players[0], 0)
    table.deal_next()
    assert table.hand is not None
    assert table.hand.started.rake is not None
    assert table.hand.started.rake.cap == 50
