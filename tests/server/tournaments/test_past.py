"""A tournament that is over: its page is read from the store, also by a room that never held it."""

import asyncio
from pathlib import Path

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.tournaments.directing import directed, enter, everybody, people_in
from tests.server.tournaments.files import PEOPLE_ONLY, room_with
from tests.server.tournaments.test_playing import PATIENCE_S, the_only, until_over


@rule("TRN-03")
async def test_everything_about_a_past_tournament_is_read_from_the_store(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        number = (await the_only(people[0]))["tournament"]
        one = f"/api/tournaments/{number}"
        await enter(number, people)
        async with directed(number, people, everybody):
            with pytest.raises(RoomSaidNo) as early:
                await people[0].get(f"{one}/hands")
            assert early.value.reason == "is_not_over"
            page = await until_over(people[0], number)
        prizes = (await people[0].get(f"{one}/prizes"))["prizes"]
    async with room_with(tmp_path, PEOPLE_ONLY) as server:
        anyone = RoomClient(server.http, server.address)
        (past,) = (await anyone.get("/api/tournaments/past"))["tournaments"]
        assert (past["tournament"], past["state"], past["entries"]) == (number, "finished", 2)
        info = (await anyone.get(f"{one}/structure"))["info"]
        assert info["levels"]
        assert info["terms"]
        assert await anyone.get(f"{one}/results") == page
        (second,) = (await anyone.get(f"{one}/results?offset=1&limit=1"))["results"]
        assert second["place"] == 2
        won = await anyone.get(f"{one}/prizes")
        assert (won["prizes"], won["final"]) == (prizes, True)
        (table,) = (await anyone.get(f"{one}/tables"))["tables"]
        hands = (await anyone.get(f"{one}/hands"))["hands"]
        assert [hand["table"] for hand in hands] == [table["number"]] * len(hands)
        numbers = [hand["number"] for hand in hands]
        assert numbers == sorted(numbers, reverse=True)
        assert numbers[-1] == 1
        older = (await anyone.get(f"{one}/hands?before={hands[0]['id']}&table=1"))["hands"]
        assert older == hands[1:]
        assert (await anyone.get(f"{one}/hands?table=2"))["hands"] == []
        replay = await anyone.get(f"{one}/hands/{hands[0]['key']}")
        assert replay["hero"] is None
        assert replay["tournament"]["id"] == number
        assert {seat["name"] for seat in replay["seats"]} == {"Ann", "Bob"}
        with pytest.raises(RoomSaidNo) as other:
            await anyone.get(f"/api/tournaments/{number + 1}/hands/{hands[0]['key']}")
        assert other.value.status in {403, 404}
        with pytest.raises(RoomSaidNo) as none:
            await anyone.get(f"{one}/hands/hand:1:1:999")
        assert (none.value.status, none.value.reason) == (404, "no_such_hand")
