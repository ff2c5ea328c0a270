"""What the house offers: the files of its timetable, and those that operators add meanwhile.

A file that is added while the room is open is kept in the store. After a restart it is read again
as if it lay in the folder; where it no longer fits, the others are offered without it.
"""

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from functools import partial

import msgspec

from cardroom.errors import InvalidFile, OperatorRefused
from cardroom.ledger.tickets import Ticket
from cardroom.room.incidents import log
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.house.queues import GameDesk
from cardroom.room.tournaments.house.scheduling import Scheduling, last_look_ms
from cardroom.room.tournaments.ports import ScheduleStore
from cardroom.room.tournaments.services import TournamentServices
from cardroom.rulebook.source import Source
from cardroom.tournament.definition import ANY_TOURNAMENT
from cardroom.tournament.timetable.files import read_further, without_target
from cardroom.tournament.timetable.occurrences import OccurrenceKey
from cardroom.tournament.timetable.timetable import HouseDefaults, OnDemand, Scheduled, Timetable

KEPT = "offer:"
"""Under this word and its name the store keeps a file that an operator has added."""
OFFERS_MAX = 200
"""How many files operators may add."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the timetable that an operator has added."""

    key: str
    """What it was asked for by: the same key again adds nothing."""
    file: str
    """What messages call it."""
    text: str
    by: str
    at_ms: int

    @property
    def name(self) -> str:
        """What the file calls it; where there are several buy-ins, each queue adds its price."""
        return str(Source(self.file, self.text).data.get("name", ""))


class AddedOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was added and what it offers; after a restart it may not fit any more."""

    offer: Offer
    found: tuple[Scheduled | OnDemand, ...] = ()
    problem: str = ""


class Offered:
    """Everything that the house offers now."""

    def __init__(self, timetable: Timetable) -> None:
        self.timetable = timetable
        self.added: dict[str, AddedOffer] = {}
        """The files that operators have added, by the names that they have."""

    def add(self, new: AddedOffer) -> None:
        """Offer this as well."""
        self.added[new.offer.name] = new
        self.timetable = self.timetable.with_more(new.found)

    def end(self, name: str) -> None:
        """Do not offer a file any more that was added."""
        self.timetable = self.timetable.without(self.added.pop(name).found)

    def takes(self, ticket: Ticket) -> bool:
        """Whether any tournament that is offered takes a ticket: its word, its price (TAMB-87)."""
        return any(
            ticket.target in {ANY_TOURNAMENT, one.definition.ticket_word}
            and ticket.value == one.definition.price_cents
            and not one.definition.is_hexapro
            for one in self.timetable.everything
        )


class OfferReader:
    """Reads a further file beside what is offered already, with what is stored of its starts."""

    def __init__(self, house: HouseDefaults, zone: tzinfo, schedules: ScheduleStore) -> None:
        self._house = house
        self._zone = zone
        self._schedules = schedules

    async def read(self, offer: Offer, beside: Timetable, now_ms: int) -> AddedOffer:
        """What a file offers; InvalidFile with file, line and key where it does not fit."""
        read = partial(
            read_further, offer.text, offer.file, beside=beside, house=self._house, zone=self._zone
        )
        stored: set[OccurrenceKey] = set()
        for one in read(now_ms=0):
            known = partial(self._schedules.occurrences, one.name, 0)
            stored |= {OccurrenceKey(*found.key) for found in await retry_while_unavailable(known)}
        seen_ms = await last_look_ms(self._schedules)
        found = read(now_ms=now_ms, stored=stored, seen_ms=seen_ms)
        return AddedOffer(offer=offer, found=tuple(found))


class OfferDesk:
    """Adds and ends offers while the room is open; the house asks it in its turn."""

    def __init__(
        self,
        offered: Offered,
        reader: OfferReader,
        services: TournamentServices,
        *,
        scheduling: Scheduling,
        games: GameDesk,
    ) -> None:
        self._offered = offered
        self._reader = reader
        self._schedules = services.schedules
        self._now_ms = services.clock.now_ms
        self._scheduling = scheduling
        self._games = games

    async def restore(self) -> None:
        """Offer what the timetable has and what operators had added to it, oldest first."""
        kept = await retry_while_unavailable(self._schedules.kept_queues)
        offers = [
            msgspec.json.decode(record, type=Offer)
            for name, record in kept.items()
            if name.startswith(KEPT)
        ]
        for offer in sorted(offers, key=lambda one: one.at_ms):
            try:
                found = await self._reader.read(offer, self._offered.timetable, self._now_ms())
            except InvalidFile as error:
                log.error("an added file is not offered any more: %s", error)
                found = AddedOffer(offer=offer, problem=str(error))
            self._offered.add(found)
        self._games.offer(self._offered.timetable.on_demand)

    async def add(self, new: Offer, taken: Iterable[str]) -> AddedOffer:
        """Offer what a file says from now on, also after a restart; `taken` are the names of single
        tournaments. A file that does not fit changes nothing."""
        added = self._offered.added
        before = next((one for one in added.values() if one.offer.key == new.key), None)
        if before is not None:
            return before
        if len(added) >= OFFERS_MAX:
            raise OperatorRefused("TRN-02", "too_many_offers", {"at_most": OFFERS_MAX})
        # Whatever was due before counts as seen: no start of the new file was missed.
        await self._scheduling.look()
        found = await self._reader.read(new, self._offered.timetable, new.at_ms)
        self._verify_names(new, found.found, taken)
        await self._keep(new.name, msgspec.json.encode(new))
        self._offered.add(found)
        await self._follow()
        return found

    def _verify_names(
        self, new: Offer, found: Sequence[Scheduled | OnDemand], taken: Iterable[str]
    ) -> None:
        names = {one.casefold() for one in (*taken, *self._offered.added)}
        for name in (new.name, *(one.name for one in found)):
            if name.casefold() in names:
                reason = f"another tournament is called '{name}'"
                raise Source(new.file, new.text).error(reason, "name")

    async def end(self, name: str, announced: Iterable[str]) -> AddedOffer:
        """Stop offering a file that was added. Games that wait are given up and their players
        refunded; what is announced is held, and a phased event ends when it is over (TYP-12)."""
        gone = self._offered.added.get(name)
        if gone is None:
            raise OperatorRefused("TRN-02", "no_such_offer", {"known": list(self._offered.added)})
        names = {one.name for one in gone.found}
        finals = (one.name for one in self._scheduling.finals.values())
        if names & {*announced, *finals}:
            raise OperatorRefused("TYP-12", "flights_are_announced", {"name": name})
        hungry = without_target(self._offered.timetable.without(gone.found))
        if hungry is not None:
            raise OperatorRefused("TYP-05", "satellites_feed_it", {"satellite": hungry.name})
        await self._keep(name, b"")
        self._offered.end(name)
        await self._follow()
        return gone

    async def _follow(self) -> None:
        """Open and withdraw games, announce starts, as it is offered now."""
        await self._games.follow(self._offered.timetable.on_demand)
        await self._scheduling.look()

    async def _keep(self, name: str, record: bytes) -> None:
        keep = partial(self._schedules.keep_queue, f"{KEPT}{name}", record)
        await retry_while_unavailable(keep)
