"""Applications: people who ask to be let in, where the house decides about each."""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock
from cardroom.room.records import Account

WAITING_MAX = 500
"""How many may wait at once."""

ApplicationState = Literal["waiting", "approved", "refused"]
ApplicationKind = Literal["guest", "person"]


class NewApplication(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who wants to come in; `guest` is the guest's account that is to get the name."""

    kind: ApplicationKind
    name: str
    name_key: str
    secret: bytes
    said: str
    asked_ms: int
    password_hash: str | None = None
    guest: PlayerId | None = None


class Application(msgspec.Struct, frozen=True, kw_only=True):
    """An application; `player` is whose account it became, `answer` what the applicant reads."""

    number: int
    kind: ApplicationKind
    name: str
    said: str
    asked_ms: int
    state: ApplicationState
    password_hash: str | None = None
    decided_by: PlayerId | None = None
    decided_ms: int = 0
    answer: str = ""
    player: PlayerId | None = None


class ApplicationStore(Protocol):
    """Applications; a method that writes has written when it returns, and may be repeated."""

    async def ask(self, new: NewApplication, maximum: int) -> Application | None:
        """Keep an application; None when its name is taken, refused when too many wait."""

    async def find(self, number: int) -> Application | None: ...

    async def by_secret(self, secret: bytes) -> Application | None: ...

    async def last_of(self, name_key: str) -> Application | None:
        """The last application for a name."""

    async def by_state(self, state: ApplicationState, limit: int) -> Sequence[Application]:
        """Those that wait, oldest first; of the others the newest first."""

    async def approve(self, number: int, by: PlayerId, at_ms: int, answer: str) -> Account | None:
        """Make the account and note it, all or nothing; None when the name is taken meanwhile."""

    async def refuse(self, number: int, by: PlayerId, at_ms: int, answer: str) -> Application: ...

    async def enter(self, secret: bytes, next_secret: bytes) -> Application | None:
        """Use the word of an approved application, once."""


class ApplicationDesk:
    """What operators do with applications."""

    def __init__(self, store: ApplicationStore, cases: CaseBook, clock: Clock) -> None:
        self._store = store
        self._cases = cases
        self._clock = clock

    async def listed(self, state: ApplicationState, limit: int) -> list[Application]:
        return list(await self._store.by_state(state, limit))

    async def find(self, number: int) -> Application:
        found = await self._store.find(number)
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_application")
        return found

    async def approve(self, caller: Caller, number: int, answer: str, reason: str) -> Account:
        """Let somebody in; recorded. Their play money is the caller's business."""
        await self._verify_waiting(number)
        now_ms = self._clock.now_ms()
        account = await self._store.approve(number, caller.player, now_ms, answer)
        if account is None:
            raise AccessRefused(Net.ACCOUNT, "name_taken")
        said = f"application {number}: {reason}"
        await self._cases.record(
            caller.player, account.player, "application_approved", said, now_ms
        )
        return account

    async def refuse(self, caller: Caller, number: int, answer: str, reason: str) -> Application:
        """Let somebody not in; recorded. Their name is free again."""
        await self._verify_waiting(number)
        now_ms = self._clock.now_ms()
        found = await self._store.refuse(number, caller.player, now_ms, answer)
        said = f"application {number}, {found.name}: {reason}"
        await self._cases.record(caller.player, caller.player, "application_refused", said, now_ms)
        return found

    async def _verify_waiting(self, number: int) -> None:
        found = await self.find(number)
        if found.state != "waiting":
            raise AccessRefused(Net.ENTRANCE, "application_was_decided", {"state": found.state})
