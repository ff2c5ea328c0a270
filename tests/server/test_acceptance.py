"""Players accept the rules once, before their first seat or registration; other rules ask again."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.room.tables.pace import Pace
from cardroom.server.config.options import RoomSection
from tests.rule import rule
from tests.server.open_servers import OpenServer, open_server
from tests.server.seating import STACK, STAKE
from tests.server.tournaments.files import EVENING, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import fresh_id, person

RULES = "/api/acceptance"
CLUB = 'inherits = "en-2.7"\nname = "club"\n'
STRICTER = CLUB + "[TRN-09]\nlate_levels = 7\n"
AT_LEISURE = Pace(return_after_restart_ms=60_000)


async def newcomer(server: OpenServer) -> RoomClient:
    """A guest who has accepted nothing yet."""
    client = RoomClient(server.http, server.address)
    client._came_in(await client.post("/api/guest"))
    return client


async def ask(client: RoomClient, kind: str, **content: Any) -> Any:
    return await client.post("/api/ask", request={"t": kind, "id": fresh_id(), **content})


async def refusal(client: RoomClient, kind: str, **content: Any) -> RoomSaidNo:
    with pytest.raises(RoomSaidNo) as no:
        await ask(client, kind, **content)
    return no.value


@rule("CASH-18")
async def test_the_first_seat_is_refused_until_the_rules_are_accepted_and_never_again(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        ann = await newcomer(server)
        for wanted in ({"kind": "play", **STAKE}, {"kind": "play_now"}):
            no = await refusal(ann, **wanted)
            assert (no.status, no.rule, no.reason) == (409, "CASH-18", "rules_not_accepted")
            assert no.details == {
                "edition": "en-2.7", "title": no.details["title"], "version": "2.7",
                "changed": False,
            }  # fmt: skip
        assert [one["accepted_ms"] for one in (await ann.get(RULES))["rules"]] == [0]
        named = {name: no.details[name] for name in ("edition", "version")}
        said = (await ask(ann, "accept_rules", **named))["d"]
        assert said["edition"] == "en-2.7"
        (state,) = (await ann.get(RULES))["rules"]
        assert state["accepted_ms"] == said["at_ms"]
        assert "d" in await ask(ann, "play", **STAKE)
    async with open_server(tmp_path) as server:
        again = RoomClient(server.http, server.address)
        again.cookies, again.csrf = ann.cookies, ann.csrf
        (state,) = (await again.get(RULES))["rules"]
        assert state["accepted_ms"] == said["at_ms"]


@rule("TRN-01")
async def test_a_registration_is_refused_until_the_rules_of_the_tournament_are_accepted(
    tmp_path: Path,
) -> None:
    dutch = EVENING.replace('"house"', '"nl-3.0"').replace("Evening", "Avond")
    async with room_with(tmp_path, EVENING, PEOPLE_ONLY, dutch) as server:
        ann = await newcomer(server)
        rows = {
            one["name"]: one["tournament"]
            for one in (await ann.get("/api/tournaments"))["tournaments"]
        }
        enter = {"kind": "register", "ch": f"tournament:{rows['Evening']}"}
        no = await refusal(ann, **enter)
        assert (no.rule, no.reason, no.details["edition"]) == (
            "TRN-01", "rules_not_accepted", "en-2.7",
        )  # fmt: skip
        offer = (await ann.get("/api/games"))["offers"][0]["name"]
        assert (await refusal(ann, "buy_games", offer=offer)).reason == "rules_not_accepted"
        before = (await ann.get("/api/balance"))["balance"]
        await ann.post(RULES, edition="en-2.7", version="2.7")
        await ask(ann, "buy_games", offer=offer)
        await ask(ann, **enter)
        assert (await ann.get("/api/balance"))["balance"] < before
        other = await refusal(ann, "register", ch=f"tournament:{rows['Avond']}")
        assert (other.details["edition"], other.details["changed"]) == ("nl-3.0", True)
        await ann.post(RULES, edition="nl-3.0", version="3.0")
        await ask(ann, "register", ch=f"tournament:{rows['Avond']}")


@rule("CASH-18")
async def test_a_program_plays_under_the_acceptance_of_its_owner(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await newcomer(server)
        ann._came_in(await ann.post("/api/register", name="Ann", password="three small fish"))
        token = (await ann.post("/api/programs", name="AnnBot"))["token"]
        bot = RoomClient(server.http, server.address, token=token)
        (state,) = (await bot.get(RULES))["rules"]
        assert state["accepted_ms"] == 0
        await bot.accept_rules()
        (state,) = (await ann.get(RULES))["rules"]
        assert state["accepted_ms"] > 0


@rule("CASH-18")
async def test_only_rules_in_force_can_be_accepted(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await newcomer(server)
        old = {"edition": "en-2.7", "version": "2.6"}
        for path, body in ((RULES, old), (RULES, {"edition": "xx", "version": "1"})):
            with pytest.raises(RoomSaidNo) as no:
                await ann.post(path, **body)
            assert no.value.reason in {"rules_have_changed", "no_such_edition"}
        (state,) = (await ann.get(RULES))["rules"]
        assert state["accepted_ms"] == 0


@rule("CASH-18")
async def test_changed_rules_are_announced_to_the_seated_before_the_next_hand_and_ask_again(
    tmp_path: Path,
) -> None:
    house = tmp_path / "club.toml"
    house.write_text(CLUB)
    rules = RoomSection(house_rules=str(house))
    async with open_server(tmp_path, room=rules) as server:
        players = [await person(server, name) for name in ("Ann", "Ben", "Cid")]
        lines = [await one.connect() for one in players]
        for line in lines:
            await line.ask_for_seat(STAKE)
        for line in lines:
            await line.take_seat(STACK)
        (before,) = (await players[0].get(RULES))["rules"]
    async with open_server(tmp_path, room=rules, pace=AT_LEISURE) as server:
        (unchanged,) = [await returned(server, players[0])]
        assert (await unchanged.get("/api/notices"))["notices"] == []
    house.write_text(STRICTER)
    async with open_server(tmp_path, room=rules, pace=AT_LEISURE) as server:
        ann, zoe = await returned(server, players[0]), await person(server, "Zoe")
        (notice,) = (await ann.get("/api/notices"))["notices"]
        assert (await zoe.get("/api/notices"))["notices"] == []
        about = notice["about"]
        assert (about["type"], about["edition"]) == ("rules_changed", "club")
        assert about["version"] != before["version"]
        assert all(task.table.hand is None for task in server.room.tasks.values())
        no = await refusal(ann, "play", **{**STAKE, "small_blind": 2, "big_blind": 4})
        assert (no.reason, no.details["changed"]) == ("rules_not_accepted", True)
        await ann.post(RULES, edition="club", version=about["version"])
        await ask(ann, "play", **{**STAKE, "small_blind": 2, "big_blind": 4})
        await ann.post("/api/notices/seen", keys=[notice["key"]])
        assert (await ann.get("/api/notices"))["notices"] == []


async def returned(server: OpenServer, player: RoomClient) -> RoomClient:
    """The same person at the room's new address."""
    client = RoomClient(server.http, server.address)
    client._came_in(await client.post("/api/login", name=player.name, password="three small fish"))
    return client
