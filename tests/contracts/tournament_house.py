"""What the contract tests know of a room's store for tournaments, and short ones to write."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from cardroom.ledger import TournamentId, Transfer
from cardroom.room.ports import MoneyStore
from cardroom.room.tournaments.ports import PrizeStore, ScheduleStore, TournamentStore
from cardroom.room.tournaments.records import NewTournament, StepToWrite
from tests.store.played_tournaments import Recorded, announce


class TournamentPorts(TournamentStore, ScheduleStore, PrizeStore, Protocol):
    """One object with the three ports, as the room gets it."""


class TournamentHouse(NamedTuple):
    """Money and tournaments of one room."""

    money: MoneyStore
    tournaments: TournamentPorts

    async def write(self, recorded: Recorded) -> None:
        """Announce an event and write all of it, one deed after the other."""
        await announce(self.tournaments, recorded)
        await self.go_on(recorded.deeds)

    async def go_on(self, deeds: Iterable[Transfer | StepToWrite]) -> None:
        """Write deeds of tournaments that are announced."""
        for deed in deeds:
            if isinstance(deed, StepToWrite):
                await self.tournaments.write_steps([deed])
            else:
                await self.money.move(deed, None)


def new_tournament(key: str = "k", **changes: object) -> NewTournament:
    """A tournament to be announced."""
    said: dict[str, object] = {
        "key": key,
        "name": "Sunday",
        "template": "sunday",
        "definition": b"definition",
        "terms": b"terms",
        "currency": "EUR",
        "created_ms": 5,
    }
    return NewTournament(**(said | changes))  # type: ignore[arg-type]


def empty_step(
    tournament: TournamentId, epoch: int, number: int = 1, **changes: object
) -> StepToWrite:
    """A step without events."""
    said: dict[str, object] = {
        "tournament": tournament,
        "epoch": epoch,
        "number": number,
        "first_event": 1,
        "at_ms": 10,
    }
    return StepToWrite(**(said | changes))  # type: ignore[arg-type]
