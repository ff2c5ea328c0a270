"""When the running room deals: three who are ready always get a hand within one pause."""

import asyncio

import pytest
from msgspec.structs import replace

from cardroom.ledger import PlayerId
from cardroom.room.cash.lobby_views import Gathering
from cardroom.room.requests import Leave
from tests.room.inside import inside
from tests.room.rooms import NL10, QUICK, Client, Shell
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
    clients = [Client(scene.shell, number) for number in newcomers]
    for client in clients:
        scene.shell.fund(client.viewer)
        scene.clients[client.viewer] = client
    tables = await asyncio.gather(*(client.sit() for client in clients))
    assert set(tables) == {TABLE}
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


@rule("CASH-06", "CASH-07", "AMB-39")
def test_who_waits_is_told_how_many_are_there_and_how_many_are_needed() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.ask(1, Leave(id="l", ch=f"table:{TABLE}"))
        await scene.fold_to_one()
        await scene.fold_to_one()
        await asyncio.sleep(2 * PAUSE_S)
        assert scene.task.channel.snapshot(PlayerId(2)).waits_for == 1
        await scene.ask(2, Leave(id="l", ch=f"table:{TABLE}"))
        await asyncio.sleep(PAUSE_S)
        scene.shell.fund(4)
        waiting = Client(scene.shell, 4)
        answer = await scene.shell.room.ask(waiting.caller, NL10)
        assert (len(answer["offers"]), len(answer["queued"])) == (0, 1)  # type: ignore[arg-type]
        await asyncio.sleep(2)
        assert gathering_at(scene) == Gathering(ready=2, needed=3)
        await scene.shell.room.stop()

    run(story())


def gathering_at(scene: Scene) -> Gathering | None:
    """What the lobby's board says about those who wait at the stake."""
    rows = scene.shell.room.lobby_view().stakes
    return next(row.gathering for row in rows if row.big_blind == 10 and row.waiting)


@rule("CASH-14", "SIT-07", "OMA-06")
@pytest.mark.parametrize(
    ("edition", "game", "may"),
    [
        ("en-2.2", "pl-omaha", False),
        ("en-2.2", "nl-holdem", True),
        ("nl-3.0", "pl-omaha", True),
    ],
)
def test_a_newcomer_is_told_whether_posting_is_possible(edition: str, game: str, may: bool) -> None:
    async def story() -> None:
        shell = Shell(1, name=edition)
        stake = replace(NL10, game=game)
        clients = [Client(shell, number) for number in range(1, 4)]
        for client in clients:
            shell.fund(client.viewer)
            await shell.room.ask(client.caller, stake)
        (offer,) = inside(shell.room).offers_of(PlayerId(3))
        assert offer.may_post is may
        await asyncio.gather(*(client.sit(1000, stake) for client in clients))
        own = shell.room.tasks[TABLE].channel.snapshot(PlayerId(1)).me
        assert own is not None
        assert own.may_post is may
        await shell.room.stop()

    run(story())
