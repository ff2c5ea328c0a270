"""Reports of players on their way to the case book: about others, about somebody, not too many."""

from typing import Protocol

from cardroom.errors import AccessRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.cases import OF_ALERT, OF_SUSPENSION
from cardroom.office.ports import AccountStore
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock
from cardroom.room.requests import Report
from cardroom.server.limits import REPORTS_BURST, REPORTS_EVERY_MS
from cardroom.server.sockets.rates import Rate


class Reporting(Protocol):
    """Takes reports."""

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        """Open a case, or refuse."""


class ReportDesk:
    """Looks at a report before it becomes a case (FAIR-12)."""

    def __init__(self, cases: CaseBook, accounts: AccountStore, clock: Clock) -> None:
        self._cases = cases
        self._accounts = accounts
        self._clock = clock
        self._rate: Rate[PlayerId] = Rate(REPORTS_EVERY_MS, REPORTS_BURST)

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        """Open a case about other players who exist; reports are rate-limited."""
        if not report.players and report.kind != "shuffle":
            raise AccessRefused("FAIR-12", "about_nobody")
        if report.id.startswith((OF_ALERT, OF_SUSPENSION)):
            raise AccessRefused(Net.FORM, "id_of_the_house")
        if caller.player in report.players:
            raise AccessRefused("FAIR-12", "not_about_oneself")
        players = [PlayerId(one) for one in report.players]
        unknown = [one for one in players if await self._accounts.find(one) is None]
        if unknown:
            raise AccessRefused(Net.UNKNOWN, "no_such_player", {"players": unknown})
        self._rate.verify(caller.player, self._clock.monotonic_ms(), "reports_too_fast")
        return await self._cases.report(caller, report, at_ms)
