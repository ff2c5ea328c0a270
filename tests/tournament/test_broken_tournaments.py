"""Tournaments broken on purpose: the simulation sees each kind of breach, whatever the cause."""

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from cardroom.engine.positions import Positions, following
from cardroom.errors import TransferRefused
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.rulebook import edition
from cardroom.tournament.balancing import Balancing
from cardroom.tournament.desk import Desk
from cardroom.tournament.examples import definition_of
from cardroom.tournament.field import Field
from cardroom.tournament.finishing import Group
from cardroom.tournament.heads import Heads
from cardroom.tournament.payouts import Payouts
from cardroom.tournament.positions import next_positions
from cardroom.tournament.simulation.scenarios import Scenario
from cardroom.tournament.simulation.trouble import CALM
from cardroom.tournament.standings import Standings
from cardroom.tournament.tournament import Tournament
from cardroom.units import Seat
from tests.rule import rule

PLAYERS = 25
Break = Callable[[pytest.MonkeyPatch], None]


def simulated(name: str) -> None:
    definition = definition_of(name, {"edition": "en-2.7"})
    rules = edition("en-2.7")
    Scenario(definition, rules, chance=Random(3), trouble=CALM).play(PLAYERS)


def changed(owner: type, name: str, change: Callable[[Any], Any]) -> Break:
    """A method that does its work and then answers something else."""
    method = getattr(owner, name)

    def broken(self: Any, *args: Any, **how: Any) -> Any:
        return change(method(self, *args, **how))

    return lambda patch: patch.setattr(owner, name, broken)


def without(owner: type, name: str, answer: Any = None) -> Break:
    """A method that does nothing."""
    return lambda patch: patch.setattr(owner, name, lambda *_, **__: answer)


def a_cent_short(owner: type, name: str, place: int) -> Break:
    """A method whose amount is one cent too small."""
    method = getattr(owner, name)

    def broken(self: Any, *args: Any, **how: Any) -> Any:
        return method(self, *args[:place], args[place] - 1, *args[place + 1 :], **how)

    return lambda patch: patch.setattr(owner, name, broken)


def a_player_is_skipped(patch: pytest.MonkeyPatch) -> None:
    def skipping(last: Seat, occupied: Collection[Seat]) -> Positions:
        found = next_positions(last, occupied)
        if len(occupied) < 4:
            return found
        return Positions(found.button, found.small_blind, following(occupied, found.big_blind))

    patch.setattr("cardroom.tournament.table.next_positions", skipping)


def a_place_is_given_twice(patch: pytest.MonkeyPatch) -> None:
    place = Standings._place

    def broken(self: Standings, group: Group, worst: int, at_ms: int) -> None:
        place(self, group, worst - (worst > 10), at_ms)

    patch.setattr(Standings, "_place", broken)


def a_hand_makes_a_chip(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "cardroom.tournament.field.HandFinished",
        lambda table, number, stacks, banks, at_ms: _finished(
            table, number, ((stacks[0][0], stacks[0][1] + 1), *stacks[1:]), banks, at_ms
        ),
    )


def _finished(*args: Any) -> Any:
    from cardroom.tournament.events import HandFinished

    return HandFinished(*args)


@rule("BAL-01", "BTN-02", "TRN-20", "TRN-22", "TAMB-40", "TAMB-53", "TAMB-56", "TAMB-60")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "freezeout",
            changed(Tournament, "_newcomer", lambda one: (*one[:2], one[2] + 1)),
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
            without(Balancing, "settle", set()),
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
            without(Heads, "pay_own"),
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


@pytest.mark.parametrize("name", ["freezeout", "rebuy", "bounty"])
def test_unbroken_the_same_tournaments_show_nothing(name: str) -> None:
    simulated(name)
