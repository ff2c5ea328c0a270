"""Operators and tournaments in a running room: every deed, its refusals, its reason in the log."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.people import Role
from cardroom.room.records import AccountChange
from cardroom.server.config.options import IntegritySection
from tests.rule import rule
from tests.server.open_servers import OpenServer
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import directed, enter, people_in
from tests.server.tournaments.directing import nobody as nobody_shoves
from tests.server.tournaments.files import EVENING, HEADS_UP, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import SocketPlayer, fresh_id, person
from tests.server.tournaments.test_playing import PATIENCE_S, balance, the_only, until_over

SUNDAY = """
name = "Sunday"
format = "freezeout"
edition = "house"
price_cents = 500
"""
REASON = "as the club has agreed"
ALL = "/api/admin/tournaments"
DAY_MS = 86_400_000


async def staff(server: OpenServer, name: str = "Olga", role: Role = "administrator") -> RoomClient:
    """Somebody of the house."""
    client = await person(server, name)
    player, now = PlayerId(client.player), server.room.services.clock.now_ms()
    await server.accounts.change(player, AccountChange(role=role))
    await server._cases.record(player, player, f"made_{role}", "the room is new", now)
    return client


def soon(server: OpenServer, in_s: int = 3600) -> int:
    return server.room.services.clock.now_ms() + 1000 * in_s


async def created(server: OpenServer, olga: RoomClient, text: str = SUNDAY, **how: Any) -> int:
    body: dict[str, Any] = {"starts_ms": soon(server), "reason": REASON, "id": fresh_id(), **how}
    if "template" not in body:
        body |= {"file": "sunday.toml", "toml": text}
    return int((await olga.post(ALL, **body))["tournament"])


async def deeds(server: OpenServer, player: int) -> list[tuple[str, str]]:
    """What the log of the staff says about an account, its role aside."""
    measures = await server._cases.measures(PlayerId(player))
    return [(one.deed, one.reason) for one in measures if not one.deed.startswith("made_")]


async def refused(client: RoomClient, path: str, **body: Any) -> RoomSaidNo:
    with pytest.raises(RoomSaidNo) as no:
        await client.post(path, **body)
    return no.value


async def refused_page(client: RoomClient, path: str) -> RoomSaidNo:
    with pytest.raises(RoomSaidNo) as no:
        await client.get(path)
    return no.value


async def until(question: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    while True:
        if await question():
            return
        await asyncio.sleep(0.05)


async def has_started(client: RoomClient, number: int) -> bool:
    row = (await client.get(f"/api/tournaments/{number}"))["row"]
    return bool(row["phase"] != "registering")


async def cancel(client: RoomClient, number: int) -> dict[str, Any]:
    """Cancel as previewed; what is stored between the two asks for another look."""
    while True:
        preview: dict[str, Any] = await client.post(f"{ALL}/{number}/cancel/preview")
        try:
            await client.post(f"{ALL}/{number}/cancel", step=preview["step"], reason=REASON)
        except RoomSaidNo as no:
            if no.reason != "preview_is_old":
                raise
        else:
            return preview


async def has_entries(client: RoomClient, number: int, entries: int) -> bool:
    return bool((await client.get(f"/api/tournaments/{number}"))["row"]["entries"] >= entries)


@rule("TRN-02", "TAMB-96")
async def test_a_tournament_is_created_from_a_file_or_a_template_and_delayed(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga, ann = await staff(server), await person(server, "Ann")
        once: dict[str, Any] = {"id": fresh_id(), "starts_ms": soon(server)}
        number = await created(server, olga, **once)
        assert await created(server, olga, **once) == number
        row = (await ann.get(f"/api/tournaments/{number}"))["row"]
        assert (row["name"], row["price"], row["phase"]) == ("Sunday", 500, "registering")
        await ann.post(f"/api/tournaments/{number}/register", id=fresh_id())
        offered = await olga.get(f"{ALL}/templates")
        assert offered["templates"] == ["Evening"]
        other = await created(server, olga, template="Evening", programs=True)
        info = (await ann.get(f"/api/tournaments/{other}"))["info"]
        assert offered["infos"]["Evening"]["levels"] == info["levels"]
        assert "program" in (await ann.get(f"/api/tournaments/{other}"))["row"]["admits"]
        later = soon(server, 7200)
        await olga.post(f"{ALL}/{number}/delay", starts_ms=later, reason=REASON)
        assert (await ann.get(f"/api/tournaments/{number}"))["row"]["starts_ms"] == later
        earlier = await refused(
            olga, f"{ALL}/{number}/delay", starts_ms=soon(server), reason=REASON
        )
        assert earlier.reason == "not_later"
        said = await deeds(server, olga.player)
        assert ("delayed_tournament", f"tournament {number}: {REASON}") in said
        assert [deed for deed, _ in said].count("created_tournament") == 2


@rule("TRN-02")
async def test_the_calendar_has_every_start_of_the_timetable(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        now = server.room.services.clock.now_ms()
        week = await olga.get(f"{ALL}/calendar?from_ms={now}&until_ms={now + 7 * DAY_MS}")
        starts = [one["starts_ms"] for one in week["starts"]]
        assert len(starts) == 7
        assert {one["name"] for one in week["starts"]} == {"Evening"}
        assert all(later - earlier == DAY_MS for earlier, later in pairwise(starts))
        backwards = await refused_page(olga, f"{ALL}/calendar?from_ms={now}&until_ms={now}")
        assert "until_ms is after from_ms" in backwards.details["said"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"toml": "name = "}, "sunday.toml, line 1"),
        ({"toml": SUNDAY + "colour = 'red'"}, "sunday.toml, line 6: colour"),
        ({"toml": SUNDAY.replace("freezeout", "freezout")}, "sunday.toml, line 3: format"),
        ({"toml": SUNDAY.replace("Sunday", "evening")}, "another tournament is called 'evening'"),
        ({"toml": SUNDAY + '[schedule]\nat = "20:00"'}, "sunday.toml, line 6"),
        ({"toml": SUNDAY.replace("freezeout", "hexapro")}, "sunday.toml"),
        ({"toml": SUNDAY.replace("freezeout", "satellite")}, "sunday.toml"),
        ({"toml": SUNDAY.replace("freezeout", "phased")}, "has several starts"),
        (
            {"toml": SUNDAY + "[on_demand]\nbuy_ins_cents = [100]"},
            "sunday.toml, line 6: on_demand",
        ),
        ({"template": "Evening", "toml": SUNDAY}, "either template or toml"),
        ({"template": "", "toml": ""}, "either template or toml"),
        ({"starts_ms": -1}, "starts_ms"),
        ({"reason": "  "}, "reason"),
    ],
)
async def test_a_broken_tournament_is_refused_in_one_sentence_and_nothing_changes(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        before = await olga.get("/api/tournaments")
        body: dict[str, Any] = {
            "id": fresh_id(),
            "file": "sunday.toml",
            "toml": SUNDAY,
            "reason": REASON,
        }
        body |= {"starts_ms": soon(server), **changes}
        no = await refused(olga, ALL, **body)
        assert no.status == 400
        assert said in no.details["said"]
        assert "\n" not in no.details["said"]
        assert await olga.get("/api/tournaments") == before
        assert await deeds(server, olga.player) == []


async def test_a_start_in_the_past_and_an_unknown_template_are_refused(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        late = {"id": fresh_id(), "toml": SUNDAY, "starts_ms": soon(server, -1), "reason": REASON}
        assert (await refused(olga, ALL, **late)).rule == "TRN-02"
        none = {
            "id": fresh_id(),
            "template": "Nothing",
            "starts_ms": soon(server),
            "reason": REASON,
        }
        assert (await refused(olga, ALL, **none)).reason == "no_such_template"


async def test_every_deed_needs_its_role(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server:
        ann, rita = await person(server, "Ann"), await staff(server, "Rita", "risk")
        olga = await staff(server)
        number = await created(server, olga)
        for client, path, body in (
            (ann, "pause", {}),
            (rita, "pause", {}),
            (rita, "delay", {"starts_ms": soon(server)}),
            (ann, "disqualify", {"player": 1, "case": 1}),
            (rita, "cancel", {"step": 0}),
        ):
            no = await refused(client, f"{ALL}/{number}/{path}", reason=REASON, **body)
            assert (no.status, no.reason) == (403, "needs_role")


@rule("CXL-02", "CXL-11")
async def test_a_cancellation_books_its_preview_and_an_old_preview_is_refused(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        number = await created(server, olga)
        people = [await person(server, f"Player{count}") for count in range(3)]
        had = [await balance(one) for one in people]
        one, admin = f"/api/tournaments/{number}", f"{ALL}/{number}"
        await people[0].post(f"{one}/register", id=fresh_id())
        preview = await olga.post(f"{admin}/cancel/preview")
        assert preview["cash"] == {str(people[0].player): 500}
        await people[1].post(f"{one}/register", id=fresh_id())
        old = await refused(olga, f"{admin}/cancel", step=preview["step"], reason=REASON)
        assert old.reason == "preview_is_old"
        assert (await olga.get(one))["row"]["entries"] == 2
        preview = await olga.post(f"{admin}/cancel/preview")
        await olga.post(f"{admin}/cancel", step=preview["step"], reason=REASON)
        assert [await balance(who) for who in people] == had
        assert (await olga.get(f"{one}/results"))["tournament"]["state"] == "cancelled"
        again = await refused(olga, f"{admin}/cancel", step=preview["step"], reason=REASON)
        assert again.status == 409


@rule("CXL-03", "CXL-11", "TAMB-96")
async def test_a_running_tournament_is_paused_and_cancelled_with_shares_of_the_houses_own(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, PEOPLE_ONLY) as server, asyncio.timeout(120):
        olga = await staff(server)
        people = [await person(server, name) for name in ("Ann", "Bob")]
        had = [await balance(one) for one in people]
        number = (await the_only(olga))["tournament"]
        lines = [await SocketPlayer.of(one) for one in people]
        for one in people:
            await one.post(f"/api/tournaments/{number}/register", id=fresh_id())
        admin = f"{ALL}/{number}"
        await until(lambda: has_started(olga, number))
        await olga.post(f"{admin}/pause", reason=REASON)
        assert (await refused(olga, f"{admin}/pause", reason=REASON)).reason == "cannot_pause_now"
        preview = await olga.post(f"{admin}/cancel/preview")
        shares = {str(one["entry"]): one["pot"] for one in preview["shares"]}
        less = dict.fromkeys(shares, 0)
        assert (await refused(olga, f"{admin}/cancel/preview", shares=less)).rule == "CXL-11"
        more = {entry: pot + 50 for entry, pot in shares.items()}
        altered = await olga.post(f"{admin}/cancel/preview", shares=more)
        assert sum(altered["cash"].values()) == sum(preview["cash"].values()) + 100
        await olga.post(f"{admin}/cancel", step=altered["step"], shares=more, reason=REASON)
        for client, before in zip(people, had, strict=True):
            paid = altered["cash"][str(client.player)]
            assert await balance(client) == before - 200 + paid
        for line in lines:
            await line.stop()


@rule("FAIR-07")
async def test_practice_players_are_added_and_removed_before_the_start(tmp_path: Path) -> None:
    async with room_with(tmp_path, EVENING) as server, asyncio.timeout(120):
        olga, ann = await staff(server), await person(server, "Ann")
        number = await created(server, olga)
        one, admin = f"/api/tournaments/{number}", f"{ALL}/{number}"
        await ann.post(f"{one}/register", id=fresh_id())
        assert "practice" not in (await ann.get(one))["row"]["admits"]
        await olga.post(f"{admin}/practice-players", count=3, reason=REASON)
        await until(lambda: has_entries(ann, number, 4))
        said = await olga.post(f"{admin}/practice-players", count=1, reason=REASON)
        assert said == {"removed": 2}
        kinds = [row["kind"] for row in (await ann.get(f"{one}/players"))["players"]]
        assert sorted(kinds) == ["person", "practice"]


@rule("TRN-23", "TRN-24")
async def test_a_player_is_reviewed_and_disqualified_in_a_case(tmp_path: Path) -> None:
    async with room_with(tmp_path, PEOPLE_ONLY) as server, asyncio.timeout(120):
        olga = await staff(server)
        ann, bob = [await person(server, name) for name in ("Ann", "Bob")]
        number = (await the_only(olga))["tournament"]
        lines = [await SocketPlayer.of(one) for one in (ann, bob)]
        for one in (ann, bob):
            await one.post(f"/api/tournaments/{number}/register", id=fresh_id())
        report = {"t": "report", "id": fresh_id(), "kind": "collusion", "players": [bob.player]}
        case = await ann.post("/api/ask", request={**report, "text": "He plays with others."})
        deed = {"player": bob.player, "case": case["d"]["case"], "reason": REASON}
        admin = f"{ALL}/{number}"
        nobody = await refused(olga, f"{admin}/review", **(deed | {"case": 99}))
        assert nobody.reason == "no_such_case"
        await olga.post(f"{admin}/review", **deed)
        assert (await refused(olga, f"{admin}/review", **deed)).reason == "already_under_review"
        await until(lambda: has_started(olga, number))
        await olga.post(f"{admin}/disqualify", **deed)
        for line in lines:
            line.start()
        page = await until_over(olga, number)
        assert [row["name"] for row in page["results"]] == ["Ann", "Bob"]
        said = dict(await deeds(server, bob.player))
        assert said["disqualified"].endswith(REASON)
        assert said["put_under_review"].startswith(f"tournament {number}: case")
        for line in lines:
            await line.stop()


@rule("TRN-24", "TAMB-62")
async def test_a_review_is_lifted_in_a_running_tournament_and_the_prize_is_paid(
    tmp_path: Path,
) -> None:
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as (ann, bob),
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server)
        number, had = (await the_only(olga))["tournament"], await balance(ann)
        admin = f"{ALL}/{number}"
        lifting = {"player": ann.player, "reason": "the case is closed: nothing found"}
        await enter(number, [ann, bob])
        assert (await refused(olga, f"{admin}/review/lift", **lifting)).reason == "not_under_review"
        report = {"t": "report", "id": fresh_id(), "kind": "collusion", "players": [ann.player]}
        case = await bob.post("/api/ask", request={**report, "text": "She plays with others."})
        deed = {"player": ann.player, "case": case["d"]["case"], "reason": REASON}
        await olga.post(f"{admin}/review", **deed)
        await until(lambda: has_started(olga, number))
        assert (await refused(bob, f"{admin}/review/lift", **lifting)).status == 403
        no_reason = await refused(olga, f"{admin}/review/lift", player=ann.player)
        assert no_reason.status == 400
        await olga.post(f"{admin}/review/lift", **lifting)
        assert (await refused(olga, f"{admin}/review/lift", **lifting)).reason == "not_under_review"
        # Bob is put out by disqualification, and his own review is not lifted any more.
        async with directed(number, [ann, bob], nobody_shoves):
            await olga.post(f"{admin}/disqualify", **(deed | {"player": bob.player}))
            page = await until_over(olga, number)
        first = page["results"][0]
        assert (first["name"], first["held"]) == ("Ann", False)
        assert first["prize"] > 0
        assert await balance(ann) == had - 200 + first["prize"]
        late = await refused(olga, f"{admin}/review/lift", **(lifting | {"player": bob.player}))
        assert late.reason == "tournament_is_over"
        said = dict(await deeds(server, ann.player))
        assert said["lifted_review"] == f"tournament {number}: {lifting['reason']}"
    assert audit(sqlite_in(tmp_path)).returncode == 0


async def test_what_staff_changed_outlasts_a_restart(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        olga = await staff(server)
        number, later = await created(server, olga), soon(server, 9000)
        await olga.post(f"{ALL}/{number}/delay", starts_ms=later, reason=REASON)
        await olga.post(f"{ALL}/{number}/practice-players", count=2, reason=REASON)
    async with room_with(tmp_path, HEADS_UP) as server:
        olga = RoomClient(server.http, server.address)
        row = (await olga.get(f"/api/tournaments/{number}"))["row"]
        assert row["starts_ms"] == later
        assert "practice" in row["admits"]


@rule("TYP-05")
@rule("CRASH-02", "TRN-25")
async def test_an_operator_lets_a_tournament_go_on_that_has_stopped_by_a_mistake(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga, ann = await staff(server), await person(server, "Ann")
        number = await created(server, olga)
        await enter(number, [ann])
        again = f"{ALL}/{number}/try-again"
        early = await refused(olga, again, reason=REASON)
        assert (early.rule, early.reason) == ("CRASH-02", "has_not_stopped")
        assert server.tournaments is not None
        actor = server.tournaments.actors[TournamentId(number)]

        def broken(at_ms: int) -> None:
            raise AssertionError("planted")

        while not actor.stopped:
            actor.tournament.pause = broken  # type: ignore[method-assign]
            await refused(olga, f"{ALL}/{number}/pause", reason=REASON)
        await olga.post(again, reason="the mistake is mended")
        row = (await ann.get(f"/api/tournaments/{number}"))["row"]
        assert (row["phase"], row["entries"]) == ("registering", 1)
        said = ("tried_tournament_again", f"tournament {number}: the mistake is mended")
        assert said in await deeds(server, olga.player)


async def test_a_voucher_that_is_not_there_cannot_be_fulfilled(tmp_path: Path) -> None:
    async with room_with(tmp_path, HEADS_UP) as server:
        olga = await staff(server)
        assert (await olga.get("/api/admin/vouchers"))["vouchers"] == []
        no = await refused(olga, "/api/admin/vouchers/7/fulfil", reason=REASON)
        assert no.status in {404, 409}


@rule("FAIR-03")
async def test_staff_enter_no_tournament_where_the_house_says_so(tmp_path: Path) -> None:
    strict = IntegritySection(every_minutes=0, staff_may_play="never")
    async with room_with(tmp_path, PEOPLE_ONLY, integrity=strict) as server:
        rob, ann = await staff(server, "Rob", "risk"), await person(server, "Ann")
        one = f"/api/tournaments/{(await the_only(rob))['tournament']}/register"
        had = await balance(rob)
        with pytest.raises(RoomSaidNo, match="staff may not play"):
            await rob.post(one, id=fresh_id())
        assert await balance(rob) == had
        assert (await ann.post(one, id=fresh_id()))["t"] == "ack"
