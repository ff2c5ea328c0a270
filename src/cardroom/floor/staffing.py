"""Decisions around the play: colleagues, screens, announcements, incidents, altered terms."""

from typing import Any

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.event import FloorEvent
from cardroom.floor.floor import Floor
from cardroom.floor.house_events import (
    Announced,
    DisplayClosed,
    DisplayOpened,
    IncidentNoted,
    SecretRenewed,
    StaffAppointed,
    StaffDismissed,
    StaffRole,
    TermsChanged,
)
from cardroom.floor.log import By, LogEntry
from cardroom.floor.seat_events import LevelClockRunning
from cardroom.floor.verifying_terms import CHANGEABLE, verify_terms, with_changed
from cardroom.tournament.ids import EntryId

DISPLAYS_MAX = 50


class Staffing:
    """Verifies what the manager arranges, and writes it to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def appoint(self, account: int, name: str, role: StaffRole, by: By) -> LogEntry:
        """Give an account of the room a role at this tournament; a manager stays (LIVE-1)."""
        appointed = StaffAppointed(account, name, role)
        if role != "manager":
            self._verify_manager_stays(account, appointed, by)
        return self._floor.record(appointed, by)

    def dismiss(self, account: int, by: By) -> LogEntry:
        """Take a role away; somebody must be left who decides (LIVE-1)."""
        if account not in self._floor.lists.staff:
            raise FloorRefused("LIVE-1", "not_of_the_staff", {"account": account})
        dismissed = StaffDismissed(account)
        self._verify_manager_stays(account, dismissed, by)
        return self._floor.record(dismissed, by)

    def _verify_manager_stays(self, account: int, event: FloorEvent, by: By) -> None:
        """Whoever may decide it at all does not leave the tournament without a manager."""
        self._floor.log.verify(event, by.operator, by.reason)
        staff = self._floor.lists.staff
        if [one for one, (_, role) in staff.items() if role == "manager"] == [account]:
            raise FloorRefused("LIVE-1", "the_last_manager")

    def open_display(self, label: str, by: By) -> LogEntry:
        """A screen of the hall gets a code of its own."""
        if len(self._floor.lists.displays) >= DISPLAYS_MAX:
            raise FloorRefused("LIVE-21.p2", "too_many_screens", {"at_most": DISPLAYS_MAX})
        entries = self._floor.log.entries
        number = sum(isinstance(entry.event, DisplayOpened) for entry in entries) + 1
        return self._floor.record(DisplayOpened(number, label), by)

    def close_display(self, number: int, by: By) -> LogEntry:
        """The code of a screen is worth nothing any more."""
        if number not in self._floor.lists.displays:
            raise FloorRefused("LIVE-21.p2", "no_such_screen", {"number": number})
        return self._floor.record(DisplayClosed(number), by)

    def renew_secret(self, entry: EntryId, by: By) -> LogEntry:
        """The secret of a receipt that was lost is worth nothing any more."""
        if entry not in self._floor.field.names:
            raise FloorRefused("LIVE-8", "not_in_the_tournament", {"entry": entry})
        return self._floor.record(SecretRenewed(entry), by)

    def announce(self, text: str, by: By) -> LogEntry:
        """A sentence for all screens."""
        return self._floor.record(Announced(text), by)

    def note_incident(self, entry: EntryId, text: str, by: By) -> LogEntry:
        """Keep what was reported about a player (LIVE-45.p2)."""
        if entry not in self._floor.field.names:
            raise FloorRefused("LIVE-8", "not_in_the_tournament", {"entry": entry})
        return self._floor.record(IncidentNoted(entry, text), by)

    def change_terms(self, field: str, value: Any, by: By) -> LogEntry:
        """Alter one field of the event at any time, with a reason (LIVE-7)."""
        floor = self._floor
        floor.till.verify_open()
        if field not in CHANGEABLE:
            details = {"fields": ", ".join(sorted(CHANGEABLE))}
            raise FloorRefused("LIVE-7", "cannot_be_altered", details)
        if not by.reason.strip():
            raise FloorRefused("LIVE-7", "say_why")
        if field in {"paid", "guarantee", "price", "prize_step"} and floor.till.prizes is not None:
            raise FloorRefused("LIVE-7", "prizes_are_fixed")
        try:
            changed = with_changed(floor.terms, field, value)
        except msgspec.ValidationError as error:
            raise FloorRefused("LIVE-7", "does_not_fit", {"said": str(error)}) from None
        verify_terms(floor.rules, changed)
        clock = floor.level_clock
        if clock.has_started and clock.now(by.at_ms).number > len(changed.levels):
            raise FloorRefused("LIVE-7", "the_clock_is_beyond_the_last_level")
        if field == "levels" and clock.is_running:
            # Levels that are over were as long as they were.
            now = clock.now(by.at_ms)
            floor.record(LevelClockRunning(now.number, now.left_ms), by)
            by = by._replace(seen=None)
        old = msgspec.to_builtins(getattr(floor.terms, field))
        return floor.record(TermsChanged(field, old, value), by)
