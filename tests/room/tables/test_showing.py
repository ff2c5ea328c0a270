"""Showing cards after the hand: by the player's own wish, to everybody, until the next deal."""

import asyncio

import pytest

from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId
from cardroom.room.requests import Muck, Show
from cardroom.room.tables.pace import Pace
from tests.room.rooms import Client
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

CHANNEL = f"table:{TABLE}"


async def won_without_showdown() -> tuple[Scene, PlayerId]:
    """A hand that everybody else folded, and who won it."""
    scene = await Scene.open(pace=Pace())
    await scene.act("fold")
    await scene.act("fold")
    await asyncio.sleep(0.1)
    (awarded,) = scene.events(1, "pot_awarded")
    return scene, scene.task.table.occupants[awarded["seats"][0]].player


@rule("AMB-55")
def test_a_winner_without_showdown_may_show_his_cards() -> None:
    async def story() -> None:
        scene, winner = await won_without_showdown()
        loser = next(player for player in scene.clients if player != winner)
        before = scene.task.channel.snapshot(PlayerId(99)).hand
        assert before is not None
        assert not any(seat.open for seat in before.seats)
        await scene.ask(winner, Show(id="s", ch=CHANNEL, hand=1))
        (shown,) = scene.events(loser, "cards_shown")
        assert shown["hand"] == 1
        assert -1 not in shown["hole"]
        rail = Client(scene.shell, 99)
        await rail.listen(CHANNEL)
        seen = scene.task.channel.snapshot(rail.viewer).hand
        assert seen is not None
        assert [(seat.seat, list(seat.hole)) for seat in seen.seats if seat.open] == [
            (shown["seat"], shown["hole"])
        ]
        with pytest.raises(ActionRefused) as refused:
            await scene.ask(winner, Show(id="s2", ch=CHANNEL, hand=1))
        assert refused.value.reason == "shown_already"
        await scene.shell.room.stop()

    run(story())


@rule("AMB-55")
def test_one_card_may_be_shown_and_the_other_later() -> None:
    async def story() -> None:
        scene, winner = await won_without_showdown()
        loser = next(player for player in scene.clients if player != winner)
        own = scene.task.channel.snapshot(winner).hand
        assert own is not None
        seat = scene.task.table.occupant(winner).seat
        hole = next(list(one.hole) for one in own.seats if one.seat == seat)
        await scene.ask(winner, Show(id="s", ch=CHANNEL, hand=1, cards=(1,)))
        with pytest.raises(ActionRefused) as again:
            await scene.ask(winner, Show(id="s2", ch=CHANNEL, hand=1, cards=(1,)))
        assert again.value.reason == "shown_already"
        for viewer, seen in ((winner, hole), (loser, [-1, hole[1]])):
            shown = scene.task.channel.snapshot(viewer).hand
            assert shown is not None
            assert next(list(one.hole) for one in shown.seats if one.seat == seat) == seen
        await scene.ask(winner, Show(id="s3", ch=CHANNEL, hand=1))
        holes = [event["hole"] for event in scene.events(loser, "cards_shown")]
        assert holes == [[-1, hole[1]], hole]
        await scene.shell.room.stop()

    run(story())


@rule("AMB-55")
def test_who_folded_may_show_after_the_hand_and_nobody_shows_for_him() -> None:
    async def story() -> None:
        scene, winner = await won_without_showdown()
        loser = next(player for player in scene.clients if player != winner)
        await scene.ask(loser, Show(id="s", ch=CHANNEL, hand=1))
        seat = scene.task.table.occupant(loser).seat
        assert [event["seat"] for event in scene.events(winner, "cards_shown")] == [seat]
        await scene.ask(winner, Muck(id="m", ch=CHANNEL, hand=1))
        assert len(scene.events(winner, "cards_shown")) == 1
        await scene.shell.room.stop()

    run(story())


@rule("AMB-55")
def test_nobody_shows_during_the_hand_or_after_the_next_was_dealt() -> None:
    async def story() -> None:
        scene = await Scene.open()
        with pytest.raises(ActionRefused) as during:
            await scene.ask(1, Show(id="s", ch=CHANNEL, hand=1))
        await scene.fold_to_one()
        await scene.turn()
        with pytest.raises(ActionRefused) as after:
            await scene.ask(1, Show(id="s", ch=CHANNEL, hand=1))
        railbird = Client(scene.shell, 99)
        with pytest.raises(ActionRefused) as other:
            await scene.shell.room.ask(railbird.caller, Show(id="s", ch=CHANNEL, hand=2))
        reasons = [one.value.reason for one in (during, after, other)]
        assert reasons == ["hand_is_not_over", "not_your_hand", "not_your_hand"]
        assert scene.events(2, "cards_shown") == []
        await scene.shell.room.stop()

    run(story())
