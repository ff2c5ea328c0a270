"""Freerolls with conditions in a running room: who meets them enters, and nobody else (TAMB-78)."""

import asyncio
from pathlib import Path

from cardroom.ledger import PlayerId
from cardroom.tournament.definition.examples import FORMATS
from tests.rule import rule
from tests.server.seating import three_seated
from tests.server.tournaments.files import room_with
from tests.server.tournaments.players import fresh_id
from tests.server.tournaments.test_playing import PATIENCE_S
from tests.server.tournaments.test_requests import refusal
from tests.server.tournaments.test_staff import staff
from tests.tournament.desks import example

REGULARS = """
name = "Regulars"
format = "freeroll"
edition = "house"
[freeroll]
added_cents = 5_000
conditions = [
    { fact = "deposits", at_least = 1 },
    { fact = "hands", at_least = 1 },
    { fact = "hands_this_week", at_least = 1 },
]
[schedule]
at = "20:00"
announced_s = 172_800
"""


@rule("TAMB-78")
async def test_a_freeroll_is_for_those_who_have_deposited_and_played(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, REGULARS) as server,
        three_seated(server.http, server) as players,
        asyncio.timeout(PATIENCE_S),
    ):
        olga, ana = await staff(server), players[0].client
        *_, last = (await olga.get("/api/tournaments"))["tournaments"]
        path = f"/api/tournaments/{last['tournament']}"

        async def missing() -> dict[str, int]:
            no = await refusal(ana, f"{path}/register", id=fresh_id())
            assert (no.rule, no.reason) == ("TAMB-78", "condition_not_met")
            return no.details

        assert await missing() == {"deposits": 1}
        money = {"kind": "deposit", "player": ana.player, "amount": 1_000, "reference": "in"}
        await olga.post("/api/admin/cashier", **money, reason="the bank says so")
        assert await missing() == {"hands": 1}
        await asyncio.gather(*(one.play_a_hand() for one in players))
        await ana.post(f"{path}/register", id=fresh_id())
        assert (await ana.get(path))["me"]["entry"] == 1


@rule("TAMB-78")
async def test_a_room_knows_every_fact_that_a_packaged_format_asks_for(tmp_path: Path) -> None:
    definitions = [example(name) for name in FORMATS]
    freerolls = [one.freeroll for one in definitions if one.freeroll is not None]
    asked = {condition.fact for one in freerolls for condition in one.conditions}
    assert asked
    async with room_with(tmp_path, REGULARS) as server:
        assert server.tournaments is not None
        assert asked <= set(await server.tournaments.services.facts(PlayerId(1)))
