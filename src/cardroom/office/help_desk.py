"""Requests for help: numbered, about something of the player's own, answered by the house.

A request is open until somebody of the house answers it, and answered until it is closed, by the
player whom the answer helped or by the house. How long the first answer took is on record.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol

import msgspec

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.office.ports import AccountStore
from cardroom.office.ranks import verify_not_oneself
from cardroom.room.net import Net
from cardroom.room.noticeboard import HelpAnswered, Noticeboard
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.room.requests import RequestId

HelpKind = Literal["hand", "order", "transfer", "ticket", "tournament", "other"]
"""What a request is about: a hand by its key, an order by its reference, a line of the statement by
its number, a ticket by its word, a tournament or a registration for it by its number."""
HelpState = Literal["open", "answered", "closed"]
SubjectWord = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
HelpText = Annotated[str, msgspec.Meta(min_length=3, max_length=2000)]
DAY_MS = 86_400_000
OPEN_MAX = 5
"""How many requests of one player may wait for an answer."""
A_DAY_MAX = 20
"""How many a player may make within a day."""
REFUSAL = "NET-04"
"""The rule behind both limits: nobody sends more than a person can."""


class NewHelpRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player asks; the same `id` again is the same request."""

    id: RequestId
    kind: HelpKind = "other"
    subject: SubjectWord = ""
    text: HelpText


class HelpRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request with its number and state, and the answer if there is one."""

    number: int
    player: PlayerId
    kind: HelpKind
    subject: str
    text: str
    at_ms: int
    state: HelpState
    answer: str = ""
    answered_by: PlayerId | None = None
    answered_ms: int = 0
    closed_by: PlayerId | None = None
    closed_ms: int = 0

    @property
    def response_ms(self) -> int | None:
        """How long the player waited for the house; None while they still do."""
        first = self.answered_ms or self.closed_ms
        return first - self.at_ms if first else None


class HelpStore(Protocol):
    """Requests for help; a method that writes has written when it returns."""

    async def open(self, player: PlayerId, new: NewHelpRequest, at_ms: int) -> HelpRequest:
        """Keep a request under the next number, once for its id; refused when they are too many."""

    async def find(self, number: int) -> HelpRequest | None: ...

    async def of_player(self, player: PlayerId, before: int, limit: int) -> Sequence[HelpRequest]:
        """A player's requests, newest first."""

    async def by_state(
        self, states: Sequence[HelpState], after: int, limit: int
    ) -> Sequence[HelpRequest]:
        """Requests of everybody in some states, oldest first."""

    async def answer(self, number: int, actor: PlayerId, text: str, at_ms: int) -> HelpRequest:
        """Answer an open request; refused when it is not open any more."""

    async def close(self, number: int, actor: PlayerId, at_ms: int) -> HelpRequest:
        """Close a request; one that is closed stays as it is."""


class Subjects(Protocol):
    """What is a player's own, so that nobody asks about what they cannot know."""

    async def is_own(self, player: PlayerId, kind: HelpKind, subject: str) -> bool:
        """Whether a player may ask about it."""


class HelpDesk:
    """Takes requests of players and answers of the house."""

    def __init__(
        self,
        store: HelpStore,
        subjects: Subjects,
        accounts: AccountStore,
        board: Noticeboard,
        clock: Clock,
    ) -> None:
        self._store = store
        self._subjects = subjects
        self._accounts = accounts
        self._board = board
        self._clock = clock

    # The player's side

    async def ask(self, caller: Caller, new: NewHelpRequest) -> HelpRequest:
        """Open a request about something of the player's own."""
        if (new.kind == "other") != (new.subject == ""):
            raise AccessRefused(Net.FORM, "subject_and_kind_do_not_match")
        if new.kind != "other" and not await self._subjects.is_own(
            caller.player, new.kind, new.subject
        ):
            raise AccessRefused(Net.UNKNOWN, "no_such_subject")
        return await self._store.open(caller.player, new, self._clock.now_ms())

    async def own(self, player: PlayerId, before: int, limit: int) -> list[HelpRequest]:
        """A player's own requests, newest first."""
        return list(await self._store.of_player(player, before, limit))

    async def settle(self, caller: Caller, number: int) -> HelpRequest:
        """The player needs no help any more."""
        found = await self._find(number)
        if found.player != caller.player:
            raise AccessRefused(Net.UNKNOWN, "no_such_help_request")
        return await self._store.close(number, caller.player, self._clock.now_ms())

    # The house's side

    async def waiting(
        self, states: Sequence[HelpState], after: int, limit: int
    ) -> list[HelpRequest]:
        """Requests of everybody, oldest first."""
        return list(await self._store.by_state(states, after, limit))

    async def answer(self, actor: Caller, number: int, text: str) -> HelpRequest:
        """Answer a request; its player hears of it, now and at the next login."""
        found = await self._for_house(actor, number)
        if found.state != "open":
            raise OperatorRefused(Net.HELP, "help_request_is_not_open", {"state": found.state})
        answered = await self._store.answer(number, actor.player, text, self._clock.now_ms())
        await self._tell(answered)
        return answered

    async def close(self, actor: Caller, number: int) -> HelpRequest:
        """Close a request, answered or not; its player hears of it."""
        found = await self._for_house(actor, number)
        if found.state == "closed":
            return found
        closed = await self._store.close(number, actor.player, self._clock.now_ms())
        await self._tell(closed)
        return closed

    async def _for_house(self, actor: Caller, number: int) -> HelpRequest:
        found = await self._find(number)
        await verify_not_oneself(self._accounts, actor, found.player)
        return found

    async def _find(self, number: int) -> HelpRequest:
        found = await self._store.find(number)
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_help_request")
        return found

    async def _tell(self, request: HelpRequest) -> None:
        assert request.state != "open"
        about = HelpAnswered(number=request.number, state=request.state)
        await self._board.post([request.player], f"help:{request.number}:{request.state}", about)
