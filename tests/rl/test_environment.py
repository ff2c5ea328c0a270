"""The PettingZoo environment: its own API tests, its rewards, its seeds, copies of it."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cardroom.rl import Choice, HandEnvironment, env


def play(table: Any, chance: np.random.Generator) -> list[tuple[str, int]]:
    """One episode of random legal choices."""
    done: list[tuple[str, int]] = []
    for agent in table.agent_iter():
        seen, _, is_over, _, _ = table.last()
        action = None
        if not is_over:
            action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
            done.append((agent, action))
        table.step(action)
    return done


# PettingZoo's own games with a mask have such a dictionary too; its test only knows them by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize(
    ("game", "players"), [("nl-holdem", 2), ("nl-holdem", 6), ("pl-omaha", 4), ("fl-holdem", 10)]
)
def test_it_passes_the_api_test_of_pettingzoo(
    game: Any, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(game=game, players=players), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def test_it_passes_the_seed_test_of_pettingzoo() -> None:
    seed_test(lambda: env(players=4), num_cycles=60)


def test_the_same_seed_plays_the_same_hands() -> None:
    rewards = []
    for _ in range(2):
        table, chance = HandEnvironment(players=5), np.random.default_rng(3)
        table.reset(seed=11)
        for _ in range(20):
            play(table, chance)
            rewards.append(tuple(table.hand.stacks.values()))
            table.reset()
    assert rewards[:20] == rewards[20:]
    assert len(set(rewards)) > 10


@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha", "fl-holdem"])
def test_rewards_are_what_was_won_in_big_blinds_and_add_up_to_nothing(game: Any) -> None:
    table, chance = HandEnvironment(game, players=6, stacks=2_000), np.random.default_rng(5)
    for seed in range(40):
        table.reset(seed=seed)
        total = dict.fromkeys(table.agents, 0.0)
        for agent in table.agent_iter():
            seen, reward, is_over, _, _ = table.last()
            total[agent] += reward
            legal = np.flatnonzero(seen["action_mask"])
            table.step(None if is_over else int(chance.choice(legal)))
        stacks = table.hand.stacks
        won = {f"player_{seat}": (stacks[seat] - 2_000) / 100 for seat in range(1, 7)}
        assert total == won
        assert sum(won.values()) == pytest.approx(0)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_in_the_midst_of_a_hand_plays_on_by_itself(
    copied: Callable[[HandEnvironment], HandEnvironment],
) -> None:
    table = HandEnvironment(players=4)
    table.reset(seed=8)
    table.step(Choice.CALL)
    before = table.observe(table.agent_selection)
    other = copied(table)
    for _ in range(3):
        play(other, np.random.default_rng(6))
        other.reset()
    seen = table.observe(table.agent_selection)
    assert all(np.array_equal(seen[name], before[name]) for name in before)
    stacks = []
    for one in (table, copied(table)):
        chance = np.random.default_rng(6)
        for _ in range(3):
            play(one, chance)
            stacks.append(one.hand.stacks)
            one.reset()
    assert stacks[:3] == stacks[3:]


def test_an_illegal_choice_is_named_and_changes_nothing() -> None:
    table = HandEnvironment(players=3)
    table.reset(seed=1)
    before = table.hand.events
    for choice in (Choice.HALF_POT, 6, -1, None):
        if choice is Choice.HALF_POT and table.observe(table.agent_selection)["action_mask"][3]:
            continue
        with pytest.raises(ValueError, match="is not legal now: FOLD, CALL, LEAST"):
            table.step(choice)
    assert table.hand.events == before


def test_a_hand_that_the_blinds_decide_is_over_at_once() -> None:
    table = HandEnvironment(players=2, stacks=(40, 90))
    table.reset(seed=3)
    assert table.hand.is_over
    assert all(table.terminations.values())
    assert sum(table.rewards.values()) == pytest.approx(0)
    for agent in table.agent_iter():
        assert table.last()[2], agent
        table.step(None)
    assert table.agents == []


@pytest.mark.parametrize(
    ("options", "said"),
    [({"players": 11}, "2 to 10 players"), ({"players": 3, "stacks": (1, 2)}, "3 stacks, not 2")],
)
def test_a_table_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        HandEnvironment(**options)
