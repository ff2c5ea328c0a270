"""Applications in the database: an account is made in the transaction that approves it."""

from collections.abc import Sequence
from typing import cast

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.entrance.applications import Application, ApplicationState, NewApplication
from cardroom.room.net import Net
from cardroom.room.records import Account, AccountChange, NewAccount
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.house.accounts import add_account, change_account, find_account
from cardroom.store.store import Store

_APPLICATION = (
    "select id, kind, name, said, asked_ms, state, password_hash, decided_by, decided_ms, answer,"
    " player from applications"
)


class StoredApplications:
    """ApplicationStore on the store; `tells` fills the outbox."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells

    async def ask(self, new: NewApplication, maximum: int) -> Application | None:
        """Keep an application; None when its name is taken, refused when too many wait."""
        kept = await self._store.run_script(lambda: _ask(new, maximum))
        return cast("Application | None", kept)

    async def find(self, number: int) -> Application | None:
        return await self._store.ask(lambda: _find("id = $1", number))

    async def by_secret(self, secret: bytes) -> Application | None:
        return await self._store.ask(lambda: _find("secret = $1", secret))

    async def last_of(self, name_key: str) -> Application | None:
        """The last application for a name."""
        condition = "name_key = $1 order by id desc limit 1"
        return await self._store.ask(lambda: _find(condition, name_key))

    async def by_state(self, state: ApplicationState, limit: int) -> Sequence[Application]:
        """Those that wait, oldest first; of the others the newest first."""
        return await self._store.ask(lambda: _by_state(state, limit))

    async def approve(self, number: int, by: PlayerId, at_ms: int, answer: str) -> Account | None:
        """Make the account and note it; None when the name is taken meanwhile."""
        tells = self._tells
        account = await self._store.run_script(
            lambda: _approve(number, by, at_ms, answer, tells=tells)
        )
        return cast("Account | None", account)

    async def refuse(self, number: int, by: PlayerId, at_ms: int, answer: str) -> Application:
        """Note that somebody is not let in."""
        refused = await self._store.run_script(
            lambda: _decide(number, "refused", by, at_ms, answer)
        )
        return cast("Application", refused)

    async def enter(self, secret: bytes, next_secret: bytes) -> Application | None:
        """Use the word of an approved application, once."""
        entered = await self._store.run_script(lambda: _enter(secret, next_secret))
        return cast("Application | None", entered)


def _ask(new: NewApplication, maximum: int) -> Script[object]:
    known = yield from _find("secret = $1", new.secret)
    if known is not None:
        # The same once more, after an unknown commit.
        return known
    taken = yield One(
        "select 1 from profiles where name_key = $1 union all"
        " select 1 from applications where name_key = $1 and state = 'waiting'",
        (new.name_key,),
    )
    if taken:
        return None
    ((waiting,),) = yield One("select count(*) from applications where state = 'waiting'")
    if waiting >= maximum:
        raise AccessRefused(Net.ENTRANCE, "too_many_applications")
    ((last,),) = yield One("select coalesce(max(id), 0) from applications")
    yield One(
        "insert into applications (id, kind, name, name_key, password_hash, secret, guest, said,"
        " asked_ms, state) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting')",
        (
            last + 1,
            new.kind,
            new.name,
            new.name_key,
            new.password_hash,
            new.secret,
            new.guest,
            new.said,
            new.asked_ms,
        ),
    )
    return (yield from _find("id = $1", last + 1))


def _approve(number: int, by: PlayerId, at_ms: int, answer: str, *, tells: bool) -> Script[object]:
    found = yield from _find("id = $1", number)
    assert found is not None
    if found.player is not None and (found.decided_by, found.decided_ms) == (by, at_ms):
        return (yield from find_account(found.player))
    _verify_waiting(found)
    account = yield from _account_of(found, at_ms, tells)
    if account is not None:
        yield from _decide(number, "approved", by, at_ms, answer, player=account.player)
    return account


def _account_of(found: Application, at_ms: int, tells: bool) -> Script[Account | None]:
    """A new account, or the guest's own with the name that was asked for."""
    ((name_key, guest),) = yield One(
        "select name_key, guest from applications where id = $1", (found.number,)
    )
    known = None if guest is None else (yield from find_account(PlayerId(guest)))
    if known is not None and known.kind == "guest":
        assert found.password_hash is not None
        change = AccountChange(
            name=found.name, name_key=name_key, kind="person", password_hash=found.password_hash
        )
        return cast("Account | None", (yield from change_account(known.player, change)))
    new = NewAccount(
        name=found.name,
        name_key=name_key,
        kind=found.kind,
        created_ms=at_ms,
        password_hash=found.password_hash,
    )
    return cast("Account | None", (yield from add_account(new, tells)))


def _decide(
    number: int,
    state: ApplicationState,
    by: PlayerId,
    at_ms: int,
    answer: str,
    *,
    player: PlayerId | None = None,
) -> Script[object]:
    found = yield from _find("id = $1", number)
    assert found is not None
    if found.state != "waiting":
        if (found.state, found.decided_by, found.decided_ms) == (state, by, at_ms):
            return found
        _verify_waiting(found)
    yield One(
        "update applications set state = $2, decided_by = $3, decided_ms = $4, answer = $5,"
        " player = $6 where id = $1",
        (number, state, by, at_ms, answer, player),
    )
    return (yield from _find("id = $1", number))


def _verify_waiting(found: Application) -> None:
    if found.state != "waiting":
        raise AccessRefused(Net.ENTRANCE, "application_was_decided", {"state": found.state})


def _enter(secret: bytes, next_secret: bytes) -> Script[object]:
    found = yield from _find("secret = $1", secret)
    if found is None:
        # The same once more, after an unknown commit.
        return (yield from _find("secret = $1", next_secret))
    if found.state == "approved":
        yield One("update applications set secret = $2 where secret = $1", (secret, next_secret))
    return found


def _find(condition: str, value: object) -> Script[Application | None]:
    rows = yield One(f"{_APPLICATION} where {condition}", (value,))
    return _application(rows[0]) if rows else None


def _by_state(state: ApplicationState, limit: int) -> Script[list[Application]]:
    order = "id" if state == "waiting" else "decided_ms desc, id desc"
    rows = yield One(f"{_APPLICATION} where state = $1 order by {order} limit $2", (state, limit))
    return [_application(row) for row in rows]


def _application(row: Row) -> Application:
    return Application(**dict(zip(Application.__struct_fields__, row, strict=True)))
