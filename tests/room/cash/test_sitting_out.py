"""Sitting out in the running room, with a player at two tables."""

import asyncio
from random import Random

from cardroom.ledger import PlayerId, TableId
from cardroom.room.requests import Play, SitOut
from tests.room.inside import inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.virtual import run
from tests.rule import rule

NL25 = Play(id="p", game="nl-holdem", format="ordinary", small_blind=10, big_blind=25)
HERO = PlayerId(1)


async def at_two_tables(shell: Shell) -> tuple[list[TableId], list[asyncio.Task[None]]]:
    """The hero sits with two others at each of two stakes, and everybody plays."""
    tables, playing = [], []
    for stake, numbers in ((NL10, (1, 2, 3)), (NL25, (1, 4, 5))):
        clients = [Client(shell, number) for number in numbers]
        for client in clients:
            shell.fund(client.viewer)
            playing.append(asyncio.create_task(client.play_on(Random(client.viewer))))
        amount = 50 * stake.big_blind
        seats = await asyncio.gather(*(client.sit(amount, stake) for client in clients))
        tables.append(TableId(seats[0]))
    return tables, playing


@rule("SIT-05", "AMB-62")
def test_sit_out_next_big_blind_asked_at_one_table_is_done_at_each_when_its_big_blind_comes() -> (
    None
):
    async def story() -> None:
        shell = Shell(1)
        (first, second), playing = await at_two_tables(shell)
        hero = Client(shell, HERO)
        request = SitOut(id="o", ch=f"table:{first}", when="next_big_blind", on=True)
        await shell.room.ask(hero.caller, request)
        seats = [inside(shell.room).table(table).occupant(HERO) for table in (first, second)]
        assert [seat.sit_out for seat in seats] == ["next_big_blind"] * 2
        await asyncio.sleep(15)
        assert [seat.out_cause for seat in seats] == ["next_big_blind"] * 2
        assert [seat.out_until_ms for seat in seats] == [None, None], "no 500 seconds"
        await asyncio.sleep(560)
        assert all(shell.room.sits_at(table, HERO) for table in (first, second))
        await asyncio.sleep(60)
        assert not any(shell.room.sits_at(table, HERO) for table in (first, second))
        for task in playing:
            task.cancel()
        await shell.room.stop()

    run(story())
