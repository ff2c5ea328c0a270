"""The log of one live tournament: who did what, when and why. Nothing is ever taken out of it.

What is undone stays in the log beside the entry that undid it; the state is made of the rest.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from cardroom.errors import FloorRefused
from cardroom.floor import house_events as house
from cardroom.floor import money_events as money
from cardroom.floor.event import ADDS_UP, FloorEvent, Keys
from cardroom.floor.events import AnyFloorEvent, RebuyPaid, RulingOverridden, Undone, logged
from cardroom.floor.seat_events import EntryTaken

Role = Literal["manager", "deputy", "floor", "cashier", "display"]
EVERYTHING = frozenset({"manager", "deputy"})
MANAGER_ONLY: tuple[type[FloorEvent], ...] = (
    RulingOverridden,
    house.StaffAppointed,
    house.StaffDismissed,
    house.TermsChanged,
    money.HeldPrizeDecided,
    money.TournamentCancelled,
    money.TournamentClosed,
)
"""What only the manager or the deputy may decide (LIVE-1)."""
CASHIER: tuple[type[FloorEvent], ...] = (
    RebuyPaid,
    EntryTaken,
    house.AlternateQueued,
    house.AlternateLeft,
    house.IdChecked,
    house.SecretRenewed,
    money.AddOnSold,
    money.EntryWithdrawn,
    money.PrizePaid,
    money.BountyPaid,
)
"""What the cashier does; the floor does it too where there is no cashier."""
TEXT_MAX = 1000


class Operator(msgspec.Struct, frozen=True):
    """Somebody of the staff."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    role: Role
    account: int = 0
    """The number of their account in the room; 0 where there is none."""


class By(NamedTuple):
    """Who does something, when, and why; `seen` is the last entry that their console showed."""

    operator: Operator
    at_ms: int
    reason: str = ""
    seen: int | None = None


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log."""

    number: int
    at_ms: int
    operator: Operator
    event: AnyFloorEvent
    reason: str = ""


class FloorLog:
    """Entries in their order, and which of them count."""

    def __init__(self, stored: Sequence[LogEntry] = ()) -> None:
        self._entries: list[LogEntry] = []
        self._undone: set[int] = set()
        for entry in stored:
            assert entry.number == len(self._entries) + 1, "the log has a gap"
            self._keep(entry)

    # Questions

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """Everything that was ever recorded, also what was undone."""
        return tuple(self._entries)

    @property
    def last(self) -> int:
        """The number of the last entry; 0 for an empty log."""
        return len(self._entries)

    def active(self) -> Iterator[LogEntry]:
        """The entries that count."""
        return (entry for entry in self._entries if self.counts(entry.number))

    def counts(self, number: int) -> bool:
        """Whether an entry is there, was not undone and did not only undo others."""
        if not 1 <= number <= self.last or number in self._undone:
            return False
        return not isinstance(self._entries[number - 1].event, Undone)

    def entry(self, number: int) -> LogEntry:
        """An entry that counts."""
        if not self.counts(number):
            raise FloorRefused("LIVE-1", "no_such_entry", {"entry": number})
        return self._entries[number - 1]

    def dependents(self, number: int) -> tuple[int, ...]:
        """The later entries that rely on one, directly or through others.

        An entry relies on whoever wrote last what it reads, or on all who wrote it (`all:`).
        """
        self.entry(number)
        falling = {number}
        writers: dict[str, set[int]] = {}
        for entry in self.active():
            event = entry.event
            if any(writers.get(key, set()) & falling for key in event.reads):
                falling.add(entry.number)
            for key in (logged(entry.number), *event.writes):
                earlier = writers.get(key, set()) if key.startswith(ADDS_UP) else set()
                writers[key] = {*earlier, entry.number}
        return tuple(sorted(falling - {number}))

    # Decisions

    def record(
        self,
        event: AnyFloorEvent,
        operator: Operator,
        at_ms: int,
        *,
        reason: str = "",
        seen: int | None = None,
    ) -> LogEntry:
        """Add an entry. `seen` is the last entry that the operator's console showed.

        If something that the event concerns has changed since, it is refused, and the refusal
        names the entries that the console has not shown yet.
        """
        self.verify(event, operator, reason)
        if seen is not None:
            self._verify_seen(event, seen)
        entry = LogEntry(
            number=self.last + 1, at_ms=at_ms, operator=operator, event=event, reason=reason
        )
        self._keep(entry)
        return entry

    def undo(
        self,
        number: int,
        operator: Operator,
        at_ms: int,
        *,
        reason: str,
        with_dependents: bool = False,
    ) -> LogEntry:
        """Take an entry back, by another entry. Others that depend on it are listed, or go too."""
        dependents = self.dependents(number)
        if not reason.strip():
            raise FloorRefused("LIVE-1", "say_why")
        if dependents and not with_dependents:
            raise FloorRefused("LIVE-1", "others_depend_on_it", {"entries": list(dependents)})
        if self._managers() and not self._managers(without={number, *dependents}):
            raise FloorRefused("LIVE-1", "the_last_manager")
        for taken_back in (number, *dependents):
            self.verify(self._entries[taken_back - 1].event, operator, reason)
        return self.record(Undone((number, *dependents)), operator, at_ms, reason=reason)

    def verify(self, event: FloorEvent, operator: Operator, reason: str) -> None:
        """Everybody has a role, and a reason is a sentence (LIVE-1)."""
        if operator.role not in _roles(event):
            details = {"roles": ", ".join(sorted(_roles(event)))}
            raise FloorRefused("LIVE-1", "not_in_this_role", details)
        if len(reason) > TEXT_MAX:
            raise FloorRefused("LIVE-1", "reason_is_too_long", {"letters": TEXT_MAX})

    def _verify_seen(self, event: FloorEvent, seen: int) -> None:
        concerns = event.concerns
        new = [entry.number for entry in self._entries[seen:] if self._changes(entry) & concerns]
        if new:
            raise FloorRefused("LIVE-1", "changed_meanwhile", {"entries": new})

    def _changes(self, entry: LogEntry) -> Keys:
        """What an entry has changed: an undo changes all that was written by what it took back."""
        if not isinstance(entry.event, Undone):
            return entry.event.writes
        undone = (self._entries[number - 1].event.writes for number in entry.event.entries)
        return entry.event.writes.union(*undone)

    def _managers(self, without: Collection[int] = ()) -> set[int]:
        """The accounts that are managers, as if some entries were undone."""
        found: dict[int, str] = {}
        for entry in self.active():
            match entry.event:
                case _ if entry.number in without:
                    pass
                case house.StaffAppointed(account=account, role=role):
                    found[account] = role
                case house.StaffDismissed(account=account):
                    found.pop(account, None)
        return {account for account, role in found.items() if role == "manager"}

    def _keep(self, entry: LogEntry) -> None:
        self._entries.append(entry)
        if isinstance(entry.event, Undone):
            self._undone |= set(entry.event.entries)


def _roles(event: FloorEvent) -> Collection[str]:
    """Who may record an event."""
    if isinstance(event, MANAGER_ONLY):
        return EVERYTHING
    if isinstance(event, CASHIER):
        return EVERYTHING | {"floor", "cashier"}
    return EVERYTHING | {"floor"}
