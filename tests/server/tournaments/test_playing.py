"""A person registers, watches and plays a tournament, by socket and by HTTP alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.tournaments.files import HEADS_UP, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import HttpPlayer, SocketPlayer, fresh_id, person

PATIENCE_S = 120


async def the_only(client: RoomClient, **wanted: str) -> dict[str, Any]:
    """The one tournament of a list."""
    query = "&".join(f"{name}={value}" for name, value in wanted.items())
    (found,) = (await client.get(f"/api/tournaments?{query}"))["tournaments"]
    return dict(found)


async def balance(client: RoomClient) -> int:
    return int((await client.get("/api/balance"))["balance"])


async def until_over(client: RoomClient, tournament: int) -> dict[str, Any]:
    while True:
        page: dict[str, Any] = await client.get(f"/api/tournaments/{tournament}/results")
        if page["tournament"]["state"] in {"finished", "cancelled"}:
            return page
        await asyncio.sleep(0.1)


@rule("TYP-02", "TRN-11", "TRN-19")
async def test_two_people_play_a_sit_and_go_by_socket_and_by_http(tmp_path: Path) -> None:
    async with room_with(tmp_path, PEOPLE_ONLY) as server, asyncio.timeout(PATIENCE_S):
        ann, bob = await person(server, "Ann"), await person(server, "Bob")
        had = await balance(ann) + await balance(bob)
        row = await the_only(ann, kind="sit_and_go", phase="registering")
        number = row["tournament"]
        socket, bob_line = await SocketPlayer.of(ann), await bob.connect()
        await socket.line.ask("register", ch=f"tournament:{number}")
        said = await bob.post(f"/api/tournaments/{number}/register", id=fresh_id())
        assert said["d"] == {"tournaments": [number], "starting": [number]}
        socket.start()
        await HttpPlayer(bob).play(number)
        page = await until_over(ann, number)
        await asyncio.sleep(0.2)
        await socket.stop()
        await bob_line.close()
        assert sorted(one["place"] for one in page["results"]) == [1, 2]
        assert {one["name"] for one in page["results"]} == {"Ann", "Bob"}
        fees = had - await balance(ann) - await balance(bob)
        assert fees == 2 * row["fee"]
        assert sum(one["prize"] for one in page["results"]) == 2 * (row["price"] - row["fee"])
        assert socket.events("tournament_seated")
        assert socket.events("tournament_result")
        # As soon as one starts, the next opens for registration (TYP-02).
        (offer,) = (await ann.get("/api/games"))["offers"]
        assert offer["tournament"] not in {None, number}


@rule("TRN-03")
async def test_everything_about_a_tournament_can_be_asked_for(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        ann = await person(server, "Ann")
        number = (await the_only(ann))["tournament"]
        one = f"/api/tournaments/{number}"
        await ann.post(f"{one}/register", id=fresh_id())
        details = await ann.get(one)
        assert details["me"] == {
            "entry": 1, "table": None, "seat": None, "rebuy_until_ms": None, "away": False,
        }  # fmt: skip
        assert details["info"]["terms"]
        assert (await ann.get(f"{one}/players"))["players"][0]["name"] == "Ann"
        standing = await ann.get(f"{one}/standing")
        assert [row["name"] for row in standing["entries"]] == ["Ann"]
        assert (standing["place"], standing["left"]) == (0, 0)
        assert (await ann.get(f"{one}/tables")) == {"tables": []}
        assert (await ann.get(f"{one}/prizes"))["pool"] == 97
        assert (await ann.get(f"{one}/structure"))["info"]["levels"]
        assert (await ann.get(f"{one}/results"))["count"] == 1
        own = await ann.get("/api/entries")
        assert own["entries"][0]["tournament"] == number
        assert own["kinds"] == {str(number): "sit_and_go"}
        assert await ann.get("/api/tournament-tickets") == {"tickets": []}
        (offer,) = (await ann.get("/api/games"))["offers"]
        assert (offer["tournament"], offer["waiting"]) == (number, 1)
        assert len((await ann.get("/api/tournaments?mine=true"))["tournaments"]) == 1
        bob = await person(server, "Bob")
        assert (await bob.get("/api/tournaments?mine=true"))["tournaments"] == []
        assert (await ann.get("/api/tournaments/past"))["tournaments"] == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("kind=poker", "kind"),
        ("price_from=cheap", "price_from"),
        ("mine=perhaps", "mine"),
        ("colour=red", "colour: known are kind, phase"),
        ("kind=hexapro&kind=sit_and_go", "kind is there twice"),
    ],
)
async def test_a_list_says_which_parameter_is_wrong(tmp_path: Path, query: str, said: str) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        ann = await person(server, "Ann")
        with pytest.raises(RoomSaidNo) as refused:
            await ann.get(f"/api/tournaments?{query}")
        assert refused.value.status == 400
        assert said in refused.value.details["said"]


async def test_channels_of_tournaments_are_listened_to_and_resumed(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP) as server, asyncio.timeout(PATIENCE_S):
        ann = await person(server, "Ann")
        number = (await the_only(ann))["tournament"]
        line = await ann.connect()
        (snapshot,) = [m for m in await line.subscribe("tournaments") if m["t"] == "snapshot"]
        assert [row["tournament"] for row in snapshot["d"]["tournaments"]] == [number]
        channel = f"tournament:{number}"
        (page,) = [m for m in await line.subscribe(channel) if m["t"] == "snapshot"]
        assert page["d"]["row"]["entries"] == 0
        await line.ask("register", ch=channel)
        changed = (await line.until("event"))[-1]
        while changed["ch"] != channel:
            changed = await line.read()
        assert changed["d"]["type"] == "tournament_changed"
        assert changed["d"]["row"]["entries"] == 1
        have = {channel: page["v"]}
        await line.close()
        again = await ann.connect(have)
        sent = await again.until("sync:end")
        assert [m["t"] for m in sent] == ["sync:begin", "event", "sync:end"]
        assert sent[1]["v"] == page["v"] + 1
        (me,) = [m for m in await again.subscribe("me") if m["t"] == "snapshot"]
        assert [one["tournament"] for one in me["d"]["tournaments"]] == [number]
        await again.close()
