"""Packages for live tournaments that are redeemed at the live floor (TYP-05)."""

import asyncio
from pathlib import Path

from cardroom.commands.room_client import RoomClient
from cardroom.ledger.accounts import Kind, house
from tests.rule import rule
from tests.server.floor.running import new_floor
from tests.server.open_servers import OpenServer
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import directed, enter, everybody, people_in
from tests.server.tournaments.files import room_with
from tests.server.tournaments.test_course import PACKAGE
from tests.server.tournaments.test_playing import PATIENCE_S, the_only, until_over
from tests.server.tournaments.test_staff import REASON, refused, staff, until


@rule("TYP-05", "LIVE-12")
async def test_a_package_is_redeemed_at_the_live_floor_and_pays_an_entry_there(
    tmp_path: Path,
) -> None:
    async with (
        room_with(tmp_path, PACKAGE) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        olga = await staff(server, role="floor")
        number = (await the_only(olga))["tournament"]
        await enter(number, people)
        async with directed(number, people, everybody):
            await until_over(olga, number)
        await until(lambda: _has_voucher(olga))
        (voucher,) = (await olga.get("/api/admin/vouchers"))["vouchers"]
        dear, floor = await new_floor(olga), await new_floor(olga, price={"prize": 700, "fee": 100})
        for one in (dear, floor):
            await one.do("open_tables", count=1)
        (too_dear,), (entry, gone) = await dear.enter("Ann"), await floor.enter("Ann", "Bob")
        await floor.do("withdraw_entry", entry=gone, reason="ill")
        redeem = f"/api/admin/vouchers/{voucher['number']}/redeem"

        async def said_no(where: int, which: int) -> str:
            no = await refused(olga, redeem, floor=where, entry=which, reason=REASON)
            assert (await olga.get("/api/admin/vouchers"))["vouchers"] == [voucher]
            return no.reason

        assert await said_no(dear.floor, too_dear) == "voucher_is_worth_less"
        assert await said_no(floor.floor, gone) == "no_such_entry"
        assert await said_no(floor.floor, 99) == "no_such_entry"
        before = await _desk(server)
        paid = await olga.post(redeem, floor=floor.floor, entry=entry, reason=REASON)
        said = f"floor {floor.floor}, entry {entry}: {REASON}"
        assert (paid["state"], paid["note"]) == ("fulfilled", said)
        # The desk has taken no coins for this entry; the rest of the package stays with the house.
        assert await _desk(server) == before + 800
        again = await refused(olga, redeem, floor=floor.floor, entry=entry, reason="again")
        assert again.reason == "voucher_is_fulfilled"
    assert audit(sqlite_in(tmp_path)).returncode == 0


async def _desk(server: OpenServer) -> int:
    """What the cash desk of live tournaments owes; below zero by the coins that it has."""
    return await server._stored.balance(house(Kind.CASH_DESK, "XPM"))


async def _has_voucher(client: RoomClient) -> bool:
    return bool((await client.get("/api/admin/vouchers"))["vouchers"])
