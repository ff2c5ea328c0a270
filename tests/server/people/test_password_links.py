"""Forgotten passwords: an operator issues a link, its player sets a new password, once."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import Line, RoomClient, RoomGone
from cardroom.commands.staff import make_administrator, make_token
from cardroom.ledger import PlayerId
from cardroom.room.records import AccountChange
from cardroom.server.config.options import AccessSection
from cardroom.store import Store
from cardroom.store.databases.database import One, Script
from tests.rule import rule
from tests.server.people.reception import HOUR_MS, PASSWORD, ReceptionServer, reception, refused
from tests.server.processes import RoomProcess
from tests.server.seating import audit

NEW = "four large whales"


async def issue(boss: RoomClient, player: int, **more: Any) -> dict[str, Any]:
    path = f"/api/admin/accounts/{player}/password-link"
    return dict(await boss.post(path, reason="called us by telephone", **more))


def word_of(link: dict[str, Any]) -> str:
    return str(link["address"]).partition("#")[2]


async def test_a_link_sets_a_new_password_once_and_ends_all_other_sessions(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        line = await dana.connect()
        link = await issue(boss, dana.player)
        assert link["address"].startswith(f"{server.address.rstrip('/')}/password#")
        assert len(word_of(link)) == 43
        somebody = server.visitor()
        owner = await somebody.post("/api/password-link", word=word_of(link))
        assert owner == {"name": "Dana", "expires_ms": link["expires_ms"]}
        said = await somebody.post("/api/password-link/use", word=word_of(link), password=NEW)
        assert (said["name"], said["player"]) == ("Dana", dana.player)
        assert (await somebody.get("/api/me"))["name"] == "Dana"
        await hung_up(line)
        assert (await refused(dana.get("/api/me"))).reason == "not_logged_in"
        with pytest.raises(Exception, match="wrong name or password"):
            await server.visitor().login("Dana", PASSWORD)
        await server.visitor().login("Dana", NEW)
        for path, body in (("", {}), ("/use", {"password": "five huge squids"})):
            again = server.visitor().post(f"/api/password-link{path}", word=word_of(link), **body)
            assert (await refused(again)).reason == "link_used"


async def hung_up(line: Line) -> None:
    """Read on until the room hangs up."""
    try:
        while await line.read():
            continue
    except RoomGone:
        return


async def test_of_two_who_use_a_link_at_once_one_is_refused(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        word = word_of(await issue(boss, dana.player))
        tries = [
            server.visitor().post("/api/password-link/use", word=word, password=f"{NEW} {number}")
            for number in range(3)
        ]
        said = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(one, dict) for one in said) == 1
        assert [getattr(one, "reason", "in") for one in said].count("link_used") == 2


async def test_a_link_expires_after_a_day_or_after_the_hours_that_were_asked_for(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, access=AccessSection(password_link_hours=48)) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        link = await issue(boss, dana.player, hours=2)
        server.wait_hours(1.9)
        await server.visitor().post("/api/password-link", word=word_of(link))
        server.wait_hours(0.2)
        over = server.visitor().post("/api/password-link/use", word=word_of(link), password=NEW)
        assert (await refused(over)).reason == "link_expired"
        link = await issue(boss, dana.player)
        left_ms = link["expires_ms"] - server.services.clock.now_ms()
        assert 47 * HOUR_MS < left_ms <= 48 * HOUR_MS
        too_long = await refused(issue(boss, dana.player, hours=169))
        assert (too_long.status, too_long.reason) == (400, "does_not_fit")


async def test_a_newer_link_a_changed_password_and_an_operator_end_a_link(tmp_path: Path) -> None:
    async with reception(tmp_path) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        first, second = await issue(boss, dana.player), await issue(boss, dana.player)
        assert (await looked_at(server, first)) == "link_replaced"
        await dana.post("/api/password", old=PASSWORD, new=NEW)
        assert (await looked_at(server, second)) == "link_revoked"
        third = await issue(boss, dana.player)
        revoke = f"/api/admin/accounts/{dana.player}/password-link/revoke"
        await boss.post(revoke, reason="it went to a wrong address")
        assert (await looked_at(server, third)) == "link_revoked"
        assert (await refused(boss.post(revoke, reason="once more"))).reason == "no_open_link"
        listed = (await boss.get(f"/api/admin/accounts/{dana.player}/password-links"))["links"]
        ends = [one["ended"] for one in listed]
        assert ends == ["revoked", "revoked", "replaced"]
        assert {one["issued_by"] for one in listed} == {"Robin"}
        assert not any("word" in one or "address" in one for one in listed)


async def looked_at(server: ReceptionServer, link: dict[str, Any]) -> str:
    return (await refused(server.visitor().post("/api/password-link", word=word_of(link)))).reason


@rule("FAIR-10")
async def test_nobody_issues_a_link_upwards_for_themselves_or_for_who_has_no_password(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss, floor = await server.person("Robin"), await server.person("Flo", "floor")
        dana, rita = await server.person("Dana"), await server.person("Rita", "risk")
        guest = server.visitor()
        await guest.guest()
        assert (await refused(issue(dana, boss.player))).reason == "needs_role"
        assert (await refused(issue(rita, dana.player))).reason == "needs_role"
        assert (await refused(issue(floor, boss.player))).reason == "needs_role"
        assert (await refused(issue(floor, floor.player))).reason == "not_oneself"
        assert (await refused(issue(floor, guest.player))).reason == "only_persons_have_passwords"
        assert (await refused(issue(floor, 999))).reason == "no_such_player"
        link = await issue(floor, dana.player)
        # Dana is given a role meanwhile: the link of somebody below it opens nothing.
        await server.accounts.change(PlayerId(dana.player), AccountChange(role="administrator"))
        assert (await looked_at(server, link)) == "link_revoked"


@rule("FAIR-10")
async def test_the_staff_log_says_who_issued_a_link_why_and_that_it_was_used(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        link = await issue(boss, dana.player)
        await server.visitor().post("/api/password-link/use", word=word_of(link), password=NEW)
        deeds = [(one.actor, one.deed, one.reason) for one in await server.deeds(dana.player)]
        assert deeds == [
            (boss.player, "password_link_issued", "called us by telephone"),
            (dana.player, "password_set_by_link", "link 1"),
        ]


async def test_weak_passwords_barred_accounts_and_unknown_words_are_refused_and_leave_the_link(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as server:
        boss, dana = await server.person("Robin"), await server.person("Dana")
        word = word_of(await issue(boss, dana.player))
        use = "/api/password-link/use"
        for password, reason in (("short", "password_length"), ("dana dana", "password_guessable")):
            no = await refused(server.visitor().post(use, word=word, password=password))
            assert no.reason == reason
        unknown = await refused(server.visitor().post(use, word="x" * 43, password=NEW))
        assert (unknown.status, unknown.reason) == (404, "no_such_link")
        await boss.post(f"/api/admin/accounts/{dana.player}/bar", reason="two accounts")
        barred = await refused(server.visitor().post(use, word=word, password=NEW))
        assert barred.reason == "barred"
        await boss.post(f"/api/admin/accounts/{dana.player}/unbar", reason="looked into")
        await server.visitor().post(use, word=word, password=NEW)


async def test_the_word_of_a_link_is_neither_stored_nor_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with reception(tmp_path) as server:
            boss, dana = await server.person("Robin"), await server.person("Dana")
            word = word_of(await issue(boss, dana.player))
            await server.visitor().post("/api/password-link", word=word)
            await server.visitor().post("/api/password-link/use", word=word, password=NEW)
            address = f"/password?word={word}"
            async with server.http.get(server.address.rstrip("/") + address) as page:
                assert page.status in (200, 404)
    assert word not in caplog.text
    assert word.encode() not in await asyncio.to_thread(all_bytes, tmp_path)


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.glob("room.db*")))


def _kept() -> Script[list[Any]]:
    return (yield One("select player, ended from password_links order by id"))


@rule("FAIR-10", "CRASH-01")
async def test_links_outlive_a_kill_on_both_databases_and_the_audit_holds(
    anywhere: str, http: ClientSession
) -> None:
    with RoomProcess(anywhere) as room:
        await make_administrator(anywhere, "Robin", PASSWORD)
        boss = RoomClient(http, room.address, token=await make_token(anywhere, "Robin", 1))
        dana = RoomClient(http, room.address)
        await dana.register("Dana", PASSWORD)
        word = word_of(await issue(boss, dana.player))
        await asyncio.to_thread(room.kill)
    with RoomProcess(anywhere) as room:
        somebody = RoomClient(http, room.address)
        await somebody.post("/api/password-link/use", word=word, password=NEW)
        assert await asyncio.to_thread(room.stop) == 0
    async with await Store.open(anywhere) as store:
        assert [tuple(row) for row in await store.ask(_kept)] == [(dana.player, "used")]
    assert (await asyncio.to_thread(audit, anywhere)).returncode == 0
