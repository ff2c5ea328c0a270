"""Ask the book over HTTP: decisions with their sentence, rules and worked examples."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.commands.room_client import RoomSaidNo
from cardroom.floor import LANGUAGES, explain
from cardroom.rulebook.worked_examples import examples_of, worked_examples
from tests.floor.rulings.asking import ask
from tests.floor.rulings.test_reasons import HOUSES, QUESTIONS
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


@rule("LIVE-4", "LIVE-16.4", "LIVE-25.b", "LIVE-33", "LIVE-35.p2", "LIVE-38.p2", "LIVE-39.c")
async def test_every_situation_is_decided_over_http_as_in_the_library(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await person(server, "Ann")
        for number, (reason, facts) in enumerate(QUESTIONS.items()):
            if reason in HOUSES:
                continue
            language = LANGUAGES[number % len(LANGUAGES)]
            sent = msgspec.to_builtins(facts, str_keys=True)
            answer = await ann.post("/api/floor-ruling", facts=sent, language=language)
            ruling = ask(facts)
            assert answer["ruling"]["reason"] == reason
            assert answer["sentence"] == explain(ruling, language)
            assert [one["id"] for one in answer["rules"]] == list(ruling.rule_ids)


PUSHED = {"motions": [{"piles": [{"chip": 1000, "count": 4}]}], "big_blind": 800}
HARD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "LHC-20": (
        {"type": "chips", "bet": 3200, "raise_size": 800, **PUSHED},
        {"decision": "call"},
    ),
    "LHC-28": (
        {"type": "killed", "bet": 1200, "last_raiser": True, "before": 400},
        {"decision": "refund", "hand_status": "dead", "amounts": {"bet_to": 400, "back": 800}},
    ),
    "LHC-31": (
        {"type": "misdeal", "extra_cards": 2, "actions": 1, "bets": {"1": 600, "2": 300}},
        {"decision": "misdeal"},
    ),
    "LHC-34": (
        {"type": "button", "used": 4, "right": 5, "actions": 2, "occupied": [1, 3, 4, 6, 8]},
        {"decision": "hand_stands", "seats": [6]},
    ),
    "LHC-43": ({"type": "exposed"}, {"hand_status": "passive"}),
}


@rule("LHC-20", "LHC-28", "LHC-31", "LHC-34", "LHC-43", "LIVE-1")
async def test_hard_cases_are_kept_by_the_floor_with_facts_and_answer(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        await console.do("open_tables", count=1)
        for case, (facts, expected) in HARD.items():
            said = await console.do("ask_the_book", table=1, facts=facts)
            event = said["entries"][0]["event"]
            ruling = event["ruling"]
            for name, value in expected.items():
                found = ruling[name]
                if isinstance(value, dict):
                    found = {key: found[key] for key in value}
                assert found == value, case
            assert event["facts"]["type"] == facts["type"]
