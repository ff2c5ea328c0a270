"""Requests for help in the database: each step reads and writes in one transaction."""

from collections.abc import Sequence
from typing import cast

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.office.help_desk import (
    A_DAY_MAX,
    DAY_MS,
    OPEN_MAX,
    REFUSAL,
    HelpRequest,
    HelpState,
    NewHelpRequest,
)
from cardroom.room.net import Net
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.store import Store

_SELECT = (
    "select id, player, kind, subject, said, at_ms, state, answer, answered_by, answered_ms,"
    " closed_by, closed_ms from help_requests"
)


class StoredHelpRequests:
    """HelpStore on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, player: PlayerId, new: NewHelpRequest, at_ms: int) -> HelpRequest:
        """Keep a request under the next number, once for its id; refused when they are too many."""
        kept = await self._store.run_script(lambda: _open(player, new, at_ms))
        return cast("HelpRequest", kept)

    async def find(self, number: int) -> HelpRequest | None:
        return await self._store.ask(lambda: _find(number))

    async def of_player(self, player: PlayerId, before: int, limit: int) -> list[HelpRequest]:
        """A player's requests, newest first."""
        sql = f"{_SELECT} where player = $1 and id < $2 order by id desc limit $3"
        return await self._store.ask(lambda: _listed(sql, (player, before, limit)))

    async def by_state(
        self, states: Sequence[HelpState], after: int, limit: int
    ) -> list[HelpRequest]:
        """Requests of everybody in some states, oldest first."""
        sql = f"{_SELECT} where state = any($1) and id > $2 order by id limit $3"
        return await self._store.ask(lambda: _listed(sql, (list(states), after, limit)))

    async def answer(self, number: int, actor: PlayerId, text: str, at_ms: int) -> HelpRequest:
        """Answer an open request; refused when it is not open any more."""
        answered = await self._store.run_script(lambda: _answer(number, actor, text, at_ms))
        return cast("HelpRequest", answered)

    async def close(self, number: int, actor: PlayerId, at_ms: int) -> HelpRequest:
        """Close a request; one that is closed stays as it is."""
        closed = await self._store.run_script(lambda: _close(number, actor, at_ms))
        return cast("HelpRequest", closed)


def _open(player: PlayerId, new: NewHelpRequest, at_ms: int) -> Script[object]:
    known = yield One(f"{_SELECT} where player = $1 and request = $2", (player, new.id))
    if known:
        kept = _read(known[0])
        if (kept.kind, kept.subject, kept.text) != (new.kind, new.subject, new.text):
            raise AccessRefused(Net.FORM, "id_with_another_content")
        return kept
    ((waiting,),) = yield One(
        "select count(*) from help_requests where player = $1 and state = 'open'", (player,)
    )
    ((today,),) = yield One(
        "select count(*) from help_requests where player = $1 and at_ms > $2",
        (player, at_ms - DAY_MS),
    )
    if waiting >= OPEN_MAX or today >= A_DAY_MAX:
        raise AccessRefused(REFUSAL, "too_many_help_requests", {"at_most": OPEN_MAX})
    ((last,),) = yield One("select coalesce(max(id), 0) from help_requests")
    yield One(
        "insert into help_requests (id, player, request, kind, subject, said, at_ms, state)"
        " values ($1, $2, $3, $4, $5, $6, $7, 'open')",
        (last + 1, player, new.id, new.kind, new.subject, new.text, at_ms),
    )
    return (yield from _find(last + 1))


def _answer(number: int, actor: PlayerId, text: str, at_ms: int) -> Script[object]:
    found = yield from _find(number)
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_help_request")
    if found.state != "open":
        # The same answer again, after nobody knew whether it was committed.
        if (found.answered_by, found.answer, found.answered_ms) == (actor, text, at_ms):
            return found
        raise OperatorRefused(Net.HELP, "help_request_is_not_open", {"state": found.state})
    yield One(
        "update help_requests set state = 'answered', answer = $2, answered_by = $3,"
        " answered_ms = $4 where id = $1",
        (number, text, actor, at_ms),
    )
    return (yield from _find(number))


def _close(number: int, actor: PlayerId, at_ms: int) -> Script[object]:
    found = yield from _find(number)
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_help_request")
    if found.state == "closed":
        return found
    yield One(
        "update help_requests set state = 'closed', closed_by = $2, closed_ms = $3 where id = $1",
        (number, actor, at_ms),
    )
    return (yield from _find(number))


def _find(number: int) -> Script[HelpRequest | None]:
    rows = yield One(f"{_SELECT} where id = $1", (number,))
    return _read(rows[0]) if rows else None


def _listed(sql: str, values: tuple[object, ...]) -> Script[list[HelpRequest]]:
    rows = yield One(sql, values)
    return [_read(row) for row in rows]


def _read(row: Row) -> HelpRequest:
    names = HelpRequest.__struct_fields__
    return HelpRequest(**dict(zip(names, row, strict=True)))
