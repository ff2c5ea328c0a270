"""Sessions and tickets: who is logged in, and who may open a socket.

A session is a secret in a cookie, or in a program's header; only its hash is kept. A ticket opens
one socket, once, within 30 seconds, for the session that asked for it.
"""

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, NamedTuple

from cardroom.ledger import PlayerId
from cardroom.office.ports import SessionStore
from cardroom.room.people import ALL_SCOPES, Caller, Scope
from cardroom.room.ports import Clock, Tokens
from cardroom.room.records import Account, Session
from cardroom.server.limits import (
    GUEST_SESSION_MS,
    PROGRAM_TOKEN_MS,
    ROTATION_GRACE_MS,
    SESSION_MS,
    SESSION_ROTATES_AFTER_MS,
    TICKET_MS,
    TICKETS_MAX,
)

LASTING_MS = {
    "guest": GUEST_SESSION_MS,
    "person": SESSION_MS,
    "program": PROGRAM_TOKEN_MS,
    "practice": PROGRAM_TOKEN_MS,
}


class Opened(NamedTuple):
    """A session with its secret, which is sent once and not kept."""

    token: str
    session: Session


def hashed(token: str) -> bytes:
    """What is kept of a secret. It is long and random, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).digest()


def csrf_token(token: str) -> str:
    """What a page of ours must send along, and a page of others cannot know."""
    return hmac.new(token.encode(), b"csrf", hashlib.sha256).hexdigest()


def is_csrf_token(said: str, token: str) -> bool:
    """Whether a page of ours said it; compared in constant time."""
    return hmac.compare_digest(said.encode(), csrf_token(token).encode())


def caller_of(account: Account, session: Session) -> Caller:
    """The one behind everything that comes with a session."""
    return Caller(
        player=account.player,
        name=account.name,
        kind=account.kind,
        role=account.role,
        scopes=session.scopes,
        owner=account.owner,
    )


class Sessions:
    """Begins, finds, renews and ends sessions."""

    def __init__(self, store: SessionStore, clock: Clock, tokens: Tokens) -> None:
        self._store = store
        self._clock = clock
        self._tokens = tokens

    async def begin(
        self,
        account: Account,
        kind: Literal["cookie", "bearer"] = "cookie",
        scopes: frozenset[Scope] = ALL_SCOPES,
        family: str = "",
    ) -> Opened:
        """A new secret: of a new session, or of a family that goes on."""
        token, now_ms = self._tokens.fresh(), self._clock.now_ms()
        session = Session(
            token_hash=hashed(token),
            family=family or self._tokens.fresh(),
            player=account.player,
            kind=kind,
            scopes=scopes,
            created_ms=now_ms,
            expires_ms=now_ms + LASTING_MS[account.kind],
        )
        await self._store.begin(session)
        return Opened(token, session)

    async def find(self, token: str) -> Session | None:
        """The session of a secret, as long as it lasts."""
        session = await self._store.find(hashed(token))
        if session is None or session.expires_ms <= self._clock.now_ms():
            return None
        return session

    async def renew(self, account: Account, session: Session) -> Opened | None:
        """A new secret for a session that is a day old; the old one ends a minute later.

        Requests that are under way with the old secret are still answered.
        """
        now_ms = self._clock.now_ms()
        is_ending = session.expires_ms <= now_ms + ROTATION_GRACE_MS
        if is_ending or now_ms - session.created_ms < SESSION_ROTATES_AFTER_MS:
            return None
        await self._store.expire(session.token_hash, now_ms + ROTATION_GRACE_MS)
        return await self.begin(account, session.kind, session.scopes, session.family)

    async def end(self, session: Session) -> None:
        await self._store.expire(session.token_hash, self._clock.now_ms())

    async def end_all(self, account: Account, but: str = "") -> None:
        """End all sessions of an account, but those of one family."""
        await self._store.end_all(account.player, but)

    async def forget_expired(self) -> None:
        await self._store.forget_expired(self._clock.now_ms())


class Ticket(NamedTuple):
    """A socket that may be opened."""

    session: Session
    caller: Caller
    muted_until_ms: int
    expires_ms: int


class Tickets:
    """Tickets that wait to be used; too many of them push out the oldest."""

    def __init__(self, clock: Clock, tokens: Tokens) -> None:
        self._clock = clock
        self._tokens = tokens
        self._waiting: OrderedDict[bytes, Ticket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def issue(self, account: Account, session: Session) -> str:
        """A ticket for one socket of this session."""
        self._forget_expired()
        word = self._tokens.fresh()
        self._waiting[hashed(word)] = Ticket(
            session,
            caller_of(account, session),
            account.muted_until_ms,
            self._clock.monotonic_ms() + TICKET_MS,
        )
        if len(self._waiting) > TICKETS_MAX:
            self._waiting.popitem(last=False)
        return word

    def redeem(self, word: str) -> Ticket | None:
        """The ticket, once and in time."""
        ticket = self._waiting.pop(hashed(word), None)
        if ticket is None or ticket.expires_ms <= self._clock.monotonic_ms():
            return None
        return ticket

    def cancel(self, player: PlayerId, but: str = "") -> None:
        """Make the unused tickets of a player worthless, but those of one family."""
        self._drop(lambda one: one.caller.player == player and one.session.family != but)

    def cancel_family(self, family: str) -> None:
        """Make the unused tickets of one session worthless."""
        self._drop(lambda one: one.session.family == family)

    def _drop(self, is_one: Callable[[Ticket], bool]) -> None:
        dropped = [word for word, ticket in self._waiting.items() if is_one(ticket)]
        for word in dropped:
            del self._waiting[word]

    def _forget_expired(self) -> None:
        now_ms = self._clock.monotonic_ms()
        while self._waiting:
            word, ticket = next(iter(self._waiting.items()))
            if ticket.expires_ms > now_ms:
                return
            del self._waiting[word]
