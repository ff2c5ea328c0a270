"""A suspended player's stack is held in a real room, through a kill, and a hold reaches a stack."""

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.clients import eventually
from tests.server.process.test_cases import enter, reported, sanction
from tests.server.processes import RoomProcess
from tests.server.seating import (
    PLAY_MONEY,
    STACK,
    Seated,
    administrator,
    audit,
    first_turn,
    three_seated,
)

SOON = {"CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "1000"}


async def card(boss: RoomClient, player: Seated) -> dict[str, Any]:
    return dict(await boss.get(f"/api/admin/names/{player.client.name}"))


async def held(boss: RoomClient, case: int) -> list[tuple[int, int]]:
    """The stacks that a case holds, each with its player."""
    found = await boss.get(f"/api/admin/cases/{case}")
    return [(one["player"], one["amount"]) for one in found["stacks"]]


@rule("AMB-70", "FAIR-10")
async def test_the_stack_of_who_is_suspended_in_a_case_is_held_though_the_room_is_killed(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players, asyncio.timeout(90):
            actor, _ = await first_turn(players)
            reporter = next(one for one in players if one is not actor)
            case = await reported(reporter.client, actor.client)
            await sanction(boss, case, "suspend_or_close_account", actor.client.player)
            await asyncio.to_thread(room.kill)
            with RoomProcess(database, port=room.port, environment=SOON) as again:
                mine = [(actor.client.player, STACK)]
                await eventually(lambda: holds(boss, case, mine))
                assert (await card(boss, actor))["balance"] == PLAY_MONEY - STACK
                await enter(boss, case, "case_closed", finding="nothing_found", reason="cleared")
                assert await held(boss, case) == []
                assert (await card(boss, actor))["balance"] == PLAY_MONEY
                assert again.stop() == 0
    assert audit(database).returncode == 0


async def holds(boss: RoomClient, case: int, stacks: list[tuple[int, int]]) -> bool:
    return await held(boss, case) == stacks


@rule("AMB-70", "FAIR-10")
async def test_a_held_stack_is_seized_after_the_case_was_closed(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players, asyncio.timeout(90):
            actor, turn = await first_turn(players)
            reporter = next(one for one in players if one is not actor)
            case = await reported(reporter.client, actor.client)
            player = actor.client.player
            await actor.answer(turn)
            await sanction(boss, case, "suspend_or_close_account", player)
            others = [one for one in players if one is not actor]
            await asyncio.gather(*(one.play_a_hand() for one in others))
            await eventually(lambda: is_held(boss, case, player))
            ((_, stack),) = await held(boss, case)
            balance = (await card(boss, actor))["balance"]
            await enter(boss, case, "case_closed", finding="confirmed", reason="twelve hands")
            await sanction(boss, case, "seize_funds", player)
            assert await held(boss, case) == []
            assert (await card(boss, actor))["balance"] == balance == PLAY_MONEY - STACK
            assert stack > 0
    assert audit(database).returncode == 0


async def is_held(boss: RoomClient, case: int, player: int) -> bool:
    return [who for who, _ in await held(boss, case)] == [player]


@rule("AMB-70")
async def test_a_bar_opens_a_case_for_the_stack_and_lifting_it_gives_the_stack_back(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players, asyncio.timeout(90):
            await first_turn(players)
            barred = players[0]
            path = f"/api/admin/accounts/{barred.client.player}"
            await boss.post(f"{path}/bar", reason="chip dumping")
            (opened,) = (await boss.get("/api/admin/cases"))["cases"]
            assert opened["report"]["players"] == [barred.client.player]
            assert opened["report"]["text"] == "chip dumping"
            others = players[1:]
            await asyncio.gather(*(one.play_a_hand() for one in others))
            await eventually(lambda: is_held(boss, opened["case"], barred.client.player))
            ((_, stack),) = await held(boss, opened["case"])
            found = await card(boss, barred)
            assert (found["bar_reason"], found["balance"]) == ("chip dumping", PLAY_MONEY - STACK)
            await boss.post(f"{path}/unbar", reason="a mistake")
            assert (await card(boss, barred))["balance"] == PLAY_MONEY - STACK + stack
            closed = await boss.get(f"/api/admin/cases/{opened['case']}")
            assert (closed["finding"], closed["stacks"]) == ("nothing_found", [])
    assert audit(database).returncode == 0


@rule("AMB-70", "FAIR-04")
async def test_a_hold_may_exceed_the_cash_when_the_player_has_a_stack(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players, asyncio.timeout(90):
            actor, turn = await first_turn(players)
            ana, cy = players[0], players[2]
            case = await reported(cy.client, ana.client)
            amount = PLAY_MONEY - STACK + 400
            with pytest.raises(RoomSaidNo, match="not enough money"):
                await enter(
                    boss, case, "hold_placed", player=ana.client.player, amount=PLAY_MONEY + 1
                )
            await actor.answer(turn)
            playing = [asyncio.create_task(one.play_a_hand()) for one in players]
            await enter(boss, case, "hold_placed", player=ana.client.player, amount=amount)
            await asyncio.gather(*playing)
            assert (await ana.client.get("/api/balance"))["balance"] == 0
            assert await ana.stack() < STACK
            await enter(boss, case, "case_closed", finding="nothing_found", reason="cleared")
            assert (await ana.client.get("/api/balance"))["balance"] == amount
    assert audit(database).returncode == 0
