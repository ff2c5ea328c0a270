"""Deals at the final table over HTTP: proposed, refused, accepted by everybody, paid (TAMB-98)."""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import directed, enter, everybody, nobody, people_in
from tests.server.tournaments.files import room_with
from tests.server.tournaments.players import fresh_id
from tests.server.tournaments.test_playing import PATIENCE_S, balance, the_only, until_over
from tests.server.tournaments.test_requests import refusal

FIVE = """
name = "Five"
format = "sit-and-go-5"
edition = "house"
[on_demand]
buy_ins_cents = [1_000]
"""
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve")


def all_but_the_money(left: Sequence[RoomClient]) -> Collection[RoomClient]:
    """Two places are paid: until two players are left somebody plays for the others' chips."""
    if len(left) > 3:
        return left[2:]
    return left[1:] if len(left) == 3 else ()


async def two_left(players: Sequence[RoomClient], path: str) -> list[RoomClient]:
    """The two who are left, once they are; the first one of them asks."""
    while True:
        details = await players[0].get(path)
        if details["row"]["left"] == 2 and details["prizes_final"]:
            inside = [one for one in players if (await one.get(path))["me"] is not None]
            if len(inside) == 2:
                return inside
        await asyncio.sleep(0.02)


async def open_deal(client: RoomClient, path: str, number: int) -> dict[str, Any]:
    """The proposal, once the hand is over and there are shares."""
    while True:
        deal = (await client.get(path))["deal"]
        assert deal is not None
        assert deal["deal"] == number
        if deal["until_ms"] is not None:
            return dict(deal)
        await asyncio.sleep(0.02)


@rule("TAMB-98")
@pytest.mark.parametrize(("kind", "left_to_play_for"), [("icm", 0), ("chips", 0), ("even", 300)])
async def test_a_deal_that_everybody_accepts_is_paid_and_one_refusal_ends_the_talks(
    tmp_path: Path, kind: str, left_to_play_for: int
) -> None:
    async with (
        room_with(tmp_path, FIVE) as server,
        people_in(server, *NAMES) as people,
        asyncio.timeout(PATIENCE_S),
    ):
        had = {one.player: await balance(one) for one in people}
        number = (await the_only(people[0]))["tournament"]
        path = f"/api/tournaments/{number}"
        await enter(number, people)
        async with directed(number, people, all_but_the_money) as director:
            first, second = await two_left(people, path)
            prizes = [one["cents"] for one in (await first.get(f"{path}/prizes"))["prizes"]]
            greedy = {"kind": "even", "left_to_play_for": sum(prizes)}
            assert (await refusal(first, f"{path}/deal", id=fresh_id(), **greedy)).rule == "TAMB-98"
            asked = await first.post(f"{path}/deal", id=fresh_id(), kind="even")
            deal = await open_deal(first, path, asked["d"]["deal"])
            assert sum(deal["shares"].values()) == sum(prizes)
            await second.post(f"{path}/deal/refuse", id=fresh_id(), deal=deal["deal"])
            assert (await first.get(path))["deal"] is None
            old = await refusal(second, f"{path}/deal/accept", id=fresh_id(), deal=deal["deal"])
            assert old.reason == "no_such_proposal"
            wanted = {"kind": kind, "left_to_play_for": left_to_play_for}
            asked = await second.post(f"{path}/deal", id=fresh_id(), **wanted)
            deal = await open_deal(second, path, asked["d"]["deal"])
            assert (deal["kind"], deal["left_to_play_for"]) == (kind, left_to_play_for)
            assert sum(deal["shares"].values()) == sum(prizes) - left_to_play_for
            entries = {(await one.get(path))["me"]["entry"]: one for one in (first, second)}
            for entry, client in entries.items():
                if client is first or entry not in deal["accepted"]:
                    await client.post(f"{path}/deal/accept", id=fresh_id(), deal=deal["deal"])
            # What is left to play for is played for: nobody folds to the end.
            director.shoving = everybody if left_to_play_for else nobody
            page = await until_over(first, number)
        results = {row["entry"]: row for row in page["results"]}
        for entry, client in entries.items():
            won = deal["shares"][str(entry)]
            if results[entry]["place"] == 1:
                won += left_to_play_for
            assert await balance(client) == had[client.player] - 1_000 + won
            assert results[entry]["prize"] == won
    assert audit(sqlite_in(tmp_path)).returncode == 0
