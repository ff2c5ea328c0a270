"""Environments for learning: a random agent that reads every observation and every mask."""

import random
from collections.abc import Callable

from bench.hands import BIG, PLAYERS, SMALL, STACK, spiel_game
from bench.harness import Check, Contender, Goal, Task, Work, both_builds

NOTES = """
- Six players with 100 big blinds, no limit. At every turn the agent reads its observation and what
  is legal, in the form in which a learning program gets them, and takes one choice at random.
- cardroom is `HandEnvironment` without the wrappers that only verify, stepped until a hand is over;
  rlcard is its own `no-limit-holdem`, stepped in the same way without its agents; open_spiel is
  `universal_poker` in its `fcpa` abstraction with `observation_tensor`, all of it C++.
- Random play ends most hands before the flop: a hand has about as many decisions as players. The
  environments have different bet sizes, so their hands differ; decisions are the fairer unit.
- The goal is met compiled and missed pure: playing alone, not compiled and before anybody looks at
  an observation, takes nearly as long for a decision as 5 times rlcard leaves for all of it.
- The random agent reads our mask with `nonzero`, the quickest way of numpy (0.3 µs).
"""

HANDS = 100


def environment(unit: str) -> Work:
    """Our own environment."""

    from cardroom.rl import HandEnvironment

    table = HandEnvironment(players=PLAYERS, stacks=STACK, blinds=(SMALL, BIG))
    choose = random.Random(11).choice
    table.reset(seed=7)

    def work() -> int:
        decisions = 0
        for _ in range(HANDS):
            table.reset()
            while not table.hand.is_over:
                seen = table.observe(table.agent_selection)
                decisions += 1
                table.step(choose(seen["action_mask"].nonzero()[0].tolist()))
        return decisions if unit == "decision" else HANDS

    return work


def rlcard(unit: str) -> Work:
    """The environment of rlcard, without its agents."""
    import rlcard as peer

    table = peer.make(
        "no-limit-holdem",
        {"game_num_players": PLAYERS, "chips_for_each": STACK // SMALL, "seed": 7},
    )
    choose = random.Random(11).choice

    def work() -> int:
        decisions = 0
        for _ in range(HANDS):
            state, _ = table.reset()
            while not table.is_over():
                decisions += 1
                assert len(state["obs"])
                state, _ = table.step(choose(list(state["legal_actions"])))
            table.get_payoffs()
        return decisions if unit == "decision" else HANDS

    return work


def open_spiel(unit: str) -> Work:
    """Its game in C++, with observations as a learning program reads them."""
    game = spiel_game()
    chance = random.Random(11)

    def work() -> int:
        decisions = 0
        for _ in range(HANDS):
            state, deck = game.new_initial_state(), iter(chance.sample(range(52), 52))
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(next(deck))
                    continue
                decisions += 1
                assert state.observation_tensor(state.current_player())
                state.apply_action(chance.choice(state.legal_actions()))
            state.returns()
        return decisions if unit == "decision" else HANDS

    return work


def contenders(unit: str) -> list[Contender]:
    peers: list[tuple[str, Callable[[str], Work]]] = [
        ("rlcard", rlcard), ("open_spiel", open_spiel),
    ]  # fmt: skip
    return [
        *both_builds(lambda: environment(unit)),
        *(Contender(name, lambda play=play: play(unit)) for name, play in peers),
    ]


GOALS = (Goal("cardroom compiled", 5, "rlcard"), Goal("cardroom pure", 5, "rlcard"))

TASKS = [
    Task("Learning: decisions", "decision", contenders("decision"), GOALS),
    Task("Learning: hands", "hand", contenders("hand"), GOALS),
]
CHECKS: list[Check] = []
