"""Many HexaPro games side by side, with crashes: nobody loses a cent, a seat or a game."""

import asyncio
from random import Random

from cardroom.errors import Refused, Unavailable
from cardroom.ledger import TournamentId
from cardroom.ledger.accounts import Kind, house
from cardroom.room.tournaments.house_messages import PlayerBack
from cardroom.tournament.events import MultiplierDrawn, TournamentEnded
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import EUR, HousePlayer, HouseRoom
from tests.room.tournaments.test_house import HEXAPRO, cash
from tests.room.virtual import run
from tests.rule import rule

PLAYERS = 12
GAMES = 5
MONEY = 100_000


class Evening:
    """Players who buy several games at once, in a room that crashes."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.store = TournamentMemory(self.chance, failures_permille=20)
        self.room = HouseRoom(seed, HEXAPRO, store=self.store)
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> list[HousePlayer]:
        await self.room.open()
        players = [HousePlayer(self.room, number) for number in range(1, PLAYERS + 1)]
        for player in players:
            player.listen("me")
            for actor in self.room.actors.values():
                seat = actor.tournament.field.find(player.viewer)
                if seat is not None and seat.table in actor.tables.open_tables:
                    player.listen(f"table:{actor.table_ids[seat.table]}")
                    actor.inbox.send(PlayerBack(player=player.viewer))
            self.tasks.append(asyncio.create_task(player.play_on(Random(player.viewer))))
        return players

    async def crash(self) -> list[HousePlayer]:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks.clear()
        await self.room.crash()
        await asyncio.sleep(30)
        seed = self.chance.randrange(2**32)
        self.room = HouseRoom(seed, HEXAPRO, store=self.store)
        return await self.open()


@rule("HEX-03", "TRN-25", "TAMB-79", "TAMB-40")
def test_many_games_side_by_side_survive_crashes_to_the_cent() -> None:
    async def story() -> None:
        evening = Evening(181)
        for number in range(1, PLAYERS + 1):
            evening.room.fund(number, MONEY)
        players = await evening.open()
        for turn in range(4):
            for player in players:
                try:
                    games = 1 + evening.chance.randrange(GAMES)
                    await player.buy("HexaPro", games, request=f"{turn}-{player.viewer}")
                except (Refused, Unavailable):
                    continue
            await asyncio.sleep(20 + evening.chance.randrange(60))
            if turn < 3:
                players = await evening.crash()
        async with asyncio.timeout(36_000):
            while any(one.tournament.has_started for one in evening.room.actors.values()):  # noqa: ASYNC110
                await asyncio.sleep(10)
        drawn = paid = 0
        for number in evening.store.announced:
            drawn, paid = drawn + pools(evening, number), paid + 1
        assert paid > 20
        left = sum(cash(evening.room, number) for number in range(1, PLAYERS + 1))
        waiting = sum(
            1_000 * len(one.tournament.desk.living) for one in evening.room.actors.values()
        )
        spent = evening.store.ledger.balance(house(Kind.HEXAPRO, EUR)) - waiting
        assert left + waiting + spent == PLAYERS * MONEY
        bought = sum(one.entries for one in evening.store.progress.values())
        assert spent == 1_000 * bought - waiting - drawn
        for task in evening.tasks:
            task.cancel()
        await evening.room.crash()

    run(story())


def pools(evening: Evening, tournament: TournamentId) -> int:
    """What was drawn in a game that is over."""
    events = evening.store.stored[tournament]
    if not any(isinstance(one, TournamentEnded) for one in events):
        return 0
    return sum(one.pool for one in events if isinstance(one, MultiplierDrawn))
