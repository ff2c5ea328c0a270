"""The log of the staff: who did what to whom, when and why (FAIR-03)."""

from typing import Protocol

import msgspec

from cardroom.ledger import PlayerId


class StaffLogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody of the house did; what concerns no account is about themselves."""

    number: int
    at_ms: int
    actor: int
    actor_name: str
    subject: int
    subject_name: str
    deed: str
    reason: str


class StaffLog(Protocol):
    """What was noted, for those who look after the house."""

    async def entries(
        self, before: int, limit: int, about: PlayerId | None = None
    ) -> list[StaffLogEntry]:
        """Entries before a number, newest first; only by or about one account if it is named."""
