"""When the running room deals: three who are ready always get a hand within one pause."""

import asyncio

import pytest

from cardroom.room.requests import Leave
from tests.room.rooms import QUICK, Client
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

PAUSE_S = (QUICK.won_without_showdown_ms + QUICK.choice_to_show_ms) / 1000


async def after_both_blinds_left(seed: int, *newcomers: int) -> Scene:
    """Three have played a hand, the button stays, and newcomers take free seats."""
    scene = await Scene.open(seed)
    deal = scene.task.table.deal
    assert deal is not None
    assert deal.small_blind is not None
    for seat in (deal.small_blind, deal.big_blind):
        await scene.ask(deal.dealt_in[seat], Leave(id="l", ch=f"table:{TABLE}"))
    await scene.fold_to_one()
    for number in newcomers:
        scene.shell.fund(number)
        client = Client(scene.shell, number)
        scene.clients[client.viewer] = client
        assert await client.sit() == TABLE
    await asyncio.sleep(2 * PAUSE_S)
    return scene


@rule("CASH-07", "AMB-71", "CASH-09")
@pytest.mark.parametrize("seed", range(1, 13))
def test_two_newcomers_and_the_one_who_stayed_are_dealt_a_hand_within_one_pause(seed: int) -> None:
    async def story() -> None:
        scene = await after_both_blinds_left(seed, 4, 5)
        table = scene.task.table
        assert len(table.players) == 3
        assert table.number == 2, "three ready players and no hand"
        await scene.shell.room.stop()

    run(story())


@rule("CASH-07", "AMB-71", "AMB-30")
@pytest.mark.parametrize("seed", range(1, 7))
def test_a_newcomer_and_the_one_who_stayed_play_on_right_after_a_hand_of_three(seed: int) -> None:
    async def story() -> None:
        scene = await after_both_blinds_left(seed, 4)
        table = scene.task.table
        assert table.number == 2, "two may play on after a hand of three"
        assert table.deal is not None
        assert set(table.deal.dealt_in.values()) == set(table.players)
        await scene.shell.room.stop()

    run(story())
