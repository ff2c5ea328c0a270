"""The live tournaments of the room: commands are decided in memory, stored, then told.

The log in the store is the truth. A command is verified on the floor in memory; its entries and its
money are written in one transaction that follows on the last entry. Whatever fails in between, the
floor is read again from the store, so that nobody sees what is not stored.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE, AccessRefused, FloorRefused
from cardroom.floor.commands import AnyCommand
from cardroom.floor.floor import Floor
from cardroom.floor.house_events import StaffAppointed
from cardroom.floor.log import By, LogEntry, Operator, Role
from cardroom.floor.money.calling_off import CancelProposal
from cardroom.floor.money.transfers import transfers_of
from cardroom.floor.paper import FloorPaper, decode_paper, encode_paper, open_floor
from cardroom.floor.performing import Performer
from cardroom.floor.public_views import DisplayState, EntryState, display_of, entry_of
from cardroom.floor.view import FloorState, Header, state_of, status_of
from cardroom.ledger import FloorId
from cardroom.ledger.floors import FloorMoney
from cardroom.room.floor.records import FloorRecord, FloorStep, FloorStore, NewFloor
from cardroom.room.floor.requests import HOUSE, Request, Requests, request_of
from cardroom.room.floor.secrets import display_code, entry_secret, is_same, read_pass
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Clock, Tokens
from cardroom.room.shuffle import Bits, below
from cardroom.tournament.ids import EntryId

logger = logging.getLogger(__name__)

WAIT_MAX_S = 25
NEW_ENTRIES_TOLD = 100


class FloorLine(msgspec.Struct, frozen=True, kw_only=True):
    """A live tournament in the list."""

    floor: FloorId
    name: str
    currency: str
    created_ms: int
    status: str
    entries: int
    left: int
    role: Role | None
    """What the caller is there; None for somebody who is not of its staff."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its request: the same id again is answered again and done once."""

    request: str
    command: AnyCommand
    reason: str = ""
    seen: int | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What was written, and the version of the log after it."""

    version: int
    entries: tuple[LogEntry, ...]


class _Open(NamedTuple):
    """A tournament in memory."""

    record: FloorRecord
    floor: Floor
    requests: Requests

    @property
    def header(self) -> Header:
        return Header(floor=self.record.id, name=self.record.name, currency=self.record.currency)


class FloorHouse:
    """All live tournaments; one command at a time in each."""

    def __init__(
        self, store: FloorStore, clock: Clock, bits: Bits, tokens: Tokens, *, currency: str
    ) -> None:
        self._store = store
        self._clock = clock
        self._bits = bits
        self._tokens = tokens
        self._currency = currency
        self._open: dict[FloorId, _Open] = {}
        self._locks: dict[FloorId, asyncio.Lock] = {}
        self._news: dict[FloorId, asyncio.Event] = {}

    # Tournaments

    async def create(
        self, caller: Caller, name: str, paper: FloorPaper, request: str, currency: str = ""
    ) -> FloorId:
        """Store a new tournament; who creates it is its manager.

        Its money is at the cash desk, in the currency of the room or in another.
        """
        new = NewFloor(
            key=f"{caller.player}:{request}",
            name=name,
            currency=currency or self._currency,
            paper=encode_paper(paper),
            secret=self._tokens.fresh(),
            created_by=caller.player,
            created_ms=self._clock.now_ms(),
        )
        floor = await self._store.create(new)
        async with self._lock(floor):
            opened = await self._find(floor)
            if opened.floor.log.last == 0:
                manager = StaffAppointed(caller.player, caller.name, "manager")
                by = self._by(caller, "manager", "created the tournament", None)
                first = request_of(HOUSE, "create")
                await self._decide(opened, first, lambda: opened.floor.record(manager, by))
        return floor

    async def overview(self, caller: Caller) -> list[FloorLine]:
        """All tournaments, newest first."""
        return [await self._line(record, caller) for record in await self._store.floors()]

    async def _line(self, record: FloorRecord, caller: Caller) -> FloorLine:
        """A tournament in the list; one that cannot be read hides no other."""
        line = FloorLine(
            floor=record.id, name=record.name, currency=record.currency,
            created_ms=record.created_ms, status="unreadable", entries=0, left=0, role=None,
        )  # fmt: skip
        try:
            floor = (await self._stored(record.id)).floor
        except FloorRefused:
            return line
        return msgspec.structs.replace(
            line,
            status=status_of(floor),
            entries=len(floor.field.names),
            left=floor.field.left,
            role=role_of(floor, caller),
        )

    # What the staff does

    async def perform(self, floor: FloorId, caller: Caller, order: Order) -> Outcome:
        """Carry out a command; it is stored when this returns."""
        async with self._lock(floor):
            opened = await self._find(floor)
            role = _role(opened.floor, caller)
            by = self._by(caller, role, order.reason, order.seen)
            performer = Performer(opened.floor, lambda count: below(self._bits, count))
            last = opened.floor.log.last
            request = request_of(caller.player, order.request, order.command, order.reason)
            try:
                return await self._decide(
                    opened, request, lambda: performer.perform(order.command, by)
                )
            except FloorRefused as refusal:
                if order.seen is None or order.seen >= last or "entries" in refusal.details:
                    raise
                # Perhaps it is refused because of what this console has not shown yet.
                new = {"new_entries": list(range(order.seen + 1, last + 1))[:NEW_ENTRIES_TOLD]}
                details = {**refusal.details, **new}
                raise FloorRefused(refusal.rule, refusal.reason, details) from None

    async def undo(
        self,
        floor: FloorId,
        caller: Caller,
        number: int,
        *,
        request: str,
        reason: str,
        with_dependents: bool,
    ) -> Outcome:
        """Take an entry back; the refusal lists what depends on it, or it goes too (LIVE-1)."""
        async with self._lock(floor):
            opened = await self._find(floor)
            by = self._by(caller, _role(opened.floor, caller), reason, None)
            return await self._decide(
                opened,
                request_of(caller.player, request, number, reason, with_dependents),
                lambda: opened.floor.undo(number, by, with_dependents=with_dependents),
            )

    async def _decide(self, opened: _Open, request: Request, act: Callable[[], object]) -> Outcome:
        """Decide in memory, store, tell; what fails leaves nothing behind."""
        floor, record = opened.floor, opened.record
        done = opened.requests.done(request)
        if done is not None:
            return Outcome(version=floor.log.last, entries=done)
        after = floor.log.last
        try:
            act()
            new = floor.log.entries[after:]
            money = FloorMoney(record.id, record.currency)
            step = FloorStep(
                floor=record.id,
                after=after,
                request=request.stored,
                entries=new,
                transfers=tuple(transfers_of(money, floor.log.entries, new)),
            )
            written = await self._store.write(step)
        except BaseException:
            # In memory it has happened, or a part of it: the store knows what is true.
            if floor.log.last != after:
                self._open.pop(record.id, None)
            raise
        if not written:
            self._open.pop(record.id, None)
            raise FloorRefused("LIVE-1", "changed_meanwhile")
        opened.requests.keep(request, new)
        self._tell(record.id)
        return Outcome(version=floor.log.last, entries=new)

    # What people look at

    async def state(self, floor: FloorId, caller: Caller) -> FloorState:
        """What a console shows."""
        opened = await self._stored(floor)
        role = _role(opened.floor, caller)
        return state_of(opened.floor, opened.header, role, self._clock.now_ms())

    async def log(self, floor: FloorId, caller: Caller, after: int, limit: int) -> list[LogEntry]:
        """A page of the log, oldest first."""
        opened = await self._stored(floor)
        _role(opened.floor, caller)
        return list(opened.floor.log.entries[after : after + limit])

    async def looked_at(self, floor: FloorId, caller: Caller) -> Floor:
        """The floor for somebody of its staff, to read in: papers, sheets, proposals."""
        opened = await self._stored(floor)
        _role(opened.floor, caller)
        return opened.floor

    async def dependents(self, floor: FloorId, caller: Caller, number: int) -> tuple[int, ...]:
        """The entries that would go with one."""
        return (await self.looked_at(floor, caller)).log.dependents(number)

    async def cancel_proposal(
        self, floor: FloorId, caller: Caller, stacks: dict[EntryId, int]
    ) -> CancelProposal:
        """What everybody would get if the event were called off now; books nothing (LAMB-38)."""
        found = await self.looked_at(floor, caller)
        performer = Performer(found, lambda count: below(self._bits, count))
        return performer.calling_off.proposal(self._clock.now_ms(), stacks)

    async def codes(self, floor: FloorId, caller: Caller) -> dict[int, str]:
        """The codes of the screens, for staff."""
        opened = await self._stored(floor)
        _role(opened.floor, caller)
        secret = opened.record.secret
        return {
            number: display_code(secret, floor, number) for number in opened.floor.lists.displays
        }

    async def header(self, floor: FloorId, caller: Caller) -> Header:
        """What a tournament is called, for its staff."""
        opened = await self._stored(floor)
        _role(opened.floor, caller)
        return opened.header

    async def secrets_of(
        self, floor: FloorId, caller: Caller, entries: Iterable[EntryId]
    ) -> dict[EntryId, str]:
        """The secrets of entries, for their receipts."""
        opened = await self._stored(floor)
        if _role(opened.floor, caller) == "display":
            raise AccessRefused(Net.ROLE, "needs_role", {"role": "cashier"})
        found = {}
        for entry in entries:
            if entry not in opened.floor.field.names:
                raise FloorRefused("LIVE-8", "not_in_the_tournament", {"entry": entry})
            renewed = opened.floor.lists.secrets.get(entry, 0)
            found[entry] = entry_secret(opened.record.secret, floor, entry, renewed)
        return found

    async def display(self, code: str) -> DisplayState:
        """What a screen shows, by its code."""
        opened, number = await self._admitted(code, "d")
        return display_of(opened.floor, opened.header, number, self._clock.now_ms())

    async def entry(self, secret: str) -> EntryState:
        """What a player sees, by the secret of the receipt."""
        opened, number = await self._admitted(secret, "e")
        return entry_of(opened.floor, opened.header, EntryId(number), self._clock.now_ms())

    async def _admitted(self, text: str, kind: str) -> tuple[_Open, int]:
        """Whom a code lets look; a wrong, closed or renewed one is like one that never was."""
        shown = read_pass(text)
        if shown is not None and shown.kind == kind:
            record = await self._store.find(shown.floor)
            if record is not None:
                opened = await self._stored(shown.floor)
                lists, number = opened.floor.lists, shown.number
                if kind == "d":
                    known = number in lists.displays
                    expected = display_code(record.secret, record.id, number)
                else:
                    known = number in opened.floor.field.names
                    renewed = lists.secrets.get(EntryId(number), 0)
                    expected = entry_secret(record.secret, record.id, number, renewed)
                if known and is_same(text, expected):
                    return opened, number
        raise AccessRefused(Net.UNKNOWN, "no_such_code")

    async def wait(self, floor: FloorId, after: int, wait_s: int) -> None:
        """Wait until the log is longer than `after`, but no longer than this."""
        opened = await self._stored(floor)
        if opened.floor.log.last > after or wait_s <= 0:
            return
        news = self._news.setdefault(floor, asyncio.Event())
        try:
            async with asyncio.timeout(min(wait_s, WAIT_MAX_S)):
                await news.wait()
        except TimeoutError:
            return

    async def floor_of_pass(self, text: str, kind: str) -> FloorId:
        """The tournament that a code is for."""
        opened, _ = await self._admitted(text, kind)
        return opened.record.id

    def _tell(self, floor: FloorId) -> None:
        """Wake up who waits for news."""
        news = self._news.pop(floor, None)
        if news is not None:
            news.set()

    # In memory

    async def _stored(self, floor: FloorId) -> _Open:
        """A tournament as it is stored: no command is on its way while one looks at it."""
        async with self._lock(floor):
            return await self._find(floor)

    async def _find(self, floor: FloorId) -> _Open:
        """A tournament, read from the store if it is not in memory."""
        known = self._open.get(floor)
        if known is not None:
            return known
        record = await self._store.find(floor)
        if record is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_floor")
        try:
            stored = await self._store.log(floor)
            there = open_floor(decode_paper(record.paper), [one.entry for one in stored])
        except (*UNREADABLE, AssertionError, LookupError) as error:
            # Other tournaments go on; the audit names the entry (`cardroom ledger audit`).
            logger.exception("live tournament %s cannot be read", floor)
            details = {"floor": floor}
            raise FloorRefused("LIVE-1", "the_log_cannot_be_read", details) from error
        return self._open.setdefault(floor, _Open(record, there, Requests(stored)))

    def _lock(self, floor: FloorId) -> asyncio.Lock:
        return self._locks.setdefault(floor, asyncio.Lock())

    def _by(self, caller: Caller, role: Role, reason: str, seen: int | None) -> By:
        operator = Operator(caller.name, role, caller.player)
        return By(operator, self._clock.now_ms(), reason, seen)


def role_of(floor: Floor, caller: Caller) -> Role | None:
    """What somebody is at a tournament: appointed there, or by their role in the room.

    An administrator is a manager everywhere; somebody of the room's floor works on every floor.
    """
    appointed = floor.lists.staff.get(caller.player)
    if appointed is not None:
        return appointed[1]
    if caller.role == "administrator":
        return "manager"
    return "floor" if caller.role == "floor" else None


def _role(floor: Floor, caller: Caller) -> Role:
    role = role_of(floor, caller)
    if role is None:
        raise AccessRefused(Net.ROLE, "needs_role", {"role": "floor"})
    return role
