"""Tournaments with a start time: announced by the timetable, each start once, none left out."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo
from typing import Protocol

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import TournamentId
from cardroom.room.incidents import log
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.charter import Announced
from cardroom.room.tournaments.house.adjustments import hold_late
from cardroom.room.tournaments.ports import ScheduleStore
from cardroom.room.tournaments.records import Occurrence as StoredOccurrence
from cardroom.room.tournaments.records import OccurrenceKey as StoredKey
from cardroom.room.tournaments.records import OccurrenceState
from cardroom.room.tournaments.services import TournamentServices
from cardroom.rulebook import Edition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.flights import Flight, pools_of, second_phase
from cardroom.tournament.terms import Terms
from cardroom.tournament.timetable.missed import Missed, look, missed_start
from cardroom.tournament.timetable.occurrences import (
    Occurrence,
    OccurrenceKey,
    occurrences,
)
from cardroom.tournament.timetable.timetable import Timetable

SEEN = "timetable"
"""Under this name the store keeps when somebody last looked at the timetable."""

FINAL_NOTICE_MS = 60_000
"""How long before its start a second phase is announced with its players."""


class Announce(Protocol):
    """Stores a tournament with its occurrence, and runs it."""

    def __call__(
        self,
        announced: Announced,
        terms: Terms,
        *,
        key: str,
        template: str,
        occurrence: StoredOccurrence,
        flights: tuple[TournamentId, ...] = (),
    ) -> Awaitable[TournamentActor]: ...


class Scheduling:
    """Looks at the timetable whenever something is to be announced."""

    def __init__(
        self,
        services: TournamentServices,
        timetable: Callable[[], Timetable],
        zone: tzinfo,
        edition: Edition,
        announce: Announce,
    ) -> None:
        assert edition.tournament is not None, "an edition with tournaments"
        self.next_ms: int | None = 0
        """When to look again."""
        self.finals: dict[str, Occurrence] = {}
        """Second phases that are announced and wait for their flights (TYP-12)."""
        self._rules = edition.tournament.timetable
        self._services = services
        self._timetable_now = timetable
        self._zone = zone
        self._announce = announce

    @property
    def _timetable(self) -> Timetable:
        """What the house offers by now."""
        return self._timetable_now()

    def planned(self, from_ms: int, until_ms: int) -> Sequence[Occurrence]:
        """What the timetable has in a stretch of time, announced or not."""
        return occurrences(self._timetable, self._zone, from_ms, until_ms)

    async def look(self) -> None:
        """Announce what is due, and deal with what was missed (TAMB-99, TAMB-100)."""
        now = self._services.clock.now_ms()
        seen_ms = await self._seen_ms(now)
        found = look(
            self._timetable,
            self._zone,
            self._rules,
            seen_ms=seen_ms,
            now_ms=now,
            stored=await self._known(min(seen_ms, now)),
        )
        for one in found.announce:
            await self._open(one, one.starts_ms)
        for missed in found.missed:
            await self._miss(missed)
        self.next_ms = found.next_ms
        record = msgspec.json.encode(now)
        schedules = self._services.schedules
        await retry_while_unavailable(lambda: schedules.keep_queue(SEEN, record))

    async def _seen_ms(self, now: int) -> int:
        """When somebody last looked; now, in a new room. The clock may have been set back."""
        seen_ms = await last_look_ms(self._services.schedules)
        return now if seen_ms is None else min(now, seen_ms)

    async def _known(self, since_ms: int) -> set[OccurrenceKey]:
        """The starts that were dealt with and may come up again."""
        known: set[OccurrenceKey] = set()
        for one in self._timetable.scheduled:
            stored = await retry_while_unavailable(
                lambda name=one.name: self._services.schedules.occurrences(name, since_ms)  # type: ignore[misc]
            )
            known |= {OccurrenceKey(*found.key) for found in stored}
        return known

    async def _open(self, one: Occurrence, starts_ms: int) -> TournamentActor | None:
        """Announce a tournament; the same start again is the same tournament."""
        scheduled = self._timetable.scheduled_by(one.name)
        assert scheduled is not None
        if one.phase == "final":
            self.finals[str(one.key)] = one
            return None
        announced = Announced(
            definition=scheduled.definition,
            practice_players=scheduled.practice_players,
            programs=scheduled.programs,
            opens_ms=one.opens_ms,
            phase=one.phase,
        )
        terms = terms_of(
            scheduled.definition,
            self._timetable.edition_of(scheduled.definition),
            starts_ms=starts_ms,
            utc_offset_ms=one.utc_offset_ms,
        )
        stored = self._stored(one, "opened", starts_ms)
        try:
            return await self._announce(
                announced, terms, key=str(one.key), template=scheduled.name, occurrence=stored
            )
        except OperatorRefused as refusal:
            if refusal.reason != "occurrence_is_known":
                raise
            log.warning("the start %s was dealt with before", one.key)
            return None

    async def _miss(self, missed: Missed) -> None:
        """A start passed before anybody could register: hold it late, or report it."""
        one, decided = missed.occurrence, missed.decided
        if decided.fate == "held_late" or one.phase == "final":
            log.warning("the start %s is held %s s late", one.key, decided.late_ms // 1000)
            await self._open(one, decided.starts_ms)
            return
        log.error("the start %s was missed: the room was down", one.key)
        stored = self._stored(one, "missed", one.starts_ms)
        schedules = self._services.schedules
        await retry_while_unavailable(lambda: schedules.note_occurrence(stored))

    async def hold_final(
        self, key: str, flights: Sequence[TournamentActor], leave: Sequence[Flight]
    ) -> None:
        """Announce a second phase, now that its flights are over; it starts at once (TAMB-76)."""
        one = self.finals[key]
        scheduled = self._timetable.scheduled_by(one.name)
        assert scheduled is not None
        now = self._services.clock.now_ms()
        starts_ms = max(one.starts_ms, now + FINAL_NOTICE_MS)
        announced = Announced(
            definition=scheduled.definition, phase="final", carried=pools_of(leave)
        )
        terms = second_phase(flights[0].charter.terms, leave, starts_ms=starts_ms)
        stored = self._stored(one, "opened", starts_ms)
        ids = tuple(flight.id for flight in flights)
        await self._announce(
            announced,
            terms,
            key=key,
            template=scheduled.name,
            occurrence=stored,
            flights=ids,
        )
        del self.finals[key]

    async def cancel_final(self, key: str) -> None:
        """No flight of a second phase was held: there is nobody to play it."""
        one = self.finals[key]
        log.error("the second phase %s is cancelled: nobody has survived a flight", key)
        stored = self._stored(one, "cancelled", one.starts_ms)
        schedules = self._services.schedules
        await retry_while_unavailable(lambda: schedules.note_occurrence(stored))
        del self.finals[key]

    def _stored(self, one: Occurrence, state: OccurrenceState, at: int) -> StoredOccurrence:
        key = StoredKey(one.key.schedule, one.key.local_date, one.key.ordinal)
        now = self._services.clock.now_ms()
        return StoredOccurrence(key=key, starts_ms=at, state=state, at_ms=now)

    async def decide_missed(self, actor: TournamentActor) -> None:
        """A tournament was announced, and its start passed while the room was down (TAMB-100)."""
        starts_ms, now = actor.starts_ms, actor.clock.now_ms()
        started = actor.tournament.has_started or actor.tournament.is_over
        if starts_ms is None or started or now < starts_ms:
            return
        decided = missed_start(self._rules, actor.planned_ms or starts_ms, now)
        if decided.fate == "held_late":
            log.warning("tournament %s starts %s s late", actor.id, decided.late_ms // 1000)
            await hold_late(actor, decided.starts_ms)
        else:
            log.error("tournament %s is cancelled: its start was missed", actor.id)
            await actor.decide(actor.tournament.cancel)


async def last_look_ms(schedules: ScheduleStore) -> int | None:
    """When a room last looked at its timetable; None where none ever has."""
    kept = await retry_while_unavailable(schedules.kept_queues)
    return msgspec.json.decode(kept[SEEN], type=int) if SEEN in kept else None
