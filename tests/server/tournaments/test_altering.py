"""The shares of a cancelled tournament are raised afterwards, large ones by two people (CXL-11)."""

import asyncio
from pathlib import Path

from cardroom.server.config.options import BookingSection
from tests.rule import rule
from tests.server.processes import sqlite_in
from tests.server.seating import audit
from tests.server.tournaments.directing import enter, people_in
from tests.server.tournaments.files import EVENING, PEOPLE_ONLY, room_with
from tests.server.tournaments.test_playing import PATIENCE_S, balance
from tests.server.tournaments.test_staff import (
    ALL,
    REASON,
    cancel,
    created,
    deeds,
    has_started,
    refused,
    staff,
    until,
)


@rule("CXL-11")
async def test_shares_are_raised_after_the_cancellation_and_large_ones_wait(
    tmp_path: Path,
) -> None:
    bookings = BookingSection(alone=100)
    async with (
        room_with(tmp_path, EVENING, PEOPLE_ONLY, bookings=bookings) as server,
        people_in(server, "Ann", "Bob") as people,
        asyncio.timeout(PATIENCE_S),
    ):
        ann, bob = people
        olga, omar = await staff(server), await staff(server, "Omar")
        rows = {row["name"]: row for row in (await ann.get("/api/tournaments"))["tournaments"]}
        number = rows["Duel 2"]["tournament"]
        admin = f"{ALL}/{number}"
        early = await refused(olga, f"{admin}/payouts/preview", shares={"1": 500})
        assert early.reason == "was_not_cancelled"
        await enter(number, people)
        await until(lambda: has_started(olga, number))
        preview = await cancel(olga, number)
        had = [await balance(one) for one in people]
        pots = {one["entry"]: one["pot"] for one in preview["shares"]}
        wanted = {"1": pots[1] + 60, "2": pots[2]}
        looked = await olga.post(f"{admin}/payouts/preview", shares=wanted)
        assert (looked["alteration"], looked["added"]) == (1, 60)
        assert [await balance(one) for one in people] == had
        less = await refused(olga, f"{admin}/payouts/preview", shares={"1": pots[1] - 1})
        assert (less.rule, less.reason) == ("CXL-11", "less_than_was_paid")
        nobody = await refused(olga, f"{admin}/payouts/preview", shares={"9": 1})
        assert nobody.reason == "no_share_to_alter"
        order = {"alteration": 1, "shares": wanted, "reason": REASON}
        booked = await olga.post(f"{admin}/payouts", **order)
        assert [row["state"] for row in booked["rows"]] == ["booked", ""]
        assert [await balance(one) for one in people] == [had[0] + 60, had[1]]
        assert (await refused(olga, f"{admin}/payouts", **order)).reason == "preview_is_old"
        # More than one person may book alone in a day: it waits, and counts from then on.
        more = {"2": pots[2] + 80}
        booked = await olga.post(f"{admin}/payouts", alteration=2, shares=more, reason=REASON)
        assert [row["state"] for row in booked["rows"]] == ["", "waiting"]
        assert await balance(bob) == had[1]
        looked = await olga.post(f"{admin}/payouts/preview", shares=more)
        assert (looked["alteration"], looked["added"]) == (3, 0)
        none = await refused(olga, f"{admin}/payouts", alteration=3, shares=more, reason=REASON)
        assert none.reason == "nothing_to_change"
        (waiting,) = (await omar.get("/api/admin/bookings"))["bookings"]
        decision = {"reference": waiting["reference"], "reason": "I have looked at it"}
        own = await refused(olga, "/api/admin/bookings/approve", **decision)
        assert own.reason == "not_oneself"
        await omar.post("/api/admin/bookings/refuse", **decision)
        # Refused, it was never paid: the share is what it was.
        looked = await olga.post(f"{admin}/payouts/preview", shares=more)
        assert looked["added"] == 80
        assert await balance(bob) == had[1]
        assert ("altered_payouts", f"tournament {number}: {REASON}") in await deeds(
            server, olga.player
        )
        # Before its start everything goes back: there is no share to alter.
        later = await created(server, olga)
        await cancel(olga, later)
        no = await refused(olga, f"{ALL}/{later}/payouts/preview", shares={"1": 1})
        assert no.reason == "has_not_started"
    assert audit(sqlite_in(tmp_path)).returncode == 0
