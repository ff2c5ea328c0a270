"""What an administrator sets about the stakes of a running room: practice players, who may sit."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from cardroom.commands.room_client import RoomClient
from cardroom.errors import InvalidFile, UsageError
from cardroom.office import stake_desk
from cardroom.server.config.options import PracticeSection, ProgramSection, RoomSection
from cardroom.server.config.reading import read_config
from tests.rule import rule
from tests.server.clients import eventually
from tests.server.people.reception import ReceptionServer, reception, refused

STAKE = "nl-holdem:ordinary:5:10"
OTHER = "pl-omaha:ordinary:5:10"
PLAY: dict[str, Any] = {
    "game": "nl-holdem", "format": "ordinary", "small_blind": 5, "big_blind": 10,
}  # fmt: skip
AT_ONCE = PracticeSection(thinking_percent=0)


async def card_of(client: RoomClient, stake: str = STAKE) -> dict[str, Any]:
    """A stake as the staff sees it."""
    cards = (await client.get("/api/admin/stakes"))["stakes"]
    return next(one for one in cards if one["stake"] == stake)


async def until_practice(client: RoomClient, many: int, stake: str = STAKE) -> None:
    """Wait until this many practice players sit at a stake."""

    async def are_there() -> bool:
        return bool((await card_of(client, stake))["practice_seated"] == many)

    await eventually(are_there)


async def ask_for_seat(client: RoomClient) -> dict[str, Any]:
    """Ask over HTTP for a seat at the stake."""
    await client.accept_rules()
    return dict(await client.post("/api/ask", request={"t": "play", "id": uuid4().hex, **PLAY}))


async def deeds(server: ReceptionServer, boss: RoomClient) -> list[tuple[str, str]]:
    return [(one.deed, one.reason) for one in await server.deeds(boss.player)]


@rule("FAIR-07")
async def test_practice_players_come_and_go_as_an_administrator_says_and_after_a_restart(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, practice=AT_ONCE) as server:
        boss, visitor = await server.person("Robin"), server.visitor()
        assert (await card_of(boss))["now"] == {"practice": 0, "admits": ["person", "guest"]}
        wish = {"stake": STAKE, "players": 4, "reason": "a quiet evening"}
        card = await boss.post("/api/admin/stakes/practice", **wish)
        assert card["now"]["practice"] == 4
        assert card["configured"]["practice"] == 0
        assert [(one["setting"], one["by"]) for one in card["changed"]] == [("practice", "Robin")]
        await until_practice(boss, 4)
        lobby = (await visitor.get("/api/lobby"))["stakes"]
        row = next(one for one in lobby if (one["name"], one["format"]) == ("NL10", "ordinary"))
        assert "practice" in row["admits"]
        await boss.post("/api/admin/stakes/practice", **wish | {"players": 3, "reason": "enough"})
        await until_practice(boss, 3)
        assert (await deeds(server, boss))[-2:] == [
            ("set_practice_players", f"{STAKE}, 4: a quiet evening"),
            ("set_practice_players", f"{STAKE}, 3: enough"),
        ]
    async with reception(tmp_path, practice=AT_ONCE) as server:
        boss = await server.person("Robin")
        assert (await card_of(boss))["now"]["practice"] == 3
        await until_practice(boss, 3)
        await boss.post(
            "/api/admin/stakes/reset", stake=STAKE, setting="practice", reason="as the file says"
        )
        await until_practice(boss, 0)
        card = await card_of(boss)
        assert (card["now"]["practice"], card["changed"]) == (0, [])
        assert (await deeds(server, boss))[-1] == (
            "reset_practice_players",
            f"{STAKE}: as the file says",
        )


async def test_a_stake_is_opened_with_practice_players_without_a_restart(tmp_path: Path) -> None:
    async with reception(tmp_path, practice=AT_ONCE) as server:
        boss = await server.person("Robin")
        deed = {"stake": OTHER, "reason": "Omaha night"}
        assert (await boss.post("/api/admin/stakes/open", **deed))["table"] > 0
        await boss.post("/api/admin/stakes/practice", players=3, **deed)
        await until_practice(boss, 3, OTHER)
        # Closed, they leave; opened again, they are back.
        await boss.post("/api/admin/stakes/close", **deed)
        await until_practice(boss, 0, OTHER)
        assert (await card_of(boss, OTHER))["is_closed"]
        await boss.post("/api/admin/stakes/open", **deed)
        await until_practice(boss, 3, OTHER)
        assert [one for one in await deeds(server, boss) if one[0].endswith("_stake")] == [
            ("opened_stake", f"{OTHER}: Omaha night"),
            ("closed_stake", f"{OTHER}: Omaha night"),
            ("opened_stake", f"{OTHER}: Omaha night"),
        ]


@rule("FAIR-07")
async def test_who_may_sit_is_set_while_the_room_runs_and_kept(tmp_path: Path) -> None:
    programs = ProgramSection(stakes=(STAKE,))
    async with reception(tmp_path, programs=programs) as server:
        boss, ana = await server.person("Robin"), await server.person("Ana")
        assert (await card_of(boss))["now"]["admits"] == ["person", "guest", "program"]
        guest = server.visitor()
        await guest.guest()
        assert (await ask_for_seat(guest))["d"]["queued"]
        wish = {"stake": STAKE, "admits": ["person"], "reason": "members only"}
        card = await boss.post("/api/admin/stakes/admission", **wish)
        assert card["now"]["admits"] == ["person"]
        assert card["configured"]["admits"] == ["person", "guest", "program"]
        assert (await card_of(boss))["waiting"] == 0
        no = await refused(ask_for_seat(guest))
        assert (no.rule, no.reason) == ("FAIR-07", "not_for_this_kind_of_account")
        assert (await ask_for_seat(ana))["d"]["queued"]
        said = ("set_who_may_sit", f"{STAKE}, person: members only")
        assert (await deeds(server, boss))[-1] == said
    async with reception(tmp_path, programs=programs) as server:
        boss = await server.person("Robin")
        assert (await card_of(boss))["now"]["admits"] == ["person"]
        deed = {"stake": STAKE, "setting": "admission", "reason": "open again"}
        card = await boss.post("/api/admin/stakes/reset", **deed)
        assert card["now"]["admits"] == ["person", "guest", "program"]
        no = await refused(boss.post("/api/admin/stakes/reset", **deed))
        assert (no.rule, no.reason) == ("NET-14", "as_the_file_says")


async def test_what_cannot_be_set_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss, floor = await server.person("Robin"), await server.person("Flo", "floor")
        before = await deeds(server, boss)
        for path, wish, reason in (
            ("practice", {"players": 61}, "does_not_fit"),
            ("practice", {"players": -1}, "does_not_fit"),
            ("practice", {"players": 3, "stake": "nl-holdem:ordinary:6:11"}, "no_such_stake"),
            ("practice", {"players": 3, "stake": "poker"}, "no_such_stake"),
            ("practice", {"players": 3, "reason": " "}, "does_not_fit"),
            ("admission", {"admits": []}, "nobody_may_sit"),
            ("admission", {"admits": ["practice"]}, "does_not_fit"),
            ("admission", {"admits": ["dog"]}, "does_not_fit"),
            ("reset", {"setting": "practice"}, "as_the_file_says"),
            ("open", {"reason": ""}, "does_not_fit"),
        ):
            body = {"stake": STAKE, "reason": "a try", **wish}
            no = await refused(boss.post(f"/api/admin/stakes/{path}", **body))
            assert no.reason == reason, (path, wish, no)
        assert await deeds(server, boss) == before
        for path, wish in (("practice", {"players": 3}), ("admission", {"admits": ["person"]})):
            body = {"stake": STAKE, "reason": "a try", **wish}
            no = await refused(floor.post(f"/api/admin/stakes/{path}", **body))
            assert no.reason == "needs_role"
        assert (await card_of(floor))["changed"] == []


async def test_there_are_only_so_many_practice_players_in_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stake_desk, "PRACTICE_IN_ALL_MAX", 5)
    async with reception(tmp_path) as server:
        boss = await server.person("Robin")
        wish = {"stake": STAKE, "players": 3, "reason": "a try"}
        await boss.post("/api/admin/stakes/practice", **wish)
        no = await refused(boss.post("/api/admin/stakes/practice", **wish | {"stake": OTHER}))
        assert (no.reason, no.details) == ("too_many_practice_players", {"most": 2})
        await boss.post("/api/admin/stakes/practice", **wish | {"stake": OTHER, "players": 2})
        await boss.post("/api/admin/stakes/practice", **wish | {"players": 1})


async def test_without_play_money_there_are_no_practice_players(tmp_path: Path) -> None:
    async with reception(tmp_path, practice=AT_ONCE) as server:
        boss = await server.person("Robin")
        wish = {"stake": STAKE, "players": 3, "reason": "a quiet evening"}
        await boss.post("/api/admin/stakes/practice", **wish)
        await until_practice(boss, 3)
    # The room deals real money from now on: whoever sits there leaves, and nobody can be sent.
    async with reception(tmp_path, practice=AT_ONCE, room=RoomSection(play_money=0)) as server:
        boss = await server.person("Robin")
        assert (await card_of(boss))["now"]["practice"] == 0
        await until_practice(boss, 0)
        no = await refused(boss.post("/api/admin/stakes/practice", **wish))
        assert (no.rule, no.reason) == ("FAIR-07", "practice_needs_play_money")


async def test_a_name_that_a_person_has_taken_is_left_out(tmp_path: Path) -> None:
    async with reception(tmp_path, practice=AT_ONCE) as server:
        boss = await server.person("Robin")
        for name in ("Regular-1", "Caller-2", "Rock-1", "Shark-1", "Maniac-1", "Rock-5"):
            await server.person(name)
        wish = {"stake": STAKE, "players": 3, "reason": "a quiet evening"}
        await boss.post("/api/admin/stakes/practice", **wish)
        await until_practice(boss, 3)


def test_the_file_has_a_limit_too_and_names_its_line() -> None:
    rows = "\n".join(f'"nl-holdem:ordinary:{one}:{2 * one}" = 60' for one in range(1, 12))
    with pytest.raises(InvalidFile) as error:
        read_config(f"[practice.stakes]\n{rows}\n", "room.toml", {})
    assert "at most 600 practice players in all" in str(error.value)


async def test_a_stake_that_the_rules_do_not_have_is_refused_at_the_start(tmp_path: Path) -> None:
    section = PracticeSection(stakes={"nl-holdem:ordinary:7:13": 3})
    with pytest.raises(UsageError, match="does not offer nl-holdem:ordinary:7:13"):
        async with reception(tmp_path, practice=section):
            pass
