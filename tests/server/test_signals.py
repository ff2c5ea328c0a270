"""Accounts that share an address or a browser and have met are told to the desk."""

from pathlib import Path

from cardroom.server.config.options import IntegritySection
from cardroom.store import Store
from cardroom.store.databases.database import One, Script
from tests.planted_room import write_planted
from tests.rule import rule
from tests.server.open_servers import OpenServer, open_server
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.test_review_desk import logged_in, reviewed

HANDS = 60


def every_word() -> Script[list[tuple[str, bytes]]]:
    rows = yield One("select kind, word from signals")
    return [(kind, bytes(word)) for kind, word in rows]


async def come_in(server: OpenServer) -> None:
    """Ann and Bo come in from one place with one browser, Cy with another."""
    ann, bo, cy = await logged_in(server, "Ann", "Bo", "Cy")
    await (await ann.connect()).close()
    bo.cookies["cardroom_device"] = ann.cookies["cardroom_device"]
    for one in (bo, cy, ann):
        await (await one.connect()).close()
    assert len({one.cookies["cardroom_device"] for one in (ann, bo, cy)}) == 2


@rule("FAIR-03", "FAIR-11")
async def test_two_accounts_of_one_browser_that_play_together_wait_on_the_desk(
    tmp_path: Path,
) -> None:
    people = await write_planted(sqlite_in(tmp_path), None, hands=HANDS)
    async with open_server(tmp_path) as server:
        (rob,) = await logged_in(server, "Rob")
        assert await reviewed(rob) == []
        await come_in(server)
        await rob.post("/api/admin/review", reason="who came in?")
        found = await reviewed(rob)
        first = found[0]
        assert (first["kind"], first["players"]) == ("signal", [people["Ann"], people["Bo"]])
        shared = {one["kind"]: one["accounts"] for one in first["found"]["shared"]}
        assert shared == {"address": 3, "device": 2}
        assert first["found"]["hands"] >= 20
        # An address alone is weaker.
        assert [one["strength"] for one in found] == [45, 20, 20]
        case = await rob.post(f"/api/admin/alerts/{first['number']}/case")
        assert case["report"]["kind"] == "collusion"
    async with await Store.open(sqlite_in(tmp_path)) as store:
        words = await store.ask(every_word)
    assert sorted(kind for kind, _ in words) == ["address"] * 3 + ["device"] * 3
    assert {len(word) for _, word in words} == {32}
    assert audit(sqlite_in(tmp_path)).returncode == 0


@rule("FAIR-03")
async def test_a_house_that_wants_no_signals_keeps_none(tmp_path: Path) -> None:
    await write_planted(sqlite_in(tmp_path), None, hands=1)
    async with open_server(tmp_path, integrity=IntegritySection(signals=False)) as server:
        (ann,) = await logged_in(server, "Ann")
        await (await ann.connect()).close()
        assert "cardroom_device" not in ann.cookies
    async with await Store.open(sqlite_in(tmp_path)) as store:
        assert await store.ask(every_word) == []
