"""Flagged pairs in tournaments of a room: the switch is off, or an exchange separates them."""

import asyncio
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient
from cardroom.fairness.draws.proof import read_draw
from cardroom.fairness.draws.verifying import verify_draw
from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import NewAlert, SignalFound
from cardroom.server import neighbours
from cardroom.server.config.options import IntegritySection
from cardroom.store.house.alerts import StoredAlerts
from tests.rule import rule
from tests.server.open_servers import OpenServer
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import directed, enter, everybody, people_in
from tests.server.tournaments.files import EVENING, room_with
from tests.server.tournaments.test_playing import PATIENCE_S, balance, until_over
from tests.server.tournaments.test_staff import created, has_started, soon, staff, until

PAIRS = """
name = "Pairs"
format = "freezeout"
edition = "house"
price_cents = 500
seats = 2
[registration]
late_levels = 0
"""
NAMES = ("Ann", "Bob", "Cas", "Dee", "Eva", "Fay")
WELCOME = {frozenset({0, 3}), frozenset({1, 4}), frozenset({2, 5})}
"""The only pairs that no case is about: one seating of 15 has all three tables so."""


async def flag(server: OpenServer, risk: RoomClient, people: Sequence[RoomClient]) -> None:
    """Open a case about every other pair."""
    found = SignalFound(shared=(), hands=20, tournaments=())
    pairs = [pair for pair in combinations(range(6), 2) if frozenset(pair) not in WELCOME]
    for pair in pairs:
        first, second = sorted(PlayerId(people[one].player) for one in pair)
        alert = NewAlert(
            kind="signal",
            first=first,
            second=second,
            evidence=f"signal {first} {second}",
            strength=20,
            found=found,
        )
        await StoredAlerts(server._store).add([alert], 1)
    for row in (await risk.get("/api/admin/alerts?limit=100"))["alerts"]:
        await risk.post(f"/api/admin/alerts/{row['number']}/case")


async def start_of(client: RoomClient, number: int) -> dict[str, Any]:
    """The proof of the start, which everybody gets."""
    first, *_ = (await client.get(f"/api/tournaments/{number}/draws"))["draws"]
    return dict(first)


@rule("AMB-74", "TRN-04")
@pytest.mark.parametrize("is_on", [False, True])
async def test_flagged_pairs_begin_at_different_tables_where_the_house_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_on: bool
) -> None:
    monkeypatch.setattr(neighbours, "APART_EVERY_S", 0.05)
    switch = IntegritySection(every_minutes=0, keep_flagged_apart=is_on)
    async with (
        room_with(tmp_path, EVENING, integrity=switch) as server,
        people_in(server, *NAMES) as people,
        asyncio.timeout(PATIENCE_S),
    ):
        olga, rob = await staff(server), await staff(server, "Rob", "risk")
        await flag(server, rob, people)
        await asyncio.sleep(0.3)
        had = sum([await balance(one) for one in people])
        number = await created(server, olga, PAIRS, starts_ms=soon(server, 2))
        await enter(number, people)
        await until(lambda: has_started(olga, number))
        proof = read_draw(await start_of(people[0], number))
        assert proof is not None
        assert verify_draw(proof) == []
        tables: dict[int, set[int]] = {}
        for seat in proof.outcome.seats:
            place = next((one for one in proof.outcome.told[::-1] if one.entry == seat.entry), seat)
            tables.setdefault(place.table, set()).add(seat.entry - 1)
        if is_on:
            assert set(map(frozenset, tables.values())) == WELCOME
        else:
            assert proof.outcome.told == ()
        async with directed(number, people, everybody):
            page = await until_over(olga, number)
        assert [row["place"] for row in page["results"]] == list(range(1, 7))
        assert sum([await balance(one) for one in people]) <= had
    assert audit(sqlite_in(tmp_path)).returncode == 0
