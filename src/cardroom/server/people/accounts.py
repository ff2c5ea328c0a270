"""Accounts: guests, registration, login, programs, and what the house does to an account."""

import asyncio
from typing import NamedTuple, NoReturn

from cardroom.errors import AccessRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.cases import suspension
from cardroom.office.entrance.invitations import Joining
from cardroom.office.ports import AccountStore, Administration, CashierDesk
from cardroom.office.ranks import RANKS, verify_below, verify_not_oneself
from cardroom.room.names import guest_name, name_key, verify_name, verify_password
from cardroom.room.net import Net
from cardroom.room.people import AccountKind, Caller, Role, Scope
from cardroom.room.ports import CaseBook, Clock, Tokens
from cardroom.room.records import Account, AccountChange, NewAccount, Session
from cardroom.server.people.passwords import Passwords
from cardroom.server.people.sessions import Opened, Sessions, Tickets
from cardroom.server.people.tries import LoginTries
from cardroom.server.sockets.messages import CloseCode
from cardroom.server.sockets.rates import Rate
from cardroom.server.sockets.registry import Registry

GUEST_TRIES = 8
LOGIN_EVERY_MS = 30_000
LOGIN_BURST = 10
PROGRAMS_MAX = 5


class LoggedIn(NamedTuple):
    """An account and its new session."""

    account: Account
    opened: Opened


class Visitor(NamedTuple):
    """Who is there already: an account with the session it came with."""

    account: Account
    session: Session


class Accounts:
    """Everything that makes, opens or changes an account."""

    def __init__(
        self,
        *,
        store: AccountStore,
        sessions: Sessions,
        tickets: Tickets,
        passwords: Passwords,
        registry: Registry,
        bank: CashierDesk,
        cases: CaseBook,
        house: Administration,
        clock: Clock,
        tokens: Tokens,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._tickets = tickets
        self._passwords = passwords
        self._registry = registry
        self._bank = bank
        self._cases = cases
        self._house = house
        self._clock = clock
        self._tokens = tokens
        self._tries: Rate[tuple[str, str]] = Rate(LOGIN_EVERY_MS, LOGIN_BURST)
        self.guesses = LoginTries()

    async def find(self, player: PlayerId) -> Account | None:
        return await self._store.find(player)

    # Coming in

    async def guest(self, by: Joining | None = None) -> LoggedIn:
        """An account in one click, without a password; `by` an invitation, where it needs one."""
        for _ in range(GUEST_TRIES):
            name = guest_name(self._tokens.fresh())
            account = await self._add(name, name_key(name), "guest", by=by)
            if account is not None:
                return LoggedIn(account, await self._sessions.begin(account))
        raise AccessRefused(Net.BUSY, "try_again_later")

    async def register(
        self,
        name: str,
        password: str,
        guest: Visitor | None = None,
        by: Joining | None = None,
    ) -> LoggedIn:
        """An account with a name and a password; a guest keeps money, seats and socket.

        `by` is the invitation, where it needs one.
        """
        key = verify_name(name)
        verify_password(password, name)
        if await self._store.find_by_name(key) is not None:
            self._refuse_taken()
        password_hash = await self._passwords.hash(password)
        family = ""
        if guest is not None and guest.account.kind == "guest":
            account = await self._name_guest(guest.account, name, key, password_hash, by)
            family = guest.session.family
        else:
            account = await self._add(name, key, "person", password_hash, by=by)
        if account is None:
            self._refuse_taken()
        return LoggedIn(account, await self._sessions.begin(account, family=family))

    async def login(self, name: str, password: str, address: str) -> LoggedIn:
        """A new session for who knows the password.

        Whether the name or the password was wrong is not said, and takes as long to find out.
        After many wrong ones it takes longer (`tries.py`).
        """
        key = name_key(name)
        self._tries.verify((key, address), self._clock.monotonic_ms(), "too_many_tries")
        wait_ms = self.guesses.wait_ms(key, address, self._clock.monotonic_ms())
        await asyncio.sleep(wait_ms / 1000)
        account = await self._store.find_by_name(key)
        kept = None if account is None else account.password_hash
        if not await self._passwords.verify(password, kept) or account is None:
            self.guesses.failed(key, self._clock.monotonic_ms())
            raise AccessRefused(Net.SESSION, "wrong_name_or_password")
        self.guesses.succeeded(key, address)
        self._verify_not_barred(account)
        if kept is not None and self._passwords.is_outdated(kept):
            await self._set_password(account, password)
        return LoggedIn(account, await self._sessions.begin(account))

    async def change_password(self, account: Account, old: str, new: str, family: str) -> None:
        """A new password; all other sessions end, and their sockets with them."""
        verify_password(new, account.name)
        if not await self._passwords.verify(old, account.password_hash):
            raise AccessRefused(Net.SESSION, "wrong_password")
        await self._set_password(account, new)
        await self._sessions.end_all(account, but=family)
        self._tickets.cancel(account.player, but=family)
        self._registry.close_player(account.player, CloseCode.NOT_AUTHENTICATED, but=family)

    async def make_program(self, owner: Account, name: str, scopes: frozenset[Scope]) -> LoggedIn:
        """An account for somebody's software, marked as such, with a token (FAIR-07)."""
        if owner.kind != "person":
            raise AccessRefused(Net.ACCOUNT, "only_persons_have_programs")
        key = verify_name(name)
        if len(await self._store.programs_of(owner.player)) >= PROGRAMS_MAX:
            raise AccessRefused(Net.ACCOUNT, "too_many_programs", {"most": PROGRAMS_MAX})
        account = await self._add(name, key, "program", owner=owner.player)
        if account is None:
            self._refuse_taken()
        return LoggedIn(account, await self._sessions.begin(account, "bearer", scopes))

    async def new_program_token(
        self, owner: Account, name: str, scopes: frozenset[Scope]
    ) -> LoggedIn:
        """A new token for an own program; the old ones end."""
        account = await self._store.find_by_name(name_key(name))
        if account is None or account.kind != "program" or account.owner != owner.player:
            raise AccessRefused(Net.UNKNOWN, "no_such_program")
        self._verify_not_barred(account)
        await self._sessions.end_all(account)
        self._registry.close_player(account.player, CloseCode.NOT_AUTHENTICATED)
        return LoggedIn(account, await self._sessions.begin(account, "bearer", scopes))

    # What the house does

    async def bar(
        self,
        actor: Caller,
        player: PlayerId,
        until_ms: int,
        reason: str,
        case: CaseId | None = None,
    ) -> None:
        """Keep an account and its programs out: sessions end and sockets close at once.

        Their seats are given up after the hands in progress, and what they leave with is held in
        the case; without one a case is opened for it (FAIR-11, AMB-70).
        """
        await verify_not_oneself(self._store, actor, player)
        await verify_below(self._store, actor, player)
        everybody = [player, *(one.player for one in await self._store.programs_of(player))]
        if case is None and any(map(self._house.is_seated, everybody)):
            now_ms = self._clock.now_ms()
            case = await self._cases.report(actor, suspension(player, reason, now_ms), now_ms)
        for one in everybody:
            await self._bar(one, until_ms, reason, case)
        await self._record(actor, player, "barred", reason)

    async def _bar(self, player: PlayerId, until_ms: int, reason: str, case: CaseId | None) -> None:
        change = AccountChange(barred_until_ms=until_ms, bar_reason=reason)
        account = await self._changed(player, change)
        await self._sessions.end_all(account)
        self._tickets.cancel(player)
        self._registry.close_player(player, CloseCode.BANNED)
        await self._house.put_out(player, case)

    async def unbar(self, actor: Caller, player: PlayerId, reason: str) -> None:
        """Let an account in again; its stacks that are still at tables are its own."""
        await verify_below(self._store, actor, player)
        await self._changed(player, AccountChange(barred_until_ms=0, bar_reason=""))
        self._house.let_in(player)
        await self._record(actor, player, "unbarred", reason)

    async def mute(self, actor: Caller, player: PlayerId, until_ms: int, reason: str) -> None:
        """Take the chat from an account until a moment; 0 gives it back."""
        await verify_below(self._store, actor, player)
        await self._changed(player, AccountChange(muted_until_ms=until_ms))
        self._tickets.cancel(player)
        self._registry.mute(player, until_ms)
        await self._record(actor, player, "muted" if until_ms else "unmuted", reason)

    async def set_role(self, actor: Caller, player: PlayerId, role: Role, reason: str) -> None:
        """Another role; the sessions end, so that the next one has it."""
        await verify_below(self._store, actor, player)
        if RANKS.index(role) > RANKS.index(actor.role):
            raise AccessRefused(Net.ROLE, "needs_role", {"role": role})
        account = await self._changed(player, AccountChange(role=role))
        await self._sessions.end_all(account)
        self._tickets.cancel(player)
        self._registry.close_player(player, CloseCode.NOT_AUTHENTICATED)
        await self._record(actor, player, f"made_{role}", reason)

    # Steps

    async def _add(
        self,
        name: str,
        key: str,
        kind: AccountKind,
        password_hash: str | None = None,
        *,
        owner: PlayerId | None = None,
        by: Joining | None = None,
    ) -> Account | None:
        new = NewAccount(
            name=name,
            name_key=key,
            kind=kind,
            created_ms=self._clock.now_ms(),
            password_hash=password_hash,
            owner=owner,
        )
        account = await (by or self._store).add(new)
        if account is not None:
            await self._bank.welcome(account.player)
        return account

    async def _name_guest(
        self, guest: Account, name: str, key: str, password_hash: str, by: Joining | None
    ) -> Account | None:
        change = AccountChange(name=name, name_key=key, kind="person", password_hash=password_hash)
        account = await (by or self._store).change(guest.player, change)
        if account is not None:
            await self._sessions.end_all(account)
        return account

    async def _set_password(self, account: Account, password: str) -> None:
        password_hash = await self._passwords.hash(password)
        await self._store.change(account.player, AccountChange(password_hash=password_hash))

    async def _changed(self, player: PlayerId, change: AccountChange) -> Account:
        account = await self._store.change(player, change)
        if account is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        return account

    async def _record(self, actor: Caller, player: PlayerId, deed: str, reason: str) -> None:
        now_ms = self._clock.now_ms()
        await self._cases.record(actor.player, player, deed, reason, now_ms)

    def _verify_not_barred(self, account: Account) -> None:
        if account.is_barred(self._clock.now_ms()):
            details = {"until_ms": account.barred_until_ms, "said": account.bar_reason}
            raise AccessRefused(Net.SESSION, "barred", details)

    def _refuse_taken(self) -> NoReturn:
        raise AccessRefused(Net.ACCOUNT, "name_taken")
