"""Cards of finished hands that the house has looked at, and what their players learn of it.

Looking needs a reason. It is recorded for every player of the hand, who finds the entry a week
later: soon enough to ask, and too late to be warned while something is looked into.
"""

from typing import Final, Literal, Protocol

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.ports import CaseBook

SHOWN_AFTER_MS: Final = 7 * 24 * 3600 * 1000
Deed = Literal["saw_hand", "saw_hands"]
DEEDS: Final[tuple[Deed, ...]] = ("saw_hand", "saw_hands")


class CardReading(msgspec.Struct, frozen=True, kw_only=True):
    """The house has looked at one hand with all cards, or at own hands up to that one."""

    at_ms: int
    deed: Deed
    hand: str
    reason: str


class ReadingStore(Protocol):
    """Where it is kept what the house has looked at."""

    async def readings(self, player: PlayerId, until_ms: int, limit: int) -> list[CardReading]:
        """What was read of a player's hands until a moment, newest first."""


class CardReadings:
    """Records who of the house looks at cards and why, and tells the players later."""

    def __init__(self, cases: CaseBook, store: ReadingStore) -> None:
        self._cases = cases
        self._store = store

    async def record(self, actor: PlayerId, player: PlayerId, reading: CardReading) -> None:
        """Note a look at a player's cards, before they are handed out (FAIR-03)."""
        line = f"{reading.hand} {reading.reason}"
        await self._cases.record(actor, player, reading.deed, line, reading.at_ms)

    async def told(self, player: PlayerId, now_ms: int, limit: int) -> list[CardReading]:
        """What a player may know by now, newest first."""
        return await self._store.readings(player, now_ms - SHOWN_AFTER_MS, limit)


def read(at_ms: int, deed: Deed, line: str) -> CardReading:
    """What a line of the staff log says: a hand, then the reason, which older ones lack."""
    hand, _, reason = line.removeprefix("until ").partition(" ")
    return CardReading(at_ms=at_ms, deed=deed, hand=hand, reason=reason)
