"""Single games that staff create: they start when they are full, and survive a restart (TYP-02)."""

import asyncio
from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import PASSWORD, audit
from tests.server.tournaments.directing import directed, enter, everybody, people_in
from tests.server.tournaments.files import room_with
from tests.server.tournaments.players import fresh_id
from tests.server.tournaments.test_playing import PATIENCE_S, balance, until_over
from tests.server.tournaments.test_staff import ALL, REASON, refused, soon, staff, until

MAIN = """
name = "Main"
format = "freezeout"
edition = "house"
price_cents = 1_000
ticket_word = "main"
[schedule]
at = "20:00"
announced_s = 172_800
"""
SEAT = """
name = "Seat"
format = "sit-and-go-2"
edition = "house"
price_cents = 550
fee_cents = 50
[satellite]
target = "main"
seat_price_cents = 1_000
"""


def order(text: str = SEAT, **how: Any) -> dict[str, Any]:
    return {"id": fresh_id(), "file": "seat.toml", "toml": text, "reason": REASON, **how}


@rule("TYP-02", "TYP-04", "TRN-14")
async def test_a_single_satellite_sit_and_go_outlasts_a_restart_and_its_winner_has_the_seat(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, MAIN) as server, people_in(server, "Ann", "Bob") as (ann, _):
        olga = await staff(server)
        timed = await refused(olga, ALL, **order(starts_ms=soon(server)))
        assert timed.details["said"].startswith("seat.toml")
        assert "it starts when it is full: give it no start (TYP-02)" in timed.details["said"]
        full = await refused(olga, ALL, **order(practice_players=2))
        assert "must leave a seat for somebody" in full.details["said"]
        late = await refused(
            olga, ALL, **order(MAIN.partition("[schedule]")[0].replace("Main", "M"))
        )
        assert (late.rule, late.reason) == ("TRN-02", "start_is_missing")
        number = (await olga.post(ALL, **order()))["tournament"]
        twice = await refused(olga, ALL, **order())
        assert "another tournament is called 'Seat'" in twice.details["said"]
        await enter(number, [ann])
    async with room_with(tmp_path, MAIN) as server, asyncio.timeout(PATIENCE_S):
        people = [RoomClient(server.http, server.address) for _ in range(2)]
        for one, name in zip(people, ("Ann", "Bob"), strict=True):
            await one.login(name, PASSWORD)
        lines = [await one.connect() for one in people]
        path = f"/api/tournaments/{number}"
        row = (await people[0].get(path))["row"]
        assert (row["phase"], row["entries"], row["starts_ms"]) == ("registering", 1, None)
        await enter(number, people[1:])
        async with directed(number, people, everybody):
            page = await until_over(people[0], number)
        main = next(
            row
            for row in (await people[0].get("/api/tournaments"))["tournaments"]
            if row["name"] == "Main"
        )
        winner = next(one for one in people if one.player == page["results"][0]["player"])
        seat = f"/api/tournaments/{main['tournament']}"
        await until(lambda: _has_seat(winner, seat))
        assert (await winner.get("/api/tournament-tickets"))["tickets"] == []
        balances = [await balance(one) for one in people]
        assert balances[0] == balances[1]
        for line in lines:
            await line.close()
    assert audit(sqlite_in(tmp_path)).returncode == 0


async def _has_seat(client: RoomClient, path: str) -> bool:
    return (await client.get(path))["me"] is not None
