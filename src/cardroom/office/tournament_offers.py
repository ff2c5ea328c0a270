"""Files of the timetable that operators add while the room is open: queues, flights, schedules.

The house reads, keeps and offers them; this desk writes into the log of the staff who did it.
"""

from collections.abc import Sequence

import msgspec

from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.house.offers import AddedOffer, Offer
from cardroom.tournament.timetable.timetable import OnDemand


class OfferRow(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was added to the timetable while the room was open."""

    name: str
    file: str
    toml: str
    by: str
    """Who has added it."""
    at_ms: int
    queues: tuple[str, ...] = ()
    """Its games on demand, one queue a buy-in (TYP-02, HEX-02)."""
    schedules: tuple[str, ...] = ()
    """Its tournaments with start times (TRN-02)."""
    problem: str = ""
    """Why it is not offered since a restart."""


class OfferOffice:
    """The operator's desk for what the house offers."""

    def __init__(self, house: TournamentHouse, cases: CaseBook) -> None:
        self._house = house
        self._cases = cases

    @property
    def rows(self) -> Sequence[OfferRow]:
        """Everything that was added, oldest first."""
        return [_row(one) for one in self._house.offered.added.values()]

    async def add(self, caller: Caller, *, key: str, file: str, text: str, reason: str) -> OfferRow:
        """Offer what a file says, from now on and after a restart; the same key again is the same
        offer."""
        now = self._house.services.clock.now_ms()
        offer = Offer(key=key, file=file, text=text, by=caller.name, at_ms=now)
        added = await self._house.add_offer(offer)
        if added.offer is offer:
            await self._record(caller, "added_offer", added, reason)
        return _row(added)

    async def end(self, caller: Caller, name: str, reason: str) -> None:
        """Stop offering it; whoever waits in one of its games is refunded."""
        gone = await self._house.end_offer(name)
        await self._record(caller, "ended_offer", gone, reason)

    async def _record(self, caller: Caller, deed: str, about: AddedOffer, reason: str) -> None:
        now = self._house.services.clock.now_ms()
        said = f"offer {about.offer.name}: {reason}"
        await self._cases.record(caller.player, caller.player, deed, said, now)


def _row(one: AddedOffer) -> OfferRow:
    offer = one.offer
    return OfferRow(
        name=offer.name,
        file=offer.file,
        toml=offer.text,
        by=offer.by,
        at_ms=offer.at_ms,
        queues=tuple(found.name for found in one.found if isinstance(found, OnDemand)),
        schedules=tuple(found.name for found in one.found if not isinstance(found, OnDemand)),
        problem=one.problem,
    )
