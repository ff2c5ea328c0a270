"""What a learning player may choose: from the engine's options, by the rules of the hand."""

import copy
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from cardroom.rl import Choice, HandEnvironment
from cardroom.rulebook import edition


def test_the_mask_has_every_size_of_a_raise_once() -> None:
    table = HandEnvironment(players=2, stacks=10_000)
    table.reset(seed=1)
    mask = table.observe(table.agent_selection)["action_mask"]
    # To call are 50 into 150: half the pot would be 200, which is the least raise.
    assert [Choice(int(number)).name for number in np.flatnonzero(mask)] == [
        "FOLD", "CALL", "LEAST", "POT", "MOST",
    ]  # fmt: skip
    table.step(Choice.POT)
    assert max(table.hand.bets.values()) == 300
    limit = HandEnvironment("fl-holdem", players=3)
    limit.reset(seed=1)
    mask = limit.observe(limit.agent_selection)["action_mask"]
    assert [Choice(int(number)).name for number in np.flatnonzero(mask)] == [
        "FOLD",
        "CALL",
        "LEAST",
    ]
    others = [agent for agent in limit.agents if agent != limit.agent_selection]
    assert not any(limit.observe(agent)["action_mask"].any() for agent in others)


@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha", "fl-holdem"])
def test_the_engine_takes_every_choice_of_the_mask_and_each_is_another_action(game: Any) -> None:
    table, chance = HandEnvironment(game, players=4, stacks=(500, 900, 1_300, 2_000)), Random(3)
    for seed in range(12):
        table.reset(seed=seed)
        while not table.hand.is_over:
            legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"]).tolist()
            done = []
            for choice in legal:
                other = copy.deepcopy(table)
                other.step(choice)
                done.append(other.hand.events[len(table.hand.events)])
            assert len(set(done)) == len(legal)
            table.step(chance.choice(legal))


def test_where_hands_may_be_mucked_at_the_showdown_everybody_shows() -> None:
    table = HandEnvironment(players=3, rules="live")
    table.reset(seed=4)
    while not table.hand.is_over:
        table.step(Choice.CALL)
    assert len(table.hand.shown) == 3
    assert sum(table.rewards.values()) == pytest.approx(0)


def test_folding_is_not_legal_where_the_rules_want_a_check() -> None:
    rules = msgspec.structs.replace(edition("en-2.7").hand, fold_instead_of_check=False)
    table = HandEnvironment(players=2, rules=rules)
    table.reset(seed=1)
    assert table.observe(table.agent_selection)["action_mask"][Choice.FOLD]
    table.step(Choice.CALL)
    assert not table.observe(table.agent_selection)["action_mask"][Choice.FOLD]
    with pytest.raises(ValueError, match="0 is not legal now: CALL, LEAST"):
        table.step(Choice.FOLD)
