"""What an operator has of a real room: webhooks, metrics, hand histories, restarts, a delay."""

import asyncio
import base64
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.commands.staff import make_token
from tests.rule import rule
from tests.server.clients import eventually, until
from tests.server.operators import OLD_SECRET, SECRET, Operator
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, STAKE, Seated, administrator, ask_for_seat, three_seated

STAKE_WORD = "nl-holdem:ordinary:5:10"


async def metrics(http: ClientSession, room: RoomProcess) -> dict[str, float]:
    """All samples of the metrics by their names with labels."""
    async with http.get(f"{room.address}/metrics") as response:
        assert response.status == 200
        text = await response.text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    known = r"(cardroom|process|python)_\w+(\{.*\})? [0-9.e+-]+"
    assert all(re.fullmatch(known, line) for line in lines), text
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


async def play_a_hand(players: list[Seated]) -> None:
    async with asyncio.timeout(120):
        await asyncio.gather(*(one.play_a_hand() for one in players))


async def test_the_operator_is_told_each_thing_once_signed_until_he_takes_it(
    database: str, http: ClientSession
) -> None:
    async with Operator(refuses=3).open() as operator:
        environment = {
            "CARDROOM_WEBHOOKS_URL": operator.url,
            "CARDROOM_WEBHOOKS_SECRETS": f"{OLD_SECRET},{SECRET}",
        }
        with RoomProcess(database, environment=environment) as room:
            async with three_seated(http, room) as players:
                await play_a_hand(players)
                others = [one.client.player for one in players[1:]]
                report = {"t": "report", "id": "r", "kind": "collusion", "players": others}
                await players[0].client.post("/api/ask", request={**report, "text": "Whispers."})
            boss = await administrator(http, room, database)
            await boss.post("/api/admin/accounts/3/mute", reason="shouting")
            await asyncio.to_thread(room.kill)
        with RoomProcess(database, port=room.port, environment=environment) as again:
            boss = RoomClient(http, again.address, token=await make_token(database, "Robin", 1))
            kept = (await boss.get("/api/admin/outbox?after=0&limit=200"))["messages"]
            ids = {str(message["id"]) for message in kept}
            await until(lambda: ids <= {one.id for one in operator.taken})
            assert operator.forged == 0
            assert len(operator.refused) == 3
            verify_received(operator, kept)


def verify_received(operator: Operator, kept: list[dict[str, Any]]) -> None:
    """What was taken is what the outbox has: each id with one content, no card anywhere."""
    by_id = {str(message["id"]): message for message in kept}
    for received in operator.taken + operator.refused:
        message = by_id[received.id]
        assert received.subject == message["subject"]
        assert received.word == msgspec.json.decode(base64.b64decode(message["body"]))
    subjects = [message["subject"] for message in kept]
    assert subjects.count("hand.settled") == 1
    assert subjects.count("account.opened") == subjects.count("money.adjusted") == 3
    assert {"report.made", "measure.taken"} <= set(subjects)
    hand = next(one.word for one in operator.taken if one.subject == "hand.settled")
    assert sum(hand["deltas"].values()) + hand["rake"] == 0
    assert not {"hole", "cards", "history", "board"} & set(hand)


@rule("CRASH-01")
async def test_a_hand_is_counted_fetched_in_four_forms_and_replays(
    database: str, http: ClientSession, tmp_path: Path
) -> None:
    with RoomProcess(database) as room:
        async with three_seated(http, room) as players:
            before = await metrics(http, room)
            assert (before["cardroom_tables"], before["cardroom_seats_taken"]) == (1, 3)
            await play_a_hand(players)
            found = await metrics(http, room)
            verify_counted(found)
            secrets = [one.client.csrf for one in players] + [one.client.name for one in players]
            assert not any(secret in name for secret in secrets for name in found)
            for one in players:
                await verify_fetched(http, one.client, room, tmp_path)
            stranger = RoomClient(http, room.address)
            await stranger.guest()
            key = (await players[0].client.get("/api/hands"))["hands"][0]["key"]
            for form in ("events", "text", "ohh", "phh"):
                with pytest.raises(RoomSaidNo, match="no such hand"):
                    await stranger.get(f"/api/hands/{key}?form={form}")


def verify_counted(found: dict[str, float]) -> None:
    """Tables, seats, hands, action latency, queue lengths, commit time."""
    assert found["cardroom_hands_total"] == 1
    assert found["cardroom_seats"] >= 3
    assert found['cardroom_request_seconds_count{request="Act"}'] >= 3
    assert found['cardroom_commit_seconds_count{unit="hand"}'] == 1
    assert found['cardroom_commit_seconds_sum{unit="hand"}'] > 0
    assert found['cardroom_commit_seconds_count{unit="transfer"}'] >= 6
    for queue in ("for_seats", "inbox", "inbox_longest", "to_store", "to_database"):
        assert 0 <= found[f"cardroom_queue_{queue}"] < 10
    assert found["cardroom_connections"] == 3
    assert found["cardroom_tables_frozen"] == 0
    assert found["process_resident_memory_bytes"] > 1_000_000
    assert found["process_cpu_seconds_total"] > 0


async def verify_fetched(
    http: ClientSession, client: RoomClient, room: RoomProcess, folder: Path
) -> None:
    """A player's own hand in all forms: his cards in each, and the file replays."""
    key = (await client.get("/api/hands"))["hands"][0]["key"]
    files: dict[str, str] = {}
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    for form in ("events", "text", "ohh", "phh"):
        url = f"{room.address}/api/hands/{key}?form={form}"
        async with http.get(url, headers={"Cookie": cookies}) as response:
            assert response.status == 200
            files[form] = await response.text()
    events = json.loads(files["events"])
    assert events[0]["type"] == "hand_started"
    own = next(cards for one in events if one["type"] == "hole_dealt" for cards in one["hole"]
               if cards and cards[0] >= 0)  # fmt: skip
    assert len(own) == 2
    assert f"Dealt to {client.name} [" in files["text"]
    assert json.loads(files["ohh"])["ohh"]["players"]
    file = folder / f"{client.name}.phh"
    file.write_text(files["phh"], encoding="utf-8")
    command = [sys.executable, "-m", "cardroom.commands.main", "replay", str(file), "--json"]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["agree"] == 1, done.stdout


async def test_a_stake_stays_closed_over_a_restart_and_practice_players_wait_for_it(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        await boss.post("/api/admin/stakes/close", stake=STAKE_WORD, reason="quiet")
        assert await asyncio.to_thread(room.stop) == 0
    environment = {"CARDROOM_PRACTICE_STAKES": f"{STAKE_WORD}=3"}
    with RoomProcess(database, port=room.port, environment=environment) as again:
        guest = RoomClient(http, again.address)
        await guest.guest()
        line = await guest.connect()
        with pytest.raises(RoomSaidNo, match="not for this kind of account"):
            await line.ask_for_seat(STAKE)
        assert await tables(boss) == []
        await boss.post("/api/admin/stakes/open", stake=STAKE_WORD, reason="busy")
        await eventually(lambda: sits(boss, 3))
        await line.ask_for_seat(STAKE)
        channel = await line.take_seat(1_000)
        window = await guest.connect()
        messages = await window.subscribe(channel)
        places = next(one["d"]["places"] for one in messages if one["t"] == "snapshot")
        kinds = {one["name"]: one["kind"] for one in places}
        assert kinds.pop(guest.name) == "guest"
        assert list(kinds.values()) == ["practice"] * 3
        await line.close()
        assert not [said for said in again.log if "rests" in said]


async def tables(boss: RoomClient) -> list[dict[str, Any]]:
    found = (await boss.get("/api/admin/tables"))["tables"]
    return [one for one in found if one["stake"] == STAKE_WORD]


async def sits(boss: RoomClient, many: int) -> bool:
    """Whether this many players sit at the tables."""
    return sum(len(one["players"]) for one in await tables(boss)) == many


async def test_a_restart_has_a_countdown_that_can_be_moved_and_called_off(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        boss = await administrator(http, room, database)
        guest = RoomClient(http, room.address)
        await guest.guest()
        line = await guest.connect()
        await boss.post("/api/admin/drain", in_s=3600)
        first = (await line.until("drain"))[-1]
        late = await guest.connect()
        assert (await late.until("drain"))[-1]["at"] == first["at"]
        await boss.post("/api/admin/resume")
        assert (await late.until("drain"))[-1]["at"] == 0
        assert (await boss.get("/health"))["status"] == "ok"
        await boss.post("/api/admin/drain", in_s=3600)
        await boss.post("/api/admin/drain", in_s=1)
        assert await asyncio.to_thread(room.process.wait, 30) == 0


async def test_the_rail_is_behind_by_the_delay_and_the_players_are_not(
    database: str, http: ClientSession
) -> None:
    environment = {"CARDROOM_ROOM_RAIL_DELAY_S": "600"}
    with RoomProcess(database, environment=environment) as room:
        async with three_seated(http, room) as players:
            watcher = RoomClient(http, room.address)
            await watcher.guest()
            line = await watcher.connect()
            await line.ask("subscribe", ch=players[0].channel)
            await play_a_hand(players)
            await line.send(t="ping", n=1)
            heard = await line.until("pong")
            assert [one["t"] for one in heard if one.get("ch", "").startswith("table:")] == []


@rule("FAIR-11", "FAIR-14")
async def test_colluders_giver_and_receiver_alike_are_barred_at_once(
    database: str, http: ClientSession
) -> None:
    with RoomProcess(database) as room:
        giver, receiver = [await ask_for_seat(http, room, name) for name in ("Giver", "Taker")]
        boss = await administrator(http, room, database)
        for one in (giver, receiver):
            path = f"/api/admin/accounts/{one.client.player}/bar"
            await boss.post(path, reason="shared their cards")
        for one in (giver, receiver):
            with pytest.raises(RoomSaidNo, match="not logged in"):
                await one.client.get("/api/me")
            with pytest.raises(RoomSaidNo, match="barred"):
                await one.client.login(one.client.name, PASSWORD)
