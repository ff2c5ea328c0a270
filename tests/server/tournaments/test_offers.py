"""Queues and flights that operators add over HTTP while the room is open, and end again."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.open_servers import OpenServer
from tests.server.processes import sqlite_in
from tests.server.seating import PASSWORD, audit
from tests.server.tournaments.files import EVENING, HEXAPRO, room_with
from tests.server.tournaments.players import fresh_id, person
from tests.server.tournaments.test_playing import balance
from tests.server.tournaments.test_staff import REASON, deeds, refused, staff, until

OFFERS = "/api/admin/tournaments/offers"
FLIGHTS = """
name = "Main event"
format = "phased"
edition = "house"
[schedule]
starts = ["{first} 18:00", "{second} 14:00"]
final = "{third} 16:00"
"""
LONG_AGO = datetime(2020, 12, 4, tzinfo=UTC)


def flights_from(day: datetime) -> str:
    """Two flights on two days, and the second phase on a third."""
    first, second, third = ((day + timedelta(days=one)).date() for one in range(3))
    return FLIGHTS.format(first=first, second=second, third=third)


def order(text: str = HEXAPRO, **how: Any) -> dict[str, Any]:
    return {"id": fresh_id(), "file": "new.toml", "toml": text, "reason": REASON, **how}


async def names(client: RoomClient) -> list[str]:
    """What can be bought, and what can be entered."""
    games = [one["name"] for one in (await client.get("/api/games"))["offers"]]
    rows = (await client.get("/api/tournaments?phase=registering"))["tournaments"]
    return sorted({*games, *(one["name"] for one in rows)})


async def are_offered(client: RoomClient, *wanted: str) -> bool:
    """Whether these and no others are offered; the list goes out once a second."""
    return await names(client) == list(wanted)


async def come_back(server: OpenServer, name: str) -> RoomClient:
    client = RoomClient(server.http, server.address)
    await client.login(name, PASSWORD)
    return client


@rule("HEX-02", "HEX-03", "TYP-02", "TYP-12")
async def test_an_operator_adds_hexapro_and_flights_and_ends_a_queue_with_refunds(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga, ann = await staff(server), await person(server, "Ann")
        before = await balance(ann)
        key = fresh_id()
        added = await olga.post(OFFERS, **order(id=key))
        assert (added["name"], added["queues"], added["by"]) == ("HexaPro", ["HexaPro 1"], "Olga")
        assert await olga.post(OFFERS, **order(id=key)) == added
        flights = flights_from(datetime.now(UTC) + timedelta(days=2))
        phased = await olga.post(OFFERS, **order(flights))
        assert phased["schedules"] == ["Main event"]
        await until(lambda: are_offered(ann, "Evening", "HexaPro 1", "Main event"))
        await ann.post("/api/games/buy", id=fresh_id(), offer="HexaPro 1", games=2)
        assert await balance(ann) == before - 200
        assert await deeds(server, olga.player) == [
            ("added_offer", f"offer HexaPro: {REASON}"),
            ("added_offer", f"offer Main event: {REASON}"),
        ]
    async with room_with(tmp_path, EVENING) as server:
        olga, ann = await come_back(server, "Olga"), await come_back(server, "Ann")
        rows = (await olga.get(OFFERS))["offers"]
        assert [(one["name"], one["toml"], one["problem"]) for one in rows] == [
            ("HexaPro", HEXAPRO, ""),
            ("Main event", flights, ""),
        ]
        await until(lambda: are_offered(ann, "Evening", "HexaPro 1", "Main event"))
        held = await refused(olga, f"{OFFERS}/end", name="Main event", reason=REASON)
        assert (held.rule, held.reason) == ("TYP-12", "flights_are_announced")
        await olga.post(f"{OFFERS}/end", name="HexaPro", reason="nobody plays it")
        assert await balance(ann) == before
        await until(lambda: are_offered(ann, "Evening", "Main event"))
        assert ("ended_offer", "offer HexaPro: nobody plays it") in await deeds(server, olga.player)
    assert audit(sqlite_in(tmp_path)).returncode == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"toml": "name = "}, "new.toml, line 1"),
        ({"toml": HEXAPRO.replace("100", "123")}, "new.toml, line 6: [on_demand] buy_ins_cents"),
        ({"toml": EVENING}, "new.toml, line 2: name: another tournament is called 'Evening'"),
        ({"toml": flights_from(LONG_AGO)}, "2020-12-04 18:00 is past: it would never start"),
        ({"toml": EVENING.partition("[schedule]")[0]}, "schedule: missing"),
        ({"toml": ""}, "toml"),
        ({"reason": " "}, "reason"),
    ],
)
async def test_an_offer_that_does_not_fit_is_refused_in_one_sentence_and_nothing_changes(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        olga = await staff(server)
        before = await names(olga)
        no = await refused(olga, OFFERS, **{**order(), **changes})
        assert no.status == 400
        assert said in no.details["said"]
        assert "\n" not in no.details["said"]
        assert await names(olga) == before
        assert (await olga.get(OFFERS))["offers"] == []
        assert await deeds(server, olga.player) == []


async def test_adding_an_offer_takes_the_floor_and_ending_it_an_administrator(
    tmp_path: Path,
) -> None:
    async with room_with(tmp_path, EVENING) as server:
        ann, fred = await person(server, "Ann"), await staff(server, "Fred", "floor")
        for path, body in ((OFFERS, order()), (f"{OFFERS}/end", {"name": "x", "reason": REASON})):
            assert (await refused(ann, path, **body)).status == 403
        await fred.post(OFFERS, **order())
        ended = await refused(fred, f"{OFFERS}/end", name="HexaPro", reason=REASON)
        assert (ended.status, ended.reason) == (403, "needs_role")
