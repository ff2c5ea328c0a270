"""What screens, phones and papers get over HTTP beside the clock: seats, names, a logo, secrets."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomSaidNo
from tests.rule import rule
from tests.server.floor.running import new_floor, staff
from tests.server.open_servers import OpenServer, open_server

LOGO = "data:image/png;base64,iVBORw0KGgo="


async def looked_at(server: OpenServer, path: str) -> Any:
    async with server.http.get(f"{server.address.rstrip('/')}/api/{path}") as answer:
        assert answer.status == 200
        return await answer.json()


async def test_a_screen_lists_the_seats_by_name_under_the_hosts_name_and_logo(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"), host="Cercle", logo=LOGO)
        await console.do("open_tables", count=1)
        (ann, *_) = await console.enter("zoë", "Bob", "ann")
        await console.do("open_display", label="Hall")
        code = (await console.get("codes"))["codes"]["1"]
        shown = await looked_at(server, f"floor-display/{code}")
        assert [one["player"] for one in shown["seating"]] == ["ann", "Bob", "zoë"]
        assert (shown["host"], shown["logo"]) == ("Cercle", LOGO)
        # Management puts another name there at any time (LIVE-7).
        change: dict[str, Any] = {"field": "host", "value": "Club", "reason": "a guest"}
        await console.do("change_terms", **change)
        assert (await looked_at(server, f"floor-display/{code}"))["host"] == "Club"
        secret = (await console.get(f"entries/{ann}/receipt"))["secret"]
        assert (await looked_at(server, f"floor-entry/{secret}"))["host"] == "Club"


@pytest.mark.parametrize("logo", ["https://example.org/logo.png", "data:text/html;base64,AAAA"])
async def test_a_logo_is_a_picture_and_nothing_that_must_be_fetched(
    tmp_path: Path, logo: str
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        with pytest.raises(RoomSaidNo):
            await new_floor(mara, logo=logo)
        assert (await mara.get("/api/floor"))["floors"] == []


@rule("LIVE-2")
async def test_receipts_and_seat_cards_come_with_the_secrets_of_their_players(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        await console.do("open_tables", count=1)
        ann, bob = await console.enter("Ann", "Bob")
        receipts = await console.get("papers?kind=receipts")
        assert (receipts["name"], len(receipts["papers"])) == ("Thursday", 2)
        one = await console.get(f"entries/{ann}/receipt")
        assert receipts["secrets"][str(ann)] == one["secret"]
        await console.do("withdraw_entry", entry=bob)
        receipts = await console.get("papers?kind=receipts")
        assert len(receipts["papers"]) == 2
        assert list(receipts["secrets"]) == [str(ann)]
        assert (await console.get("papers?kind=seat_cards"))["secrets"].keys() == {str(ann)}
        assert (await console.get("papers?kind=move_tickets"))["secrets"] == {}
