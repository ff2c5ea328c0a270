"""Invitations in the database: a code counts in the transaction that lets somebody in."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.entrance.invitations import Arrival, Invitation, plain_code
from cardroom.room.net import Net
from cardroom.room.records import Account, AccountChange, NewAccount
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.house.accounts import add_account, change_account, find_account, known_account
from cardroom.store.store import Store

_INVITATION = (
    "select id, code, uses_max, expires_ms, note, issued_by, issued_ms, revoked_ms from invitations"
)
_ARRIVALS = (
    "select arrivals.player, players.name, at_ms from arrivals"
    " join players on players.id = arrivals.player where invitation = $1 order by at_ms, player"
)

Known = Callable[[], Script[Account | None]]
"""Finds the account that is there already."""
Come = Callable[[], Script[object]]
"""Makes the account, or names it."""


class StoredInvitations:
    """InvitationStore on the store; `tells` fills the outbox."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells

    async def issue(self, invitation: Invitation) -> Invitation:
        """Keep an invitation under the next number; refused when its code is taken."""
        return cast("Invitation", await self._store.run_script(lambda: _issue(invitation)))

    async def find(self, number: int) -> Invitation | None:
        return await self._store.ask(lambda: _find("id", number))

    async def listed(self, limit: int) -> Sequence[Invitation]:
        """The invitations with who came by them, newest first."""
        return await self._store.ask(lambda: _listed(limit))

    async def revoke(self, number: int, at_ms: int) -> Invitation | None:
        """End an invitation; one that is revoked stays as it is."""
        revoked = await self._store.run_script(lambda: _revoke(number, at_ms))
        return cast("Invitation | None", revoked)

    async def came_by(self, player: PlayerId) -> int | None:
        """The invitation that somebody came by."""
        return await self._store.ask(lambda: _came_by(player))

    def by_code(self, code: str, at_ms: int) -> "InvitedAccounts":
        """Accounts that are made by a code."""
        return InvitedAccounts(self._store, plain_code(code), at_ms, tells=self._tells)


class InvitedAccounts:
    """Makes accounts and names guests by a code, which is refused or counts with them."""

    def __init__(self, store: Store, code: str, at_ms: int, *, tells: bool) -> None:
        self._store = store
        self._code = code
        self._at_ms = at_ms
        self._tells = tells

    async def add(self, new: NewAccount) -> Account | None:
        """Make an account; None when its name is taken."""
        known = partial(known_account, new)
        return await self._let_in(known, partial(add_account, new, self._tells))

    async def change(self, player: PlayerId, change: AccountChange) -> Account | None:
        """Name a guest; None when the name is taken."""
        known = partial(find_account, player)
        return await self._let_in(known, partial(change_account, player, change))

    async def _let_in(self, known: Known, come: Come) -> Account | None:
        script = partial(_let_in, self._code, self._at_ms, known, come)
        return cast("Account | None", await self._store.run_script(script))


def _let_in(code: str, at_ms: int, known: Known, come: Come) -> Script[object]:
    invitation = yield from _find("code", code)
    if invitation is None:
        raise AccessRefused(Net.ENTRANCE, "no_such_invitation")
    # A guest who came by a code takes a name, or it is the same once more after an unknown commit.
    there = yield from known()
    has_come = there is not None and (yield from _came_by(there.player)) is not None
    if not has_come and (flaw := invitation.flaw(at_ms)):
        raise AccessRefused(Net.ENTRANCE, f"invitation_{flaw}")
    account = cast("Account | None", (yield from come()))
    if account is not None and not has_come:
        yield One(
            "insert into arrivals (player, invitation, at_ms) values ($1, $2, $3)",
            (account.player, invitation.number, at_ms),
        )
    return account


def _issue(invitation: Invitation) -> Script[object]:
    known = yield from _find("code", invitation.code)
    if known is not None:
        # The same once more, after an unknown commit.
        if msgspec.structs.replace(known, number=0) == invitation:
            return known
        raise AccessRefused(Net.ENTRANCE, "code_is_taken")
    ((last,),) = yield One("select coalesce(max(id), 0) from invitations")
    yield One(
        "insert into invitations (id, code, uses_max, expires_ms, note, issued_by, issued_ms)"
        " values ($1, $2, $3, $4, $5, $6, $7)",
        (
            last + 1,
            invitation.code,
            invitation.uses_max,
            invitation.expires_ms,
            invitation.note,
            invitation.issued_by,
            invitation.issued_ms,
        ),
    )
    return (yield from _find("id", last + 1))


def _revoke(number: int, at_ms: int) -> Script[object]:
    yield One(
        "update invitations set revoked_ms = $2 where id = $1 and revoked_ms = 0", (number, at_ms)
    )
    return (yield from _find("id", number))


def _find(column: str, value: object) -> Script[Invitation | None]:
    rows = yield One(f"{_INVITATION} where {column} = $1", (value,))
    return (yield from _read(rows[0])) if rows else None


def _listed(limit: int) -> Script[list[Invitation]]:
    rows = yield One(f"{_INVITATION} order by id desc limit $1", (limit,))
    found: list[Invitation] = []
    for row in rows:
        found += [(yield from _read(row))]
    return found


def _read(row: Row) -> Script[Invitation]:
    number, *_ = row
    came = yield One(_ARRIVALS, (number,))
    arrivals = tuple(
        Arrival(player=PlayerId(player), name=name, at_ms=at_ms) for player, name, at_ms in came
    )
    values = dict(zip(Invitation.__struct_fields__[:-1], row, strict=True))
    return Invitation(**values, arrivals=arrivals)


def _came_by(player: PlayerId) -> Script[int | None]:
    rows = yield One("select invitation from arrivals where player = $1", (player,))
    return int(rows[0][0]) if rows else None
