"""The bots of `examples/` play with each other in a real room."""

import asyncio
import re
import sys
from collections.abc import Coroutine, Iterable
from pathlib import Path

from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD
from tests.server.tournaments.files import HEADS_UP, folder_with

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ENVIRONMENT = {"CARDROOM_PROGRAMS_STAKES": "nl-holdem:ordinary:5:10"}
PATIENCE_S = 180
SAID = r"Hands played: (?P<hands>\d+)\. Numbers given to decks and draws: (?P<given>\d+)\.\n"


async def tokens_of(http: ClientSession, room: RoomProcess, count: int) -> list[str]:
    """A program each for some owners: their tokens."""
    tokens = []
    for number in range(count):
        owner = RoomClient(http, room.address)
        await owner.register(f"Owner{number}", PASSWORD)
        tokens.append(str((await owner.post("/api/programs", name=f"Bot{number}"))["token"]))
    return tokens


async def bot(
    name: str, room: RoomProcess, token: str, hands: int, *more: str
) -> tuple[int, str, str]:
    words = [str(EXAMPLES / name), "--room", room.address, "--token", token, "--hands", str(hands)]
    words += more
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


async def played(name: str, room: RoomProcess, token: str, *more: str) -> str:
    """What a bot says that plays a hand; one that ends with an error is not waited for."""
    status, out, err = await bot(name, room, token, 1, *more)
    assert (status, err) == (0, ""), f"{name} says: {err}"
    return out


async def together(bots: Iterable[Coroutine[None, None, str]]) -> list[str]:
    """What bots say that play with each other; without one of them the others would wait long."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one) for one in bots]
    return [task.result() for task in tasks]


@rule("FAIR-07")
async def test_bots_over_socket_and_http_play_hands_together(tmp_path: Path) -> None:
    with RoomProcess(sqlite_in(tmp_path), environment=ENVIRONMENT) as room:
        async with ClientSession() as http:
            tokens = await tokens_of(http, room, 3)
            names = ["socket_bot.py", "http_bot.py", "http_bot.py"]
            over_socket, *over_http = await together(
                played(name, room, token) for name, token in zip(names, tokens, strict=True)
            )
    said = re.fullmatch(SAID, over_socket)
    assert said is not None, over_socket
    assert said["hands"] == "1"
    assert int(said["given"]) >= 1, "it took part in the shuffle"
    assert over_http == ["Hands played: 1.\n"] * 2


@rule("FAIR-07", "TRN-04", "CASH-02")
async def test_bots_take_part_in_the_draw_of_their_tournament_and_in_its_decks(
    tmp_path: Path,
) -> None:
    files = {"CARDROOM_TOURNAMENTS_FOLDER": str(folder_with(tmp_path, HEADS_UP))}
    with RoomProcess(sqlite_in(tmp_path), environment=files) as room:
        async with ClientSession() as http:
            tokens = await tokens_of(http, room, 2)
            client = RoomClient(http, room.address)
            (game,) = (await client.get("/api/tournaments"))["tournaments"]
            entered = ("--tournament", str(game["tournament"]))
            found = await together(
                played("socket_bot.py", room, token, *entered) for token in tokens
            )
            page = await client.get(f"/api/tournaments/{game['tournament']}/draws")
    for out in found:
        said = re.fullmatch(SAID, out)
        assert said is not None, out
        assert int(said["given"]) >= 2, "a number for the start, and one for the deck"
    start = page["draws"][0]
    house, *players = sorted(seed[0] for seed in start["seeds"])
    assert (house, len(players)) == (0, 2), "both bots have drawn the seats"


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
