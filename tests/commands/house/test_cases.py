"""Cases from the terminal."""

import asyncio
from uuid import uuid4

from cardroom.commands.room_client import RoomClient, new_session
from tests.browser.past import PASSWORD
from tests.commands.house.conftest import Ask, Say
from tests.rule import rule
from tests.server.processes import RoomProcess


async def report_daan(room: RoomProcess, players: list[int]) -> None:
    async with new_session() as session:
        client = RoomClient(session, room.address)
        await client.login("Ana", PASSWORD)
        line = await client.connect()
        said = "they never raise each other"
        about = {"kind": "collusion", "players": players, "text": said}
        await line.send(t="report", id=str(uuid4()), **about)
        await line.until("ack", "refused")
        await line.close()


@rule("FAIR-04", "FAIR-10")
def test_a_case_is_worked_on_from_the_report_to_the_sanction(
    room: RoomProcess, ask: Ask, say: Say
) -> None:
    daan = ask("player", "Daan")["player"]
    asyncio.run(report_daan(room, [daan]))
    case = str(ask("case", "list")["cases"][-1]["case"])
    assert "they never raise each other" in say("case", "list")
    about = ("--player", "Daan")
    ask("case", "link-hand", case, "hand:1:1:3")
    ask("case", "hold", case, "500", *about)
    assert "hold placed" in say("case", "show", case)
    ask("case", "release", case, *about, "--reason", "it was another account")
    ask("case", "hold", case, "100", *about)
    ask("case", "close", case, "--finding", "confirmed", "--reason", "the hands show it")
    sanction = ("--sanction", "seize_funds", "--evidence", "hand:1:1:3", "--reason", "collusion")
    entries = ask("case", "sanction", case, *about, *sanction)["entries"]
    assert [one["entry"]["type"] for one in entries] == [
        "hand_linked", "hold_placed", "holds_released", "hold_placed", "case_closed", "sanctioned",
    ]  # fmt: skip
    assert "case is closed" in say("case", "link-hand", case, "hand:1:1:4")
