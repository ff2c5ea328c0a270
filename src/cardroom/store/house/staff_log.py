"""The log of the staff out of the database, page by page."""

from functools import partial

from cardroom.ledger import PlayerId
from cardroom.office.staff_log import StaffLogEntry
from cardroom.store.databases.database import One, Script
from cardroom.store.reading import PAGE_MAX
from cardroom.store.store import Store

NAME = "coalesce((select name from players where players.id = measures.{0}), '')"


class StoredStaffLog:
    """StaffLog of the office, on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def entries(
        self, before: int, limit: int, about: PlayerId | None = None
    ) -> list[StaffLogEntry]:
        """Entries before a number, newest first; only by or about one account if it is named."""
        return await self._store.ask(partial(_entries, before, limit, about or 0))


def _entries(before: int, limit: int, about: int) -> Script[list[StaffLogEntry]]:
    rows = yield One(
        f"select id, at_ms, actor, {NAME.format('actor')}, subject, {NAME.format('subject')},"  # noqa: S608
        " deed, reason from measures where id < $1 and ($2 = 0 or actor = $2 or subject = $2)"
        " order by id desc limit $3",
        (before, about, min(limit, PAGE_MAX)),
    )
    return [
        StaffLogEntry(
            number=number,
            at_ms=at_ms,
            actor=actor,
            actor_name=actor_name or f"player{actor}",
            subject=subject,
            subject_name=subject_name or f"player{subject}",
            deed=deed,
            reason=reason,
        )
        for number, at_ms, actor, actor_name, subject, subject_name, deed, reason in rows
    ]
