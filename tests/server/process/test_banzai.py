"""An operator keeps a player out of Banzai in a real room, through the API and the command line."""

import asyncio
import json
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.commands.staff import make_token
from cardroom.ledger import PlayerId
from cardroom.store import Store
from cardroom.store.house.casebook import StoredCases
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, STAKE, administrator

BANZAI: dict[str, Any] = {
    "game": "nl-holdem", "format": "banzai", "small_blind": 25, "big_blind": 50,
}  # fmt: skip
WHY = "plays two short stacks against one big one"


async def refusal(client: RoomClient) -> tuple[str, str]:
    """What the room says to somebody who asks for a Banzai seat."""
    line = await client.connect()
    with pytest.raises(RoomSaidNo) as said:
        await line.ask("play", **BANZAI)
    await line.close()
    return said.value.rule, said.value.reason


async def waits(client: RoomClient, stake: dict[str, Any]) -> int:
    """Ask for a seat and wait: how many places in queues the answer names."""
    line = await client.connect()
    answer = await line.ask("play", **stake)
    await line.close()
    return len(answer["queued"])


@rule("BANZ-08")
async def test_who_is_excluded_gets_no_banzai_seat_until_the_operator_lifts_it(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        ana = RoomClient(http, room.address)
        await ana.register("Ana", PASSWORD)
        line = await ana.connect()
        await line.subscribe("me")
        assert len((await line.ask("play", **BANZAI))["queued"]) == 1
        path = f"/api/admin/accounts/{ana.player}/banzai"
        done = await boss.post(f"{path}/exclude", reason=WHY)
        assert (done["name"], done["operator"], done["reason"]) == ("Ana", "Robin", WHY)
        while (await line.read())["d"].get("type") != "queue_left":
            pass
        await line.close()
        assert await refusal(ana) == ("BANZ-08", "banzai_excluded")
        assert await waits(ana, STAKE) == 1
        await asyncio.to_thread(room.kill)
    with RoomProcess(database) as room:
        boss = RoomClient(http, room.address, token=await make_token(database, "Robin", 1))
        ana = RoomClient(http, room.address)
        await ana.login("Ana", PASSWORD)
        assert await refusal(ana) == ("BANZ-08", "banzai_excluded")
        assert (await boss.get("/api/admin/banzai/excluded"))["excluded"] == [done]
        with pytest.raises(RoomSaidNo, match="needs role"):
            await ana.post(f"{path}/admit", reason="let me in")
        await boss.post(f"{path}/admit", reason="looked into")
        assert await waits(ana, BANZAI) == 1
        with pytest.raises(RoomSaidNo, match="not excluded"):
            await boss.post(f"{path}/admit", reason="once more")
        with pytest.raises(RoomSaidNo, match="no such player"):
            await boss.post("/api/admin/accounts/999/banzai/exclude", reason=WHY)
        assert room.stop() == 0
    async with await Store.open(database) as store:
        noted = await StoredCases(store).measures(PlayerId(ana.player))
    assert [(one.deed, one.reason) for one in noted] == [
        ("excluded_from_banzai", WHY), ("admitted_to_banzai", "looked into"),
    ]  # fmt: skip


@rule("BANZ-08")
async def test_the_command_line_excludes_lists_and_admits(
    database: str,
    http: ClientSession,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with RoomProcess(database) as room:
        await administrator(http, room, database)
        ana = RoomClient(http, room.address)
        await ana.register("Ana", PASSWORD)
        monkeypatch.setenv("CARDROOM_TOKEN", await make_token(database, "Robin", 1))
        monkeypatch.setenv("COLUMNS", "200")

        async def say(*words: str) -> tuple[int, str]:
            status = await asyncio.to_thread(main, ["admin", *words, "--room", room.address])
            captured = capsys.readouterr()
            return status, captured.out + captured.err

        assert (await say("banzai-exclusions"))[1] == "Nobody is excluded from Banzai.\n"
        status, said = await say("exclude-from-banzai", "Ana", "--reason", WHY)
        assert (status, said.startswith("Ana is excluded from Banzai since 20")) == (0, True), said
        assert said.endswith(f"by Robin: {WHY}.\n")
        assert await refusal(ana) == ("BANZ-08", "banzai_excluded")
        listed = (await say("banzai-exclusions"))[1]
        assert all(word in listed for word in ("Ana", "Robin", WHY))
        status, said = await say("banzai-exclusions", "--json")
        assert [one["name"] for one in json.loads(said)["excluded"]] == ["Ana"]
        assert (await say("exclude-from-banzai", "Nobody", "--reason", WHY))[0] == 2
        assert (await say("exclude-from-banzai", "Ana", "--reason", ""))[0] == 2
        assert await say("admit-to-banzai", "Ana", "--reason", "looked into") == (0, "Done.\n")
        assert await waits(ana, BANZAI) == 1
        status, said = await say("admit-to-banzai", "Ana", "--reason", "once more")
        assert (status, "not excluded" in said) == (2, True), said
