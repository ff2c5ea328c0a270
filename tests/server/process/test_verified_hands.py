"""Hands of a real room, cash and tournament, verified by both verifiers."""

import asyncio
import base64
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient
from cardroom.fairness.context import HandContext
from cardroom.fairness.seeds import Participant
from tests.browser.chromium import chromium
from tests.fairness.vectors import PAGE
from tests.rule import rule
from tests.server.processes import RoomProcess
from tests.server.seating import PASSWORD

HANDS = 2
WAIT_S = 240
FORMS = {"phh": "hands.phhs", "ohh": "hands.ohh"}


class Verifying:
    """A program that takes part in every shuffle: it commits to seeds and reveals them."""

    def __init__(self, player: int, line: Line, key: bytes) -> None:
        self.seats: dict[str, int] = {}
        self.cuts: list[dict[str, Any]] = []
        self.opened = 0
        self._player = player
        self._line = line
        self._key = key
        self._roots: dict[str, dict[str, Any]] = {}
        self._parts: dict[tuple[str, int], Participant] = {}

    async def read(self) -> dict[str, Any]:
        message = await self._line.read(WAIT_S)
        body: dict[str, Any] = message.get("d") or {}
        if message["t"] in {"snapshot", "event"} and message["ch"].startswith("table:"):
            await self._follow(message["ch"], body)
        return message

    async def _follow(self, channel: str, body: dict[str, Any]) -> None:
        if "fairness" in body:
            self._roots[channel] = body["fairness"]["next"]
        kind = body.get("type", "snapshot")
        for place in body.get("places", ()):
            if place["player"] == self._player and self.seats.get(channel) != place["seat"]:
                self.seats[channel] = place["seat"]
                await self._commit(channel)
        if kind == "deck_committed":
            self._roots[channel] = body
            await self._commit(channel)
        elif kind == "deck_listed":
            await self._reveal(channel, body)
        elif kind == "deck_cut":
            self.cuts.append(body)
        elif kind == "cards_opened":
            self.opened += len(body["cards"])

    async def _commit(self, channel: str) -> None:
        roots = self._roots.get(channel)
        if roots is None or channel not in self.seats:
            return
        first, second = map(base64.b64decode, roots["roots"])
        context = HandContext(**roots["context"])
        seed = secrets.token_bytes(32)
        part = Participant(context, self.seats[channel], self._player, seed, (first, second))
        self._parts[channel, roots["number"]] = part
        await self._send("commit_seed", channel, roots, commitment=part.commitment)

    async def _reveal(self, channel: str, listed: dict[str, Any]) -> None:
        part = self._parts[channel, listed["number"]]
        encoded, signature = (base64.b64decode(listed[name]) for name in ("list", "signature"))
        seed = part.reveal(encoded, signature, self._key)
        await self._send("reveal_seed", channel, listed, seed=seed)

    async def _send(self, kind: str, channel: str, about: dict[str, Any], **content: bytes) -> None:
        hand = about["hand"] if "hand" in about else about["context"]["hand"]
        said = {name: base64.b64encode(value).decode() for name, value in content.items()}
        await self._line.send(
            t=kind, id=str(uuid4()), ch=channel, hand=hand, number=about["number"], **said
        )


async def play(line: Line, verifying: Verifying, hands: int) -> None:
    """Check or call until this many more hands are paid out."""
    paid: set[tuple[str, int]] = set()
    hand = 0
    while len(paid) < hands:
        message = await verifying.read()
        if message["t"] == "turn":
            turn = message["d"]
            hand = turn["hand"]
            await line.send(
                t="act", id=str(uuid4()), ch=message["ch"], hand=hand, turn=turn["turn"],
                a="check" if turn["check"] else "call",
            )  # fmt: skip
        elif message["t"] == "event" and message["d"].get("type") == "pot_awarded" and hand:
            paid.add((message["ch"], hand))


def by_command(files: list[Path], key: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardroom.commands.main", "verify", "--key", key]
    return subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)


def by_page(files: list[Path], key: str) -> dict[str, Any]:
    """What the page that shares no code with us says."""
    with chromium() as browser:
        page = browser.new_context(offline=True).new_page()
        page.set_default_timeout(1000 * WAIT_S)
        page.goto(PAGE.as_uri())
        given = [{"name": file.name, "text": file.read_text(encoding="utf-8")} for file in files]
        found: dict[str, Any] = page.evaluate(
            "([files, key]) => cardroomVerifier.verifyFiles(files, {key})", [given, key]
        )
        return found


@rule("CASH-02", "AMB-22")
async def test_both_verifiers_accept_cash_and_tournament_hands_of_a_real_room(
    database: str, http: ClientSession, tmp_path: Path
) -> None:
    quick = {"CARDROOM_PRACTICE_THINKING_PERCENT": "0", "CARDROOM_PACE_STREET_CHANGE_MS": "0"}
    with RoomProcess(database, "--practice", folder=tmp_path, environment=quick) as room:
        client = RoomClient(http, room.address)
        await client.register("Ana", PASSWORD)
        card = await client.get("/api/fairness")
        line = await client.connect()
        await line.subscribe("me")
        verifying = Verifying(client.player, line, base64.b64decode(card["key"]))
        async with asyncio.timeout(2 * WAIT_S):
            # Practice players sit down a moment after the room has opened.
            while all(  # noqa: ASYNC110 - over HTTP
                row["players"] < 2 for row in (await client.get("/api/lobby"))["stakes"]
            ):
                await asyncio.sleep(0.1)
            seated = (await line.ask("play_now"))["seats"][0]
            await line.send(t="subscribe", id="t1", ch=f"table:{seated['table']}")
            await play(line, verifying, HANDS)
            await line.ask("leave", ch=f"table:{seated['table']}")
            await line.ask("buy_games", offer="Heads-up 1", games=1)
            while True:
                message = await verifying.read()
                if (message.get("d") or {}).get("type") == "tournament_seated":
                    break
            await line.send(t="subscribe", id="t2", ch=f"table:{message['d']['table']}")
            await play(line, verifying, 1)
        own = [cut for cut in verifying.cuts if len(cut["seeds"]) > 1]
        assert len(own) >= HANDS, "our seed is in the cut"
        assert verifying.opened > 2 * HANDS
        files = []
        for form, name in FORMS.items():
            answer = await http.get(
                f"{room.address}/api/hands/export?form={form}", headers=client._headers()
            )
            assert answer.status == 200
            file = tmp_path / name
            file.write_bytes(await answer.read())
            files.append(file)
        page = await client.get("/api/hands")
        kinds = {bool(hand["tournament"]) for hand in page["hands"]}
        assert kinds == {True, False}
        log = await client.get("/api/fairness/log?after=0&limit=100")
        assert [one["number"] for one in log["records"]] == list(range(len(log["records"])))
        await line.close()
        assert room.stop() == 0, room.log
    verified = by_command(files, card["fingerprint"])
    assert verified.returncode == 0, verified.stdout + verified.stderr
    found = await asyncio.to_thread(by_page, files, card["fingerprint"])
    assert found["unreadable"] == []
    assert len(found["hands"]) == 2 * len(page["hands"])
    assert [hand["findings"] for hand in found["hands"]] == [[]] * len(found["hands"])
    key_file = tmp_path / "room.db.signing.key"
    assert key_file.stat().st_mode & 0o777 == 0o600
