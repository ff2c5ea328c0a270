"""What a host does about tournaments: it plays those that fall to it, and as the host of the house
it hands out those that have started."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from cardroom.cluster.membership import Membership
from cardroom.cluster.messages import TournamentRows, host_address
from cardroom.cluster.placement import Placement, choice_of
from cardroom.errors import CardroomError
from cardroom.ledger import TournamentId
from cardroom.room.incidents import report
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.pages.listing import TournamentRow
from cardroom.server.clustering.shared_tournaments import SharedHouse
from cardroom.server.clustering.tournament_units import HallUnit, HouseUnit
from cardroom.server.clustering.unit_names import HOUSE, tournament_unit

log = logging.getLogger(__name__)

LOOK_S = 1.0
AGAIN_S = 30.0
"""How often the house hears all rows once more, in case some were lost."""
ROWS_AT_ONCE = 100
"""In one message, which NATS limits."""
FORGET_S = 3_600.0


class TournamentSide:
    """The tournaments of one host. `house` is the unit of the house, if this host runs it."""

    def __init__(
        self,
        member: Membership,
        make_hall: Callable[[], HallUnit],
        *,
        house: Callable[[], HouseUnit | None],
        begin: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._member = member
        self._leases = member.leases
        self._make_hall = make_hall
        self._house_unit = house
        self._begin = begin
        """Does something beside everything else."""
        self.placement: Placement
        self.hall: HallUnit | None = None
        self._opening = asyncio.Lock()
        self._leaving: set[TournamentId] = set()
        self._told: dict[TournamentId, TournamentRow] = {}
        self._told_to: tuple[str, int] | None = None
        """The host of the house that has heard all rows, and its epoch."""
        self._again_s = 0.0
        self._forget_s = FORGET_S

    # Tournaments that are played here

    @property
    def actors(self) -> Mapping[TournamentId, TournamentActor]:
        """The tournaments that are played here."""
        return {} if self.hall is None else self.hall.hall.actors

    def has(self, tournament: TournamentId) -> bool:
        """Whether a tournament is played here."""
        return self.hall is not None and self.hall.has(tournament)

    async def run(self, tournament: TournamentId, *, at_once: bool) -> int:
        """Play a tournament from where it is stored: its epoch."""
        async with self._opening:
            if self.hall is None:
                hall = self._make_hall()
                try:
                    await hall.begin(at_once=at_once)
                except BaseException:
                    await hall.halt()
                    raise
                hall.hall.finished = self._finish
                self.hall = hall
        return await self.hall.take(tournament, at_once=at_once)

    async def end(self, tournament: TournamentId) -> None:
        """Play the hands of a tournament to their end, then play it no longer."""
        if self.hall is not None and self.hall.has(tournament):
            await self.hall.rest(tournament)
            self.lose(tournament)

    def lose(self, tournament: TournamentId) -> None:
        """Somebody else plays a tournament: what happens here counts no more (CRASH-01)."""
        if self.hall is not None and self.hall.has(tournament):
            self.hall.let_go(tournament)

    def _finish(self, tournament: TournamentId) -> None:
        """Nothing follows in a tournament any more."""
        assert self.hall is not None
        self.hall.dismiss(tournament)
        self._begin(self.placement.finish(tournament_unit(tournament)))

    async def stop(self) -> None:
        """The process ends."""
        if self.hall is not None:
            await self.hall.end()
            self.hall = None

    # Looking after them

    async def look_on(self) -> None:
        """Look again and again, for as long as the process runs."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                self._tell_rows()
                await self._look_as_house()
            except CardroomError as error:
                log.warning("tournaments are not handed out: %s", error)
            except Exception as error:  # noqa: BLE001 - the next look may do better
                report("tournaments are not handed out", error)

    def _tell_rows(self) -> None:
        """Have the house list what is played here: what has changed, and now and then all of it."""
        lease = self._leases.units.get(HOUSE)
        if self.hall is None or lease is None:
            return
        rows = {row.tournament: row for row in self.hall.hall.list.rows}
        now_s = asyncio.get_running_loop().time()
        to = (lease.holder, lease.epoch)
        if to != self._told_to or now_s >= self._again_s:
            self._told, self._told_to, self._again_s = {}, to, now_s + AGAIN_S
        changed = [row for row in rows.values() if self._told.get(row.tournament) != row]
        self._told = rows
        for first in range(0, len(changed), ROWS_AT_ONCE):
            said = TournamentRows(tuple(changed[first : first + ROWS_AT_ONCE]))
            self._member.bus.send(host_address(lease.holder), said)

    def read_rows(self, said: TournamentRows) -> None:
        """What another host plays, for the list of the house."""
        house = self._house
        if house is not None:
            for row in said.rows:
                if row.tournament in house.away:
                    house.list.put(row)

    @property
    def _house(self) -> SharedHouse | None:
        unit = self._house_unit()
        return None if unit is None or unit.tournaments is None else unit.house

    # Handing out

    async def _look_as_house(self) -> None:
        """Hand out what has started; see that whatever is played elsewhere is known there."""
        house = self._house
        if house is None or not self._leases.knows_others or self.placement.rests:
            return
        for tournament in house.started():
            if tournament not in self._leaving:
                self._leaving.add(tournament)
                self._begin(self._hand_out(house, tournament))
        for tournament in list(house.away):
            if tournament_unit(tournament) not in self._leases.known:
                await self._offer_again(house, tournament)
        self._forget_s -= LOOK_S
        if self._forget_s <= 0:
            self._forget_s = FORGET_S
            await self._leases.forget_ended()

    async def _hand_out(self, house: SharedHouse, tournament: TournamentId) -> None:
        """Leave a tournament to the host that it falls to, between two hands."""
        try:
            await house.rest(tournament)
            if self._house is house and tournament in house.started():
                house.let_go(tournament)
                await self._offer(tournament)
        except CardroomError as error:
            # It is offered again, once it is seen that nobody knows it.
            log.warning("tournament %s is not handed out: %s", tournament, error)
        finally:
            self._leaving.discard(tournament)

    async def _offer_again(self, house: SharedHouse, tournament: TournamentId) -> None:
        """Nobody knows a tournament that was handed out: it is over, or NATS has lost it."""
        stored = await house.services.store.tournament(tournament)
        if stored is None or stored.is_done:
            house.forget_away(tournament)
        elif tournament not in self._leaving:
            await self._offer(tournament)

    async def _offer(self, tournament: TournamentId) -> None:
        unit = tournament_unit(tournament)
        await self._leases.offer(unit, choice_of(unit, self.placement.hosts) or "")
