"""Who may do what on a live floor, over HTTP: manager, deputy, floor, cashier, display (LIVE-1)."""

from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomSaidNo
from tests.rule import rule
from tests.server.floor.running import Console, at_level, new_floor, staff, started
from tests.server.open_servers import open_server
from tests.server.tournaments.players import person

REBUY: dict[str, Any] = {"price": {"prize": 1_000}, "chips": 1_000, "until_level": 2}
MANAGERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("change_terms", {"field": "turbo", "value": True, "reason": "late"}),
    ("cancel", {"amounts": {"1": 100}, "reason": "power cut"}),
    ("appoint", {"account": 1, "name": "Somebody", "role": "floor"}),
)
FLOORS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("finish_hand", {"table": 1}),
    ("announce", {"text": "Welcome"}),
    ("pause_clock", {}),
    ("penalise", {"entry": 1, "type": "DEVICE", "sanction": "warning"}),
)
CASHIERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("enter", {"player": "Late", "kind": "late"}),
    ("renew_secret", {"entry": 1}),
)


async def refused_role(console: Console, commands: tuple[tuple[str, dict[str, Any]], ...]) -> None:
    for what, facts in commands:
        _, reason, details = await console.refused(what, **facts)
        assert reason == "not_in_this_role", what
        assert "manager" in details["roles"]


@rule("LIVE-1")
async def test_each_role_does_its_own_work_and_only_the_manager_overrides(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara, rebuy=REBUY)
        await started(console, 4)
        desks: dict[str, Console] = {}
        for role, name in (
            ("deputy", "Dan"),
            ("floor", "Flo"),
            ("cashier", "Cas"),
            ("display", "Ida"),
        ):
            client = await person(server, name)
            facts: dict[str, Any] = {"account": client.player, "name": name, "role": role}
            await console.do("appoint", **facts)
            desks[role] = Console(client, console.floor)
            assert (await desks[role].state())["role"] == role
        for role in ("display", "cashier", "floor"):
            await refused_role(desks[role], MANAGERS)
        for role in ("display", "cashier"):
            await refused_role(desks[role], FLOORS)
        await refused_role(desks["display"], CASHIERS)
        for what, facts in CASHIERS:
            await desks["cashier"].do(what, **facts)
        for what, facts in FLOORS:
            await desks["floor"].do(what, **facts)
        facts = {"type": "time", "seated": False}
        ruling = await desks["floor"].do("ask_the_book", table=1, facts=facts)
        override: dict[str, Any] = {
            "ruling": ruling["entries"][0]["number"],
            "decision": "give the time",
            "reason": "fair to all",
        }
        await refused_role(desks["floor"], (("override_ruling", override),))
        said = await desks["deputy"].do("override_ruling", **override)
        (entry,) = said["entries"]
        assert (entry["operator"]["role"], entry["reason"]) == ("deputy", "fair to all")
        # The ruling is beside it as it was.
        log = (await console.get("log"))["entries"]
        kept = next(one for one in log if one["number"] == override["ruling"])
        assert kept["event"]["ruling"]["decision"] == "refused"
        # Whoever may not do something may not undo it either.
        number = entry["number"]
        desk = desks["floor"]
        before = (await console.state())["version"]
        with pytest.raises(RoomSaidNo) as no:
            await desk.undo(number)
        assert no.value.reason == "not_in_this_role"
        assert (await console.state())["version"] == before


@rule("LIVE-1")
async def test_a_manager_who_is_no_operator_finds_the_account_of_a_colleague(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        console = await new_floor(await staff(server, "Mara"))
        ann, cas = await person(server, "Ann-Lee"), await person(server, "Cas")
        facts: dict[str, Any] = {"account": ann.player, "name": "Ann-Lee", "role": "manager"}
        desk = Console(ann, console.floor)
        # Somebody without a role learns nothing about who has an account.
        with pytest.raises(RoomSaidNo) as no:
            await desk.get("account?name=Cas")
        assert no.value.reason == "needs_role"
        await console.do("appoint", **facts)
        found = await desk.get("account?name=%20CAS%20")
        assert found == {"account": cas.player, "name": "Cas"}
        with pytest.raises(RoomSaidNo) as no:
            await desk.get("account?name=Ca")
        assert no.value.reason == "no_such_account"
        await desk.do("appoint", account=cas.player, name="Cas", role="floor")
        with pytest.raises(RoomSaidNo) as no:
            await Console(cas, console.floor).get("account?name=Ann-Lee")
        assert (no.value.reason, no.value.details) == ("needs_role", {"role": "manager"})


@rule("LIVE-1")
async def test_the_second_console_on_a_seat_learns_what_changed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara, fay = await staff(server, "Mara"), await staff(server, "Fay")
        console = await new_floor(mara, seats=6)
        entries = await started(console, 5)
        second = Console(fay, console.floor)
        await at_level(console, 2)
        state = await second.state()
        seen = state["version"]
        (free,) = state["tables"][0]["open_seats"]
        move: dict[str, Any] = {"table": 1, "seat": free, "cause": "special_need"}
        moved = await console.do("move", entry=entries[0], **move)
        number = moved["entries"][0]["number"]
        # Another player into the same seat, and the same player elsewhere.
        taken = await second.refused("move", entry=entries[1], **move, seen=seen)
        assert taken[1:] == ("the_seat_is_taken", {"seat": free, "new_entries": [number]})
        noted = await second.refused("note_stack", entry=entries[0], stack=5_000, seen=seen)
        assert noted == ("LIVE-1", "changed_meanwhile", {"entries": [number]})
        told = (await second.get(f"log?after={seen}"))["entries"]
        assert [one["operator"]["name"] for one in told] == ["Mara"]
        # What concerns another seat goes through, and so does the same with the new version.
        await second.do("note_stack", entry=entries[2], stack=5_000, seen=seen)
        fresh = (await second.state())["version"]
        await second.do("note_stack", entry=entries[0], stack=5_000, seen=fresh)
