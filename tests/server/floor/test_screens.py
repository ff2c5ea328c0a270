"""What screens, phones and papers get over HTTP beside the clock: seats, names, a logo, secrets."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomSaidNo
from tests.rule import rule
from tests.server.floor.running import at_level, new_floor, staff, started
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


@rule("LIVE-6")
async def test_after_a_deal_the_screen_names_the_winners_with_what_they_get(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        ann, bob, *others = await started(console, 6)
        await console.do("open_display", label="Hall")
        code = (await console.get("codes"))["codes"]["1"]
        await at_level(console, 4)
        for out in others:
            await console.do("finish_hand", table=1, out=[out])
        await console.do("fix_prizes")
        assert (await looked_at(server, f"floor-display/{code}"))["winners"] == []
        stacks = {ann: 40_000, bob: 20_000}
        await console.do("propose_deal", method="icm", stacks=stacks)
        agreed = (await console.state())["money"]["deal"]["amounts"]
        for entry in (ann, bob):
            await console.do("answer_deal", entry=entry, accepts=True)
        assert (await looked_at(server, f"floor-display/{code}"))["winners"] == []
        await console.do("confirm_deal")
        shown = await looked_at(server, f"floor-display/{code}")
        assert shown["winners"] == [
            {"place": 1, "player": "Player 1", "prize": agreed[str(ann)]},
            {"place": 2, "player": "Player 2", "prize": agreed[str(bob)]},
        ]
        # Not what the places would have paid without the deal.
        assert shown["prizes"] != [one["prize"] for one in shown["winners"]]


@rule("LIVE-2")
async def test_after_the_last_hand_the_screen_names_who_won_money_and_no_held_prize(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        ann, bob, *others = await started(console, 6)
        await console.do("open_display", label="Hall")
        code = (await console.get("codes"))["codes"]["1"]
        await at_level(console, 4)
        for out in others:
            await console.do("finish_hand", table=1, out=[out])
        await console.do("fix_prizes")
        await console.do("disqualify", entry=bob, stack=20_000, type="DEVICE", reason="a phone")
        winners = (await looked_at(server, f"floor-display/{code}"))["winners"]
        assert winners == [{"place": 1, "player": "Player 1", "prize": 15_600}]
        assert ann != bob
