"""The audit beside the running room: one at a time, and its state is told."""

import asyncio
from collections.abc import Callable

from cardroom.ledger.audit import Report
from cardroom.ledger.findings import Breach
from cardroom.server.auditing import BackgroundAudit
from tests.server.clients import until
from tests.server.fakes import FakeClock

GOOD = Report(7, 3, 3, 9, "00", 0, ())
BAD = Report(7, 3, 3, 9, "00", 1, (Breach("I12", "hand:1:1:1", 4, "hash_does_not_follow"),))


class ScriptedAudit:
    """An audit that ends when it is told to."""

    def __init__(self, report: Report | None) -> None:
        self.report = report
        self.begun = 0
        self.may_end = asyncio.Event()

    async def __call__(self, tell: Callable[[int, int], None]) -> Report:
        self.begun += 1
        tell(5, 7)
        await self.may_end.wait()
        if self.report is None:
            raise ZeroDivisionError("a mistake of ours")
        return self.report


async def test_one_audit_runs_at_a_time_and_says_how_far_it_is() -> None:
    audit, clock = ScriptedAudit(GOOD), FakeClock()
    desk = BackgroundAudit(audit, clock)
    assert desk.state().state == "never"
    desk.begin()
    await until(lambda: desk.state().read == 5)
    assert desk.begin().state == "running"
    audit.may_end.set()
    await until(lambda: desk.state().state == "good")
    assert (audit.begun, desk.state().read, desk.state().accounts) == (1, 7, 9)


async def test_what_is_wrong_is_told_until_the_next_audit() -> None:
    audit = ScriptedAudit(BAD)
    desk = BackgroundAudit(audit, FakeClock())
    audit.may_end.set()
    desk.begin()
    await until(lambda: desk.state().state == "bad")
    assert desk.state().breaches == BAD.breaches
    audit.report = None
    desk.begin()
    await until(lambda: desk.state().state == "failed")
