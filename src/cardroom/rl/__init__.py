"""Learning to play: hands as a PettingZoo environment; needs the extra `rl`."""

from cardroom.rl.actions import Choice
from cardroom.rl.environment import HandEnvironment, env

__all__ = ["Choice", "HandEnvironment", "env"]
