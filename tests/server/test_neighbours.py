"""Switches that keep players from sitting beside each other: off, nothing changes."""

import asyncio
from pathlib import Path

import pytest

from cardroom.commands.room_client import RoomSaidNo
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import NewAlert, SignalFound
from cardroom.server import neighbours
from cardroom.server.config.options import IntegritySection
from cardroom.server.neighbours import Neighbours
from cardroom.store.house.alerts import StoredAlerts
from tests.planted_room import write_planted
from tests.rule import rule
from tests.server.fakes import ANA, BEN, CARA
from tests.server.open_servers import open_server
from tests.server.processes import sqlite_in
from tests.server.seating import STACK, ask_for_seat, three_seated
from tests.server.test_review_desk import logged_in


@rule("AMB-73")
def test_so_many_players_of_one_address_may_sit_and_no_more() -> None:
    house = Neighbours(lambda _: "person", per_address=2)
    for player in (ANA, BEN, CARA):
        house.addresses.came_from(player, "192.0.2.7")
    house.verify(CARA, [ANA])
    with pytest.raises(SeatRefused, match="too many from one address"):
        house.verify(CARA, [ANA, BEN])
    house.addresses.came_from(BEN, "192.0.2.8")
    house.verify(CARA, [ANA, BEN])


@rule("AMB-73")
def test_practice_players_and_unknown_addresses_do_not_count() -> None:
    house = Neighbours(lambda player: "practice" if player == CARA else "person", per_address=1)
    house.verify(ANA, [BEN])
    house.addresses.came_from(ANA, "192.0.2.7")
    house.verify(ANA, [BEN, CARA])
    house.addresses.came_from(CARA, "192.0.2.7")
    house.verify(CARA, [ANA])


def test_the_longest_unseen_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "ADDRESSES_MAX", 2)
    house = Neighbours(lambda _: "person", per_address=1)
    for player in (ANA, BEN, ANA, CARA):
        house.addresses.came_from(player, "192.0.2.7")
    house.verify(BEN, [ANA])
    with pytest.raises(SeatRefused):
        house.verify(CARA, [ANA])


@rule("AMB-73", "CASH-04")
async def test_the_third_player_of_an_address_is_refused_a_seat_in_a_room_that_says_so(
    tmp_path: Path,
) -> None:
    strict = IntegritySection(every_minutes=0, seats_per_address=2)
    async with open_server(tmp_path, integrity=strict) as server:
        seated = [await ask_for_seat(server.http, server, name) for name in ("Ana", "Bo_", "Cy_")]
        for one in seated[:2]:
            await one.line.take_seat(STACK)
        with pytest.raises(RoomSaidNo, match="too many from one address"):
            await seated[2].line.take_seat(STACK)
        for one in seated:
            await one.line.close()


@rule("CASH-04")
async def test_a_room_that_says_nothing_seats_everybody(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, three_seated(server.http, server) as players:
        assert len(players) == 3


@rule("AMB-74")
def test_two_with_an_open_case_get_no_seat_beside_each_other() -> None:
    house = Neighbours(lambda _: "person")
    house.verify(BEN, [ANA, CARA])
    house.keep_apart(frozenset({(ANA, BEN)}))
    for player, others in ((BEN, [CARA, ANA]), (ANA, [BEN])):
        with pytest.raises(SeatRefused, match="no seat at this table"):
            house.verify(player, others)
    house.verify(CARA, [ANA, BEN])


@rule("AMB-74", "CASH-04")
async def test_a_case_keeps_two_apart_in_a_room_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "APART_EVERY_S", 0.05)
    await write_planted(sqlite_in(tmp_path), None, hands=1)
    apart = IntegritySection(every_minutes=0, keep_flagged_apart=True)
    async with open_server(tmp_path, integrity=apart) as server:
        (rob,) = await logged_in(server, "Rob")
        seated = [await ask_for_seat(server.http, server, name) for name in ("Ana", "Bo_", "Cy_")]
        one, other, third = seated
        pair = sorted(PlayerId(seat.client.player) for seat in (one, other))
        found = SignalFound(shared=(), hands=20, tournaments=())
        alert = NewAlert(
            kind="signal", first=pair[0], second=pair[1], evidence="signal", strength=20,
            found=found,
        )  # fmt: skip
        await StoredAlerts(server._store).add([alert], 1)
        await asyncio.sleep(0.5)
        await one.line.take_seat(STACK)
        await rob.post("/api/admin/alerts/1/case")
        await asyncio.sleep(0.5)
        with pytest.raises(RoomSaidNo, match="no seat at this table"):
            await other.line.take_seat(STACK)
        await third.line.take_seat(STACK)
        for seat in seated:
            await seat.line.close()
