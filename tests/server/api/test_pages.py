"""HTTP for the pages of the client: rulebook, own hands, the floor."""

from typing import Any

import pytest

from cardroom.office.card_readings import SHOWN_AFTER_MS
from cardroom.room.hand_pages import HandFilter
from cardroom.rulebook.texts import rule_texts
from tests.rule import rule
from tests.server.clients import World
from tests.server.fakes import KEY


async def test_everybody_may_ask_what_room_this_is(world: World) -> None:
    status, said = await world.browser().get("/api/room")
    assert status == 200
    assert (said["edition"], said["currency"], said["build"]) == ("en-2.7", "PLY", "test")
    assert said["parts"] == ["cash", "tournament"]
    assert said["has_cashier"] is False


async def test_the_rulebook_has_every_rule_with_its_values_in_the_rooms_edition(
    world: World,
) -> None:
    status, said = await world.browser().get("/api/rules")
    assert status == 200
    found = {one["id"]: one for one in said["rules"]}
    wanted = {one.id for one in rule_texts().values() if one.file != "live.md"}
    numbered = {*(f"NET-{n:02d}" for n in range(1, 16)), *(f"I{n}" for n in range(1, 13))}
    assert found.keys() == wanted | numbered
    assert found["BET-08"]["title"]
    values = {one["switch"]: one["value"] for one in found["CASH-05"]["values"]}
    assert values["cash.seating.seats"] == 6
    rulings = {one["switch"]: one["ruling"] for one in found["AMB-36"]["values"]}
    assert rulings["cash.entry.dead_small_blind_charged"] is True
    assert rulings["cash.entry.missed_blinds"] is False


@pytest.mark.parametrize("number", ["BET-08", "bet-08", "LIVE-42.a", "AMB-01", "NET-04", "I7"])
async def test_one_rule_answers_why_whatever_part_it_is_of(world: World, number: str) -> None:
    status, said = await world.browser().get(f"/api/rules/{number}")
    assert (status, said["id"].upper()) == (200, number.upper())
    assert said["text"]


async def test_a_rule_that_is_none_is_not_found(world: World) -> None:
    status, said = await world.browser().get("/api/rules/BET-999")
    assert (status, said["reason"]) == (404, "no_such_rule")


async def test_the_own_hands_are_narrowed_as_the_address_says(world: World) -> None:
    ana = await world.person("Ana")
    path = "/api/hands?since_ms=3&until_ms=9&game=nl-holdem&big_blind=10&result=lost&limit=5"
    assert (await ana.get(path))[0] == 200
    assert world.library.wanted == [
        HandFilter(
            limit=5, since_ms=3, until_ms=9, game="nl-holdem", big_blind=10, result="lost"
        )
    ]  # fmt: skip
    assert (await ana.get("/api/hands?result=drawn"))[0] == 400
    assert (await ana.get("/api/hands?game=zzz&limit=200"))[0] == 400


async def test_a_hand_is_watched_by_who_played_it_and_by_who_has_the_link(world: World) -> None:
    ana, ben = await world.person("Ana"), await world.person("Ben")
    assert (await ana.get(f"/api/hands/{KEY}/replay"))[1]["hero"] == 3
    assert (await ben.get(f"/api/hands/{KEY}/replay"))[0] == 404
    assert (await ben.post(f"/api/hands/{KEY}/share"))[0] == 404
    status, said = await ana.post(f"/api/hands/{KEY}/share")
    assert status == 200
    word = said["path"].removeprefix("/shared/")
    assert len(word) >= 40
    assert (await ana.post(f"/api/hands/{KEY}/share"))[1] == said
    anybody = world.browser()
    assert (await anybody.get(f"/api/shared/{word}"))[1]["hero"] is None
    assert (await anybody.get("/api/shared/guessed"))[0] == 404


FLOOR = ("/api/admin/floor", "/api/admin/players?name=a", "/api/admin/tables/7/hands")
RISK = ("/api/admin/audit",)
READING = ("/api/admin/accounts/1/hands", f"/api/admin/hands/{KEY}")
WHY = "somebody has complained"


async def test_the_floors_pages_need_their_role(world: World) -> None:
    ana = await world.person("Ana")
    floor = await world.person("Flo", role="floor")
    risk = await world.person("Rita", role="risk")
    boss = await world.person("Boss", role="administrator")
    for path in FLOOR + RISK:
        allowed = {floor, boss} if path in FLOOR else {risk, boss}
        for browser in (ana, floor, risk, boss):
            status, said = await browser.get(path)
            assert status == (200 if browser in allowed else 403), (path, said)
    for path in READING:
        for browser in (ana, floor, risk, boss):
            status, said = await browser.post(path, reason=WHY)
            assert status == (200 if browser in {risk, boss} else 403), (path, said)


async def test_the_floor_sees_tables_players_and_metrics_but_no_cards(world: World) -> None:
    floor = await world.person("Flo", role="floor")
    said = (await floor.get("/api/admin/floor"))[1]
    assert said["tables"][0]["players"][0]["name"] == "Ana"
    assert said["metrics"]["http_requests_total"] >= 1
    assert said["metrics"]["http_ms_count"] >= 1
    assert "hole" not in str(said)


@rule("CASH-01")
async def test_the_floor_freezes_and_closes_tables_and_says_why(world: World) -> None:
    ana, floor = await world.person("Ana"), await world.person("Flo", role="floor")
    body: dict[str, Any] = {"reason": "a spilled drink"}
    for deed in ("freeze", "unfreeze", "close"):
        assert (await ana.post(f"/api/admin/tables/7/{deed}", **body))[0] == 403
        assert (await floor.post(f"/api/admin/tables/7/{deed}"))[0] == 400
        assert (await floor.post(f"/api/admin/tables/7/{deed}", **body))[0] == 200
    assert (await floor.post("/api/admin/tables/99/freeze", **body))[0] == 409
    assert world.room.deeds == [("freeze", 7), ("unfreeze", 7), ("close_table", 7)]
    assert [(deed, why) for _, _, deed, why in world.cases.deeds] == [
        ("froze_table", "table 7: a spilled drink"),
        ("unfroze_table", "table 7: a spilled drink"),
        ("closed_table", "table 7: a spilled drink"),
    ]


async def test_players_are_found_by_the_beginning_of_their_names(world: World) -> None:
    floor = await world.person("Flo", role="floor")
    for name in ("Anton", "Anna", "Bert"):
        await world.person(name)
    said = (await floor.get("/api/admin/players?name=AN"))[1]
    assert [one["name"] for one in said["players"]] == ["Anna", "Anton"]


@rule("FAIR-03")
async def test_who_looks_at_cards_after_a_hand_is_recorded(world: World) -> None:
    ana, _bea = await world.person("Ana"), await world.person("Bea")
    rita = await world.person("Rita", role="risk")
    assert (await rita.post(f"/api/admin/hands/{KEY}", reason=WHY))[0] == 200
    assert (await rita.post(f"/api/admin/accounts/{ana.player}/hands", reason=WHY))[0] == 200
    assert (await rita.post("/api/admin/hands/hand:9:9:9", reason=WHY))[0] == 404
    assert world.cases.deeds == [
        (rita.player, 1, "saw_hand", f"{KEY} {WHY}"),
        (rita.player, 2, "saw_hand", f"{KEY} {WHY}"),
        (rita.player, 1, "saw_hands", f"{KEY} {WHY}"),
    ]


@rule("FAIR-03")
async def test_nobody_of_the_house_sees_the_cards_of_a_hand_that_they_have_played(
    world: World,
) -> None:
    await world.person("Ana")
    rita = await world.person("Rita", role="risk")
    assert (await rita.post(f"/api/admin/hands/{KEY}", reason=WHY))[0] == 403
    assert world.cases.deeds == []


@rule("FAIR-03")
async def test_nobody_of_the_house_sees_cards_without_a_reason(world: World) -> None:
    await world.person("Ana")
    rita = await world.person("Rita", role="risk")
    for path in READING:
        assert (await rita.get(path))[0] == 405
        assert (await rita.post(path))[0] == 400
        assert (await rita.post(path, reason=""))[0] == 400
    assert world.cases.deeds == []


@rule("FAIR-03")
async def test_players_learn_a_week_later_that_the_house_looked_at_their_cards(
    world: World,
) -> None:
    ana, _bea = await world.person("Ana"), await world.person("Bea")
    rita = await world.person("Rita", role="risk")
    await rita.post(f"/api/admin/hands/{KEY}", reason=WHY)
    looked_ms = world.clock.now_ms()
    assert (await ana.get("/api/hands/readings"))[1] == {"readings": []}
    world.clock.advance(SHOWN_AFTER_MS - 1)
    assert (await ana.get("/api/hands/readings"))[1] == {"readings": []}
    world.clock.advance(1)
    assert (await ana.get("/api/hands/readings"))[1] == {
        "readings": [{"at_ms": looked_ms, "deed": "saw_hand", "hand": KEY, "reason": WHY}]
    }
    stranger = await world.person("Cleo")
    assert (await stranger.get("/api/hands/readings"))[1] == {"readings": []}


async def test_the_audit_of_the_ledger_is_begun_and_asked_for(world: World) -> None:
    rita = await world.person("Rita", role="risk")
    assert (await rita.get("/api/admin/audit"))[1]["state"] == "never"
    assert (await rita.post("/api/admin/audit"))[1]["state"] == "good"
    assert (await rita.get("/api/admin/audit"))[1]["read"] == 5
