"""Hands of the engine as a PettingZoo environment: agents act one after the other (AEC), each sees
what its seat may see, with a mask of what is legal.

An episode is one hand. Rewards come at its end: what an agent won or lost, in big blinds.
"""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cardroom.cards import DECK
from cardroom.engine import Hand, HandStarted, forced_bets
from cardroom.engine.events import Game
from cardroom.rl.actions import MASKS, Choice, choices_in
from cardroom.rl.observations import NOBODY, size
from cardroom.rl.turns import Turns
from cardroom.rulebook import HandRules, edition
from cardroom.units import Seat

PLAYERS_MAX = 10
ILLEGAL = -1.0
"""What an illegal choice costs in the wrapped environment, which ends the episode."""

NUMBER = np.dtype(np.float32)

Seen = dict[str, NDArray[Any]]


def env(**options: Any) -> AECEnv[str, Seen, int]:
    """The environment with PettingZoo's usual wrappers, which verify how it is used."""
    wrapped: AECEnv[str, Seen, int] = wrappers.TerminateIllegalWrapper(
        HandEnvironment(**options), illegal_reward=ILLEGAL
    )
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class HandEnvironment(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """The environment itself, without wrappers: the fastest way to play.

    `stacks` is what everybody has, or a number for each seat; `rules` an edition of the rulebook,
    or rules of your own. The button is drawn for every hand. A choice that is not legal raises a
    ValueError and changes nothing.
    """

    metadata = {  # noqa: RUF012 - PettingZoo wants it so
        "name": "cardroom_hand_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game = "nl-holdem",
        *,
        players: int = 6,
        stacks: int | Sequence[int] = 10_000,
        blinds: tuple[int, int] = (50, 100),
        rules: str | HandRules = "en-2.7",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if not 2 <= players <= PLAYERS_MAX:
            raise ValueError(f"a hand has 2 to {PLAYERS_MAX} players, not {players}")
        self._seats: tuple[Seat, ...] = tuple(range(1, players + 1))
        self._stacks = (stacks,) * players if isinstance(stacks, int) else tuple(stacks)
        if len(self._stacks) != players:
            raise ValueError(f"{players} players have {players} stacks, not {len(self._stacks)}")
        self._rules = edition(rules).hand if isinstance(rules, str) else rules
        self._big_blind = blinds[1]
        self._starts = [self._start(game, blinds, button) for button in self._seats]
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in self._seats]
        self._agent_of = dict(zip(self._seats, self.possible_agents, strict=True))
        self._seat_of = dict(zip(self.possible_agents, self._seats, strict=True))
        box = spaces.Box(0.0, 1.0, (size(players),), np.float32)
        mask = spaces.Box(0, 1, (len(Choice),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(Choice)) for agent in self.possible_agents}
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._nobody = dict.fromkeys(self.possible_agents, False)
        self._chance, _ = seeding.np_random(None)
        self._turns = Turns(self._rules, Hand(self._rules, self._starts[0], DECK))

    @property
    def hand(self) -> Hand:
        """The hand that is played: for tests and analyses, not for agents, for it hides nothing."""
        return self._turns.hand

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may choose: see `Choice`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal the next hand; a seed deals the same hands again."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        started = self._starts[int(self._chance.random() * len(self._starts))]
        self._turns.deal(started, self._chance.permutation(len(DECK)).tolist())
        self.agents = self.possible_agents.copy()
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = self._nobody.copy()
        self.truncations = self._nobody.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._next_turn()

    def observe(self, agent: str) -> Seen:
        """What an agent sees now; nothing is legal but in its own turn."""
        turns, seat = self._turns, self._seat_of[agent]
        legal = turns.legal if turns.turn.seat == seat else 0
        numbers = np.frombuffer(turns.look(seat), NUMBER)
        return {"observation": numbers, "action_mask": MASKS[legal].copy()}

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is do what it chose."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._turns.act(index(action)):
            legal = ", ".join(choice.name for choice in choices_in(self._turns.legal))
            raise ValueError(f"{action} is not legal now: {legal} are")
        self._cumulative_rewards[agent] = 0.0
        self._next_turn()

    def render(self) -> str | None:
        """The hand in a line, without hole cards."""
        return repr(self.hand) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _start(self, game: Game, blinds: tuple[int, int], button: Seat) -> HandStarted:
        """How every hand with this button begins."""
        after = [seat % len(self._seats) + 1 for seat in (button, button + 1)]
        small, big = (button, after[0]) if len(self._seats) == 2 else after
        posts = forced_bets(
            self._rules,
            seats=self._seats,
            button=button,
            small_blind=(small, blinds[0]),
            big_blind=(big, blinds[1]),
        )
        return HandStarted(game, button, self._seats, self._stacks, blinds[1], posts)

    def _next_turn(self) -> None:
        """Whose turn it is, or the end."""
        seat = self._turns.turn.seat
        if seat == NOBODY:
            self._pay()
        else:
            self.agent_selection = self._agent_of[seat]

    def _pay(self) -> None:
        """Everybody's reward at the end of the hand."""
        stacks = self.hand.stacks
        for agent, before in zip(self.possible_agents, self._stacks, strict=True):
            won = (stacks[self._seat_of[agent]] - before) / self._big_blind
            self.rewards[agent] = won
            self._cumulative_rewards[agent] += won
        self.terminations = dict.fromkeys(self.agents, True)
