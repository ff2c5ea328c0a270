"""A whole room from a seed: no rule is broken, money is conserved, the same seed plays the same."""

from random import Random

import pytest

from cardroom.rulebook import edition
from cardroom.rulebook.cash import StakeKey
from cardroom.simulation.cash.world import Summary, World
from tests.rule import rule
from tests.simulation.cash.long_runs import offered

HANDS = 1_500
OFFERED = [(run.edition, run.stake.key) for run in offered()]
HOLDEM = StakeKey("nl-holdem", "ordinary", 5, 10)


def play(name: str, stake: StakeKey, *, hands: int, seed: int) -> Summary:
    world = World(edition(name), stake, players=14, chance=Random(seed))
    while world.summary.hands < hands:
        world.play(until=hands)
    world.checks.at_the_end()
    return world.summary


@rule("CASH-09", "CASH-11", "CASH-14", "RAT-02", "BANZ-06", "SIT-01")
@pytest.mark.parametrize(("name", "stake"), OFFERED)
def test_players_come_and_go_and_no_rule_is_broken(name: str, stake: StakeKey) -> None:
    summary = play(name, stake, hands=HANDS, seed=20261115)
    assert summary.seated > 100
    assert summary.rolled_back > 0
    assert summary.server_decisions > 0
    assert summary.removed > 0
    assert summary.rake > 0


def test_the_same_seed_plays_the_same_hands() -> None:
    first, second = (play("en-2.7", HOLDEM, hands=200, seed=5) for _ in range(2))
    assert first == second
    assert play("en-2.7", HOLDEM, hands=200, seed=6) != first
