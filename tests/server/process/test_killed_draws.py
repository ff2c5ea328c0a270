"""Draws of a real room that is killed with SIGKILL: what was fixed is finished, never redrawn."""

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.process.drawing_programs import WAIT_S, Drawing
from tests.server.process.test_verified_hands import by_command
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD, STACK, STAKE, audit
from tests.server.tournaments.files import HEXAPRO, folder_with

NAMES = ("Ana", "Bo_", "Cy_")
PATIENT = {"CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "60000"}
"""A slow machine has time to come back: the draw goes on as soon as all numbers are there."""
UNHURRIED = {"CARDROOM_PACE_FIRST_HAND_MS": "1000"}
"""Between seats and the first hand a room leaves more time than the log gathers records."""
TRIES = 5
"""A kill may come too late, after the half second in which numbers are waited for."""


async def draws_of(client: RoomClient, tournament: int) -> list[dict[str, Any]]:
    page = await client.get(f"/api/tournaments/{tournament}/draws")
    return list(page["draws"])


def verify(folder: Path, draws: list[dict[str, Any]], key: str) -> None:
    """Have `cardroom verify` accept these draws."""
    file = folder / "draws.json"
    file.write_text(json.dumps({"draws": draws}), encoding="utf-8")
    found = by_command([file], key)
    assert found.returncode == 0, found.stdout + found.stderr


async def killed_at_the_list(room: RoomProcess, players: list[Drawing]) -> int:
    """Three players enter a game; the room dies when the first of them has the list."""
    for one in players:
        await one.connect()
        await one.line.ask("buy_games", offer="HexaPro 1", games=1)
    waiting = [asyncio.create_task(one.until("draw_listed")) for one in players]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    room.kill()
    for task in waiting:
        task.cancel()
    heard = await asyncio.gather(*waiting, return_exceptions=True)
    return next(int(one["tournament"]) for one in heard if isinstance(one, dict))


async def drawn_after_all(players: list[Drawing], tournament: int) -> dict[str, Any]:
    """Everybody comes back and tells their number; the draw of the start."""
    for one in players:
        await one.connect(reveals=True)
    waiting = [asyncio.create_task(one.until("never", reveals=True)) for one in players]
    try:
        while not (draws := await draws_of(players[0].client, tournament)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    return draws[0]


@rule("HEX-01", "TRN-04", "TRN-25")
async def test_a_start_whose_list_was_out_when_the_room_was_killed_is_drawn_from_that_list(
    database: str, http: ClientSession, tmp_path: Path
) -> None:
    files = folder_with(tmp_path, HEXAPRO)
    environment = {**PATIENT, "CARDROOM_TOURNAMENTS_FOLDER": str(files)}
    port, players, card = 0, list[Drawing](), {"key": "", "fingerprint": ""}
    async with asyncio.timeout(3 * WAIT_S):
        for _ in range(TRIES):
            with RoomProcess(database, port=port, folder=tmp_path, environment=environment) as room:
                port = room.port
                if not players:
                    card = await RoomClient(http, room.address).get("/api/fairness")
                    for name in NAMES:
                        client = RoomClient(http, room.address)
                        await client.register(name, PASSWORD)
                        players.append(Drawing(client, base64.b64decode(card["key"])))
                tournament = await killed_at_the_list(room, players)
            with RoomProcess(database, port=port, folder=tmp_path, environment=environment) as room:
                start = await drawn_after_all(players, tournament)
                room.kill()
            lists = {number: one for (of, number), one in known(players) if of == tournament}
            parts = [*start["attempts"], start]
            for number, part in enumerate(parts, 1):
                encoded = base64.b64decode(part["list"])
                assert lists.get(number, encoded) == encoded, "nothing is drawn from another list"
            if not start["attempts"]:
                break
    assert start["attempts"] == [], "no kill came in time"
    contributors = {seed[0] for seed in start["seeds"]}
    assert contributors == {0, *(one.client.player for one in players)}
    with RoomProcess(database, port=port, folder=tmp_path, environment=environment) as room:
        assert (await draws_of(players[0].client, tournament))[0] == start
        assert room.stop() == 0, room.log
    verify(tmp_path, [start], card["fingerprint"])
    audited = audit(database)
    assert audited.returncode == 0, audited.stdout + audited.stderr


def known(players: list[Drawing]) -> list[tuple[tuple[int, int], bytes]]:
    """All lists that anybody was told, each with tournament and number."""
    return [one for player in players for one in player.listed.items()]


@rule("CASH-04", "CASH-08")
async def test_seats_and_buttons_that_were_told_before_a_kill_stay_verifiable(
    database: str, http: ClientSession, tmp_path: Path
) -> None:
    proofs: list[dict[str, Any]] = []
    environment = {**PATIENT, **UNHURRIED}
    with RoomProcess(database, folder=tmp_path, environment=environment) as room:
        card = await RoomClient(http, room.address).get("/api/fairness")
        lines = []
        for name in NAMES:
            client = RoomClient(http, room.address)
            await client.register(name, PASSWORD)
            lines.append(await client.connect())
            await lines[-1].ask_for_seat(STAKE)
        for line in lines:
            offered: dict[str, Any] = {}
            while len(offered) < 2:
                message = await line.read(WAIT_S)
                if message["t"] == "event" and message["d"]["type"].startswith("seat_"):
                    offered[message["d"]["type"]] = message["d"]
            assert offered["seat_drawn"]["table"] == offered["seat_offered"]["table"]
            proofs.append(offered["seat_drawn"]["proof"])
            channel = f"table:{offered['seat_offered']['table']}"
            await line.ask("subscribe", ch=channel)
            await line.ask("sit", ch=channel, amount=STACK)
        while True:
            message = await lines[0].read(WAIT_S)
            if message["t"] == "event" and message["d"]["type"] == "button_drawn":
                break
        room.kill()
    proofs.append(message["d"]["proof"])
    button = base64.b64decode(proofs[-1]["list"])
    with RoomProcess(database, folder=tmp_path, environment=PATIENT) as room:
        after = RoomClient(http, room.address)
        same = await after.get("/api/fairness")
        assert same["key"] == card["key"]
        log = await after.get("/api/fairness/log?after=0&limit=100")
        contents = [base64.b64decode(one["content"]) for one in log["records"]]
        for proof in proofs:
            encoded = base64.b64decode(proof["list"])
            if encoded != button:
                assert any(encoded in content for content in contents), "the list is in the log"
        assert room.stop() == 0, room.log
    verify(tmp_path, proofs, card["fingerprint"])
    audited = audit(database)
    assert audited.returncode == 0, audited.stdout + audited.stderr
