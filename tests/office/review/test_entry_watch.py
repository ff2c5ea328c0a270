"""Accounts that may be one person's and enter one tournament are on the desk at once."""

from collections.abc import Sequence
from typing import cast

import pytest

from cardroom.ledger import CaseId, PlayerId
from cardroom.office.case_words import Finding
from cardroom.office.cases import Case, CaseClosed, Entered
from cardroom.office.casework import CaseFiles
from cardroom.office.ports import AccountStore
from cardroom.office.review.alerts import AlertState, AlertStore, HouseAlert, NewAlert, SignalFound
from cardroom.office.review.entry_watch import EntryWatch
from cardroom.office.review.signals import ACCOUNTS_MAX, Shared
from cardroom.room.requests import Report
from tests.office.review.test_signals import FakeSignals, watch
from tests.rule import rule
from tests.server.fakes import ANA, BEN, FakeClock

CASE = CaseId(9)


class FakeAlerts:
    """Alerts in memory, those with known evidence left out (part of AlertStore)."""

    def __init__(self) -> None:
        self.every: list[HouseAlert] = []

    async def add(self, new: Sequence[NewAlert], at_ms: int) -> int:
        before = len(self.every)
        for one in new:
            if one.evidence not in {known.new.evidence for known in self.every}:
                number = len(self.every) + 1
                self.every.append(HouseAlert(number=number, at_ms=at_ms, new=one))
        return len(self.every) - before

    async def of_player(self, player: PlayerId) -> list[HouseAlert]:
        return [one for one in self.every if player in one.players]

    def close(self, state: AlertState = "closed") -> None:
        """Everything that waits got a case, and the case was decided."""
        self.every = [
            HouseAlert(number=one.number, at_ms=one.at_ms, new=one.new, case=CASE, state=state)
            for one in self.every
        ]


class FakeCases:
    """One case that was decided (part of CaseFiles)."""

    def __init__(self, finding: Finding) -> None:
        self._finding = finding

    async def case(self, number: CaseId) -> Case | None:
        report = Report(id="r", kind="collusion", players=(ANA,), text="two accounts")
        closed = CaseClosed(finding=self._finding, reason="looked at it")
        return Case(number, ANA, report, [Entered(number=1, actor=ANA, at_ms=0, entry=closed)])


class NoAccounts:
    """Nobody is known (part of AccountStore)."""

    async def find(self, player: PlayerId) -> None:
        del player


class WatchedEntries:
    def __init__(self, finding: Finding = "confirmed") -> None:
        self.signals, self.alerts = FakeSignals(), FakeAlerts()
        self.signals.pairs = [Shared(ANA, BEN, "device", 2)]
        self.watch = EntryWatch(
            watch(self.signals),
            cast("AlertStore", self.alerts),
            cast("CaseFiles", FakeCases(finding)),
            cast("AccountStore", NoAccounts()),
            FakeClock(),
        )

    @property
    def tournaments(self) -> list[tuple[int, ...]]:
        found = [one.new.found for one in self.alerts.every]
        return [one.tournaments for one in found if isinstance(one, SignalFound)]


@rule("TRN-11", "FAIR-11")
async def test_two_accounts_of_one_browser_in_a_tournament_are_one_alert_for_each_tournament() -> (
    None
):
    house = WatchedEntries()
    house.signals.entries = {3: 2}
    assert await house.watch.look() == 1
    # Nobody new came in, then somebody else.
    assert await house.watch.look() == 0
    house.signals.entries = {3: 3}
    assert await house.watch.look() == 0
    assert house.signals.looked_at == [3, 3]
    house.signals.entries = {3: 3, 4: 2}
    assert await house.watch.look() == 1
    assert house.tournaments == [(3,), (4,)]
    assert {one.new.strength for one in house.alerts.every} == {60}


@rule("FAIR-11")
@pytest.mark.parametrize(("finding", "alerts"), [("nothing_found", 1), ("confirmed", 2)])
async def test_a_household_that_was_cleared_is_left_in_peace(finding: Finding, alerts: int) -> None:
    house = WatchedEntries(finding)
    house.signals.entries = {3: 2}
    await house.watch.look()
    house.alerts.close()
    house.signals.entries = {3: 2, 4: 2}
    await house.watch.look()
    assert len(house.alerts.every) == alerts
    # Another signal is another question.
    house.signals.pairs.append(Shared(ANA, BEN, "payment", 2))
    house.signals.entries = {5: 2}
    assert await house.watch.look() == 1


async def test_what_a_club_shares_is_no_alert() -> None:
    house = WatchedEntries()
    house.signals.pairs = [Shared(ANA, BEN, "address", ACCOUNTS_MAX + 1)]
    house.signals.entries = {3: 2}
    assert await house.watch.look() == 0
