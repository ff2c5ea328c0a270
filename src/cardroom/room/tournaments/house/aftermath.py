"""What follows from tournaments that are over: seats in other ones, and second phases."""

from collections.abc import Mapping

from cardroom.errors import CardroomError
from cardroom.ledger import TournamentId
from cardroom.room.incidents import report
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house.phases import move_on, siblings_of
from cardroom.room.tournaments.house.scheduling import Scheduling
from cardroom.room.tournaments.house.seats import take_seats
from cardroom.room.tournaments.house_messages import (
    AskFlight,
    AskSeatTarget,
    AskWinners,
    GiveSeats,
    SeatTarget,
)
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
        self._statuses = services.board.statuses
        self._actors = actors
        self._scheduling = scheduling
        self._awarded: dict[TournamentId, None] = {}
        """Targets in which seats may have been won that they have not taken yet."""

    async def restore(self) -> None:
        """After a restart: seats that nobody has taken, second phases without their players."""
        for actor in self._actors.values():
            if not self._statuses[actor.id].is_over and actor.charter.terms.starts_ms is not None:
                self._awarded[actor.id] = None
        await self._take_seats()
        await self._fill_finals()

    async def look(self) -> None:
        """Give out what is owed, and hold the second phases that are due."""
        for status in [one for one in self._statuses.values() if one.owes_seats]:
            await self._give_seats(self._actors[status.tournament])
        await self._take_seats()
        now = self._services.clock.now_ms()
        for key, final in list(self._scheduling.finals.items()):
            if final.starts_ms <= now:
                await self._hold_final(key, final.name)
        await self._fill_finals()

    # Satellites

    async def _give_seats(self, actor: TournamentActor) -> None:
        """Give out the seats of a satellite; when a target closes meanwhile, try again later."""
        target = self._target_of(actor)
        if target is not None:
            # Before it is asked: what fails may have been stored (CRASH-02).
            self._awarded[target.id] = None
        try:
            await actor.inbox.order(GiveSeats(target=await self._offer_of(actor, target)))
        except CardroomError as error:
            report(f"the seats of tournament {actor.id} wait", error)

    async def _offer_of(
        self, actor: TournamentActor, target: TournamentActor | None
    ) -> SeatTarget | None:
        """Whom the target of a satellite can seat; each of the two answers in its own turn."""
        satellite = actor.charter.definition.satellite
        if target is None or satellite is None:
            return None
        winners = await actor.inbox.order(AskWinners())
        asked = AskSeatTarget(winners=winners, seat_price=satellite.seat_price_cents)
        return await target.inbox.order(asked)

    async def _take_seats(self) -> None:
        """Let targets take the seats that were won in them; what fails is tried again."""
        for number in list(self._awarded):
            actor = self._actors.get(number)
            if actor is not None:
                siblings = siblings_of(actor, self._actors.values(), self._services.board)
                try:
                    await take_seats(self._services, actor, siblings)
                except CardroomError as error:
                    report(f"seats that were won in tournament {number} wait", error)
                    continue
            del self._awarded[number]

    def _target_of(self, actor: TournamentActor) -> TournamentActor | None:
        """The tournament that a satellite was played for: the next one that can be entered."""
        satellite = actor.charter.definition.satellite
        assert satellite is not None
        found = [
            one
            for one in self._actors.values()
            if one.charter.definition.ticket_word == satellite.target
            and one.charter.price == satellite.seat_price_cents
            and self._statuses[one.id].is_registering
        ]
        return min(found, key=lambda one: (self._starts_ms(one), one.id), default=None)

    def _starts_ms(self, actor: TournamentActor) -> int:
        return self._statuses[actor.id].starts_ms or 0

    # Phases

    async def _hold_final(self, key: str, name: str) -> None:
        """Hold a second phase as soon as none of its flights is played any more (TYP-12)."""
        flights = [
            one
            for one in self._actors.values()
            if one.charter.template == name and one.charter.announced.phase == "flight"
        ]
        if any(not self._statuses[one.id].is_over for one in flights):
            return
        going_on = [one for one in flights if self._statuses[one.id].has_survivors]
        if not going_on:
            await self._scheduling.cancel_final(key)
            return
        leave = [await one.inbox.order(AskFlight()) for one in going_on]
        await self._scheduling.hold_final(key, going_on, leave)

    async def _fill_finals(self) -> None:
        """Bring everybody who has survived a flight to the second phase."""
        for actor in list(self._actors.values()):
            status = self._statuses[actor.id]
            is_empty = not (status.has_started or status.is_over or status.has_entries)
            if actor.charter.announced.phase == "final" and is_empty:
                await self._move_on(actor)

    async def _move_on(self, second: TournamentActor) -> None:
        """Move survivors to a second phase; what fails is tried again."""
        try:
            flights = self._flights_of(second)
            leave = [(one, await one.inbox.order(AskFlight())) for one in flights]
            if leave:
                await move_on(self._services, leave, second)
        except CardroomError as error:
            report(f"the players of tournament {second.id} wait", error)

    def _flights_of(self, second: TournamentActor) -> list[TournamentActor]:
        found = [self._actors.get(one) for one in second.charter.flights]
        return [one for one in found if one is not None and self._statuses[one.id].has_survivors]
