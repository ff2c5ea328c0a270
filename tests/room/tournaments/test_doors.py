"""After a restart nobody is dealt in before the doors are open and players had time (TRN-25)."""

import asyncio

from cardroom.tournament.events import HandDealt
from tests.room.tournaments.rooms import HouseRoom
from tests.room.tournaments.test_house import SIT_AND_GO, seated
from tests.room.tournaments.test_missed_starts import NINE, NINE_MS, entered, until
from tests.room.tournaments.test_putting_out import stored
from tests.room.tournaments.test_satellites import playing
from tests.room.virtual import run
from tests.rule import rule

RETURN_MS = 5_000
LONG_S = 600
"""How long the other tournaments take to be restored."""


async def reopened(room: HouseRoom, *files: str) -> HouseRoom:
    """The room after a crash: its tournaments are restored, its doors are closed, all are gone."""
    again = HouseRoom(7, *files, store=room.store)
    again.presence.gone = set(range(1, 10))  # type: ignore[arg-type]
    again.running.close_doors()
    await again.open()
    return again


@rule("TRN-25", "TTB-03")
def test_the_time_to_come_back_counts_from_the_opening_of_the_doors() -> None:
    async def story() -> None:
        room = HouseRoom(41, SIT_AND_GO)
        await room.open()
        (game,) = room.actors
        players = await seated(room, 1, 2, 3, 4, 5)
        tasks = playing(players)
        for player in players:
            await player.register(game)
        async with asyncio.timeout(LONG_S):
            while len(stored(room, game, HandDealt)) < 2:  # noqa: ASYNC110 - as a person looks
                await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await room.crash()
        again = await reopened(room, SIT_AND_GO)
        before = len(stored(again, game, HandDealt))
        await asyncio.sleep(LONG_S)
        assert len(stored(again, game, HandDealt)) == before
        again.running.open_doors(RETURN_MS)
        await asyncio.sleep(RETURN_MS / 1000 - 0.1)
        assert len(stored(again, game, HandDealt)) == before
        for player in players:
            again.presence.gone.discard(player.viewer)
            again.house.arrived(player.viewer)
        await asyncio.sleep(0.2)
        assert len(stored(again, game, HandDealt)) == before + 1
        entrants = again.actors[game].tournament.field.entrants.values()
        assert not any(one.connection.is_lost for one in entrants)
        await again.crash()

    run(story())


@rule("TRN-25", "TRN-02")
def test_a_tournament_that_starts_behind_closed_doors_deals_when_players_could_come() -> None:
    async def story() -> None:
        room = HouseRoom(42, NINE)
        actor, _ = await entered(room)
        await until(room, NINE_MS - 60_000)
        await room.crash()
        again = await reopened(room, NINE)
        await until(again, NINE_MS + 60_000)
        assert again.actors[actor.id].tournament.has_started
        assert not stored(again, actor.id, HandDealt)
        again.running.open_doors(RETURN_MS)
        await asyncio.sleep(RETURN_MS / 1000 - 0.1)
        assert not stored(again, actor.id, HandDealt)
        await asyncio.sleep(0.2)
        assert len(stored(again, actor.id, HandDealt)) == 1
        # A table that opens from now on waits for nobody.
        assert not any(task.waits_for_doors for task in again.running.tasks.values())
        await again.crash()

    run(story())
