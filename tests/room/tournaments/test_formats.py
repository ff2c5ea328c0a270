"""Every format of the library in the room, in fair weather and in foul."""

import asyncio
from random import Random

import pytest

from cardroom.ledger import TournamentId
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house_messages import PlayerBack, PlayerLost
from cardroom.tournament.definition.examples import FORMATS as EXAMPLES
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import HousePlayer, HouseRoom, format_of
from tests.room.tournaments.scenes import HOURS, Scene, check_stored
from tests.room.tournaments.test_house import seated
from tests.room.tournaments.test_satellites import (
    PHASED,
    SATELLITE,
    SUNDAY,
    next_of,
    playing,
    verify_sums,
)
from tests.room.virtual import run
from tests.rule import rule

ELSEWHERE = {"satellite", "satellite-tier", "phased"}
"""What leads to another tournament is at the end of this file and in `test_satellites.py`."""
FORMATS = tuple(one for one in EXAMPLES if one not in ELSEWHERE)


def in_s(name: str) -> int | None:
    definition = format_of(name)
    return 60 if definition.kind in {"scheduled", "phased"} else None


def size(name: str) -> int:
    """Enough for the tournament to be held, and for three tables."""
    return max(14, format_of(name).registration.minimum_entries)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_played_to_the_end(name: str) -> None:
    async def story() -> None:
        scene = Scene(7, size(name))
        await scene.open(format_of(name), in_s=in_s(name))
        await scene.play_out()
        assert not scene.actor.tournament.is_cancelled
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_survives_crashes_lost_lines_and_a_slow_store(name: str) -> None:
    async def story() -> None:
        scene = Scene(11, size(name), failures_permille=30)
        await scene.open(format_of(name), in_s=in_s(name))
        crashes = 0
        for _ in range(200):
            await asyncio.sleep(scene.chance.randrange(40))
            if scene.actor.is_done:
                break
            player = scene.people[scene.chance.randrange(len(scene.people))]
            roll = scene.chance.randrange(10)
            if roll < 5:
                await scene.gone(player)
            elif roll < 9:
                await scene.back(player)
            elif crashes < 3 and scene.actor.summary.ended_ms is None:
                crashes += 1
                await scene.crash()
        for player in scene.people:
            await scene.back(player)
        await scene.play_out()
        assert not scene.actor.tournament.is_cancelled
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())


SHORT_FLIGHTS = (
    PHASED
    + """
[blinds]
level_s = 40
[phased]
first_phase_levels = 1
[registration]
late_levels = 0
"""
)
"""Many survive them."""


class FoulWeather:
    """A house whose store is slow and fails, whose players lose their lines, and that crashes."""

    def __init__(self, seed: int, players: int, *files: str) -> None:
        self.chance = Random(seed)
        self.store = TournamentMemory(self.chance, failures_permille=20)
        self.store.money.delay_ms_max = 1_000
        self.files = files
        self.players = range(1, players + 1)
        self.room = HouseRoom(seed, *files, store=self.store)
        self.people: list[HousePlayer] = []
        self.lost = 0
        self._playing: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.room.open()
        self.people = await seated(self.room, *self.players)
        self._playing = playing(self.people)

    async def stop(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self.room.crash()

    async def crash(self) -> None:
        """Everything is gone at once; then the room is there again, and all look where they sit."""
        await self.stop()
        await asyncio.sleep(30)
        self.room = HouseRoom(self.chance.randrange(2**32), *self.files, store=self.store)
        await self.room.open()
        self.people = [HousePlayer(self.room, number) for number in self.players]
        for player in self.people:
            player.listen("me")
            for actor in self.room.actors.values():
                self._back(actor, player)
        self._playing = playing(self.people)

    def _back(self, actor: TournamentActor, player: HousePlayer) -> None:
        actor.inbox.send(PlayerBack(player=player.viewer))
        seat = actor.tournament.field.find(player.viewer)
        if seat is not None and seat.table in actor.tables.open_tables:
            player.listen(f"table:{actor.tables.open_tables[seat.table]}")

    async def play_out(self, tournament: TournamentId, *, crashes: int) -> TournamentActor:
        """Until it is over; some lines are lost all the time, and everything at times."""
        actor = self.room.actors[tournament]
        async with asyncio.timeout(40 * HOURS):
            while not actor.tournament.has_started:  # noqa: ASYNC110 - as a person looks
                await asyncio.sleep(10)
            while not actor.tournament.is_over:
                player = self.people[self.chance.randrange(len(self.people))]
                actor.inbox.send(PlayerLost(player=player.viewer))
                await asyncio.sleep(self.chance.randrange(20))
                self._back(actor, player)
                self.lost += 1
                if crashes and not actor.tournament.is_over:
                    crashes -= 1
                    await self.crash()
                    actor = self.room.actors[tournament]
        await asyncio.sleep(60)
        assert not crashes, "it was over too soon"
        assert not actor.tournament.is_cancelled
        check_stored(self.store, actor)
        return actor


@rule("TYP-04", "TRN-14", "TAMB-67", "TAMB-68", "CRASH-01")
def test_a_satellite_fills_its_target_in_spite_of_crashes_lost_lines_and_a_slow_store() -> None:
    async def story() -> None:
        weather = FoulWeather(61, 24, SUNDAY, SATELLITE)
        await weather.open()
        satellite, target = next_of(weather.room, "Satellite"), next_of(weather.room, "Sunday")
        for player in weather.people:
            await player.register(satellite.id)
        played = await weather.play_out(satellite.id, crashes=2)
        assert played.is_paid
        assert weather.lost > 2
        # 24 entries of 5.00: two seats of 55.00, and 10.00 for the third place.
        seats = [one for one in weather.store.seats.values() if one.won.target == target.id]
        assert [one.state for one in seats] == ["seated", "seated"]
        living = weather.room.actors[target.id].tournament.desk.living
        assert sorted(living) == sorted(one.won.player for one in seats)
        verify_sums(weather.room)
        await weather.stop()

    run(story())


@rule("TYP-12", "TAMB-76", "CRASH-01")
def test_flights_and_their_final_survive_crashes_lost_lines_and_a_slow_store() -> None:
    async def story() -> None:
        weather = FoulWeather(62, 14, SHORT_FLIGHTS)
        await weather.open()
        flights = [one.id for one in weather.room.actors.values()]
        for player in weather.people:
            await player.register(flights[player.viewer % 2])
        for flight in flights:
            await weather.play_out(flight, crashes=1)
        async with asyncio.timeout(40 * HOURS):
            while not (final := [o.id for o in weather.room.actors.values() if o.charter.flights]):  # noqa: ASYNC110
                await asyncio.sleep(60)
        actor = await weather.play_out(final[0], crashes=2)
        assert weather.lost > 4
        assert actor.tournament.ended == "one_player_left"
        pools = [a for a, n in weather.store.ledger.balances.items() if n and "tournament:" in a]
        assert not pools
        verify_sums(weather.room)
        await weather.stop()

    run(story())
