"""A live floor over HTTP in the hands of clumsy and hostile people: a sentence, and no harm."""

import logging
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from tests.rule import rule
from tests.server.floor.running import TERMS, Console, new_floor, staff, started
from tests.server.open_servers import open_server
from tests.server.processes import sqlite_in
from tests.server.tournaments.players import fresh_id, person
from tests.store.raw import past_the_guards

BAD: tuple[dict[str, Any], ...] = (
    {"do": "draw_button", "table": 1, "cards": {"1": 1}},
    {"do": "draw_button", "table": 1, "cards": {"11": "As"}},
    {"do": "draw_button", "table": 1, "cards": {"x": "As"}},
    {"do": "draw_button", "table": 2**63, "cards": None},
    {"do": "finish_hand", "table": 1, "stacks": {"1": -5}},
    {"do": "finish_hand", "table": 1, "out": [1, 1]},
    {"do": "finish_hand", "table": 1, "out": ["Ann"]},
    {"do": "finish_hand", "table": 9},
    {"do": "enter", "player": "\u202eevil"},
    {"do": "enter", "player": 5},
    {"do": "enter_many", "players": ["Eve", "A\x00B"]},
    {"do": "set_clock", "level": 0, "left_ms": 1},
    {"do": "set_clock", "level": 99, "left_ms": 10**30},
    {"do": "change_terms", "field": "levels", "value": []},
    {"do": "change_terms", "field": "price", "value": {"prize": -1}},
    {"do": "note_stack", "entry": 1, "stack": -1},
    {"do": "rabbit_hunt", "table": 1},
    {"do": None},
)


async def said_no(client: RoomClient, path: str, **body: Any) -> RoomSaidNo:
    with pytest.raises(RoomSaidNo) as no:
        await client.post(path, **body)
    return no.value


@rule("LIVE-1")
async def test_bad_commands_are_refused_in_a_sentence_and_change_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        await started(console, 3)
        before = await console.state()
        for command in BAD:
            body = {"id": fresh_id(), "command": command, "reason": "a try"}
            no = await said_no(mara, f"{console.path}/commands", **body)
            assert no.reason != "failed", command
            assert str(no).strip()
        after = await console.state()
        assert {**after, "clock": 0} == {**before, "clock": 0}
        for path in ("/api/floor/99999999999999999999/state", "/api/floor/-1/log"):
            with pytest.raises(RoomSaidNo) as unknown:
                await mara.get(path)
            assert unknown.value.reason != "failed"
        no = await said_no(
            mara, "/api/floor", id=fresh_id(), name="Thursday\u202e\x07", terms=TERMS
        )
        assert no.reason == "does_not_fit"
    assert "a request failed" not in caplog.text


@rule("LIVE-1")
async def test_an_id_belongs_to_who_sent_it_and_to_what_it_asked_for(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara, fay = await staff(server, "Mara"), await staff(server, "Fay")
        console = await new_floor(mara)
        await console.do("open_tables", count=1)
        path, request = f"{console.path}/commands", fresh_id()
        enter = {"id": request, "command": {"do": "enter", "player": "Ann"}}
        first = await mara.post(path, **enter)
        assert await mara.post(path, **enter) == first
        # The same id for something else is a mistake of the console, and nobody pays for it.
        other = {"id": request, "command": {"do": "enter", "player": "Bob"}}
        assert (await said_no(mara, path, **other)).reason == "id_with_another_content"
        undo = {"id": request, "entry": first["version"], "reason": "a mistake"}
        no = await said_no(mara, f"{console.path}/undo", **undo)
        assert no.reason == "id_with_another_content"
        # Another console may have chosen the same id: it asks for something of its own.
        second = await fay.post(path, **other)
        assert second["version"] == first["version"] + 1
        assert len((await console.state())["players"]) == 2


@rule("LIVE-1")
async def test_requests_are_known_again_after_the_log_was_read_from_the_store(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        await console.do("open_tables", count=1)
        path, request = f"{console.path}/commands", fresh_id()
        enter = {"id": request, "command": {"do": "enter", "player": "Ann"}}
        first = await mara.post(path, **enter)
        house = server.services.ports.floors
        assert house is not None
        house._open.clear()
        assert await mara.post(path, **enter) == first
        other = {"id": request, "command": {"do": "enter", "player": "Bob"}}
        assert (await said_no(mara, path, **other)).reason == "id_with_another_content"


@rule("LIVE-1")
async def test_a_log_that_cannot_be_read_stops_its_own_tournament_and_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        broken, sound = await new_floor(mara), await new_floor(mara)
        await broken.do("open_tables", count=1)
        await started(sound, 3)
        address = sqlite_in(tmp_path)
        update = "update floor_log set content = $1 where floor = $2 and number = 2"
        await past_the_guards(address, (update, (b"{}", broken.floor)))
        house = server.services.ports.floors
        assert house is not None
        house._open.clear()
        with caplog.at_level(logging.CRITICAL):
            lines = {one["floor"]: one for one in (await mara.get("/api/floor"))["floors"]}
            with pytest.raises(RoomSaidNo) as no:
                await broken.state()
        assert no.value.reason == "the_log_cannot_be_read"
        assert (lines[broken.floor]["status"], lines[sound.floor]["status"]) == (
            *("unreadable", "playing"),
        )
        await sound.do("finish_hand", table=1)


@rule("LIVE-1", "LIVE-21.p2")
async def test_a_display_account_reads_no_secrets_and_strangers_wait_for_nothing(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        await started(console, 3)
        ida, guest = await person(server, "Ida"), await person(server, "Gus")
        await console.do("appoint", account=ida.player, name="Ida", role="display")
        screen = Console(ida, console.floor)
        assert (await screen.state())["role"] == "display"
        for path in ("entries/1/receipt", "papers?kind=receipts"):
            with pytest.raises(RoomSaidNo) as no:
                await screen.get(path)
            assert no.value.reason == "needs_role", path
        version = (await console.state())["version"]
        with pytest.raises(RoomSaidNo) as stranger:
            await Console(guest, console.floor).get(f"state?after={version}&wait_s=25")
        assert stranger.value.reason == "needs_role"


@rule("LIVE-1")
async def test_the_manager_who_created_a_tournament_cannot_be_lost(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console = await new_floor(mara)
        facts = {"account": mara.player, "name": "Mara", "role": "display"}
        assert (await console.refused("appoint", **facts))[1] == "the_last_manager"
        with pytest.raises(RoomSaidNo) as no:
            await console.undo(1)
        assert no.value.reason == "the_last_manager"
        assert (await console.state())["role"] == "manager"


@rule("LIVE-1", "LIVE-21.p2")
async def test_codes_that_were_never_given_out_lead_nowhere_and_break_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path) as server:
        mara = await staff(server, "Mara")
        console, other = await new_floor(mara), await new_floor(mara)
        await started(console, 3)
        await started(other, 3)
        await console.do("open_display", label="Hall")
        code = (await console.get("codes"))["codes"]["1"]
        secret = (await console.get("entries/1/receipt"))["secret"]
        tail = secret.rpartition("-")[2]
        guesses = (
            f"e{console.floor}-2-{tail}", f"e{other.floor}-1-{tail}", f"d{console.floor}-1-{tail}",
            secret[:-1], f"{secret}a", secret.upper(), f"e{console.floor}-1-", "e--", "x" * 200,
            f"e{console.floor}-1-%ff%fe", f"e{console.floor}-1-%ED%A0%80", f"e{'9' * 30}-1-{tail}",
            f"e{console.floor}-%D9%A1-{tail}",
        )  # fmt: skip
        for kind in ("floor-entry", "floor-display"):
            for guess in (*guesses, secret if kind == "floor-display" else code):
                address = URL(f"{server.address.rstrip('/')}/api/{kind}/{guess}", encoded=True)
                async with server.http.get(address) as answer:
                    assert answer.status == 404, guess
    assert "a request failed" not in caplog.text
