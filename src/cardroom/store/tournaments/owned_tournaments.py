"""The tournaments of one of several processes: none is taken back from another one."""

from collections.abc import Awaitable, Callable

from cardroom.ledger import TournamentId
from cardroom.room.metrics import Metrics
from cardroom.room.tournaments.records import Claimed
from cardroom.store.store import Store
from cardroom.store.tournaments.stored_tournaments import StoredTournaments


class OwnedTournaments(StoredTournaments):
    """Claims a tournament again only when nobody else has, or when it is surely ours.

    A tournament whose step is refused is built again, under another epoch. In a process that hung,
    and has not heard yet that another one plays its tournaments, that would end the hands of the
    other one (CRASH-01).
    """

    def __init__(
        self,
        store: Store,
        *,
        until_ours: Callable[[TournamentId], Awaitable[None]],
        tells: bool = False,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(store, tells=tells, metrics=metrics)
        self._until_ours = until_ours
        """Waits until this process is the one that plays a tournament."""
        self._epochs: dict[TournamentId, int] = {}
        """Under which this process has played each."""

    async def claim_tournament(self, tournament: TournamentId, owner: str) -> Claimed:
        """Take over a tournament; waits while another process plays it."""
        before, claimed = self._epochs.get(tournament), None
        if before is not None:
            claimed = await self._claim_after(tournament, owner, before)
            if claimed is None:
                await self._until_ours(tournament)
        if claimed is None:
            claimed = await super().claim_tournament(tournament, owner)
        self._epochs[tournament] = claimed.epoch
        return claimed
