"""What the store knows of a tournament when somebody takes it over."""

from collections.abc import Sequence
from typing import NamedTuple

from cardroom.ledger import TableId
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.charter import Charter
from cardroom.room.tournaments.ports import TournamentStore
from cardroom.room.tournaments.records import (
    Claimed,
    StoredTournament,
    TournamentDraw,
    TournamentFilter,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import TableNumber

PAGE = 100


class Found(NamedTuple):
    """A claimed tournament with everything that was stored of it before the claim."""

    claimed: Claimed
    steps: int
    events: list[TournamentEvent]
    tables: dict[TableNumber, TableId]
    is_done: bool
    """Whether its last step is among them."""
    draws: list[TournamentDraw]


async def read_tournament(services: TournamentServices, charter: Charter) -> Found:
    """Claim a tournament, then read it: from then on nobody else writes there (CRASH-01)."""
    store, owner = services.store, services.owner
    claimed = await retry_while_unavailable(lambda: store.claim_tournament(charter.id, owner))
    known = await retry_while_unavailable(lambda: store.tournament(charter.id))
    assert known is not None
    events = await retry_while_unavailable(lambda: store.events(charter.id))
    tables = await retry_while_unavailable(lambda: store.tables(charter.id))
    draws: Sequence[TournamentDraw] = ()
    if services.fair is not None:
        draws = await retry_while_unavailable(lambda: store.draws(charter.id))
    numbered = {TableNumber(number): table for number, table in tables.items()}
    return Found(claimed, known.steps, list(events), numbered, known.is_done, list(draws))


async def unfinished(store: TournamentStore) -> list[StoredTournament]:
    """Everything that is not done, oldest first: what a new owner restores."""
    found: list[StoredTournament] = []
    wanted = TournamentFilter(unfinished=True, limit=PAGE)
    while True:
        page = await retry_while_unavailable(
            lambda wanted=wanted: store.tournaments(wanted)  # type: ignore[misc]
        )
        found += page
        if len(page) < PAGE:
            return found[::-1]
        wanted = TournamentFilter(unfinished=True, limit=PAGE, before=page[-1].id)
