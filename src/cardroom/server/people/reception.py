"""The reception: lets people in as the house says: anybody, by invitation, by approval, nobody."""

from typing import NamedTuple

from cardroom.errors import AccessRefused
from cardroom.office.entrance.applications import (
    WAITING_MAX,
    Application,
    ApplicationDesk,
    ApplicationStore,
    NewApplication,
)
from cardroom.office.entrance.house_settings import Door, SettingsDesk
from cardroom.office.entrance.invitations import InvitationDesk, InvitationStore
from cardroom.office.ports import CashierDesk
from cardroom.room.names import guest_name, name_key, verify_name, verify_password
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock, Tokens
from cardroom.room.records import Account
from cardroom.server.people.accounts import Accounts, LoggedIn, Visitor
from cardroom.server.people.passwords import Passwords
from cardroom.server.people.sessions import Sessions, hashed


class ReceptionPorts(NamedTuple):
    """What the store and the office offer the reception."""

    settings: SettingsDesk
    invitations: InvitationStore
    applications: ApplicationStore


class Applied(NamedTuple):
    """An application with its word, which is shown once and not kept."""

    word: str
    application: Application


class ReceptionDesk:
    """Asks the house's rule before `Accounts` lets anybody in."""

    def __init__(
        self,
        ports: ReceptionPorts,
        accounts: Accounts,
        *,
        sessions: Sessions,
        passwords: Passwords,
        bank: CashierDesk,
        cases: CaseBook,
        clock: Clock,
        tokens: Tokens,
    ) -> None:
        self.settings = ports.settings
        self._invitations = ports.invitations
        self._applications = ports.applications
        self._accounts = accounts
        self._sessions = sessions
        self._passwords = passwords
        self._bank = bank
        self._clock = clock
        self._tokens = tokens
        self.invitations = InvitationDesk(ports.invitations, cases, clock, tokens)
        self.applications = ApplicationDesk(ports.applications, cases, clock)

    # Coming in

    async def guest(self, code: str, application: str) -> LoggedIn:
        """Come in without a name, if the house lets guests in; by a code or an approved word."""
        door = self.settings.current.guests
        if application:
            return await self._enter(application)
        self._verify_door(door, "guests", has_code=bool(code))
        if door == "invitation":
            return await self._accounts.guest(self._invitations.by_code(code, self._now_ms))
        return await self._accounts.guest()

    async def register(
        self, name: str, password: str, guest: Visitor | None, code: str
    ) -> LoggedIn:
        """Take a name, if the house lets people register; who came by a code needs none again."""
        door = self.settings.current.registration
        is_known = guest is not None and await self._came_by_code(guest.account)
        self._verify_door(door, "registration", has_code=bool(code) or is_known)
        await self._verify_free(name)
        if door == "invitation" and not is_known:
            by = self._invitations.by_code(code, self._now_ms)
            return await self._accounts.register(name, password, guest, by)
        return await self._accounts.register(name, password, guest)

    async def login(self, name: str, password: str, address: str) -> LoggedIn:
        """Come in; applicants who know their password learn what became of their application."""
        try:
            return await self._accounts.login(name, password, address)
        except AccessRefused as refusal:
            if refusal.reason != "wrong_name_or_password":
                raise
            found = await self._applications.last_of(name_key(name))
            if found is None or found.state == "approved":
                raise
            if not await self._passwords.verify(password, found.password_hash):
                raise
            raise self._explained(found) from None

    def _verify_door(self, door: Door, what: str, *, has_code: bool) -> None:
        if door == "closed":
            raise AccessRefused(Net.ENTRANCE, f"{what}_closed_here")
        if door == "approval":
            raise AccessRefused(Net.ENTRANCE, "needs_approval")
        if door == "invitation" and not has_code:
            raise AccessRefused(Net.ENTRANCE, "needs_invitation")

    async def _came_by_code(self, account: Account) -> bool:
        if account.kind != "guest":
            return False
        return await self._invitations.came_by(account.player) is not None

    # Asking to come in

    async def apply_as_guest(self, said: str) -> Applied:
        """Ask to come in without a name."""
        self._verify_asks(self.settings.current.guests, "guests")
        name = guest_name(self._tokens.fresh())
        return await self._apply(said, name, name_key(name))

    async def apply(self, name: str, password: str, said: str, guest: Visitor | None) -> Applied:
        """Ask for an account; the name is kept meanwhile, and a guest's account gets it."""
        self._verify_asks(self.settings.current.registration, "registration")
        key = verify_name(name)
        verify_password(password, name)
        password_hash = await self._passwords.hash(password)
        return await self._apply(said, name, key, password_hash, guest)

    async def _apply(
        self,
        said: str,
        name: str,
        key: str,
        password_hash: str | None = None,
        guest: Visitor | None = None,
    ) -> Applied:
        word = self._tokens.fresh()
        is_guest = guest is not None and guest.account.kind == "guest"
        new = NewApplication(
            kind="guest" if password_hash is None else "person",
            name=name,
            name_key=key,
            secret=hashed(word),
            said=said,
            asked_ms=self._now_ms,
            password_hash=password_hash,
            guest=guest.account.player if guest is not None and is_guest else None,
        )
        kept = await self._applications.ask(new, WAITING_MAX)
        if kept is None:
            raise AccessRefused(Net.ACCOUNT, "name_taken")
        return Applied(word, kept)

    async def application(self, word: str) -> Application:
        """What became of an application, for who has its word."""
        found = await self._applications.by_secret(hashed(word))
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_application")
        return found

    def _verify_asks(self, door: Door, what: str) -> None:
        if door == "closed":
            raise AccessRefused(Net.ENTRANCE, f"{what}_closed_here")
        if door != "approval":
            raise AccessRefused(Net.ENTRANCE, "needs_no_approval")

    async def _enter(self, word: str) -> LoggedIn:
        """A guest whose application was approved comes in, once."""
        found = await self._applications.by_secret(hashed(word))
        if found is None or found.kind != "guest":
            raise AccessRefused(Net.UNKNOWN, "no_such_application")
        if found.state != "approved":
            raise self._explained(found)
        entered = await self._applications.enter(hashed(word), hashed(self._tokens.fresh()))
        account = None
        if entered is not None and entered.player is not None:
            account = await self._accounts.find(entered.player)
        if account is None or account.kind != "guest" or account.is_barred(self._now_ms):
            raise AccessRefused(Net.UNKNOWN, "no_such_application")
        return LoggedIn(account, await self._sessions.begin(account))

    async def _verify_free(self, name: str) -> None:
        """A name that somebody waits for is taken."""
        found = await self._applications.last_of(name_key(name))
        if found is not None and found.state == "waiting":
            raise AccessRefused(Net.ACCOUNT, "name_taken")

    def _explained(self, found: Application) -> AccessRefused:
        if found.state == "waiting":
            return AccessRefused(Net.ENTRANCE, "awaits_approval")
        return AccessRefused(Net.ENTRANCE, "application_refused", {"said": found.answer})

    # The house

    async def approve(self, caller: Caller, number: int, answer: str, reason: str) -> Account:
        """Let an applicant in, with the play money of a new account."""
        account = await self.applications.approve(caller, number, answer, reason)
        await self._bank.welcome(account.player)
        return account

    @property
    def _now_ms(self) -> int:
        return self._clock.now_ms()
