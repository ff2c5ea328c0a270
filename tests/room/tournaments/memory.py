"""What outlives a simulated room with tournaments; every stored step is kept, to be read."""

from collections.abc import Sequence
from random import Random

from cardroom.ledger import Ledger, TournamentId
from cardroom.room.tournaments.records import StepToWrite
from tests.room.fakes import MemoryStore
from tests.room.tournament_fakes import MemoryTournaments


class TournamentMemory(MemoryTournaments):
    """The store of tournaments, with the money of the room beside it."""

    def __init__(self, chance: Random, *, failures_permille: int = 0) -> None:
        self.money = MemoryStore(chance, failures_permille=failures_permille)
        super().__init__(self.money)
        self.steps: dict[TournamentId, list[StepToWrite]] = {}
        self.fails_write: Exception | None = None
        """What the next write fails with, before anything is stored."""
        self.fails_after_write: Exception | None = None
        """What the next write fails with, once everything is stored."""

    @property
    def ledger(self) -> Ledger:
        return self.money.ledger

    async def write_steps(self, steps: Sequence[StepToWrite]) -> None:
        failing, self.fails_write = self.fails_write, None
        if failing is not None:
            raise failing
        await super().write_steps(steps)
        failing, self.fails_after_write = self.fails_after_write, None
        if failing is not None:
            raise failing

    def _write_all(self, steps: Sequence[StepToWrite]) -> None:
        super()._write_all(steps)
        for step in steps:
            kept = self.steps.setdefault(step.tournament, [])
            if len(kept) < step.number:
                kept.append(step)
