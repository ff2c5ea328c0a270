"""What follows from a tournament's events for lists: how far it has come, entries and results.

The writer keeps it beside the steps; the audit counts it again from them.
"""

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.ledger import PlayerId
from cardroom.room.tournaments.records import TournamentState
from cardroom.tournament.desk_events import (
    ChipsBought,
    Registered,
    RegistrationClosed,
    Unregistered,
)
from cardroom.tournament.events import (
    BountyTaken,
    PlaceTaken,
    PrizeWon,
    SharePaid,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
)
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents


class Progress(NamedTuple):
    """How far a tournament has come; the columns of `tournament_progress` in their order."""

    state: TournamentState = "announced"
    registration_open: int = 1
    done: int = 0
    steps: int = 0
    events: int = 0
    last_ms: int = 0
    entries: int = 0
    started_ms: int = 0
    ended_ms: int = 0

    @property
    def is_open(self) -> bool:
        """Whether somebody can still enter."""
        return bool(self.registration_open) and self.state in ("announced", "running")


def followed(
    before: Progress, events: Iterable[TournamentEvent], at_ms: int, *, is_last: bool = False
) -> Progress:
    """How far a tournament has come after one more step."""
    now = before._replace(
        steps=before.steps + 1, last_ms=max(before.last_ms, at_ms), done=int(is_last)
    )
    for event in events:
        now = _followed(now._replace(events=now.events + 1), event)
    return now


def _followed(now: Progress, event: TournamentEvent) -> Progress:
    match event:
        case TournamentStarted(at_ms=at_ms):
            return now._replace(state="running", started_ms=at_ms)
        case TournamentEnded(cause="cancelled", at_ms=at_ms):
            return now._replace(state="cancelled", registration_open=0, ended_ms=at_ms)
        case TournamentEnded(at_ms=at_ms):
            return now._replace(state="finished", registration_open=0, ended_ms=at_ms)
        case RegistrationClosed():
            return now._replace(registration_open=0)
        case Registered():
            return now._replace(entries=now.entries + 1)
        case Unregistered():
            return now._replace(entries=now.entries - 1)
    return now


class EntryResult(NamedTuple):
    """An entry with what became of it; the columns of `tournament_entries` after the tournament."""

    entry: EntryId
    player: PlayerId
    registered_ms: int
    paid: Cents
    given_back: int = 0
    place: int = 0
    prize: Cents = 0
    bounties: Cents = 0
    held: int = 0


class EntryChange(NamedTuple):
    """What a step changes about an entry: amounts are added, the rest is set."""

    entry: EntryId
    paid: Cents = 0
    given_back: int = 0
    place: int = 0
    prize: Cents = 0
    bounties: Cents = 0
    held: int = 0


def new_entries(events: Iterable[TournamentEvent]) -> list[EntryResult]:
    """The entries that a step brings; a survivor of a first phase pays nothing again (TYP-12)."""
    return [
        EntryResult(
            one.entry,
            one.player,
            one.at_ms,
            0 if one.payment.means == "none" else one.price.total,
        )
        for one in events
        if isinstance(one, Registered)
    ]


def entry_changes(events: Iterable[TournamentEvent]) -> list[EntryChange]:
    """What a step changes about entries, one change each."""
    changes: dict[EntryId, EntryChange] = {}
    for event in events:
        change = _change(event)
        if change is not None:
            before = changes.get(change.entry, EntryChange(change.entry))
            changes[change.entry] = added(before, change)
    return list(changes.values())


def _change(event: TournamentEvent) -> EntryChange | None:
    match event:
        case Unregistered(entry=entry):
            return EntryChange(entry, given_back=1)
        case ChipsBought(entry=entry, price=price):
            return EntryChange(entry, paid=price.total)
        case PlaceTaken(entry=entry, place=place):
            return EntryChange(entry, place=place)
        case PrizeWon(entry=entry, award=award, held=held):
            return EntryChange(entry, prize=award.cents, held=int(held))
        case BountyTaken(by=entry, cash=cash):
            return EntryChange(entry, bounties=cash)
        case SharePaid(entry=entry, pot=pot, bounty=bounty):
            return EntryChange(entry, prize=pot, bounties=bounty)
    return None


def added(before: EntryChange, change: EntryChange) -> EntryChange:
    """Two changes of one entry as one."""
    return EntryChange(
        before.entry,
        before.paid + change.paid,
        max(before.given_back, change.given_back),
        change.place or before.place,
        before.prize + change.prize,
        before.bounties + change.bounties,
        max(before.held, change.held),
    )


def changed(result: EntryResult, change: EntryChange) -> EntryResult:
    """An entry after a change."""
    return result._replace(
        paid=result.paid + change.paid,
        given_back=max(result.given_back, change.given_back),
        place=change.place or result.place,
        prize=result.prize + change.prize,
        bounties=result.bounties + change.bounties,
        held=max(result.held, change.held),
    )
