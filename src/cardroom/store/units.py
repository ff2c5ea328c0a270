"""The units that a group commits: money (`postings.py`), steps of tournaments, and rare scripts."""

from collections.abc import Callable
from typing import NamedTuple

from cardroom.ledger import Message, Transfer
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store.databases.database import Script
from cardroom.store.postings import Order, Settlement
from cardroom.store.tournaments.steps import Steps, prepare, rows_of

SCRIPT_ROWS = 8
"""What a rare unit is counted as; it writes a few rows."""


class StepUnit(NamedTuple):
    """Steps of tournaments to write, all or nothing; a room that `tells` has messages for money.

    Large ones come `prepared`: whoever waits for the writer does not wait for that, too.
    """

    steps: tuple[StepToWrite, ...]
    tells: bool = False
    prepared: Steps | None = None

    @property
    def rows(self) -> int:
        return sum(map(rows_of, self.steps))

    def posting(self) -> Steps:
        return self.prepared or self.prepare().posting()

    def prepare(self) -> "StepUnit":
        """The same with everything done that does not depend on what is stored."""
        steps = Steps(tuple([prepare(step, tells=self.tells) for step in self.steps]))
        return self._replace(prepared=steps)


class ScriptUnit(NamedTuple):
    """A rare unit: a script of its own, that verifies before it writes."""

    script: Callable[[], Script[object]]
    rows: int = SCRIPT_ROWS


Post = Callable[[Transfer, tuple[Message, ...]], Script[None]]
"""Posts a transfer inside a script; what refuses it leaves nothing of the script behind."""


class Booking(NamedTuple):
    """A rare unit that moves money together with something else, all or nothing."""

    script: Callable[[Post], Script[object]]
    rows: int = SCRIPT_ROWS


Unit = Settlement | Order | StepUnit | ScriptUnit | Booking
