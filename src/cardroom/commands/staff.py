"""Administrators and their tokens, made in the database: also before the room first opens."""

import secrets
import time
from typing import Any

from cardroom.errors import UsageError
from cardroom.room.names import name_key, verify_name, verify_password
from cardroom.room.records import Account, AccountChange, NewAccount, Session
from cardroom.server.people.passwords import Passwords
from cardroom.server.people.sessions import hashed
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.sessions import StoredSessions

DAY_MS = 86_400_000
DAYS_MAX = 365


async def make_administrator(database: str, name: str, password: str) -> dict[str, Any]:
    """Make an administrator of a new or an existing account, with a new password.

    An administrator made here has no play money: they run the room and do not play.
    """
    key = verify_name(name)
    verify_password(password, name)
    passwords = Passwords(workers=1)
    kept = await passwords.hash(password)
    passwords.close()
    async with await Store.open(database) as store:
        accounts = StoredAccounts(store)
        account = await accounts.find_by_name(key)
        if account is None:
            new = NewAccount(
                name=name,
                name_key=key,
                kind="person",
                created_ms=_now_ms(),
                role="administrator",
                password_hash=kept,
            )
            account = await accounts.add(new)
        else:
            _verify_person(account)
            change = AccountChange(role="administrator", password_hash=kept)
            account = await accounts.change(account.player, change)
            assert account is not None
            await StoredSessions(store).end_all(account.player)
        if account is None:
            raise UsageError(f"The name {name} is taken.")
        # Nobody of the house did it: who may write to the database answers for it.
        for deed in ("made_administrator", "password_set"):
            said = "cardroom admin create-administrator"
            await StoredCases(store).record(account.player, account.player, deed, said, _now_ms())
    return {"player": account.player, "name": account.name, "role": account.role}


async def make_token(database: str, name: str, days: int) -> str:
    """A token that does what its administrator may do; only its hash is kept."""
    if not 1 <= days <= DAYS_MAX:
        raise UsageError(f"--days is from 1 to {DAYS_MAX}.")
    token, now_ms = secrets.token_urlsafe(32), _now_ms()
    async with await Store.open(database) as store:
        account = await StoredAccounts(store).find_by_name(name_key(name))
        if account is None or account.role != "administrator":
            raise UsageError(f"{name} is not an administrator of this room.")
        session = Session(
            token_hash=hashed(token),
            family=secrets.token_urlsafe(32),
            player=account.player,
            kind="bearer",
            scopes=frozenset({"operate"}),
            created_ms=now_ms,
            expires_ms=now_ms + days * DAY_MS,
        )
        await StoredSessions(store).begin(session)
    return token


def _verify_person(account: Account) -> None:
    if account.kind != "person":
        raise UsageError(f"{account.name} is a {account.kind} and cannot be an administrator.")


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
