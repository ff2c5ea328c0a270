"""Requests about tournaments: once per id, one winner of a race, refusals that change nothing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.room.tournaments.records import TicketGrant
from cardroom.server.config.options import RoomSection
from tests.rule import rule
from tests.server.seating import PASSWORD
from tests.server.tournaments.files import EVENING, HEADS_UP, HEXAPRO, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import fresh_id, person
from tests.server.tournaments.test_playing import balance, the_only


async def refusal(client: RoomClient, path: str, **body: Any) -> RoomSaidNo:
    """What the room says no with."""
    with pytest.raises(RoomSaidNo) as refused:
        await client.post(path, **body)
    return refused.value


@rule("TRN-11", "TRN-12")
async def test_an_entry_is_paid_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        ann = await person(server, "Ann")
        row = (await ann.get("/api/tournaments?kind=scheduled"))["tournaments"][0]
        one, had, number = f"/api/tournaments/{row['tournament']}", await balance(ann), fresh_id()
        first = await ann.post(f"{one}/register", id=number)
        again = await ann.post(f"{one}/register", id=number)
        assert first["d"] == again["d"] == {"entry": 1}
        assert await balance(ann) == had - row["price"]
        # From another session the stored receipt answers.
        elsewhere = RoomClient(server.http, server.address)
        await elsewhere.login("Ann", PASSWORD)
        assert (await elsewhere.post(f"{one}/register", id=number))["t"] == "ack"
        assert await balance(ann) == had - row["price"]
        other = await refusal(ann, f"{one}/unregister", id=number)
        assert other.reason == "id_with_another_content"
        twice = await refusal(ann, f"{one}/register", id=fresh_id())
        assert twice.status == 409
        await ann.post(f"{one}/unregister", id=fresh_id())
        assert await balance(ann) == had


@rule("TRN-13")
async def test_a_ticket_pays_an_entry_and_comes_back_in_kind(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING, PEOPLE_ONLY) as server:
        ann = await person(server, "Ann")
        assert server.tournaments is not None
        prizes, had = server.tournaments.services.prizes, await balance(ann)
        for row in (await ann.get("/api/tournaments"))["tournaments"][:2]:
            price, number = row["price"], row["tournament"]
            grant = TicketGrant(
                PlayerId(ann.player), Ticket("XPM", price, "any"), 1_900_000_000_000
            )
            await prizes.grant_ticket(grant, f"gift{number}", 1)
            (held,) = (await ann.get("/api/tournament-tickets"))["tickets"]
            assert (held["value"], held["expires_ms"]) == (price, 1_900_000_000_000)
            path = f"/api/tournaments/{number}"
            await ann.post(f"{path}/register", id=fresh_id(), ticket=held["ticket"])
            assert (await ann.get("/api/tournament-tickets"))["tickets"] == []
            assert (await ann.get(path))["row"]["entries"] == 1
            await ann.post(f"{path}/unregister", id=fresh_id())
            assert [
                one["ticket"] for one in (await ann.get("/api/tournament-tickets"))["tickets"]
            ] == [held["ticket"]]
            await ann.post(f"{path}/register", id=fresh_id(), ticket=held["ticket"])
        assert await balance(ann) == had


@rule("TRN-11")
async def test_two_requests_for_the_last_seat_have_one_winner(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        people = [await person(server, f"Player{number}") for number in range(6)]
        row = (await people[0].get("/api/tournaments?kind=scheduled"))["tournaments"][0]
        path, had = f"/api/tournaments/{row['tournament']}/register", await balance(people[0])
        answers = await asyncio.gather(
            *(one.post(path, id=fresh_id()) for one in people), return_exceptions=True
        )
        refused = [one for one in answers if isinstance(one, RoomSaidNo)]
        assert [one.reason for one in refused] == ["tournament_is_full"] * 3
        paid = [had - await balance(one) for one in people]
        assert sorted(paid) == [0, 0, 0, row["price"], row["price"], row["price"]]


@rule("HEX-03")
async def test_games_are_bought_all_or_none_and_once(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEXAPRO) as server:
        ann = await person(server, "Ann")
        had, number = await balance(ann), fresh_id()
        said = await ann.post("/api/games/buy", id=number, offer="HexaPro 1", games=3)
        assert len(said["d"]["tournaments"]) == 3
        again = await ann.post("/api/games/buy", id=number, offer="HexaPro 1", games=3)
        assert again["d"] == said["d"]
        assert await balance(ann) == had - 300
        many = await refusal(ann, "/api/games/buy", id=fresh_id(), offer="HexaPro 1", games=21)
        assert many.rule == "HEX-03"
        unknown = await refusal(ann, "/api/games/buy", id=fresh_id(), offer="Nothing")
        assert unknown.status == 409
        assert await balance(ann) == had - 300


@rule("HEX-03")
async def test_games_without_the_money_or_under_a_used_id_cost_nothing(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEXAPRO, room=RoomSection(play_money=550)) as server:
        ann = await person(server, "Ann")
        buying: dict[str, Any] = {"offer": "HexaPro 1", "games": 6}
        poor = await refusal(ann, "/api/games/buy", id=fresh_id(), **buying)
        assert (poor.reason, poor.details) == ("insufficient_funds", {"games_at_most": 5})
        assert await balance(ann) == 550
        # Of purchases at the same moment only those are made that the money pays whole.
        buying["games"] = 3
        asked = [ann.post("/api/games/buy", id=fresh_id(), **buying) for _ in range(3)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in answers if isinstance(one, RoomSaidNo)]
        assert [one.reason for one in refused] == ["insufficient_funds"] * 2
        assert await balance(ann) == 250
        (done,) = [one for one in answers if isinstance(one, dict)]
        other = await refusal(ann, "/api/games/buy", id=done["id"], offer="HexaPro 1", games=1)
        assert other.reason == "id_with_another_content"
        assert await balance(ann) == 250
        assert len((await ann.get("/api/entries"))["entries"]) == 3


@rule("TRN-11", "TRN-13")
async def test_a_ticket_and_cash_at_the_same_moment_pay_one_entry(tmp_path: Path) -> None:
    async with room_with(tmp_path, PEOPLE_ONLY) as server:
        ann = await person(server, "Ann")
        row, had = await the_only(ann), await balance(ann)
        ticket = Ticket("XPM", row["price"], "any")
        assert server.tournaments is not None
        prizes = server.tournaments.services.prizes
        grant = TicketGrant(PlayerId(ann.player), ticket, 1_900_000_000_000)
        await prizes.grant_ticket(grant, "gift", 1)
        path = f"/api/tournaments/{row['tournament']}"
        ways: list[dict[str, Any]] = [{"ticket": f"XPM-{row['price']}-any"}, {}] * 2
        asked = [ann.post(f"{path}/register", id=fresh_id(), **way) for way in ways]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in answers if isinstance(one, RoomSaidNo)]
        assert [one.reason for one in refused] == ["already_registered"] * 3
        tickets = len((await ann.get("/api/tournament-tickets"))["tickets"])
        assert (tickets, had - await balance(ann)) in {(0, 0), (1, row["price"])}
        # It comes back in kind, and once, however often that is asked for.
        asked = [ann.post(f"{path}/unregister", id=fresh_id()) for _ in range(3)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in answers if isinstance(one, RoomSaidNo)]
        assert [one.reason for one in refused] == ["not_registered"] * 2
        assert len((await ann.get("/api/tournament-tickets"))["tickets"]) == 1
        assert await balance(ann) == had


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("register", {}, 400),
        ("register", {"id": "a b"}, 400),
        ("register", {"id": "a", "price": -1}, 400),
        ("register", {"id": "a", "price": "100"}, 400),
        ("register", {"id": "a", "ticket": "gold"}, 400),
        ("register", {"id": "a", "ticket": "XPM-100-any"}, 409),
        ("register", {"id": "a", "price": 1}, 409),
        ("register", {"id": "a", "as": "Bob"}, 400),
        ("unregister", {"id": "a"}, 409),
        ("rebuy", {"id": "a"}, 409),
        ("decline-rebuy", {"id": "a"}, 409),
        ("add-on", {"id": "a"}, 409),
        ("sit-out", {"id": "a"}, 409),
        ("come-back", {"id": "a"}, 409),
        ("deal", {"id": "a", "kind": "icm"}, 409),
        ("deal", {"id": "a", "kind": "lottery"}, 400),
        ("deal/accept", {"id": "a", "deal": 1}, 409),
        ("deal/accept", {"id": "a", "deal": 0}, 400),
        ("deal/refuse", {"id": "a", "deal": 1}, 409),
    ],
)
async def test_what_cannot_be_done_is_refused_and_changes_nothing(
    tmp_path: Path, path: str, body: dict[str, Any], status: int
) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        ann = await person(server, "Ann")
        had, row = await balance(ann), await the_only(ann)
        no = await refusal(ann, f"/api/tournaments/{row['tournament']}/{path}", **body)
        assert no.status == status
        assert await balance(ann) == had
        assert await the_only(ann) == row


async def test_a_tournament_that_is_not_there_is_named_as_such(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        ann = await person(server, "Ann")
        for path in ("", "/players", "/tables", "/prizes", "/structure", "/results"):
            with pytest.raises(RoomSaidNo) as refused:
                await ann.get(f"/api/tournaments/999{path}")
            assert (refused.value.status, refused.value.reason) == (404, "no_such_tournament")
        no = await refusal(ann, "/api/tournaments/999/register", id=fresh_id())
        assert (no.status, no.rule) == (409, "TRN-01")


@rule("FAIR-07")
async def test_programs_enter_only_tournaments_that_admit_them(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP, PEOPLE_ONLY) as server:
        ann = await person(server, "Ann")
        token = (await ann.post("/api/programs", name="AnnBot"))["token"]
        bot = RoomClient(server.http, server.address, token=token)
        rows = {row["name"]: row for row in (await bot.get("/api/tournaments"))["tournaments"]}
        assert rows["Heads-up 1"]["admits"] == ["guest", "person", "program"]
        barred = f"/api/tournaments/{rows['Duel 2']['tournament']}/register"
        no = await refusal(bot, barred, id=fresh_id())
        assert (no.rule, no.status) == ("FAIR-07", 409)
        buy = await refusal(bot, "/api/games/buy", id=fresh_id(), offer="Duel 2")
        assert buy.rule == "FAIR-07"
        number = rows["Heads-up 1"]["tournament"]
        await bot.post(f"/api/tournaments/{number}/register", id=fresh_id())
        assert (await bot.get(f"/api/tournaments/{number}"))["me"]["entry"] == 1
        # A person has one seat, their programs included (FAIR-01).
        beside = await refusal(ann, f"/api/tournaments/{number}/register", id=fresh_id())
        assert beside.status == 409


async def test_the_openapi_document_has_the_types_of_parameters(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        ann = await person(server, "Ann")
        document = await ann.get("/api/openapi.json")
        paths, shared = document["paths"], document["components"]["parameters"]
        listed = {one["name"]: one for one in paths["/api/tournaments"]["get"]["parameters"]}
        kinds = listed["kind"]["schema"]["items"]["enum"]
        assert {"sit_and_go", "hexapro", "scheduled"} <= set(kinds)
        assert listed["kind"]["explode"] is False
        assert listed["mine"]["schema"]["type"] == "boolean"
        assert listed["price_from"]["schema"]["type"] == "integer"
        (number,) = paths["/api/tournaments/{tournament}"]["get"]["parameters"]
        assert (number["in"], number["schema"]["type"]) == ("path", "integer")
        for operations in paths.values():
            for operation in operations.values():
                for said in operation["parameters"]:
                    one = shared[said["$ref"].rpartition("/")[2]] if "$ref" in said else said
                    shapes = one["schema"].get("anyOf", [one["schema"]])
                    assert all("type" in shape or "enum" in shape for shape in shapes), one


async def test_every_request_of_a_player_is_documented_with_the_types_of_its_fields(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        ann = await person(server, "Ann")
        document = await ann.get("/api/openapi.json")
        one = "/api/tournaments/{tournament}"
        wanted = [
            f"{one}/{deed}"
            for deed in (
                "register", "unregister", "rebuy", "decline-rebuy", "add-on", "sit-out",
                "come-back", "deal", "deal/accept", "deal/refuse",
            )
        ]  # fmt: skip
        for path in (*wanted, "/api/games/buy"):
            body = document["paths"][path]["post"]["requestBody"]
            shape = body["content"]["application/json"]["schema"]
            if "$ref" in shape:
                shape = document["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
            assert "id" in shape["properties"], path
            for name, field in shape["properties"].items():
                kinds = field.get("anyOf", [field])
                assert all({"type", "enum", "$ref"} & set(kind) for kind in kinds), (path, name)
