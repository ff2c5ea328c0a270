"""Who of the house may enter what in a case: nobody in their own, nobody against a role above."""

from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.process.test_bookings import player, staff
from tests.server.process.test_requests import say
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, PLAY_MONEY

HELD = PLAY_MONEY // 2
NAMES = ("Rick", "Rita", "Alma", "Dana", "Evan")


async def enter(client: RoomClient, case: int, **entry: Any) -> Any:
    return await client.post(f"/api/admin/cases/{case}", entry=entry)


async def report(client: RoomClient, request: str, *players: int) -> int:
    line = await client.connect()
    said = {"kind": "collusion", "players": players, "text": "they play together"}
    answer = await say(line, t="report", id=request, **said)
    await line.close()
    return int(answer["d"]["case"])


@rule("FAIR-04", "FAIR-10")
async def test_an_officer_enters_nothing_in_a_case_of_their_own_nor_against_a_role_above(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        robin = await staff(http, room, database, "Robin")
        people = {name: await player(http, room, name) for name in NAMES}
        (rick, own), (_, rita), (_, alma), (dana, _), (evan, evans) = people.values()
        for number, role in ((own, "risk"), (rita, "risk"), (alma, "administrator")):
            path = f"/api/admin/accounts/{number}/role"
            await robin.post(path, role=role, reason="hired")
        await rick.login("Rick", PASSWORD)
        program = (await rick.post("/api/programs", name="Ricks_bot", scopes=["read"]))["player"]
        innocent = {"type": "holds_released", "player": own, "reason": "I am innocent"}
        closed = {"type": "case_closed", "finding": "nothing_found", "reason": "nothing here"}

        named = await report(dana, "named", own, alma)
        await enter(robin, named, type="hold_placed", player=own, amount=HELD)
        for entry in (innocent, closed, {"type": "hand_linked", "key": "1-1"}):
            with pytest.raises(RoomSaidNo, match="not oneself"):
                await enter(rick, named, **entry)
        by_program = await report(dana, "program", program)
        with pytest.raises(RoomSaidNo, match="not oneself"):
            await enter(rick, by_program, **closed)

        other = await report(dana, "other", evans)
        await enter(robin, other, type="hold_placed", player=own, amount=1)
        for entry in (innocent, closed):
            with pytest.raises(RoomSaidNo, match="not oneself"):
                await enter(rick, other, **entry)
        assert (await rick.get("/api/balance"))["balance"] == PLAY_MONEY - HELD - 1

        third = await report(dana, "third", evans)
        for above in (alma, rita):
            with pytest.raises(RoomSaidNo, match="needs role"):
                await enter(rick, third, type="hold_placed", player=above, amount=HELD)
            await enter(robin, third, type="hold_placed", player=above, amount=HELD)
            with pytest.raises(RoomSaidNo, match="needs role"):
                await enter(rick, third, **{**innocent, "player": above})
        with pytest.raises(RoomSaidNo, match="needs role"):
            await enter(rick, third, **closed)
        await enter(robin, third, type="case_closed", finding="confirmed", reason="seen it")
        seizure = {"type": "sanctioned", "sanction": "seize_funds", "evidence": ["the hands"]}
        with pytest.raises(RoomSaidNo, match="needs role"):
            await enter(rick, third, **seizure, player=alma, reason="a grudge")

        fourth = await report(dana, "fourth", evans)
        await enter(rick, fourth, type="hold_placed", player=evans, amount=HELD)
        assert (await enter(rick, fourth, **closed))["state"] == "closed"
        assert (await evan.get("/api/balance"))["balance"] == PLAY_MONEY
