"""Tournament files for the tests, and a room that offers them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cardroom.server.config.options import TournamentSection
from tests.server.open_servers import OpenServer, open_server

HEADS_UP = """
name = "Heads-up"
format = "sit-and-go-2"
edition = "house"
[on_demand]
buy_ins_cents = [100]
programs = true
"""
PEOPLE_ONLY = """
name = "Duel"
format = "sit-and-go-2"
edition = "house"
[on_demand]
buy_ins_cents = [200]
"""
HEXAPRO = """
name = "HexaPro"
format = "hexapro"
edition = "house"
[on_demand]
buy_ins_cents = [100]
"""
FREEROLL = """
name = "Freeroll"
format = "freeroll"
edition = "house"
[schedule]
at = "20:00"
"""
EVENING = """
name = "Evening"
format = "freezeout"
edition = "house"
[registration]
entries_max = 3
[schedule]
at = "20:00"
announced_s = 172_800
"""


def folder_with(folder: Path, *texts: str) -> Path:
    """A folder with these files."""
    made = folder / "tournaments"
    made.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (made / f"{number}.toml").write_text(text)
    return made


@asynccontextmanager
async def room_with(folder: Path, *texts: str, **sections: Any) -> AsyncIterator[OpenServer]:
    """A room in this process that offers these tournaments."""
    files = TournamentSection(folder=str(folder_with(folder, *texts)))
    async with open_server(folder, tournaments=files, **sections) as server:
        yield server
