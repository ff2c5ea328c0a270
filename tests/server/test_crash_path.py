"""The life of a crash in ARCHITECTURE.md: what is named there takes part in real ones."""

import asyncio
import shutil
from pathlib import Path

import pytest

from cardroom.commands.room_client import RoomSaidNo
from cardroom.ledger import TableId
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.seating import first_turn, three_seated
from tests.server.tracing import Tracer, named_in, section

SECTION = section("The life of a crash")
STOPPED, _, KILLED = SECTION.partition("The whole process is killed:")
FOLLOWED = ("lobby:", "seat", "open:", "tournament", "fair-log")
BY_OPERATOR = {"server/operations.py", "room/operator_desk.py"}
OF_TOURNAMENTS = {
    "room/tournaments/actor/stored.py",
    "room/tournaments/house/heartbeat.py",
    "room/tournaments/tables/owner.py",
}
"""Only a room with tournaments has them; `tests/room/tournaments/test_steps.py` shows those."""
NOT_CALLED = {"cash/places.py", "store/databases/room_lock.py"}
"""What is stored, and what a server in the test's own process does not need."""


def broken(*_: object, **__: object) -> None:
    raise RuntimeError("a mistake of our own")


@rule("CRASH-01", "CRASH-02", "AMB-69")
async def test_a_crash_passes_through_the_files_that_architecture_md_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tracer, alive, killed = Tracer(*FOLLOWED), tmp_path / "alive", tmp_path / "killed"
    alive.mkdir()
    with tracer.installed():
        async with (
            open_server(alive) as server,
            three_seated(server.http, server) as players,
        ):
            first, turn = await first_turn(players)
            # What lies on the disk now is what a killed process would have left.
            shutil.copytree(alive, killed)
            task = server.room.tasks[TableId(int(first.channel.partition(":")[2]))]
            monkeypatch.setattr(task._acting, "act", broken)
            deed = {"hand": turn["hand"], "turn": turn["turn"], "a": "fold"}
            with tracer.noting() as stopped:
                with pytest.raises(RoomSaidNo):
                    await first.line.ask("act", ch=first.channel, **deed)
                await asyncio.sleep(0.3)
                await server.room.operator.unfreeze(task.number)
        with tracer.noting() as opened:
            async with open_server(killed) as server:
                assert server.room.tasks
    assert named_in(STOPPED) - stopped <= BY_OPERATOR | OF_TOURNAMENTS, "nothing passes through it"
    assert named_in(KILLED) - opened <= OF_TOURNAMENTS | NOT_CALLED, "nothing passes through it"
