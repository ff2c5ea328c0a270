"""Who may come in: anybody, by invitation, by approval, or nobody; for guests and registration."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import RoomClient
from cardroom.commands.staff import make_administrator, make_token
from cardroom.server.config.options import AccessSection, LimitSection
from tests.rule import rule
from tests.server.people.reception import PASSWORD, ReceptionServer, reception, refused
from tests.server.processes import RoomProcess
from tests.server.seating import PLAY_MONEY, audit

INVITED = AccessSection(registration="invitation", guests="invitation")
APPROVED = AccessSection(registration="approval", guests="approval")
CLOSED = AccessSection(registration="closed", guests="closed")


async def invite(boss: RoomClient, **wanted: Any) -> dict[str, Any]:
    return dict(await boss.post("/api/admin/invitations", reason="for the club", **wanted))


async def register(server: ReceptionServer, name: str, **more: Any) -> RoomClient:
    client = server.visitor()
    said = await client.post("/api/register", name=name, password=PASSWORD, **more)
    client.csrf, client.player = said["csrf"], said["player"]
    return client


async def decide(boss: RoomClient, number: int, deed: str, **more: Any) -> dict[str, Any]:
    path = f"/api/admin/applications/{number}/{deed}"
    return dict(await boss.post(path, reason="looked into", **more))


async def waiting(boss: RoomClient, state: str = "waiting") -> list[dict[str, Any]]:
    return list((await boss.get(f"/api/admin/applications?state={state}"))["applications"])


async def set_house(boss: RoomClient, **wanted: Any) -> dict[str, Any]:
    return dict(await boss.post("/api/admin/house", reason="the owner says so", **wanted))


# Closed


async def test_a_closed_house_lets_nobody_register_but_its_players_log_in(tmp_path: Path) -> None:
    async with reception(tmp_path, access=CLOSED) as server:
        no = await refused(register(server, "Dana"))
        assert (no.status, no.rule, no.reason) == (409, "NET-14", "registration_closed_here")
        assert (await refused(server.visitor().guest())).reason == "guests_closed_here"
        asks = server.visitor().post(
            "/api/applications", kind="person", name="Dana", password=PASSWORD
        )
        assert (await refused(asks)).reason == "registration_closed_here"
        await server.visitor().login("Robin", PASSWORD)
        card = await server.visitor().get("/api/room")
        assert (card["registration"], card["guests"]) == ("closed", "closed")


# By invitation


async def test_a_code_lets_in_so_many_people_and_the_list_says_who_came_by_it(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, access=INVITED) as server:
        boss = await server.person("Robin")
        card = await invite(boss, uses=2, hours=48, note="Friday")
        assert card["address"] == f"{server.address.rstrip('/')}/#invitation={card['code']}"
        assert (await refused(register(server, "Dana"))).reason == "needs_invitation"
        wrong = await refused(register(server, "Dana", invitation="AAAA-BBBB-CCCC"))
        assert wrong.reason == "no_such_invitation"
        # However it is spelled.
        typed = card["code"].lower().replace("-", " ")
        dana = await register(server, "Dana", invitation=typed)
        guest = server.visitor()
        said = await guest.post("/api/guest", invitation=card["code"])
        assert said["kind"] == "guest"
        late = await refused(register(server, "Eve", invitation=card["code"]))
        assert late.reason == "invitation_used_up"
        (listed,) = (await boss.get("/api/admin/invitations"))["invitations"]
        came = [(one["player"], one["name"]) for one in listed["arrivals"]]
        assert came == [(dana.player, "Dana"), (said["player"], said["name"])]
        assert (listed["issued_by"], listed["note"], listed["flaw"]) == (
            "Robin", "Friday", "used_up",
        )  # fmt: skip


async def test_a_guest_who_came_by_a_code_takes_a_name_without_another(tmp_path: Path) -> None:
    async with reception(tmp_path, access=INVITED) as server:
        boss = await server.person("Robin")
        card = await invite(boss, uses=1)
        guest = server.visitor()
        came = await guest.post("/api/guest", invitation=card["code"])
        guest.csrf = came["csrf"]
        said = await guest.post("/api/register", name="Dana", password=PASSWORD)
        assert (said["player"], said["kind"]) == (came["player"], "person")


async def test_a_code_that_has_expired_or_was_revoked_lets_nobody_in(tmp_path: Path) -> None:
    async with reception(tmp_path, access=INVITED) as server:
        boss = await server.person("Robin")
        short, long = await invite(boss, hours=1, uses=9), await invite(boss, uses=9)
        server.wait_hours(1.1)
        no = await refused(register(server, "Dana", invitation=short["code"]))
        assert no.reason == "invitation_expired"
        path = f"/api/admin/invitations/{long['number']}/revoke"
        await register(server, "Dana", invitation=long["code"])
        assert (await boss.post(path, reason="it was posted in public"))["flaw"] == "revoked"
        no = await refused(register(server, "Eve", invitation=long["code"]))
        assert no.reason == "invitation_revoked"
        assert (await refused(boss.post(path, reason="again"))).reason == "invitation_revoked"
        no = await refused(boss.post("/api/admin/invitations/99/revoke", reason="again"))
        assert (no.status, no.reason) == (404, "no_such_invitation")


async def test_operators_choose_codes_that_are_long_enough_and_new(tmp_path: Path) -> None:
    async with reception(tmp_path, access=INVITED) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        assert (await invite(boss, code="friday-night", uses=50))["code"] == "FRIDAYNIGHT"
        assert (await refused(invite(boss, code="Friday Night"))).reason == "code_is_taken"
        assert (await refused(invite(boss, code="abc-1"))).reason == "code_length"
        assert (await refused(invite(boss, uses=0))).status == 400
        assert (await refused(invite(dana))).reason == "needs_role"
        deeds = [(one.deed, one.reason) for one in await server.deeds(boss.player)]
        assert ("invitation_issued", "invitation 1 for 50: for the club") in deeds


async def test_a_code_for_one_lets_in_one_of_two_who_come_at_once(tmp_path: Path) -> None:
    async with reception(tmp_path, access=INVITED) as server:
        boss = await server.person("Robin")
        code = (await invite(boss, uses=1))["code"]
        tries = [register(server, name, invitation=code) for name in ("Ann", "Bob", "Cis")]
        said = await asyncio.gather(*tries, return_exceptions=True)
        reasons = sorted(getattr(one, "reason", "in") for one in said)
        assert reasons == ["in", "invitation_used_up", "invitation_used_up"]


# By approval


async def test_an_applicant_waits_is_approved_and_logs_in_with_play_money(tmp_path: Path) -> None:
    async with reception(tmp_path, access=APPROVED) as server:
        boss, dana = await server.person("Robin"), server.visitor()
        assert (await refused(register(server, "Dana"))).reason == "needs_approval"
        asked = await dana.post(
            "/api/applications", kind="person", name="Dana", password=PASSWORD,
            said="a friend of Robin",
        )  # fmt: skip
        assert asked["state"] == "waiting"
        # Who knows the password learns the state; who does not learns nothing.
        assert (await refused(dana.login("Dana", PASSWORD))).reason == "awaits_approval"
        wrong = await refused(dana.login("Dana", "not this one"))
        assert wrong.reason == "wrong_name_or_password"
        taken = dana.post("/api/applications", kind="person", name="dana", password=PASSWORD)
        assert (await refused(taken)).reason == "name_taken"
        (row,) = await waiting(boss)
        assert (row["name"], row["said"], row["kind"]) == ("Dana", "a friend of Robin", "person")
        done = await decide(boss, row["number"], "approve", answer="Welcome!")
        assert (done["state"], done["decided_by"]) == ("approved", "Robin")
        state = await dana.post("/api/applications/state", word=asked["word"])
        assert (state["state"], state["answer"]) == ("approved", "Welcome!")
        await dana.login("Dana", PASSWORD)
        assert dana.player == done["player"]
        assert (await dana.get("/api/balance"))["balance"] == PLAY_MONEY
        again = await refused(decide(boss, row["number"], "refuse"))
        assert again.reason == "application_was_decided"
        assert [one.deed for one in await server.deeds(dana.player)] == ["application_approved"]


async def test_an_applicant_who_is_refused_reads_why_and_the_name_is_free_again(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, access=APPROVED) as server:
        boss, eve = await server.person("Robin"), server.visitor()
        wish = {"kind": "person", "name": "Eve", "password": PASSWORD}
        asked = await eve.post("/api/applications", **wish)
        (row,) = await waiting(boss)
        await decide(boss, row["number"], "refuse", answer="Members only.")
        no = await refused(eve.login("Eve", PASSWORD))
        assert (no.reason, no.details["said"]) == ("application_refused", "Members only.")
        state = await eve.post("/api/applications/state", word=asked["word"])
        assert (state["state"], state["answer"]) == ("refused", "Members only.")
        await eve.post("/api/applications", **wish)
        assert len(await waiting(boss)) == 1
        assert [one["name"] for one in await waiting(boss, "refused")] == ["Eve"]


async def test_a_guest_is_approved_and_comes_in_once_by_the_word_of_the_application(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, access=APPROVED) as server:
        boss, somebody = await server.person("Robin"), server.visitor()
        assert (await refused(somebody.guest())).reason == "needs_approval"
        asked = await somebody.post("/api/applications", kind="guest", said="from next door")
        early = await refused(somebody.post("/api/guest", application=asked["word"]))
        assert early.reason == "awaits_approval"
        (row,) = await waiting(boss)
        await decide(boss, row["number"], "approve")
        said = await somebody.post("/api/guest", application=asked["word"])
        assert (said["kind"], said["name"]) == ("guest", asked["name"])
        again = await refused(server.visitor().post("/api/guest", application=asked["word"]))
        assert again.reason == "no_such_application"


async def test_a_guest_who_asks_for_a_name_keeps_number_and_money_when_it_is_approved(
    tmp_path: Path,
) -> None:
    only = AccessSection(registration="approval")
    async with reception(tmp_path, access=only) as server:
        boss, guest = await server.person("Robin"), server.visitor()
        await guest.guest()
        await guest.post("/api/applications", kind="person", name="Dana", password=PASSWORD)
        assert (await guest.get("/api/me"))["kind"] == "guest"
        (row,) = await waiting(boss)
        done = await decide(boss, row["number"], "approve")
        assert done["player"] == guest.player
        me = await guest.get("/api/me")
        assert (me["name"], me["kind"]) == ("Dana", "person")
        await server.visitor().login("Dana", PASSWORD)


async def test_applications_say_what_is_wrong_with_them(tmp_path: Path) -> None:
    async with reception(tmp_path, access=APPROVED) as server:
        boss, dana = await server.person("Robin"), server.visitor()
        for wish, reason in (
            ({"name": "x", "password": PASSWORD}, "name_length"),
            ({"name": "Dana", "password": "short"}, "password_length"),
            ({"name": "Robin", "password": PASSWORD}, "name_taken"),
        ):
            no = await refused(dana.post("/api/applications", kind="person", **wish))
            assert no.reason == reason
        unknown = await refused(dana.post("/api/applications/state", word="nobody"))
        assert unknown.status == 404
        assert (await refused(decide(boss, 99, "approve"))).reason == "no_such_application"
        floor = await server.person("Flo", "floor")
        assert await waiting(floor) == []
        assert (await refused(waiting(await server.person("Pat")))).reason == "needs_role"


# Doors that change


@rule("FAIR-10")
async def test_an_administrator_changes_the_doors_while_the_room_runs_and_sets_them_back(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss, floor = await server.person("Robin"), await server.person("Flo", "floor")
        await register(server, "Ann")
        assert (await refused(set_house(floor, guests="closed"))).reason == "needs_role"
        card = await set_house(boss, registration="invitation", guests="closed")
        assert (card["now"]["registration"], card["configured"]["registration"]) == (
            "invitation", "open",
        )  # fmt: skip
        changed = [(one["setting"], one["by"]) for one in card["changed"]]
        assert changed == [("registration", "Robin"), ("guests", "Robin")]
        assert (await refused(register(server, "Bob"))).reason == "needs_invitation"
        assert (await refused(server.visitor().guest())).reason == "guests_closed_here"
        card = await boss.post("/api/admin/house/reset", setting="guests", reason="open again")
        assert card["now"]["guests"] == "open"
        await server.visitor().guest()
        again = boss.post("/api/admin/house/reset", setting="guests", reason="open again")
        assert (await refused(again)).reason == "as_the_file_says"
        deeds = [(one.deed, one.reason) for one in await server.deeds(boss.player)]
        assert deeds[-3:] == [
            ("set_registration", "invitation: the owner says so"),
            ("set_guests", "closed: the owner says so"),
            ("reset_guests", "open again"),
        ]


@rule("FAIR-10", "CRASH-01")
async def test_doors_codes_and_applications_outlive_a_kill_on_both_databases(
    anywhere: str, http: ClientSession
) -> None:
    with RoomProcess(anywhere) as room:
        await make_administrator(anywhere, "Robin", PASSWORD)
        token = await make_token(anywhere, "Robin", 1)
        boss = RoomClient(http, room.address, token=token)
        await set_house(boss, registration="approval", guests="invitation", name="The Club")
        code = (await invite(boss, uses=3))["code"]
        visitor = RoomClient(http, room.address)
        await visitor.post("/api/guest", invitation=code)
        await RoomClient(http, room.address).post(
            "/api/applications", kind="person", name="Dana", password=PASSWORD
        )
        await asyncio.to_thread(room.kill)
    with RoomProcess(anywhere) as room:
        boss = RoomClient(http, room.address, token=token)
        card = await RoomClient(http, room.address).get("/api/room")
        assert (card["registration"], card["guests"], card["name"]) == (
            "approval", "invitation", "The Club",
        )  # fmt: skip
        await RoomClient(http, room.address).post("/api/guest", invitation=code)
        (listed,) = (await boss.get("/api/admin/invitations"))["invitations"]
        assert len(listed["arrivals"]) == 2
        (row,) = await waiting(boss)
        await decide(boss, row["number"], "approve")
        await RoomClient(http, room.address).login("Dana", PASSWORD)
        assert await asyncio.to_thread(room.stop) == 0
    found = await asyncio.to_thread(audit, anywhere)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("path", ["/api/guest", "/api/register", "/api/applications"])
async def test_who_tries_many_codes_is_slowed_down(tmp_path: Path, path: str) -> None:
    few = LimitSection(entries_every_ms=60_000, entries_burst=3)
    async with reception(tmp_path, access=INVITED, limits=few) as server:
        body = {"kind": "guest"} if path.endswith("applications") else {"invitation": "WRONGCODE"}
        if path.endswith("register"):
            body |= {"name": "Dana", "password": PASSWORD}
        tries = [await refused(server.visitor().post(path, **body)) for _ in range(4)]
        assert tries[-1].status == 429
