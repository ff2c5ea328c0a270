"""What an administrator sets right in a real room: a hand that must not stand, money that finds no
owner; through the API and the command line, with a power cut in between."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.commands.staff import make_administrator, make_token
from cardroom.ledger import PlayerId
from cardroom.store import Store
from cardroom.store.house.casebook import StoredCases
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD, STACK, Seated, audit, first_turn, three_seated

PLAY_MONEY = 1_000_000
DAY_MS = 86_400_000
WHY = "the deck held a card twice"
LOST = "removed while the line was down"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return sqlite_in(tmp_path)


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with new_session() as session:
        yield session


async def administrator(http: ClientSession, room: RoomProcess, database: str) -> RoomClient:
    await make_administrator(database, "Robin", PASSWORD)
    return RoomClient(http, room.address, token=await make_token(database, "Robin", 1))


async def play_a_hand(players: list[Seated]) -> dict[str, Any]:
    """Everybody checks or calls; the hand as the first player finds it."""
    async with asyncio.timeout(120):
        await asyncio.gather(*(one.play_a_hand() for one in players))
    found: dict[str, Any] = (await players[0].client.get("/api/hands"))["hands"][0]
    return found


async def deeds(database: str, player: int) -> list[tuple[str, str]]:
    async with await Store.open(database) as store:
        found = await StoredCases(store).measures(PlayerId(player))
    return [(one.deed, one.reason) for one in found]


async def balance(client: RoomClient) -> int:
    return int((await client.get("/api/balance"))["balance"])


@rule("CASH-01", "CASH-03", "CRASH-03", "AMB-24")
async def test_a_paid_hand_is_voided_once_and_everybody_sees_why(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players:
            hand = await play_a_hand(players)
            path = f"/api/admin/hands/{hand['key']}/void"
            plan = await boss.get(path)
            assert plan["state"] == "paid"
            assert sum(share["amount"] for share in plan["shares"]) == plan["rake"]
            done = await boss.post(path, reason=WHY)
            assert (done["state"], done["shares"]) == ("void", plan["shares"])
            await asyncio.to_thread(room.kill)
        await verify_void(players, hand["key"], done, database)


async def verify_void(players: list[Seated], key: str, done: dict[str, Any], database: str) -> None:
    """After a power cut it is all there, once, and stays so."""
    moved = {share["player"]: share["amount"] for share in done["shares"]}
    async with new_session() as session:
        with RoomProcess(database) as room:
            boss = RoomClient(session, room.address, token=await make_token(database, "Robin", 1))
            assert await boss.post(f"/api/admin/hands/{key}/void", reason=WHY) == done
            with pytest.raises(
                RoomSaidNo, match=f"hand is void: Robin voided it on 20.* UTC: {WHY}"
            ):
                await boss.post(f"/api/admin/hands/{key}/void", reason="another")
            for one in players:
                client = RoomClient(session, room.address)
                await client.login(one.client.name, PASSWORD)
                await verify_player(client, key, moved.get(client.player, 0), room)
                assert await deeds(database, client.player) == [("voided_hand", f"{key}: {WHY}")]
    said = await asyncio.to_thread(audit, database)
    assert said.returncode == 0, said.stdout
    assert "Hands taken back after they were paid: 1." in said.stdout


async def verify_player(client: RoomClient, key: str, moved: int, room: RoomProcess) -> None:
    assert room.process.poll() is None
    assert await balance(client) == PLAY_MONEY - STACK + moved
    (listed,) = (await client.get("/api/hands"))["hands"]
    assert (listed["key"], listed["won"], listed["void_reason"]) == (key, 0, WHY)
    replay = await client.get(f"/api/hands/{key}/replay")
    assert (replay["is_void"], replay["void_reason"]) == (True, WHY)
    with pytest.raises(RoomSaidNo, match="hand is void"):
        await client.get(f"/api/hands/{key}?form=text")
    counted = await client.get("/api/statistics")
    assert (counted["hands"], counted["cents"], counted["curve"]) == (0, 0, [])
    if moved:
        line = (await client.get("/api/statement"))["lines"][0]
        assert (line["reason"], line["amount"], line["note"]) == ("reversed", moved, WHY)
        assert line["hand"] == key


@rule("AMB-24", "AMB-69")
async def test_a_hand_in_progress_is_voided_by_rolling_it_back(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players:
            actor, turn = await first_turn(players)
            await actor.answer(turn)
            table = actor.channel.removeprefix("table:")
            path = f"/api/admin/hands/hand:{table}:1:{turn['hand']}/void"
            assert (await boss.get(path))["state"] == "running"
            assert (await boss.post(path, reason=WHY))["state"] == "void"
            found = await boss.get(f"/api/admin/tables/{table}/hands")
            assert (1, True) in [(one["number"], one["is_void"]) for one in found["hands"]]
    assert (await asyncio.to_thread(audit, database)).returncode == 0


async def test_only_an_administrator_voids_with_a_reason_a_hand_that_was_played(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        ana = RoomClient(http, room.address)
        await ana.register("Ana", PASSWORD)
        path = "/api/admin/hands/hand:1:1:1/void"
        with pytest.raises(RoomSaidNo, match="needs role"):
            await ana.post(path, reason=WHY)
        for blank in ("", "    "):
            with pytest.raises(RoomSaidNo, match="does not fit: reason must have at least 3"):
                await boss.post(path, reason=blank)
        with pytest.raises(RoomSaidNo, match="no such hand"):
            await boss.post(path, reason=WHY)


@rule("CASH-01")
async def test_a_seat_is_given_back_with_a_reason_and_only_by_an_administrator(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        async with three_seated(http, room) as players:
            ana = players[0]
            table = ana.channel.removeprefix("table:")
            path = f"/api/admin/tables/{table}/restore-seat"
            order = {"player": ana.client.player, "reason": LOST}
            with pytest.raises(RoomSaidNo, match="already seated here"):
                await boss.post(path, **order)
            await leave(boss, ana)
            with pytest.raises(RoomSaidNo, match="needs role"):
                await ana.client.post(path, **order)
            with pytest.raises(RoomSaidNo, match="does not fit"):
                await boss.post(path, **{**order, "reason": ""})
            with pytest.raises(RoomSaidNo, match="no such table"):
                await boss.post("/api/admin/tables/77/restore-seat", **order)
            kept = await boss.post(path, **order)
            assert (kept["name"], kept["table"]) == ("Ana", int(table))
            assert await ana.line.take_seat(kept["buy_in"]["least"]) == ana.channel
            noted = ("restored_seat", f"table {table}, seat {kept['seat']}: {LOST}")
            assert await deeds(database, ana.client.player) == [noted]
    assert (await asyncio.to_thread(audit, database)).returncode == 0


async def leave(boss: RoomClient, player: Seated) -> None:
    """Give the seat up at once: while the table is frozen no hand is waited for."""
    path = f"/api/admin/tables/{player.channel.removeprefix('table:')}"
    await boss.post(f"{path}/freeze", reason=LOST)
    await player.line.ask("leave", ch=player.channel)
    await boss.post(f"{path}/unfreeze", reason=LOST)


@rule("CRASH-04", "AMB-23")
async def test_money_is_set_aside_shown_with_its_day_and_credited_in_time(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        ana = RoomClient(http, room.address)
        await ana.register("Ana", PASSWORD)
        order = {"player": ana.player, "amount": 700, "reference": "dispute-1"}
        item = await boss.post("/api/admin/suspense", **order, reason="who won?")
        assert item["due_ms"] - item["since_ms"] == 90 * DAY_MS
        assert await boss.post("/api/admin/suspense", **order, reason="who won?") == item
        assert await balance(ana) == PLAY_MONEY - 700
        with pytest.raises(RoomSaidNo, match="key with another content"):
            await boss.post("/api/admin/suspense", **{**order, "amount": 701}, reason="who won?")
        (listed,) = (await boss.get("/api/admin/suspense"))["items"]
        assert listed == item
        assert (listed["name"], listed["reason"], listed["operator"]) == (
            "Ana",
            "who won?",
            "Robin",
        )
        for _ in range(2):
            word = {"reference": "dispute-1", "reason": "she did"}
            done = await boss.post("/api/admin/suspense/resolve", **word)
            assert done.pop("resolved_ms") >= item["since_ms"]
            assert done == {**item, "resolved_by": "Robin", "resolution": "she did"}
        again = "already resolved: dispute-1 was resolved on 20.* UTC by Robin: she did"
        with pytest.raises(RoomSaidNo, match=again):
            await boss.post("/api/admin/suspense/resolve", reference="dispute-1", reason="he did")
        with pytest.raises(RoomSaidNo, match=again):
            await boss.post("/api/admin/suspense", **order, reason="who won?")
        assert await balance(ana) == PLAY_MONEY
        assert (await boss.get("/api/admin/suspense"))["items"] == []
        line = (await ana.get("/api/statement"))["lines"][0]
        assert (line["reason"], line["note"]) == ("suspense_resolved", "she did")
        with pytest.raises(RoomSaidNo, match="not in suspense"):
            await boss.post("/api/admin/suspense/resolve", reference="x", reason="why")
        with pytest.raises(RoomSaidNo, match="no such player"):
            await boss.post("/api/admin/suspense", **{**order, "player": 99}, reason="who?")
        much = {**order, "amount": 10 * PLAY_MONEY, "reference": "dispute-2"}
        with pytest.raises(RoomSaidNo, match="not enough money"):
            await boss.post("/api/admin/suspense", **much, reason="who won?")
        noted = [deed for deed, _ in await deeds(database, ana.player)]
        assert noted == ["set_aside", "resolved"]
    assert (await asyncio.to_thread(audit, database)).returncode == 0


@rule("CASH-01", "CRASH-04")
async def test_the_command_line_does_the_same(
    database: str,
    http: ClientSession,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        monkeypatch.setenv("CARDROOM_TOKEN", await make_token(database, "Robin", 1))
        monkeypatch.setenv("COLUMNS", "200")

        async def say(*words: str) -> tuple[int, str]:
            call = ["admin", *words, "--room", room.address]
            status = await asyncio.to_thread(main, call)
            captured = capsys.readouterr()
            return status, captured.out + captured.err

        async with three_seated(http, room) as players:
            key = (await play_a_hand(players))["key"]
            status, said = await say("hand", key, "--reason", WHY)
            assert (status, "hole dealt" in said) == (0, True), said
            assert len(re.findall(r"\b(?:[2-9TJQKA][cdhs]){2}\b", said)) >= len(players), said
            assert (await say("hand", key, "--reason", ""))[0] == 2
            void = ("void-hand", key, "--reason", WHY)
            status, said = await say(*void, "--dry-run")
            assert (status, "was paid. Voiding it moves this." in said) == (0, True), said
            status, said = await say(*void)
            assert (status, f"is void by Robin: {WHY}." in said) == (0, True), said
            assert "Ana" in said
            status, said = await say(*void, "--json")
            assert (status, json.loads(said)["state"]) == (0, "void")
            status, said = await say("void-hand", key, "--reason", "again")
            assert (status, "hand is void" in said) == (2, True)
            ana = players[0]
            await leave(boss, ana)
            words = ("--table", ana.channel.removeprefix("table:"), "--player", "Ana")
            status, said = await say("restore-seat", *words, "--reason", LOST)
            assert (status, "is kept for Ana until" in said) == (0, True), said
            status, said = await say("restore-seat", *words, "--seat", "77", "--reason", LOST)
            assert (status, "seat offered already" in said) == (2, True), said
            assert (await say("restore-seat", *words, "--reason", ""))[0] == 2
        assert (await say("suspense"))[1] == "Nothing is in suspense.\n"
        aside = ("set-aside", "Ana", "500", "--reference", "d-1", "--reason", "who won?")
        status, said = await say(*aside)
        assert status == 0
        assert "d-1: 5.00 XPM of Ana is set aside since 20" in said
        assert "it goes to charity on 20" in said
        listed = (await say("suspense"))[1]
        assert all(word in listed for word in ("d-1", "Ana", "500", "charity's on", "who won?"))
        status, said = await say("resolve", "d-1", "--reason", "she did")
        assert (status, "d-1: 5.00 XPM was credited to Ana on 20" in said) == (0, True), said
        assert "by Robin: she did." in said
        status, said = await say("resolve", "d-1", "--reason", "he did")
        assert (status, "d-1 was resolved on 20" in said) == (2, True), said
        status, said = await say(*aside)
        assert (status, "d-1 was resolved on 20" in said) == (2, True), said
        status, said = await say(*aside[:2], "-5", *aside[3:])
        assert (status, "amount must be at least 1, not -5" in said) == (2, True), said
        assert (await say("suspense"))[1] == "Nothing is in suspense.\n"
