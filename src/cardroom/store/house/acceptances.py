"""Which rules players have accepted, in the database; never changed, never deleted (CASH-18)."""

from typing import cast

from cardroom.ledger import PlayerId
from cardroom.room.acceptance import Acceptance
from cardroom.store.databases.database import One, Script
from cardroom.store.store import Store


class StoredAcceptances:
    """AcceptanceStore on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def accept(self, acceptance: Acceptance) -> Acceptance:
        """Keep an acceptance once: the first one counts."""
        kept = await self._store.run_script(lambda: _accept(acceptance))
        return cast("Acceptance", kept)

    async def accepted_by(self, player: PlayerId) -> list[Acceptance]:
        """Everything that a person has accepted, oldest first."""
        return await self._store.ask(lambda: _accepted_by(player))


def _accept(new: Acceptance) -> Script[object]:
    key = f"{new.player}:{new.edition}:{new.version}"
    known = yield One("select at_ms from acceptances where key = $1", (key,))
    if known:
        return Acceptance(
            player=new.player, edition=new.edition, version=new.version, at_ms=known[0][0]
        )
    yield One(
        "insert into acceptances (key, player, edition, version, at_ms)"
        " values ($1, $2, $3, $4, $5)",
        (key, new.player, new.edition, new.version, new.at_ms),
    )
    return new


def _accepted_by(player: PlayerId) -> Script[list[Acceptance]]:
    rows = yield One(
        "select edition, version, at_ms from acceptances where player = $1 order by at_ms, key",
        (player,),
    )
    return [
        Acceptance(player=player, edition=edition, version=version, at_ms=at_ms)
        for edition, version, at_ms in rows
    ]
