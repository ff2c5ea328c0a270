"""Several people at work on one floor: roles, two consoles, repeated requests, undo with money."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomSaidNo
from cardroom.ledger import Account
from tests.rule import rule
from tests.server.floor.running import Console, new_floor, staff
from tests.server.open_servers import open_server
from tests.server.tournaments.players import person


@rule("LIVE-1")
async def test_roles_two_consoles_and_an_undo_that_takes_the_money_back(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara, fay = await staff(server, "Mara"), await staff(server, "Fay")
        cas = await person(server, "Cas")
        console = await new_floor(
            mara, rebuy={"price": {"prize": 1_000}, "chips": 1, "until_level": 2}
        )
        second, desk = Console(fay, console.floor), Console(cas, console.floor)
        with pytest.raises(RoomSaidNo) as no:
            await desk.state()
        assert no.value.rule == "NET-09"
        assert (await second.refused("appoint", account=cas.player, name="Cas", role="cashier"))[
            1
        ] == ("not_in_this_role")
        await console.do("appoint", account=cas.player, name="Cas", role="cashier")
        await console.do("open_tables", count=1)
        ann, bob, _ = await desk.enter("Ann", "Bob", "Eve")
        assert (await desk.refused("draw_button", table=1))[1] == "not_in_this_role"
        await console.do("draw_button", table=1)
        await console.do("start_clock")
        seen = (await second.state())["version"]
        await console.do("finish_hand", table=1, out=[bob])
        twice = await second.refused("finish_hand", table=1, out=[bob], seen=seen)
        assert twice[1:] == ("not_dealt_in_at_this_table", {"table": 1, "new_entries": [seen + 1]})
        refusal = await second.refused("finish_hand", table=1, out=[ann], seen=seen)
        assert refusal == ("LIVE-1", "changed_meanwhile", {"entries": [seen + 1]})
        waiting = asyncio.create_task(second.get(f"state?after={seen + 1}&wait_s=20"))
        body = {"id": "the-same-id", "command": {"do": "announce_rebuy", "entry": ann}}
        path = f"{console.path}/commands"
        assert await mara.post(path, **body) == await mara.post(path, **body)
        assert (await waiting)["version"] == seen + 2
        paid = await desk.do("pay_rebuy", entry=ann)
        floor, currency = console.floor, (await console.state())["currency"]
        places = Account(f"floor:{floor}:places:{currency}")
        assert await server._store.balance(places) == 13_000
        number = paid["entries"][0]["number"]
        await console.do("deliver_rebuy", entry=ann)
        with pytest.raises(RoomSaidNo) as depends:
            await console.undo(number)
        assert depends.value.details == {"entries": [number + 1]}
        assert (await console.get(f"dependents?entry={number}"))["entries"] == [number + 1]
        await console.undo(number, with_dependents=True)
        assert await server._store.balance(places) == 12_000
        log = (await console.get("log"))["entries"]
        assert log[-1]["event"] == {"type": "undone", "entries": [number, number + 1]}


async def test_lists_come_in_and_go_out_as_csv_and_bad_input_changes_nothing(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        await console.do("open_tables", count=1)
        body = {"id": "list-1", "csv": "player;club\nAnn;North\n=Bob;South\n"}
        await mara.post(f"{console.path}/players", **body)
        async with server.http.get(
            f"{server.address.rstrip('/')}{console.path}/sheet?kind=players", cookies=mara.cookies
        ) as answer:
            assert (await answer.text()).split() == ["player", "Ann", "'=Bob"]
        with pytest.raises(RoomSaidNo) as no:
            await mara.post(f"{console.path}/players", id="list-2", csv="player\nEve\n\x07\n")
        assert (no.value.reason, no.value.details) == ("a_player_has_a_name", {"line": 3})
        assert (await console.state())["entries"] == 2
        bad: dict[str, Any] = {"levels": [{"minutes": 20, "small_blind": 30, "big_blind": 60}]}
        with pytest.raises(RoomSaidNo) as chips:
            await new_floor(mara, **bad, entries_until_level=1, chips=[{"value": 25}])
        assert chips.value.reason == "cannot_be_paid_with_these_chips"
        with pytest.raises(RoomSaidNo) as negative:
            await console.do("note_stack", entry=1, stack=-5)
        assert negative.value.rule == "NET-01"
        toml = 'name = "X"\n[tournament]\nstarting_stack = 0\nlevels = []\n'
        with pytest.raises(RoomSaidNo) as file:
            await mara.post("/api/floor", id="file-1", toml=toml)
        assert "line 3" in file.value.details["said"]
