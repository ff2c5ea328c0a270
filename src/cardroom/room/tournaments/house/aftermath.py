"""What follows from tournaments that are over: seats in other ones, and second phases."""

from collections.abc import Mapping, Sequence

from cardroom.errors import Refused
from cardroom.ledger import TournamentId
from cardroom.room.incidents import report
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house.phases import (
    flight_of,
    has_survivors,
    move_on,
    siblings_of,
)
from cardroom.room.tournaments.house.scheduling import Scheduling
from cardroom.room.tournaments.house.seats import give_seats, owes_seats, take_seats
from cardroom.room.tournaments.services import TournamentServices


class Aftermath:
    """Looks after what one tournament means for another; the house asks it in its turn."""

    def __init__(
        self,
        services: TournamentServices,
        actors: Mapping[TournamentId, TournamentActor],
        scheduling: Scheduling,
    ) -> None:
        self._services = services
        self._actors = actors
        self._scheduling = scheduling

    async def restore(self) -> None:
        """After a restart: seats that nobody has taken, second phases without their players."""
        for actor in list(self._actors.values()):
            if not actor.tournament.is_over and actor.charter.terms.starts_ms is not None:
                await self._take_seats(actor)
            is_empty = not actor.tournament.has_started and not actor.tournament.entries
            if actor.charter.announced.phase == "final" and is_empty:
                await self._move_on(actor, self._flights_of(actor))

    async def look(self) -> None:
        """Give out what is owed, and hold the second phases that are due."""
        for actor in [one for one in self._actors.values() if owes_seats(one)]:
            await self._give_seats(actor)
        now = self._services.clock.now_ms()
        for key, final in list(self._scheduling.finals.items()):
            if final.starts_ms <= now:
                await self._hold_final(key, final.name)

    # Satellites

    async def _give_seats(self, actor: TournamentActor) -> None:
        """Give out the seats of a satellite; when a target closes meanwhile, try again later."""
        services, target = self._services, self._target_of(actor)
        try:
            await actor.inbox.put(lambda: give_seats(services, actor, target)).answer
        except Refused as refusal:
            report(f"the seats of tournament {actor.id} wait", refusal)
            return
        if target is not None:
            await self._take_seats(target)

    async def _take_seats(self, actor: TournamentActor) -> None:
        siblings = siblings_of(actor, self._actors.values())
        await take_seats(self._services, actor, siblings)

    def _target_of(self, actor: TournamentActor) -> TournamentActor | None:
        """The tournament that a satellite was played for: the next one that can be entered."""
        satellite = actor.charter.definition.satellite
        assert satellite is not None
        found = [
            one
            for one in self._actors.values()
            if one.charter.definition.ticket_word == satellite.target
            and one.charter.price == satellite.seat_price_cents
            and one.tournament.desk.registration_open
            and not one.tournament.is_over
        ]
        return min(found, key=lambda one: (one.starts_ms or 0, one.id), default=None)

    # Phases

    async def _hold_final(self, key: str, name: str) -> None:
        """Hold a second phase as soon as none of its flights is played any more (TYP-12)."""
        flights = [
            one
            for one in self._actors.values()
            if one.charter.template == name and one.charter.announced.phase == "flight"
        ]
        if any(not one.tournament.is_over for one in flights):
            return
        going_on = [one for one in flights if has_survivors(one)]
        if not going_on:
            await self._scheduling.cancel_final(key)
            return
        leave = [await flight_of(self._services, one) for one in going_on]
        second = await self._scheduling.hold_final(key, going_on, leave)
        if second is not None:
            await self._move_on(second, going_on)

    async def _move_on(self, second: TournamentActor, flights: Sequence[TournamentActor]) -> None:
        leave = [(one, await flight_of(self._services, one)) for one in flights]
        if leave:
            await move_on(self._services, leave, second)

    def _flights_of(self, second: TournamentActor) -> list[TournamentActor]:
        found = [self._actors.get(one) for one in second.charter.flights]
        return [one for one in found if one is not None and has_survivors(one)]
