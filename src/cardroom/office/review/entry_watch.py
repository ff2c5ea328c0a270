"""Looks at tournaments as they fill: accounts that may be one person's (TRN-11, FAIR-11).

An alert waits on the desk before prizes are paid, one for every tournament that the two enter,
until a case has cleared them. Nobody is refused an entry: a household shares an address, and often
a computer.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cardroom.errors import Unavailable
from cardroom.office.casework import CaseFiles
from cardroom.office.ports import AccountStore
from cardroom.office.review.alerts import (
    AlertStore,
    HouseAlert,
    NewAlert,
    SignalFound,
    concerns_people,
)
from cardroom.office.review.signals import SignalWatch
from cardroom.room.ports import Clock

logger = logging.getLogger(__name__)

EVERY_S = 15.0


class EntryWatch:
    """Looks again at every tournament that has new entries."""

    def __init__(
        self,
        signals: SignalWatch,
        alerts: AlertStore,
        cases: CaseFiles,
        accounts: AccountStore,
        clock: Clock,
    ) -> None:
        self._signals = signals
        self._alerts = alerts
        self._cases = cases
        self._accounts = accounts
        self._clock = clock
        self._seen: dict[int, int] = {}
        """The last entry of each tournament that was looked at."""

    async def keep_up(self) -> None:
        """Look again and again until cancelled."""
        while True:
            try:
                await self.look()
            except Unavailable:
                # The store reports that it is out of reach; these entries are looked at later.
                logger.info("the watch of entries waits for the store")
            await asyncio.sleep(EVERY_S)

    async def look(self) -> int:
        """Look at tournaments with new entries; how many alerts are new."""
        last = await self._signals.last_entries()
        count = 0
        for tournament, entry in last.items():
            if self._seen.get(tournament, 0) != entry:
                for alert in await self._signals.entry_alerts(tournament):
                    count += await self._tell(alert, tournament)
        self._seen = last
        return count

    async def _tell(self, alert: NewAlert, tournament: int) -> int:
        if not await concerns_people(alert, self._accounts):
            return 0
        every = await self._alerts.of_player(alert.first)
        known = [one for one in every if one.new.second == alert.second]
        tournaments = [at for _, found in _signals(known) for at in found.tournaments]
        if tournament in tournaments or await self._is_cleared(alert, known):
            return 0
        if tournaments:
            alert = replace(alert, evidence=f"{alert.evidence}:{tournament}")
        return await self._alerts.add([alert], self._clock.now_ms())

    async def _is_cleared(self, alert: NewAlert, known: Sequence[HouseAlert]) -> bool:
        """Whether a case found nothing in the same signals: a household plays again and again."""
        assert isinstance(alert.found, SignalFound), "entries are known by their signals"
        kinds = {one.kind for one in alert.found.shared}
        for one, found in _signals(known):
            if one.case is not None and kinds <= {shared.kind for shared in found.shared}:
                case = await self._cases.case(one.case)
                if case is not None and case.finding == "nothing_found":
                    return True
        return False


def _signals(known: Sequence[HouseAlert]) -> Iterator[tuple[HouseAlert, SignalFound]]:
    """The alerts that signals have made."""
    for one in known:
        if isinstance(one.new.found, SignalFound):
            yield one, one.new.found
