"""Who is kept out of Banzai, in the database, with the entry in the staff log (BANZ-08).

The player's record has the flag, too, written in the same transaction: a buy-in that was decided
before it is refused, in whichever process.
"""

from typing import cast

from cardroom.ledger import PlayerId
from cardroom.office.excluding import DEED, LIFTED, Exclusion
from cardroom.store import remembering
from cardroom.store.databases.database import One, Script
from cardroom.store.house.casebook import StoredMeasure, record_measure
from cardroom.store.store import Store


class StoredExclusions:
    """ExclusionStore of the room, on the store; `tells` fills the outbox."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells

    async def exclusions(self) -> list[Exclusion]:
        """Who is excluded now, in the order of their numbers."""
        return await self._store.ask(_read)

    async def exclude(self, new: Exclusion) -> Exclusion:
        """Keep a player out and note who did it; one who is out already stays as they are.

        Exclusions of earlier releases get their flag in the player's record by the same call.
        """
        kept = await self._store.run_script(lambda: _exclude(new, tells=self._tells))
        return cast("Exclusion", kept)

    async def lift(self, actor: PlayerId, player: PlayerId, reason: str, at_ms: int) -> bool:
        """Let a player in again and note who did it; False when they were not excluded."""
        measure = StoredMeasure(
            actor=actor, subject=player, deed=LIFTED, reason=reason, at_ms=at_ms
        )
        return cast("bool", await self._store.run_script(lambda: _lift(measure, tells=self._tells)))


def _read() -> Script[list[Exclusion]]:
    rows = yield One("select player, actor, at_ms, reason from banzai_exclusions order by player")
    return [Exclusion(*row) for row in rows]


def _exclude(new: Exclusion, *, tells: bool) -> Script[object]:
    known = yield One(
        "select player, actor, at_ms, reason from banzai_exclusions where player = $1",
        (new.player,),
    )
    yield from remembering.exclude_from_banzai(new.player, excluded=True)
    if known:
        return Exclusion(*known[0])
    yield One(
        "insert into banzai_exclusions (player, actor, at_ms, reason) values ($1, $2, $3, $4)",
        tuple(new),
    )
    measure = StoredMeasure(
        actor=new.actor, subject=new.player, deed=DEED, reason=new.reason, at_ms=new.at_ms
    )
    yield from record_measure(measure, tells=tells)
    return new


def _lift(measure: StoredMeasure, *, tells: bool) -> Script[object]:
    sql = "delete from banzai_exclusions where player = $1 returning player"
    gone = yield One(sql, (measure.subject,))
    if gone:
        yield from remembering.exclude_from_banzai(measure.subject, excluded=False)
        yield from record_measure(measure, tells=tells)
    return bool(gone)
