"""Ask the book over HTTP: decisions with their sentence, rules and worked examples."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomSaidNo
from cardroom.rulebook.worked_examples import examples_of, worked_examples
from tests.rule import rule
from tests.server.floor.running import new_floor, staff
from tests.server.open_servers import open_server
from tests.server.tournaments.players import person

TWO_THOUSANDS: dict[str, Any] = {
    "type": "chips",
    "big_blind": 400,
    "bet": 1200,
    "raise_size": 800,
    "motions": [{"piles": [{"chip": 1000, "count": 2}]}],
}


@rule("LIVE-37.p5")
async def test_the_book_answers_in_the_language_of_the_table_and_keeps_nothing(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        ann = await person(server, "Ann")
        answer = await ann.post("/api/floor-ruling", facts=TWO_THOUSANDS, language="nl")
        assert answer["ruling"]["decision"] == "call"
        assert answer["ruling"]["amounts"]["bet_to"] == 1200
        assert "1.200" in answer["sentence"]
        rules = {one["id"]: one["title"] for one in answer["rules"]}
        assert "LIVE-37.p5" in rules
        assert all(rules.values())
        assert answer["examples"][0]["id"] == "E2"


@rule("LIVE-1")
async def test_facts_that_cannot_be_are_refused_in_a_sentence(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, mara = await person(server, "Ann"), await staff(server, "Mara")
        with pytest.raises(RoomSaidNo) as no:
            await ann.post("/api/floor-ruling", facts={**TWO_THOUSANDS, "own": 1300})
        assert no.value.reason == "does_not_fit"
        assert "more in front than the highest bet" in no.value.details["said"]
        console = await new_floor(mara)
        by_the_house = await mara.post(
            "/api/floor-ruling", facts=TWO_THOUSANDS, floor=console.floor
        )
        assert by_the_house["ruling"]["decision"] == "call"
        with pytest.raises(RoomSaidNo):
            await ann.post("/api/floor-ruling", facts=TWO_THOUSANDS, floor=console.floor)


def test_every_worked_example_names_its_spot_in_full_and_rules_that_exist() -> None:
    found = worked_examples()
    assert [*found] == [f"E{number}" for number in range(1, 23)]
    assert found["E3"].spot == found["E2"].spot
    assert found["E2"].rule_ids == ("LIVE-37.p5", "LIVE-37.p6")
    assert found["E6"].rule_ids == ("LIVE-37.p5", "LIVE-38")
    assert examples_of(("LAMB-23",)) == (found["E5"],)
