"""The review desk: alerts by strength, cases for them, who lost to a pair (FAIR-04, FAIR-13)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from cardroom.errors import AccessRefused
from cardroom.integrity.detectors.dump_graph import Chain
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.cases import OF_ALERT, Case
from cardroom.office.casework import CaseFiles, Casework
from cardroom.office.review.alerts import AlertState, AlertStore, HouseAlert, PairFound
from cardroom.office.review.appeals import AppealDesk
from cardroom.office.review.case_file import CaseFile
from cardroom.office.review.chains import MoneyTrail, chains_of
from cardroom.office.review.chat_watch import ChatWatch
from cardroom.office.review.decisions import DecisionDesk
from cardroom.office.review.harm import Preview, losses_to, preview
from cardroom.office.review.house_review import HouseReview
from cardroom.office.review.own_cases import OwnCase, own_case
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.room.requests import Report, ReportKind
from cardroom.units import Cents

DUMPING = frozenset({"dumping", "value_transfer", "value_episode"})
OWN_MAX = 50


class HandResults(Protocol):
    """What players won and lost in hands for money, without any card."""

    async def deltas(
        self, players: Sequence[PlayerId], after: int, until: int
    ) -> Iterable[Mapping[PlayerId, Cents]]:
        """Of the hands after one number and up to another into which all of them were dealt."""


class CaseFilesWithTimes(CaseFiles, Protocol):
    """Cases, and when they were opened."""

    async def opened_ms(self, case: CaseId) -> int: ...


class ReviewDesk:
    """Where people look at what the review has found."""

    def __init__(
        self,
        alerts: AlertStore,
        results: HandResults,
        trail: MoneyTrail,
        casework: Casework,
        files: CaseFilesWithTimes,
        *,
        review: HouseReview,
        decisions: DecisionDesk,
        appeals: AppealDesk,
        clock: Clock,
    ) -> None:
        self._alerts = alerts
        self._results = results
        self._trail = trail
        self._casework = casework
        self._files = files
        self._clock = clock
        self.chat = ChatWatch(alerts, clock)
        self.review = review
        self.decisions = decisions
        self.appeals = appeals

    async def queue(
        self, reader: Caller, states: Sequence[AlertState], skip: int, limit: int
    ) -> list[HouseAlert]:
        """Alerts, the strongest first, but for those about the reader (FAIR-04)."""
        found = await self._alerts.by_strength(states, skip, limit)
        return [one for one in found if not await self._casework.concerns(reader, one.players)]

    async def alert(self, reader: Caller, number: int) -> HouseAlert:
        """One alert; refused to those it is about."""
        found = await self._alerts.find(number)
        if found is None or await self._casework.concerns(reader, found.players):
            raise AccessRefused(Net.UNKNOWN, "no_such_alert")
        return found

    async def chains(self, alert: HouseAlert) -> list[Chain]:
        """Money that went from one of a pair to the other and out of the room; context only."""
        return await chains_of(self._trail, alert)

    async def open_case(self, actor: Caller, number: int) -> Case:
        """Open a case for an alert; whoever does it does not decide it."""
        alert = await self.alert(actor, number)
        report = Report(
            id=f"{OF_ALERT}{number}",
            kind=_kind(alert),
            players=tuple(map(int, alert.players)),
            text=f"Alert {number} of the review of play",
        )
        now_ms = self._clock.now_ms()
        opened = await self._alerts.open_case(number, actor.player, report, now_ms)
        assert opened.case is not None
        return await self._casework.case(opened.case)

    async def alerts_of(self, case: CaseId) -> list[HouseAlert]:
        """What a case was opened for."""
        return await self._alerts.of_case(case)

    async def preview(self, number: CaseId) -> Preview:
        """What seizing everything that is held would give to those who lost (FAIR-13)."""
        case = await self._casework.case(number)
        losses: dict[PlayerId, Cents] = {}
        for alert in await self._alerts.of_case(number):
            if not alert.new.until_hand:
                continue
            after, until = alert.new.after_hand, alert.new.until_hand
            hands = await self._results.deltas(alert.players, after, until)
            for player, lost in losses_to(frozenset(alert.players), hands).items():
                losses[player] = losses.get(player, 0) + lost
        file = CaseFile(case)
        held = {player: file.held_of(player) for player in case.held_players}
        kept = {player: lost for player, lost in losses.items() if player not in held}
        return preview(held, kept)

    async def opened_ms(self, case: CaseId) -> int:
        """When a case was opened."""
        return await self._files.opened_ms(case)

    async def own(self, player: PlayerId) -> list[OwnCase]:
        """Cases as a player sees their own, newest first."""
        found = []
        for case in await self._files.own(player, OWN_MAX):
            seen = own_case(case, player, await self._files.opened_ms(case.number))
            if seen is not None:
                found.append(seen)
        return found


def _kind(alert: HouseAlert) -> ReportKind:
    found = alert.new.found
    if alert.new.kind == "chat":
        return "chat"
    if alert.new.kind == "bot":
        return "automation"
    is_dumping = isinstance(found, PairFound) and found.alert.kind in DUMPING
    return "chip_dumping" if is_dumping else "collusion"
