"""Accounts in the database: the player's number and name, and the profile beside it."""

import sys
from typing import cast

import msgspec

from cardroom.ledger import PlayerId
from cardroom.office import outbox_messages
from cardroom.room.records import Account, AccountChange, NewAccount
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.house.outgoing import say
from cardroom.store.store import Store

_ACCOUNT = (
    "select players.id, players.name, kind, role, password_hash, since_ms, owner,"
    " barred_until_ms, bar_reason, muted_until_ms"
    " from profiles join players on players.id = profiles.player"
)
_BY_NUMBER = _ACCOUNT + " where players.id = $1"
_BY_NAME = _ACCOUNT + " where name_key = $1"
_BY_OWNER = _ACCOUNT + " where owner = $1 order by players.id"
_BY_BEGINNING = _ACCOUNT + " where name_key >= $1 and name_key < $2 order by name_key limit $3"
_SET = {
    "name": "update players set name = $2 where id = $1",
    "name_key": "update profiles set name_key = $2 where player = $1",
    "kind": "update profiles set kind = $2 where player = $1",
    "role": "update profiles set role = $2 where player = $1",
    "password_hash": "update profiles set password_hash = $2 where player = $1",
    "barred_until_ms": "update profiles set barred_until_ms = $2 where player = $1",
    "bar_reason": "update profiles set bar_reason = $2 where player = $1",
    "muted_until_ms": "update profiles set muted_until_ms = $2 where player = $1",
}
"""How each field of AccountChange is written."""


class StoredAccounts:
    """The accounts of the store, behind the port of the server; `tells` fills the outbox."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells

    async def add(self, new: NewAccount) -> Account | None:
        """Make an account; None when its name is taken."""
        return cast(
            "Account | None", await self._store.run_script(lambda: add_account(new, self._tells))
        )

    async def find(self, player: PlayerId) -> Account | None:
        return await self._store.ask(lambda: _find(_BY_NUMBER, player))

    async def find_by_name(self, name_key: str) -> Account | None:
        return await self._store.ask(lambda: _find(_BY_NAME, name_key))

    async def search(self, beginning: str, limit: int) -> list[Account]:
        """Accounts whose names begin so, in their order."""
        return await self._store.ask(lambda: _search(beginning, limit))

    async def programs_of(self, owner: PlayerId) -> list[Account]:
        """The programs that a person answers for."""
        return await self._store.ask(lambda: _programs_of(owner))

    async def change(self, player: PlayerId, change: AccountChange) -> Account | None:
        """Change an account; None when the new name is taken or nobody has the number."""
        changed = await self._store.run_script(lambda: change_account(player, change))
        return cast("Account | None", changed)


def _find(sql: str, value: object) -> Script[Account | None]:
    rows = yield One(sql, (value,))
    return _account(rows[0]) if rows else None


def find_account(player: PlayerId) -> Script[Account | None]:
    """The account with a number."""
    return (yield from _find(_BY_NUMBER, player))


def _search(beginning: str, limit: int) -> Script[list[Account]]:
    # No character of a name comes after the last one that there is.
    rows = yield One(_BY_BEGINNING, (beginning, beginning + chr(sys.maxunicode), limit))
    return [_account(row) for row in rows]


def _programs_of(owner: PlayerId) -> Script[list[Account]]:
    rows = yield One(_BY_OWNER, (owner,))
    return [_account(row) for row in rows]


def add_account(new: NewAccount, tells: bool) -> Script[object]:
    """Make an account; None when its name is taken.

    A second try after an unknown commit finds its own account.
    """
    known = yield from _find(_BY_NAME, new.name_key)
    if known is not None:
        return known if _is_same(known, new) else None
    ((last,),) = yield One("select coalesce(max(id), 0) from players")
    player = PlayerId(last + 1)
    yield One(
        "insert into players (id, name, since_ms) values ($1, $2, $3)",
        (player, new.name, new.created_ms),
    )
    yield One(
        "insert into profiles (player, name_key, kind, role, password_hash, owner)"
        " values ($1, $2, $3, $4, $5, $6)",
        (player, new.name_key, new.kind, new.role, new.password_hash, new.owner),
    )
    account = yield from _find(_BY_NUMBER, player)
    if tells and account is not None:
        yield from say(outbox_messages.of_account(account))
    return account


def known_account(new: NewAccount) -> Script[Account | None]:
    """The account that the same wish has made before."""
    known = yield from _find(_BY_NAME, new.name_key)
    return known if known is not None and _is_same(known, new) else None


def _is_same(known: Account, new: NewAccount) -> bool:
    return (known.name, known.created_ms, known.password_hash, known.owner) == (
        new.name,
        new.created_ms,
        new.password_hash,
        new.owner,
    )


def change_account(player: PlayerId, change: AccountChange) -> Script[object]:
    """Change an account; None when the new name is taken or nobody has the number."""
    wanted = {
        field: value
        for field in change.__struct_fields__
        if (value := getattr(change, field)) is not msgspec.UNSET
    }
    key = wanted.get("name_key")
    if key is not None:
        others = yield One(
            "select player from profiles where name_key = $1 and player <> $2", (key, player)
        )
        if others:
            return None
    for field, value in wanted.items():
        yield One(_SET[field], (player, value))
    return (yield from _find(_BY_NUMBER, player))


def _account(row: Row) -> Account:
    player, name, kind, role, password_hash, since_ms, owner, barred_ms, reason, muted_ms = row
    return Account(
        player=PlayerId(player),
        name=name,
        kind=kind,
        role=role,
        password_hash=password_hash,
        created_ms=since_ms,
        owner=None if owner is None else PlayerId(owner),
        barred_until_ms=barred_ms,
        bar_reason=reason,
        muted_until_ms=muted_ms,
    )
