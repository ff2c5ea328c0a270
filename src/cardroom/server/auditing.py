"""The ledger's audit beside the running room: one at a time, its state to be asked for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from cardroom.ledger.audit import Report
from cardroom.office.operator_pages import AuditState
from cardroom.room.ports import Clock

logger = logging.getLogger(__name__)

Audit = Callable[[Callable[[int, int], None]], Awaitable[Report]]
"""Reads everything; is given somebody to tell how far it is."""


class BackgroundAudit:
    """AuditDesk: the audit as a task of its own."""

    def __init__(self, audit: Audit, clock: Clock) -> None:
        self._audit = audit
        self._clock = clock
        self._state = AuditState()
        self._task: asyncio.Task[None] | None = None

    def state(self) -> AuditState:
        """How far the audit is, or what the last one found."""
        return self._state

    def begin(self) -> AuditState:
        """Start an audit, unless one is running."""
        if self._state.state != "running":
            self._state = AuditState(state="running", begun_ms=self._clock.now_ms())
            self._task = asyncio.create_task(self._run(), name="audit")
        return self._state

    async def _run(self) -> None:
        try:
            report = await self._audit(self._tell)
        except Exception:
            logger.exception("the audit failed")
            self._state = replace(self._state, state="failed", ended_ms=self._clock.now_ms())
            return
        self._state = replace(
            self._state,
            state="bad" if report.breaches_found else "good",
            read=report.transfers,
            of=report.transfers,
            ended_ms=self._clock.now_ms(),
            hands_replayed=report.hands_replayed,
            accounts=report.accounts,
            breaches_found=report.breaches_found,
            breaches=report.breaches,
            hands_taken_back=report.hands_taken_back,
        )

    def _tell(self, read: int, of: int) -> None:
        self._state = replace(self._state, read=read, of=of)
