"""What players and staff do while a tournament runs, over HTTP alone, and what follows from it."""

import asyncio
from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import directed, enter, everybody, nobody, people_in
from tests.server.tournaments.files import EVENING, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import fresh_id
from tests.server.tournaments.test_playing import PATIENCE_S, balance, the_only, until_over
from tests.server.tournaments.test_requests import refusal
from tests.server.tournaments.test_staff import (
    ALL,
    REASON,
    created,
    deeds,
    refused,
    soon,
    staff,
    until,
)

PRICE = 300
REBUY = f"""
name = "Re-buy"
format = "rebuy"
edition = "house"
price_cents = {PRICE}
starting_stack = 1_500
[blinds]
level_s = 5
[registration]
late_levels = 1
[rebuy]
until_level = 1
[addon]
chips = 2_000
pause_s = 3
"""
LONG = """
name = "Long"
format = "freezeout"
edition = "house"
price_cents = 500
[blinds]
level_s = 600
"""
PACKAGE = """
name = "Package"
format = "sit-and-go-2"
edition = "house"
price_cents = 550
fee_cents = 50
[satellite]
target = "live_main"
seat_price_cents = 1_000
package = "Main event with hotel"
[on_demand]
"""


async def own(client: RoomClient, path: str) -> dict[str, Any]:
    """What the player has in a tournament; nothing once they are out."""
    return dict((await client.get(path))["me"] or {})


async def stacks(client: RoomClient, path: str) -> dict[int, int]:
    """The chips of everybody, by their account."""
    return {row["player"]: row["stack"] for row in (await client.get(f"{path}/players"))["players"]}


@rule("TRN-17", "TRN-18")
async def test_a_player_sits_out_and_comes_back(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, PEOPLE_ONLY) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        ann, bob = people
        number = (await the_only(ann))["tournament"]
        path = f"/api/tournaments/{number}"
        await enter(number, people)
        await until(lambda: _has_seat(ann, path))
        await ann.post(f"{path}/sit-out", id=fresh_id())
        seat = await own(ann, path)
        assert seat["away"]
        places = (await bob.get(f"/api/table/{seat['table']}"))["table"]["places"]
        assert {one["player"]: one["away"] for one in places} == {
            ann.player: "player",
            bob.player: None,
        }
        # Ann is dealt in and folded at once: nobody waits for her.
        had = (await stacks(bob, path))[bob.player]
        async with directed(number, [bob], everybody):
            await until(lambda: _has_more(bob, path, had))
        await ann.post(f"{path}/come-back", id=fresh_id())
        assert not (await own(ann, path))["away"]
        wanted = {"t": "sit_out", "id": fresh_id(), "ch": f"table:{seat['table']}", "on": True}
        await ann.post("/api/ask", request=wanted)
        assert (await own(ann, path))["away"]


async def _has_seat(client: RoomClient, path: str) -> bool:
    return (await own(client, path)).get("table") is not None


async def _has_more(client: RoomClient, path: str, than: int) -> bool:
    return (await stacks(client, path))[client.player] > than


@rule("TYP-08", "TAMB-69")
async def test_chips_are_bought_back_and_added_on(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, EVENING) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        number = await created(server, await staff(server), REBUY, starts_ms=soon(server, 2))
        path = f"/api/tournaments/{number}"
        had = {one.player: await balance(one) for one in people}
        await enter(number, people)
        async with directed(number, people, everybody) as director:
            busted = await _busted(people, path)
            director.shoving = nobody
            early = await refusal(busted, f"{path}/add-on", id=fresh_id())
            assert early.rule == "TAMB-69"
            request = fresh_id()
            await busted.post(f"{path}/rebuy", id=request)
            await busted.post(f"{path}/rebuy", id=request)
            assert await balance(busted) == had[busted.player] - 2 * PRICE
            assert (await own(busted, path))["rebuy_until_ms"] is None
            row = (await busted.get(path))["row"]
            assert (row["entries"], row["left"]) == (2, 2)
            # The level ends: everybody may add chips once, whatever they have.
            await until(lambda: _is_in(busted, path, "add_on"))
            before = await stacks(busted, path)
            for one in people:
                await one.post(f"{path}/add-on", id=fresh_id())
            twice = await refusal(busted, f"{path}/add-on", id=fresh_id())
            assert twice.rule == "TAMB-69"
            assert await stacks(busted, path) == {who: had + 2_000 for who, had in before.items()}
            await until(lambda: _goes_on(busted, path))
            director.shoving = everybody
            page = await until_over(busted, number)
        # Two entries, one re-buy, two add-ons.
        won = {row["player"]: row["prize"] for row in page["results"]}
        paid = {one.player: 2 * PRICE + (PRICE if one is busted else 0) for one in people}
        for one in people:
            change = won[one.player] - paid[one.player]
            assert await balance(one) == had[one.player] + change
        assert 0 < sum(won.values()) <= 5 * PRICE
    assert audit(sqlite_in(tmp_path)).returncode == 0


@rule("TAMB-69")
async def test_a_declined_offer_ends_the_game_at_once(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, EVENING) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        number = await created(server, await staff(server), REBUY, starts_ms=soon(server, 2))
        path = f"/api/tournaments/{number}"
        await enter(number, people)
        async with directed(number, people, everybody):
            busted = await _busted(people, path)
            await busted.post(f"{path}/decline-rebuy", id=fresh_id())
            page = await until_over(busted, number)
        assert [row["player"] for row in page["results"]][-1] == busted.player


async def _busted(people: list[RoomClient], path: str) -> RoomClient:
    """Who has no chips and is asked to buy back."""
    while True:
        for one in people:
            if (await own(one, path)).get("rebuy_until_ms") is not None:
                return one
        await asyncio.sleep(0.02)


async def _is_in(client: RoomClient, path: str, cause: str) -> bool:
    """Whether a pause has begun: every table has finished its hand."""
    pauses = (await client.get(path))["pauses"]
    return any(one["cause"] == cause and one["until_ms"] is not None for one in pauses)


async def _goes_on(client: RoomClient, path: str) -> bool:
    return not (await client.get(path))["pauses"]


@rule("TAMB-96", "TRN-03")
async def test_staff_pause_change_level_times_and_breaks_and_go_on(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, EVENING) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server)
        number = await created(server, olga, LONG, starts_ms=soon(server, 2))
        path, admin = f"/api/tournaments/{number}", f"{ALL}/{number}"
        await enter(number, people)
        early = await refused(olga, f"{admin}/resume", reason=REASON)
        assert early.reason == "not_paused"
        async with directed(number, people, nobody):
            await until(lambda: _level_runs(olga, path))
            await olga.post(f"{admin}/pause", reason=REASON)
            await until(lambda: _has_stopped(olga, path))
            assert (await olga.get(path))["level"]["ends_ms"] is None
            before = await stacks(olga, path)
            await asyncio.sleep(0.5)
            assert await stacks(olga, path) == before
            await olga.post(f"{admin}/resume", reason=REASON)
            assert await _goes_on(olga, path)
            await until(lambda: _level_runs(olga, path))
        levels = len((await olga.get(f"{path}/structure"))["info"]["levels"])
        shorter = [600] + [60] * (levels - 1)
        assert (
            await refused(olga, f"{admin}/level-times", level_s=[60], reason=REASON)
        ).rule == "TAMB-96"
        await olga.post(f"{admin}/level-times", level_s=shorter, reason=REASON)
        await olga.post(f"{admin}/breaks", on=False, reason=REASON)
        page = await people[0].get(path)
        assert (page["level_s"], page["breaks"]) == (shorter, False)
        same = await refused(olga, f"{admin}/breaks", on=False, reason=REASON)
        assert same.reason == "nothing_to_change"
        said = [deed for deed, _ in await deeds(server, olga.player)]
        for deed in ("paused_tournament", "resumed_tournament", "changed_level_times"):
            assert deed in said


async def _level_runs(client: RoomClient, path: str) -> bool:
    return (await client.get(path))["level"]["ends_ms"] is not None


async def _has_stopped(client: RoomClient, path: str) -> bool:
    """Whether a pause has begun: every table has finished its hand."""
    return bool((await client.get(path))["row"]["phase"] == "break")


@rule("TYP-05", "TYP-02")
async def test_a_package_is_won_in_a_sit_and_go_and_marked_as_given(tmp_path: Path) -> None:
    async with (
        room_with(tmp_path, PACKAGE) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server, role="floor")
        number = (await the_only(olga))["tournament"]
        info = (await people[0].get(f"/api/tournaments/{number}/structure"))["info"]
        assert info["target"] == "Main event with hotel"
        had = {one.player: await balance(one) for one in people}
        await enter(number, people)
        async with directed(number, people, everybody):
            page = await until_over(olga, number)
        winner = next(one for one in people if one.player == page["results"][0]["player"])
        await until(lambda: _has_ticket(winner))
        (ticket,) = (await winner.get("/api/tournament-tickets"))["tickets"]
        assert (ticket["value"], ticket["target"]) == (1_000, "live_main")
        (voucher,) = (await olga.get("/api/admin/vouchers"))["vouchers"]
        assert voucher["new"]["player"] == winner.player
        assert voucher["new"]["package"] == "Main event with hotel"
        fulfil = f"/api/admin/vouchers/{voucher['number']}/fulfil"
        given = await olga.post(fulfil, reason=REASON)
        assert (given["state"], given["by"], given["note"]) == ("fulfilled", "Olga", REASON)
        assert (await refused(olga, fulfil, reason="again")).reason == "voucher_is_fulfilled"
        assert (await winner.get("/api/tournament-tickets"))["tickets"] == []
        assert (await olga.get("/api/admin/vouchers"))["vouchers"] == []
        assert len((await olga.get("/api/admin/vouchers?all=true"))["vouchers"]) == 1
        assert ("fulfilled_voucher", f"voucher {voucher['number']}: {REASON}") in await deeds(
            server, winner.player
        )
        assert {one.player: await balance(one) for one in people} == {
            player: money - 550 for player, money in had.items()
        }
    assert audit(sqlite_in(tmp_path)).returncode == 0


async def _has_ticket(client: RoomClient) -> bool:
    return bool((await client.get("/api/tournament-tickets"))["tickets"])
