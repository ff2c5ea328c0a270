"""A tournament in the room, from the first entry to the last cent."""

import asyncio
from collections.abc import Sequence
from random import Random

from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.room.tournaments.records import StepToWrite
from tests.room.tournaments.rooms import EUR, Player, TournamentRoom, format_of
from tests.room.virtual import run
from tests.rule import rule


def test_a_sit_and_go_is_played_to_the_end() -> None:
    async def story() -> None:
        room = TournamentRoom(1)
        actor = await room.announce(format_of("sit-and-go-5"))
        players = [Player(room, number) for number in range(1, 6)]
        playing = []
        for player in players:
            room.fund(player.viewer, 10_000)
            player.listen("me")
            await player.register(actor.id)
            playing.append(asyncio.create_task(player.play_on(Random(player.viewer))))
        async with asyncio.timeout(36_000):
            await actor.done()
        for task in playing:
            task.cancel()
        assert actor.tournament.ended == "one_player_left"
        cash = [room.store.ledger.balance(player_cash(PlayerId(one), EUR)) for one in range(1, 6)]
        definition = actor.charter.definition
        assert sum(cash) == 5 * 10_000 - 5 * definition.fee_cents
        assert max(cash) > 10_000
        await room.crash()

    run(story())


@rule("TRN-25")
def test_a_tournament_whose_last_step_is_stored_although_we_fail_is_over_all_the_same() -> None:
    async def story() -> None:
        room = TournamentRoom(1)
        actor = await room.announce(format_of("sit-and-go-5"))
        write, failed = room.store.write_steps, []

        async def fail_after_the_last(steps: Sequence[StepToWrite]) -> None:
            await write(steps)
            if any(step.is_last for step in steps):
                failed.append(steps)
                raise RuntimeError("a mistake of ours after it was stored")

        room.store.write_steps = fail_after_the_last  # type: ignore[method-assign]
        playing = []
        for player in [Player(room, number) for number in range(1, 6)]:
            room.fund(player.viewer, 10_000)
            player.listen("me")
            await player.register(actor.id)
            playing.append(asyncio.create_task(player.play_on(Random(player.viewer))))
        async with asyncio.timeout(36_000):
            await actor.done()
        for task in playing:
            task.cancel()
        assert len(failed) == 1
        assert actor.is_paid
        assert not room.running.tasks
        await room.crash()

    run(story())
