"""An evening on the live floor over HTTP: entries, hands, results, prizes, screens and phones."""

from pathlib import Path

import pytest

from cardroom.commands.room_client import RoomSaidNo
from cardroom.ledger import Account
from tests.rule import rule
from tests.server.floor.running import TERMS, Console, new_floor, staff
from tests.server.open_servers import open_server
from tests.server.tournaments.players import fresh_id


@rule("LIVE-2", "LIVE-8", "LIVE-16")
async def test_an_evening_from_the_draw_to_the_payout(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara, expected=9)
        assert (await mara.get("/api/floor"))["floors"][0]["role"] == "manager"
        await console.do("open_tables")
        entries = await console.enter("Ann", "Bob", "Cas", "Dee", "Eve", "Fay")
        (paper, *_) = (await console.get("papers?kind=receipts"))["papers"]
        assert paper["stack"] == 10_000
        assert paper["price"] == {"prize": 4_000, "fee": 700, "staff": 300}
        state = await console.state()
        seats = {one["entry"]: one["seat"] for one in state["tables"][0]["players"]}
        assert {"table": 1, "seat": seats[1]} == paper["place"]
        cards = dict(
            zip(map(str, sorted(seats.values())), ["2c", "Kd", "9h", "Ks", "3d", "4d"], strict=True)
        )
        drawn = await console.do("draw_button", table=1, cards=cards)
        event = drawn["entries"][0]["event"]
        assert (event["button"], event["drawn_by"]) == (sorted(seats.values())[3], "table")
        await console.do("start_clock")
        for out in entries[:0:-1]:
            await console.do("finish_hand", table=1, out=[out])
        state = await console.state()
        assert state["status"] == "over"
        assert [one["entry"] for one in state["results"]] == entries
        assert state["money"]["pools"] == {"prize": 24_000, "fee": 4_200, "staff": 1_800}
        assert [one["prize"] for one in state["results"]] == [15_600, 8_400, 0, 0, 0, 0]


@rule("LIVE-21.p2")
async def test_screens_and_phones_look_on_without_a_login_until_their_code_is_taken_away(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        await console.do("open_tables", count=1)
        (ann,) = await console.enter("Ann")
        await console.do("open_display", label="Hall")
        code = (await console.get("codes"))["codes"]["1"]
        secret = (await console.get(f"entries/{ann}/receipt"))["secret"]
        async with server.http.get(
            f"{server.address.rstrip('/')}/api/floor-display/{code}"
        ) as answer:
            shown = await answer.json()
        assert (shown["label"], shown["left"], shown["stacks"]) == ("Hall", 1, {})
        async with server.http.get(
            f"{server.address.rstrip('/')}/api/floor-entry/{secret}"
        ) as answer:
            mine = await answer.json()
        assert (mine["player"], mine["stack"], mine["place"]["table"]) == ("Ann", None, 1)
        await console.do("close_display", number=1)
        await console.do("renew_secret", entry=ann)
        for path in (
            f"floor-display/{code}",
            f"floor-entry/{secret}",
            f"floor-display/{code[:-1]}x",
        ):
            async with server.http.get(f"{server.address.rstrip('/')}/api/{path}") as answer:
                assert answer.status == 404
        with pytest.raises(RoomSaidNo):
            await console.get("codes/1")


@rule("LIVE-7", "LIVE-8")
async def test_an_event_has_a_currency_of_its_own_and_its_money_is_kept_apart(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        house = (await new_floor(mara)).floor
        body = {"id": fresh_id(), "name": "Club night", "terms": TERMS, "currency": "CHF"}
        club = Console(mara, int((await mara.post("/api/floor", **body))["floor"]))
        await club.do("open_tables", count=1)
        await club.enter("Ann", "Bob")
        assert (await club.state())["currency"] == "CHF"
        lines = {one["floor"]: one for one in (await mara.get("/api/floor"))["floors"]}
        assert lines[house]["currency"] != "CHF"
        places = Account(f"floor:{club.floor}:places:CHF")
        assert await server._store.balance(places) == 8_000
        assert await server._store.balance(Account("house:desk:CHF")) == -10_000
        for word in ("chf", "CHFX", "C"):
            with pytest.raises(RoomSaidNo) as no:
                await mara.post("/api/floor", **{**body, "id": fresh_id(), "currency": word})
            assert no.value.reason == "does_not_fit"
            assert "three capital letters" in str(no.value)
        toml = 'name = "By file"\ncurrency = "GBP"\n[tournament]\nstarting_stack = 100\n'
        toml += "levels = [{ minutes = 20, small_blind = 1, big_blind = 2 }]\n"
        filed = await mara.post("/api/floor", id=fresh_id(), toml=toml)
        assert (await Console(mara, int(filed["floor"])).state())["currency"] == "GBP"
