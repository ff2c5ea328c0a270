"""Several of the staff do the same thing at one moment, or too late: it is done once or refused."""

import asyncio
from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import enter, people_in
from tests.server.tournaments.files import PEOPLE_ONLY, room_with
from tests.server.tournaments.players import fresh_id
from tests.server.tournaments.test_playing import PATIENCE_S, balance
from tests.server.tournaments.test_staff import (
    ALL,
    REASON,
    cancel,
    created,
    deeds,
    has_started,
    refused,
    soon,
    staff,
    until,
)


async def at_once(client: RoomClient, *asked: tuple[str, dict[str, Any]]) -> list[str]:
    """What is said to requests of one moment: a reason, or nothing where it was done."""
    posts = [client.post(path, reason=REASON, **body) for path, body in asked]
    answers = await asyncio.gather(*posts, return_exceptions=True)
    assert all(isinstance(one, RoomSaidNo | dict) for one in answers), answers
    return [one.reason if isinstance(one, RoomSaidNo) else "" for one in answers]


@rule("TRN-23", "TAMB-96", "CXL-11")
async def test_what_staff_do_twice_or_too_late_is_done_once(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob", "Cid") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server)
        had = [await balance(one) for one in people]
        number = await created(server, olga, starts_ms=soon(server, 3))
        admin = f"{ALL}/{number}"
        await enter(number, people)
        await until(lambda: has_started(olga, number))

        # A running tournament takes no practice players, and its start is history.
        assert (
            await refused(olga, f"{admin}/practice-players", count=3, reason=REASON)
        ).reason == "has_started"
        late = await refused(olga, f"{admin}/delay", starts_ms=soon(server), reason=REASON)
        assert late.reason == "has_started"
        assert (await olga.get(f"/api/tournaments/{number}"))["row"]["entries"] == 3

        nothing: dict[str, Any] = {}
        pause, resume = (f"{admin}/pause", nothing), (f"{admin}/resume", nothing)
        assert sorted(await at_once(olga, pause, pause)) == ["", "cannot_pause_now"]
        assert sorted(await at_once(olga, resume, resume)) == ["", "not_paused"]

        ann, bob, _cid = people
        report = {"t": "report", "id": fresh_id(), "kind": "collusion", "players": [bob.player]}
        case = await ann.post("/api/ask", request={**report, "text": "He plays with others."})
        out = f"{admin}/disqualify", {"player": bob.player, "case": case["d"]["case"]}
        assert sorted(await at_once(olga, out, out, out)) == ["", *["already_disqualified"] * 2]
        assert [deed for deed, _ in await deeds(server, bob.player)] == ["disqualified"]

        preview = await cancel(olga, number)
        again = f"{admin}/cancel", {"step": preview["step"]}
        assert await at_once(olga, again, again) == ["preview_is_old"] * 2
        paid = {int(player): cents for player, cents in preview["cash"].items()}
        for one, before in zip(people, had, strict=True):
            assert await balance(one) == before - 500 + paid.get(one.player, 0)
    assert audit(sqlite_in(tmp_path)).returncode == 0
