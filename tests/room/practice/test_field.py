"""Practice players fill tournaments that let them, and play them to the end."""

import asyncio
from random import Random

from cardroom.room.tournaments.requests import ProposeDeal
from tests.room.practice.rooms import HEXAPRO, PracticeRoom, person, started
from tests.room.tournaments.rooms import HousePlayer
from tests.room.virtual import run
from tests.rule import rule

SIT_AND_GO = """
name = "Five"
format = "sit-and-go-5"
edition = "house"
[blinds]
level_s = 120
[on_demand]
practice_players = 4
"""
QUICK = """
name = "Quick"
format = "freezeout"
edition = "house"
starting_stack = 1_500
breaks = false
[blinds]
level_s = 120
[registration]
late_levels = 3
[schedule]
every_minutes = 5
announced_s = 600
practice_players = 11
"""


@rule("HEX-01", "FAIR-07")
def test_one_person_gets_a_hexapro_within_seconds_and_plays_it_to_the_end() -> None:
    async def story() -> list[float]:
        lasted = []
        for seed in range(6):
            room = PracticeRoom(seed, HEXAPRO)
            await room.open()
            await asyncio.sleep(60)
            assert not started(room), "practice players play with somebody, not among themselves"
            player = await person(room)
            playing = asyncio.create_task(player.play_on(Random(seed)))
            await player.buy("HexaPro")
            began = asyncio.get_running_loop().time()
            await asyncio.sleep(6)
            (game,) = started(room)
            async with asyncio.timeout(3_600):
                while game.summary.ended_ms is None:  # noqa: ASYNC110 - as a person looks
                    await asyncio.sleep(1)
            lasted.append((asyncio.get_running_loop().time() - began) / 60)
            playing.cancel()
            await room.crash()
        return lasted

    lasted = run(story())
    assert 0.5 < sum(lasted) / len(lasted) < 4, lasted
    assert max(lasted) < 6, lasted


@rule("FAIR-07")
def test_practice_players_think_as_long_as_the_operator_wants() -> None:
    async def seconds_a_hand(percent: int) -> float:
        """How long a hand of a HexaPro game lasts."""
        room = PracticeRoom(3, HEXAPRO, thinking_percent=percent)
        await room.open()
        player = await person(room)
        playing = asyncio.create_task(player.play_on(Random(3)))
        await player.buy("HexaPro")
        await asyncio.sleep(6)
        (game,) = started(room)
        began = asyncio.get_running_loop().time()
        hands = 0
        while hands < 5 and game.summary.ended_ms is None:
            await asyncio.sleep(0.1)
            hands = sum(table.hands for table in game.tournament.tables.values())
        playing.cancel()
        await room.crash()
        return (asyncio.get_running_loop().time() - began) / max(1, hands)

    async def story() -> None:
        assert await seconds_a_hand(0) < await seconds_a_hand(100) < await seconds_a_hand(400)

    run(story())


async def wait_for_the_others(player: HousePlayer) -> None:
    """Let the others knock each other out, for nothing but the blinds."""
    while True:
        message = await player.turns.get()
        await player.act(message, "check" if message["d"]["check"] else "fold")


@rule("TAMB-98", "FAIR-07")
def test_a_practice_player_answers_a_proposal_to_share_the_prizes() -> None:
    async def story() -> None:
        room = PracticeRoom(1, SIT_AND_GO, thinking_percent=0)
        await room.open()
        player = await person(room)
        playing = asyncio.create_task(wait_for_the_others(player))
        await player.buy("Five")
        await asyncio.sleep(10)
        (game,) = started(room)
        while game.tournament.left > 2:  # noqa: ASYNC110 - as a person looks
            await asyncio.sleep(0.05)
        assert game.tournament.field.find(player.viewer) is not None
        await player.ask(ProposeDeal(id="d", ch=f"tournament:{game.id}", kind="icm"))
        async with asyncio.timeout(50):
            while game.deals.view() is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert game.tournament.ended == "deal"
        playing.cancel()
        await room.crash()

    run(story())


@rule("TYP-02", "FAIR-07")
def test_one_person_plays_a_sit_and_go_with_practice_players_to_the_end() -> None:
    async def story() -> None:
        room = PracticeRoom(7, SIT_AND_GO)
        await room.open()
        player = await person(room)
        playing = asyncio.create_task(player.play_on(Random(7)))
        await player.buy("Five")
        await asyncio.sleep(10)
        (game,) = started(room)
        kinds = [room.names.kind(one) for one in game.tournament.desk.living]
        assert kinds.count("practice") == 4
        async with asyncio.timeout(4 * 3_600):
            await game.done()
        assert game.tournament.ended == "one_player_left"
        playing.cancel()
        await room.crash()

    run(story())


@rule("FAIR-07", "TRN-15")
def test_a_small_tournament_is_always_running_and_can_be_entered() -> None:
    async def story() -> None:
        room = PracticeRoom(8, QUICK)
        await room.open()
        await asyncio.sleep(400)
        game = started(room)[-1]
        assert len(game.tournament.tables) == 2
        assert game.tournament.desk.count == 11
        player = await person(room)
        await player.register(game.id)
        playing = asyncio.create_task(player.play_on(Random(8)))
        await asyncio.sleep(60)
        assert player.heard("hand_started")
        playing.cancel()
        await room.crash()

    run(story())


@rule("TRN-25", "FAIR-07")
def test_practice_players_go_on_after_a_crash() -> None:
    async def story() -> None:
        room = PracticeRoom(9, SIT_AND_GO)
        await room.open()
        player = await person(room)
        playing = asyncio.create_task(player.play_on(Random(7)))
        await player.buy("Five")
        await asyncio.sleep(30)
        (game,) = started(room)
        playing.cancel()
        await room.crash()
        again = PracticeRoom(10, SIT_AND_GO, store=room.store)
        await again.open()
        back = HousePlayer(again, 1)
        back.listen("me")
        actor = again.actors[game.id]
        seat = actor.tournament.field.find(back.viewer)
        if seat is not None:
            back.listen(f"table:{actor.table_ids[seat.table]}")
        playing = asyncio.create_task(back.play_on(Random(7)))
        async with asyncio.timeout(4 * 3_600):
            await actor.done()
        assert actor.tournament.ended == "one_player_left"
        away = [one for one in room.store.stored[game.id] if type(one).__name__ == "WentAway"]
        assert not away
        playing.cancel()
        await again.crash()

    run(story())
