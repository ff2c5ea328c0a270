"""Invitations: codes that let people in, this many times and until a moment."""

import hashlib
import re
from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock, Tokens
from cardroom.room.records import Account, AccountChange, NewAccount

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that people mistake for each other."""
CODE_LENGTH = 12
CODE_LENGTH_MIN = 6
CODE_LENGTH_MAX = 40
USES_MAX = 10_000
SHOWN_MAX = 200

InvitationFlaw = Literal["", "revoked", "expired", "used_up"]


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who came in by an invitation."""

    player: PlayerId
    name: str
    at_ms: int


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A code; `expires_ms` is 0 where it is good for ever, `revoked_ms` 0 while it is good."""

    number: int
    code: str
    uses_max: int
    expires_ms: int
    note: str
    issued_by: PlayerId
    issued_ms: int
    revoked_ms: int = 0
    arrivals: tuple[Arrival, ...] = ()

    def flaw(self, at_ms: int) -> InvitationFlaw:
        """Why it lets nobody in any more; empty while it does."""
        if self.revoked_ms:
            return "revoked"
        if self.expires_ms and at_ms >= self.expires_ms:
            return "expired"
        return "used_up" if len(self.arrivals) >= self.uses_max else ""


class Joining(Protocol):
    """How accounts are made and guests named: freely, or each by a code."""

    async def add(self, new: NewAccount) -> Account | None: ...

    async def change(self, player: PlayerId, change: AccountChange) -> Account | None: ...


class InvitationStore(Protocol):
    """Invitations; a method that writes has written when it returns, and may be repeated."""

    async def issue(self, invitation: Invitation) -> Invitation:
        """Keep an invitation under the next number; refused when its code is taken."""

    async def find(self, number: int) -> Invitation | None: ...

    async def listed(self, limit: int) -> Sequence[Invitation]:
        """The invitations with who came by them, newest first."""

    async def revoke(self, number: int, at_ms: int) -> Invitation | None:
        """End an invitation; None when there is none with the number."""

    def by_code(self, code: str, at_ms: int) -> Joining:
        """Accounts that are made by a code, which counts with them; refused when it is no good."""

    async def came_by(self, player: PlayerId) -> int | None:
        """The invitation that somebody came by."""


class InvitationDesk:
    """What operators do with invitations."""

    def __init__(
        self, store: InvitationStore, cases: CaseBook, clock: Clock, tokens: Tokens
    ) -> None:
        self._store = store
        self._cases = cases
        self._clock = clock
        self._tokens = tokens

    async def issue(
        self, caller: Caller, *, code: str, uses: int, hours: int, note: str, reason: str
    ) -> Invitation:
        """A new invitation, with a code of one's own or of chance; recorded."""
        now_ms = self._clock.now_ms()
        wanted = Invitation(
            number=0,
            code=plain_code(code) if code else code_of(self._tokens.fresh()),
            uses_max=uses,
            expires_ms=now_ms + 3_600_000 * hours if hours else 0,
            note=note,
            issued_by=caller.player,
            issued_ms=now_ms,
        )
        if not CODE_LENGTH_MIN <= len(wanted.code) <= CODE_LENGTH_MAX:
            legal = {"from": CODE_LENGTH_MIN, "to": CODE_LENGTH_MAX}
            raise AccessRefused(Net.FORM, "code_length", legal)
        kept = await self._store.issue(wanted)
        await self._record(caller, "invitation_issued", kept, reason)
        return kept

    async def revoke(self, caller: Caller, number: int, reason: str) -> Invitation:
        """End an invitation; who came by it stays. Recorded."""
        found = await self._store.find(number)
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_invitation")
        if found.revoked_ms:
            raise AccessRefused(Net.ENTRANCE, "invitation_revoked")
        revoked = await self._store.revoke(number, self._clock.now_ms())
        assert revoked is not None
        await self._record(caller, "invitation_revoked", revoked, reason)
        return revoked

    async def listed(self) -> list[Invitation]:
        """The last invitations, newest first."""
        return list(await self._store.listed(SHOWN_MAX))

    async def _record(self, caller: Caller, deed: str, one: Invitation, reason: str) -> None:
        said = f"invitation {one.number} for {one.uses_max}: {reason}"
        now_ms = self._clock.now_ms()
        await self._cases.record(caller.player, caller.player, deed, said, now_ms)


def plain_code(code: str) -> str:
    """A code as it is kept: however somebody typed or spelled it."""
    return re.sub(r"[^0-9A-Z]", "", code.upper())


def code_of(token: str) -> str:
    """A code of chance that can be read out on a telephone."""
    digest = hashlib.sha256(token.encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CODE_LENGTH])


def spelled(code: str) -> str:
    """A code of chance in groups of four; one that an operator chose as it is."""
    if len(code) != CODE_LENGTH:
        return code
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))
