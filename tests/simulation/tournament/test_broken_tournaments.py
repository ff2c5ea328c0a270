"""Tournaments broken on purpose: the simulation sees each kind of breach, whatever the cause."""

from random import Random

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.rulebook import edition
from cardroom.simulation.tournament.disruptions import CALM, Disruptions
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.play.finishing import Group
from cardroom.tournament.play.hand_for_hand import HandForHand
from cardroom.tournament.play.starting import Starting
from cardroom.tournament.prizes.bounty_book import BountyBook
from cardroom.tournament.prizes.payouts import Payouts
from cardroom.tournament.tables.balancing import Balancing
from cardroom.tournament.tables.field import Field
from tests.rule import rule
from tests.simulation.tournament.breaking import (
    Break,
    a_bounty_is_a_cent_short,
    a_cent_short,
    a_hand_makes_a_chip,
    a_middling_table_gets_the_player,
    a_mover_has_the_big_blind_next,
    a_place_is_given_twice,
    a_player_is_skipped,
    a_table_does_not_wait,
    always_to_player_1,
    another_player_of_the_hand_takes_the_bounty,
    blinds_never_rise,
    changed,
    short_stacks_get_the_large_shares,
    split,
    the_small_blind_is_never_dead,
    the_vip_takes_his_own_bounty,
    without,
)

PLAYERS = 25
MANY = 100
"""Enough for several tables near the money."""
SEED = 3
CANCELLED = msgspec.structs.replace(CALM, cancels_per_tournament=10_000)


def simulated(
    name: str, players: int = PLAYERS, disruptions: Disruptions = CALM, seed: int = SEED
) -> None:
    definition = definition_of(name, {"edition": "en-2.7"})
    rules = edition("en-2.7")
    Scenario(definition, rules, chance=Random(seed), disruptions=disruptions).play(players)


@rule("BAL-01", "BTN-02", "TRN-20", "TRN-22", "TAMB-40", "TAMB-53", "TAMB-56", "TAMB-60")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "freezeout",
            changed(Starting, "newcomer", lambda one: (*one[:2], one[2] + 1)),
            r"bought \d+ chips",
            id="a stack is one chip too large",
        ),
        pytest.param(
            "rebuy",
            changed(Desk, "rebuy", lambda chips: chips + 1),
            r"bought \d+ chips",
            id="a re-buy is one chip too large",
        ),
        pytest.param("freezeout", a_hand_makes_a_chip, "chips were made", id="a hand makes a chip"),
        pytest.param(
            "freezeout", a_player_is_skipped, "big blind went astray", id="a player is skipped"
        ),
        pytest.param(
            "freezeout",
            without(Balancing, "balance", set()),
            "not broken|not balanced",
            id="nobody is moved",
        ),
        pytest.param(
            "freezeout",
            lambda patch: patch.setattr(Balancing, "_move_is_due", False),
            "not balanced",
            id="tables are broken, never balanced",
        ),
        pytest.param(
            "freezeout",
            lambda patch: patch.setattr(Balancing, "_break_is_due", False),
            "not broken",
            id="tables are balanced, never broken",
        ),
        pytest.param(
            "freezeout",
            a_place_is_given_twice,
            "a place is taken twice",
            id="a place is given twice",
        ),
        pytest.param(
            "freezeout",
            changed(Group, "ranked", lambda entries: entries[::-1]),
            "fewer chips and placed higher",
            id="the shorter stack is placed higher",
        ),
        pytest.param(
            "freezeout",
            a_cent_short(TournamentMoney, "pay_prize", 1),
            "pool not empty",
            id="a prize is a cent short",
        ),
        pytest.param(
            "bounty",
            without(BountyBook, "pay_own"),
            "pool not empty",
            id="the winner's own bounty is kept",
        ),
        pytest.param("freezeout", without(Payouts, "pay"), "pool not empty", id="nobody is paid"),
        pytest.param(
            "freezeout",
            without(Field, "refresh"),
            "waits for ever|waited",
            id="no table is ever ready",
        ),
    ],
)
def test_a_broken_tournament_is_seen(
    name: str, is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises((AssertionError, TransferRefused), match=said):
        simulated(name)


@rule("BAL-04", "BAL-05", "BTN-03", "H4H-01", "H4H-02", "TRN-22", "TRN-26", "TAMB-62")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "rebuy",
            lambda patch: patch.setattr(HandForHand, "_is_due", lambda _: False),
            "not hand for hand",
            id="hand for hand is forgotten",
        ),
        pytest.param(
            "rebuy", a_table_does_not_wait, "a second hand", id="a table does not wait for others"
        ),
        pytest.param("freezeout", blinds_never_rise, "the level is", id="blinds never rise"),
        pytest.param(
            "freezeout",
            the_small_blind_is_never_dead,
            "not the small blind",
            id="the small blind is never dead",
        ),
        pytest.param(
            "freezeout",
            a_mover_has_the_big_blind_next,
            "not the seat",
            id="a mover has the big blind next",
        ),
        pytest.param(
            "freezeout",
            a_middling_table_gets_the_player,
            "not the smallest",
            id="a middling table gets the player",
        ),
        pytest.param(
            "freezeout",
            always_to_player_1("pay_prize"),
            "should have",
            id="a prize goes to somebody else",
        ),
        pytest.param(
            "bounty",
            always_to_player_1("pay_bounty"),
            "should have",
            id="a bounty goes to somebody else",
        ),
    ],
)
def test_a_large_broken_tournament_is_seen(
    name: str, is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises(AssertionError, match=said):
        simulated(name, MANY)


@rule("TYP-09", "TYP-10", "TYP-11", "TAMB-71", "TAMB-72", "TAMB-73", "TAMB-74", "TAMB-75")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "bounty",
            another_player_of_the_hand_takes_the_bounty,
            r"knocked out \(TAMB-72\)",
            id="another player of the hand takes the bounty",
        ),
        pytest.param(
            "progressive",
            split(lambda share: share),
            r"should be Earned\(cash=225, added=225\)",
            id="a progressive bounty is paid wholly in cash",
        ),
        pytest.param(
            "progressive",
            split(lambda share: share // 2),
            r"should be Earned",
            id="the odd cent is added, not paid",
        ),
        pytest.param(
            "bounty",
            without(BountyBook, "take_bounty"),
            "bounties not paid",
            id="nobody gets the bounty of a player who is out",
        ),
        pytest.param(
            "bounty",
            a_bounty_is_a_cent_short,
            "the bounty in a price",
            id="too small a part of the price is bounty",
        ),
        pytest.param(
            "vip",
            the_vip_takes_his_own_bounty,
            "not the VIP's bounty",
            id="the VIP takes his own extra bounty",
        ),
    ],
)
def test_a_bounty_that_somebody_else_should_have_is_seen(
    name: str, is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises(AssertionError, match=said):
        simulated(name, MANY)


@rule("CXL-03", "TAMB-82")
@pytest.mark.parametrize(
    ("is_broken", "said"),
    [
        pytest.param(
            always_to_player_1("refund"), "should have", id="a share goes to somebody else"
        ),
        pytest.param(
            short_stacks_get_the_large_shares,
            r"\d+ chips got",
            id="short stacks get the large shares",
        ),
    ],
)
def test_wrong_shares_of_a_cancelled_tournament_are_seen(
    is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises(AssertionError, match=said):
        simulated("freezeout", disruptions=CANCELLED)


def test_the_same_tournament_cancelled_rightly_shows_nothing() -> None:
    simulated("freezeout", disruptions=CANCELLED)


@pytest.mark.parametrize("name", ["freezeout", "rebuy", "bounty"])
def test_unbroken_the_same_tournaments_show_nothing(name: str) -> None:
    simulated(name)
