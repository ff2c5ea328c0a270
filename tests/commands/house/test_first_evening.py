"""A newcomer follows "The first evening" of the operator's guide, and nothing else."""

import asyncio
import json
import re
import shlex
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardroom.commands.main import main
from cardroom.commands.room_client import RoomClient
from cardroom.commands.staff import make_token
from tests.rule import rule
from tests.server.people.reception import PASSWORD, ReceptionServer, reception, refused
from tests.server.people.test_stakes import AT_ONCE
from tests.server.processes import sqlite_in

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs" / "guides" / "operator.md").read_text(encoding="utf-8")
EVENING = GUIDE.partition("\n## The first evening\n")[2].partition("\n## ")[0]
BOT = ROOT / "examples" / "http_bot.py"
TRIES = 10
PATIENCE_S = 120


def block(kind: str) -> str:
    """What the section has in a block of this kind, as one would copy it."""
    found = re.search(rf"^( *)```{kind}\n(.*?)^\1```", EVENING, re.DOTALL | re.MULTILINE)
    assert found is not None, f"the section has no block of {kind}"
    indent = len(found[1])
    return "".join(f"{line[indent:]}\n" for line in found[2].splitlines())


async def typed(line: str, room: str, capsys: pytest.CaptureFixture[str]) -> str:
    """A command as it is typed, at the room of the test; what it prints."""
    _, *words = shlex.split(line)
    status = await asyncio.to_thread(main, [*words, "--room", room, "--json"])
    out, err = capsys.readouterr()
    assert (status, err) == (0, ""), line
    return out


async def wins_with_the_bot(server: ReceptionServer, owner: RoomClient) -> bool:
    """Have the example play as the owner's program until it has won a hand."""
    token = str((await owner.post("/api/programs", name="DanaBot"))["token"])
    bot = RoomClient(server.http, server.address, token=token)
    words = [str(BOT), "--room", server.address.rstrip("/"), "--token", token, "--hands", "5"]
    for _ in range(TRIES):
        process = await asyncio.create_subprocess_exec(sys.executable, *words)
        async with asyncio.timeout(PATIENCE_S):
            assert await process.wait() == 0
        hands = (await bot.get("/api/hands"))["hands"]
        if any(one["won"] > 0 for one in hands):
            return True
    return False


@rule("CASH-19", "FAIR-07", "FAIR-10")
async def test_the_jobs_of_the_first_evening_are_done_by_following_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sunday.toml").write_text(block("toml"), encoding="utf-8")
    async with reception(tmp_path, practice=AT_ONCE) as server:
        dana = await server.person("Dana")
        address = server.address.rstrip("/")
        token = await make_token(sqlite_in(tmp_path), "Robin", 1)
        monkeypatch.setenv("CARDROOM_TOKEN", token)
        soon = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%MZ")
        lines = re.sub(r"(?<=--starts )\S+", soon, block("sh evening")).splitlines()
        said = {line.split()[2]: await typed(line, address, capsys) for line in lines}
        # The house is called as it wishes, and lets in who has a code.
        visitor = server.visitor()
        card = await visitor.get("/api/room")
        assert (card["name"], card["registration"], card["guests"]) == (
            "The Club", "invitation", "closed",
        )  # fmt: skip
        assert (await refused(visitor.register("Erik", PASSWORD))).reason == "needs_invitation"
        code = json.loads(said["invite"])["code"]
        await visitor.post("/api/register", name="Erik", password=PASSWORD, invitation=code)
        # Dana's link is good, the stake is in the lobby, the tournament on the list.
        assert "#" in json.loads(said["password-link"])["address"]
        assert "NL20" in [one["name"] for one in (await visitor.get("/api/lobby"))["stakes"]]
        found = (await visitor.get("/api/tournaments"))["tournaments"]
        assert "Sunday 50" in [one["name"] for one in found]
        assert json.loads(said["report"])["stakes"] == []
        assert await wins_with_the_bot(server, dana)
