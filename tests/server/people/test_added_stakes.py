"""Stakes that the rules do not list, added to a running room and taken away again."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.office import added_stakes
from cardroom.server.config.options import RoomSection
from tests.rule import rule
from tests.server.clients import eventually
from tests.server.people.reception import reception, refused
from tests.server.people.test_stakes import AT_ONCE, card_of, deeds, until_practice

STAKE = "nl-holdem:ordinary:10:20"
KEY: dict[str, Any] = {
    "game": "nl-holdem", "format": "ordinary", "small_blind": 10, "big_blind": 20,
}  # fmt: skip
WISH = {**KEY, "rake_permille": 1000, "rake_cap": 150, "reason": "asked for by many"}
ADD, REMOVE = "/api/admin/stakes/add", "/api/admin/stakes/remove"


async def names_of(client: RoomClient) -> list[str]:
    """The no-limit stakes of the lobby, in its order."""
    rows = (await client.get("/api/lobby"))["stakes"]
    return [one["name"] for one in rows if (one["game"], one["format"]) == tuple(KEY.values())[:2]]


async def first_hand(boss: RoomClient) -> dict[str, Any]:
    """Wait for a hand at the stake: as the staff reads it."""
    found: list[dict[str, Any]] = []

    async def is_played() -> bool:
        for one in (await boss.get("/api/admin/floor"))["tables"]:
            found.extend((await boss.get(f"/api/admin/tables/{one['table']}/hands"))["hands"])
        return bool(found)

    await eventually(is_played)
    return found[-1]


@rule("CASH-19", "CASH-16", "RAKE-07")
async def test_a_new_stake_is_in_the_lobby_at_once_with_its_rake_and_buy_ins(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss, ana = await server.person("Robin"), await server.person("Ana")
        await ana.accept_rules()
        line = await ana.connect()
        await line.subscribe("lobby")
        card = await boss.post(ADD, **WISH)
        assert (card["stake"], card["name"]) == (STAKE, "NL20")
        assert (card["min_buy_in"], card["max_buy_in"]) == (1000, 2000)
        assert (card["rake_permille"], card["rake_cap"]) == (1000, 150)
        assert (card["added"]["by"], card["is_closed"]) == ("Robin", False)
        assert card["now"] == {"practice": 0, "admits": ["person", "guest"]}
        assert await names_of(ana) == [
            "NL4",
            "NL10",
            "NL20",
            "NL25",
            "NL50",
            "NL100",
            "NL200",
            "NL400",
        ]
        (told,) = [one for one in await line.until("event") if one["t"] == "event"]
        assert told["d"]["type"] == "stakes_changed"
        assert [one["name"] for one in told["d"]["stakes"]] == ["NL20"]
        await line.close()
        # A player asks for a seat without accepting anything again; the rulebook lists the row.
        answer = await ana.post("/api/ask", request={"t": "play", "id": uuid4().hex, **KEY})
        assert answer["d"]["queued"]
        (value,) = (await ana.get("/api/rules/RAKE-07"))["values"]
        assert {"NL20", "NL25"} <= {row["name"] for row in value["value"]}
        said = ("added_stake", f"{STAKE}, 100 % up to 150: asked for by many")
        assert (await deeds(server, boss))[-1] == said


@rule("CASH-19", "RAKE-06", "CRASH-01")
async def test_an_added_stake_is_played_and_raked_and_there_again_after_a_restart(
    tmp_path: Path,
) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text('inherits = "en-2.7"\n[CASH-07]\nplayers_to_start = 2\n')
    own = RoomSection(house_rules=str(rules))
    async with reception(tmp_path, practice=AT_ONCE, room=own) as server:
        boss, ana = await server.person("Robin"), await server.person("Ana")
        await boss.post(ADD, **WISH)
        wish = {"stake": STAKE, "players": 4, "reason": "so that it begins"}
        await boss.post("/api/admin/stakes/practice", **wish)
        await until_practice(boss, 4, STAKE)
        hand = await first_hand(boss)
        assert (hand["seats_max"], hand["small_blind"], hand["big_blind"]) == (6, 10, 20)
        rake = hand["events"][0]["rake"]
        assert (rake["permille"], rake["cap"]) in ((1000, 150), (1000, 75))
        await ana.accept_rules()
    async with reception(tmp_path, practice=AT_ONCE, room=own) as server:
        boss, ana = await server.person("Robin"), await server.person("Ana")
        card = await card_of(boss, STAKE)
        assert (card["added"]["by"], card["now"]["practice"]) == ("Robin", 4)
        # Its table was set up again, and nobody has to accept the rules again.
        assert card["tables"]
        assert (await first_hand(boss))["seats_max"] == 6
        assert all(one["accepted_ms"] for one in (await ana.get("/api/acceptance"))["rules"])

        async def is_audited() -> bool:
            state = (await boss.get("/api/admin/audit"))["state"]
            assert state in ("running", "good"), state
            return bool(state == "good")

        await boss.post("/api/admin/audit")
        await eventually(is_audited)


@rule("CASH-19", "RAKE-03")
async def test_a_stake_that_cannot_be_added_is_refused_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(added_stakes, "ADDED_MAX", 1)
    async with reception(tmp_path) as server:
        boss, floor = await server.person("Robin"), await server.person("Flo", "floor")
        before, done = await names_of(boss), await deeds(server, boss)
        for changes, reason in (
            ({"small_blind": 5, "big_blind": 10}, "stake_is_offered"),
            ({"small_blind": 30}, "small_blind_above_big_blind"),
            ({"format": "banzai", "game": "pl-omaha"}, "kind_not_dealt"),
            ({"rake_cap": 1}, "cap_below_minimum_rake"),
            ({"big_blind": 0}, "does_not_fit"),
            ({"rake_permille": 1001}, "does_not_fit"),
            ({"game": "stud"}, "does_not_fit"),
            ({"reason": ""}, "does_not_fit"),
        ):
            no = await refused(boss.post(ADD, **WISH | changes))
            assert no.reason == reason, changes
        no = await refused(floor.post(ADD, **WISH))
        assert no.reason == "needs_role"
        assert await names_of(boss) == before
        assert await deeds(server, boss) == done
        await boss.post(ADD, **WISH)
        no = await refused(boss.post(ADD, **WISH | {"small_blind": 9}))
        assert (no.reason, no.details) == ("too_many_added_stakes", {"at_most": 1})


@rule("CASH-19")
async def test_an_added_stake_is_taken_away_when_it_is_closed_and_empty(tmp_path: Path) -> None:
    async with reception(tmp_path, practice=AT_ONCE) as server:
        boss = await server.person("Robin")
        before = await names_of(boss)
        deed = {"stake": STAKE, "reason": "nobody came"}
        await boss.post(ADD, **WISH)
        await boss.post("/api/admin/stakes/practice", players=3, **deed)
        await until_practice(boss, 3, STAKE)
        assert (await refused(boss.post(REMOVE, **deed))).reason == "stake_is_not_closed"
        await boss.post("/api/admin/stakes/close", **deed)

        async def is_empty() -> bool:
            card = await card_of(boss, STAKE)
            return bool(card["tables"] == card["players"] == 0)

        async def is_taken_away() -> bool:
            # A table that the lobby has forgotten ends once the store has paid everybody.
            try:
                left = await boss.post(REMOVE, **deed)
            except RoomSaidNo as no:
                if no.reason != "stake_is_in_use":
                    raise
                return False
            assert STAKE not in [one["stake"] for one in left["stakes"]]
            return True

        await eventually(is_empty)
        await eventually(is_taken_away)
        assert await names_of(boss) == before
        assert (await deeds(server, boss))[-1] == ("removed_stake", f"{STAKE}: nobody came")
        for word, reason in (
            (STAKE, "stake_was_not_added"),
            ("nl-holdem:ordinary:5:10", "stake_was_not_added"),
            ("poker", "no_such_stake"),
        ):
            no = await refused(boss.post(REMOVE, **deed | {"stake": word}))
            assert no.reason == reason
        # With another rake it is a new beginning: open, without practice players.
        card = await boss.post(ADD, **WISH | {"rake_permille": 20})
        assert (card["rake_permille"], card["is_closed"], card["now"]["practice"]) == (20, False, 0)
    async with reception(tmp_path, practice=AT_ONCE) as server:
        card = await card_of(await server.person("Robin"), STAKE)
        assert (card["rake_permille"], card["is_closed"], card["changed"]) == (20, False, [])


@rule("CASH-19")
async def test_a_stake_with_a_table_is_not_taken_away(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss = await server.person("Robin")
        deed = {"stake": STAKE, "reason": "a try"}
        await boss.post(ADD, **WISH)
        table = (await boss.post("/api/admin/stakes/open", **deed))["table"]
        # Closed, but its table is still there.
        server.room.admission.withhold(server.room.stake_of(table))
        assert (await refused(boss.post(REMOVE, **deed))).reason == "stake_is_in_use"
        assert "NL20" in await names_of(boss)


@rule("CASH-19")
async def test_what_the_files_rules_list_by_now_goes_before_what_was_added(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss = await server.person("Robin")
        await boss.post(ADD, **WISH)
    rules = tmp_path / "club.toml"
    rules.write_text(
        'inherits = "en-2.7"\n[RAKE-07]\nnl_holdem = [{ name = "NL20", small_blind = 10,'
        " big_blind = 20, permille = 30, cap = 100 }]\n"
    )
    async with reception(tmp_path, room=RoomSection(house_rules=str(rules))) as server:
        boss = await server.person("Robin")
        card = await card_of(boss, STAKE)
        assert (card["rake_permille"], card["added"]) == (30, None)
