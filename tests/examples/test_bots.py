"""The bots of `examples/` play with each other in a real room."""

import asyncio
import sys
from pathlib import Path

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ENVIRONMENT = {"CARDROOM_PROGRAMS_STAKES": "nl-holdem:ordinary:5:10"}
PATIENCE_S = 180


async def bot(name: str, room: RoomProcess, token: str, hands: int) -> tuple[int, str, str]:
    words = [str(EXAMPLES / name), "--room", room.address, "--token", token, "--hands", str(hands)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode or 0, out.decode(), err.decode()


@rule("FAIR-07")
async def test_bots_over_socket_and_http_play_hands_together(tmp_path: Path) -> None:
    with RoomProcess(sqlite_in(tmp_path), environment=ENVIRONMENT) as room:
        async with ClientSession() as http:
            tokens = []
            for number in range(3):
                owner = RoomClient(http, room.address)
                await owner.register(f"Owner{number}", PASSWORD)
                tokens.append(
                    str((await owner.post("/api/programs", name=f"Bot{number}"))["token"])
                )
            names = ["socket_bot.py", "http_bot.py", "http_bot.py"]
            found = await asyncio.gather(
                *(bot(name, room, token, 1) for name, token in zip(names, tokens, strict=True))
            )
    assert found == [(0, "Hands played: 1.\n", "")] * 3


async def test_a_bot_that_is_refused_says_why(tmp_path: Path) -> None:
    with RoomProcess(sqlite_in(tmp_path)) as room:
        async with ClientSession() as http:
            owner = RoomClient(http, room.address)
            await owner.register("Olga", PASSWORD)
            token = str((await owner.post("/api/programs", name="OlgaBot"))["token"])
        for name in ("socket_bot.py", "http_bot.py"):
            status, out, err = await bot(name, room, token, 1)
            assert (status, out) == (1, "")
            assert err == "The room says no: programs_not_admitted (FAIR-07).\n"
