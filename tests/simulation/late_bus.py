"""A bus that delivers messages late: in order between two actors, in any order among three."""

import asyncio
from collections import deque
from random import Random

from cardroom.room.bus import Letter, LocalBus
from cardroom.room.tables.messages import PlayerRequest


class LateBus(LocalBus):
    """Every letter takes its own time; those of one sender to one actor stay in their order.

    Even on a calm day a message arrives a little later than it was sent, so that whoever sends two
    messages to two actors cannot know who reads first.
    """

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.late_ms_max = 2
        self.is_down = False
        self.overtaken = 0
        """How often a letter arrived before one that was sent earlier by somebody else."""
        self._chance = chance
        self._on_the_way: dict[tuple[str, str], deque[tuple[int, Letter]]] = {}
        self._due_s: dict[tuple[str, str], float] = {}
        self._sent = 0
        self._newest: dict[str, int] = {}

    @property
    def on_the_way(self) -> int:
        """How many letters have not arrived yet."""
        return sum(map(len, self._on_the_way.values()))

    def _deliver(self, sender: str, to: str, letter: Letter) -> None:
        if isinstance(letter.message, PlayerRequest) and to.startswith("table:"):
            # A player is no actor: what they ask of a table has been late on their line already.
            super()._deliver(sender, to, letter)
            return
        loop = asyncio.get_running_loop()
        pair = sender, to
        self._sent += 1
        self._on_the_way.setdefault(pair, deque()).append((self._sent, letter))
        delay_s = self._chance.choice((0, 1, 1)) * self._chance.randrange(self.late_ms_max) / 1000
        due_s = max(loop.time() + delay_s, self._due_s.get(pair, 0.0))
        self._due_s[pair] = due_s
        loop.call_at(due_s, self._arrive, pair)

    def _arrive(self, pair: tuple[str, str]) -> None:
        """The oldest letter of a pair is there, whichever of its timers this was."""
        number, letter = self._on_the_way[pair].popleft()
        if self.is_down:
            return
        to = pair[1]
        self.overtaken += number < self._newest.get(to, 0)
        self._newest[to] = max(number, self._newest.get(to, 0))
        super()._deliver(*pair, letter)
