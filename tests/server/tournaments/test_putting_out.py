"""An account is barred in a running room: its tournaments give back or hold (TAMB-102)."""

import asyncio
from pathlib import Path

from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import enter, people_in
from tests.server.tournaments.files import EVENING, PEOPLE_ONLY, room_with
from tests.server.tournaments.test_playing import PATIENCE_S, balance, until_over
from tests.server.tournaments.test_staff import ALL, REASON, created, has_started, staff, until


@rule("TAMB-102", "TRN-24", "AMB-70")
async def test_who_is_barred_gets_entries_back_and_winnings_when_the_case_finds_nothing(
    tmp_path: Path,
) -> None:
    async with (
        room_with(tmp_path, EVENING, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server)
        had = await balance(ann)
        rows = {row["name"]: row for row in (await ann.get("/api/tournaments"))["tournaments"]}
        game, later = rows["Duel 2"]["tournament"], await created(server, olga)
        await enter(later, [ann, bob])
        await enter(game, [ann, bob])
        await until(lambda: has_started(olga, game))
        account = f"/api/admin/accounts/{ann.player}"
        await olga.post(f"{account}/bar", reason="chip dumping")
        (case,) = (await olga.get("/api/admin/cases"))["cases"]
        assert case["report"]["players"] == [ann.player]
        row = (await olga.get(f"/api/tournaments/{later}"))["row"]
        assert row["entries"] == 1
        card = await olga.get("/api/admin/names/Ann")
        assert card["balance"] == had - 200
        # Bob is put out as well, by disqualification: the game is Ann's, and so is the prize.
        deed = {"player": bob.player, "case": case["case"], "reason": REASON}
        await olga.post(f"{ALL}/{game}/disqualify", **deed)
        page = await until_over(olga, game)
        first = page["results"][0]
        assert (first["name"], first["held"]) == ("Ann", True)
        path = f"/api/admin/cases/{case['case']}"
        held = (await olga.get(path))["stacks"]
        assert [(one["player"], one["amount"], one["tournament"]) for one in held] == [
            (ann.player, first["prize"], game)
        ]
        assert (await olga.get("/api/admin/names/Ann"))["balance"] == had - 200
        await olga.post(f"{account}/unbar", reason="a mistake")
        closed = await olga.get(path)
        assert (closed["finding"], closed["stacks"]) == ("nothing_found", [])
        assert (await olga.get("/api/admin/names/Ann"))["balance"] == had - 200 + first["prize"]
    assert audit(sqlite_in(tmp_path)).returncode == 0
