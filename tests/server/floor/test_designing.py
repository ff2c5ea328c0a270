"""The structure designer over HTTP: it works out, stores nothing, and its file is a tournament."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.floor.running import staff
from tests.server.open_servers import open_server
from tests.server.seating import PASSWORD

CHIPS = [
    {"value": 25, "owned": 400, "colour": "green"},
    {"value": 100, "owned": 400, "colour": "black"},
    {"value": 500, "owned": 200, "colour": "purple"},
    {"value": 1000, "owned": 100, "colour": "yellow"},
]


def wish(**more: Any) -> dict[str, Any]:
    evening = {"chips": CHIPS, "players": 20, "minutes": 240, "entries": 26} | more
    return {
        "wish": evening, "name": "Thursday", "seats": 9, "price": {"prize": 2000, "fee": 200},
        "entries_until_level": 4,
    }  # fmt: skip


@rule("LIVE-19", "LAMB-48")
async def test_a_design_becomes_a_tournament_with_the_same_levels(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        made = await mara.post("/api/floor/design", **wish())
        assert (await mara.get("/api/floor"))["floors"] == []
        created = await mara.post("/api/floor", id="thursday-1", toml=made["toml"])
        state = await mara.get(f"/api/floor/{created['floor']}/state")
        assert state["terms"]["levels"] == made["design"]["levels"]
        assert state["terms"]["starting_stack"] == made["design"]["starting_stack"]


async def test_chips_that_make_no_stack_are_refused_with_what_is_missing(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        few = [{"value": 25, "owned": 10, "colour": "green"}]
        with pytest.raises(RoomSaidNo) as no:
            await mara.post("/api/floor/design", **wish(chips=few))
        assert no.value.reason


async def test_players_design_nothing(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = RoomClient(server.http, server.address)
        await ann.register("Ann", PASSWORD)
        with pytest.raises(RoomSaidNo) as no:
            await ann.post("/api/floor/design", **wish())
        assert no.value.status == 403
