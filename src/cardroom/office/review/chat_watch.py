"""Hears the chat at the tables and flags lines that sound like collusion (FAIR-01, FAIR-02).

A flag is an alert that waits on the desk, one a day for a player at a table. Nothing is done to
anybody, and the line is shown as it was written.
"""

from cardroom.integrity.chat import chat_flags
from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import AlertStore, ChatFound, NewAlert
from cardroom.room.ports import Clock

DAY_MS = 86_400_000
STRENGTH = 20
"""Words are weak evidence: below everything that was found in hands."""


class ChatWatch:
    """Reads lines of chat that players have sent."""

    def __init__(self, alerts: AlertStore, clock: Clock) -> None:
        self._alerts = alerts
        self._clock = clock

    async def heard(self, player: PlayerId, table: int, text: str) -> bool:
        """Whether a line was flagged for a person to read."""
        why = chat_flags(text)
        if not why:
            return False
        now_ms = self._clock.now_ms()
        alert = NewAlert(
            kind="chat",
            first=player,
            evidence=f"chat:{player}:{table}:{now_ms // DAY_MS}",
            strength=STRENGTH,
            found=ChatFound(table=table, text=text, why=why),
        )
        return await self._alerts.add([alert], now_ms) > 0
