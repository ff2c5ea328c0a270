"""Forgotten passwords: the house issues a link, and its player sets a new password, once."""

from typing import NamedTuple

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.entrance.password_links import (
    HOUR_MS,
    SHOWN_MAX,
    PasswordLink,
    PasswordLinkStore,
)
from cardroom.office.ports import AccountStore
from cardroom.office.ranks import may_act_on, verify_below, verify_not_oneself
from cardroom.room.names import verify_password
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock, Tokens
from cardroom.room.records import Account
from cardroom.server.people.accounts import LoggedIn
from cardroom.server.people.passwords import Passwords
from cardroom.server.people.sessions import Sessions, Tickets, hashed
from cardroom.server.sockets.messages import CloseCode
from cardroom.server.sockets.registry import Registry


class Issued(NamedTuple):
    """A link with its word, which is shown once and not kept."""

    word: str
    link: PasswordLink
    account: Account


class PasswordLinks:
    """Issues links, and sets passwords by them."""

    def __init__(
        self,
        *,
        store: PasswordLinkStore,
        accounts: AccountStore,
        sessions: Sessions,
        tickets: Tickets,
        passwords: Passwords,
        registry: Registry,
        cases: CaseBook,
        clock: Clock,
        tokens: Tokens,
        hours: int,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._sessions = sessions
        self._tickets = tickets
        self._passwords = passwords
        self._registry = registry
        self._cases = cases
        self._clock = clock
        self._tokens = tokens
        self._hours = hours

    # The house

    async def issue(self, actor: Caller, player: PlayerId, reason: str, hours: int = 0) -> Issued:
        """A link for a player, good for this many hours; an older one ends. It is recorded."""
        account = await self._verified(actor, player)
        word, now_ms = self._tokens.fresh(), self._clock.now_ms()
        expires_ms = now_ms + HOUR_MS * (hours or self._hours)
        link = await self._store.issue(player, hashed(word), actor.player, now_ms, expires_ms)
        await self._cases.record(actor.player, player, "password_link_issued", reason, now_ms)
        return Issued(word, link, account)

    async def revoke(self, actor: Caller, player: PlayerId, reason: str) -> None:
        """Make the open link of a player worthless; recorded."""
        await self._verified(actor, player)
        now_ms = self._clock.now_ms()
        if not await self._store.end_open(player, now_ms):
            raise AccessRefused(Net.ENTRANCE, "no_open_link")
        await self._cases.record(actor.player, player, "password_link_revoked", reason, now_ms)

    async def listed(self, player: PlayerId) -> list[PasswordLink]:
        """The last links of a player, newest first."""
        return list(await self._store.of_player(player, SHOWN_MAX))

    async def _verified(self, actor: Caller, player: PlayerId) -> Account:
        account = await self._accounts.find(player)
        if account is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        if account.kind != "person":
            raise AccessRefused(Net.ENTRANCE, "only_persons_have_passwords")
        await verify_not_oneself(self._accounts, actor, player)
        await verify_below(self._accounts, actor, player)
        return account

    # The player

    async def look(self, word: str) -> Issued:
        """Whose link it is and how long it is good; refused when it opens nothing any more."""
        link = await self._store.find(hashed(word))
        if link is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_link")
        if link.ended:
            raise AccessRefused(Net.ENTRANCE, f"link_{link.ended}")
        if not link.is_open(self._clock.now_ms()):
            raise AccessRefused(Net.ENTRANCE, "link_expired")
        account = await self._accounts.find(link.player)
        assert account is not None
        await self._verify_issuer(link, account)
        return Issued(word, link, account)

    async def use(self, word: str, password: str) -> LoggedIn:
        """Set the password, once: all sessions end, and who has the link is logged in."""
        _, _, account = await self.look(word)
        verify_password(password, account.name)
        if account.is_barred(self._clock.now_ms()):
            details = {"until_ms": account.barred_until_ms, "said": account.bar_reason}
            raise AccessRefused(Net.SESSION, "barred", details)
        password_hash = await self._passwords.hash(password)
        now_ms = self._clock.now_ms()
        link = await self._store.use(hashed(word), password_hash, now_ms)
        if link is None:
            raise AccessRefused(Net.ENTRANCE, "link_used")
        player = account.player
        self._tickets.cancel(player)
        self._registry.close_player(player, CloseCode.NOT_AUTHENTICATED)
        said = f"link {link.number}"
        await self._cases.record(player, player, "password_set_by_link", said, now_ms)
        return LoggedIn(account, await self._sessions.begin(account))

    async def end_open(self, player: PlayerId) -> None:
        """A password that was changed in another way makes the open link worthless."""
        await self._store.end_open(player, self._clock.now_ms())

    async def _verify_issuer(self, link: PasswordLink, account: Account) -> None:
        """Who issued it may still do so: a link is no way into a role that was given later."""
        issuer = await self._accounts.find(link.issued_by)
        is_barred = issuer is None or issuer.is_barred(self._clock.now_ms())
        if issuer is None or is_barred or not may_act_on(issuer.role, account.role):
            raise AccessRefused(Net.ENTRANCE, "link_revoked")
